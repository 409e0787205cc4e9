"""Held-out losses of boosting libraries with default settings on real tables.

``accuracy.py`` fits Spinney and prints the comparison; results of the peers are read from
``accuracy_peers.csv``, which ``accuracy.py --refresh`` computes anew. Each result is one fold: log
loss or root mean squared error, wall and CPU seconds of fit, wall seconds of predict.
"""

import argparse
import csv
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.metrics import log_loss, root_mean_squared_error
from sklearn.model_selection import KFold, StratifiedKFold

from accuracy_limits import Measured, import_peers, limited
from accuracy_models import PEERS, Fit, spinney_fit
from accuracy_report import print_ablation, print_report
from data import RealTable, real_tables
from report import row

MAX_ROWS = 20_000
PEER_RESULTS = Path(__file__).with_name("accuracy_peers.csv")

ABLATION = [
    "Default",
    "constant leaves:leaf=constant",
    "no random thresholds:extra_trees=False",
    "symmetric trees only:growth=symmetric",
    "all rows:subsample=1.0",
    "no target statistics:target_statistics=False",
    "unknown as missing:unknown=missing",
    "one tree per class:multi_strategy=one_output_per_tree",
    "three folds:cv=3",
    "no bag:preset=fast",
]
"""Models for --ablation: the default, and the default without one ingredient."""


class Result(NamedTuple):
    """One fold."""

    table: str
    model: str
    seed: int
    fold: int
    loss: float
    fit: float
    fit_cpu: float
    predict: float


def arrays(table: RealTable) -> tuple[Any, np.ndarray]:
    """Return up to ``MAX_ROWS`` rows; classes as indices."""
    frame, target = table.read()
    rows = np.random.default_rng(0).permutation(len(frame))[:MAX_ROWS]
    y = np.asarray(target)[rows]
    if not table.is_regression:
        y = np.unique(y, return_inverse=True)[1]
    # LightGBM rejects some characters in names.
    frame.columns = [f"x{i}" for i in range(frame.shape[1])]
    return frame.iloc[rows].reset_index(drop=True), y


def measure(
    fit: Fit, train: tuple[Any, np.ndarray], test: tuple[Any, np.ndarray], n_classes: int, seed: int
) -> Measured:
    """Fit and evaluate one model; ``n_classes`` is 0 for numbers."""
    begin, begin_cpu = time.perf_counter(), time.process_time()
    predict = fit(*train, n_classes == 0, seed)
    fitted, fitted_cpu = time.perf_counter(), time.process_time()
    predicted = predict(test[0])
    seconds = time.perf_counter() - fitted
    if n_classes == 0:
        loss = root_mean_squared_error(test[1], predicted)
    else:
        loss = log_loss(test[1], predicted, labels=np.arange(n_classes))
    return Measured(float(loss), fitted - begin, fitted_cpu - begin_cpu, seconds)


def results_of(
    table: RealTable, name: str, fit: Fit, folds: list[tuple[int, int]], limit: int | None
) -> Iterable[Result]:
    """Fit to some folds of a table, given as pairs (seed, fold)."""
    frame, y = arrays(table)
    n_classes = 0 if table.is_regression else y.max() + 1
    splitter = KFold if table.is_regression else StratifiedKFold
    for seed, fold in folds:
        pairs = splitter(3, shuffle=True, random_state=seed).split(frame, y)
        parts = [(frame.iloc[rows], y[rows]) for rows in list(pairs)[fold]]
        measured = limited(partial(measure, fit, *parts, n_classes, seed), limit)
        yield Result(table.name, name, seed, fold, *measured)


def read_results(path: Path) -> list[Result]:
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [
            Result(*one[:2], int(one[2]), int(one[3]), *map(float, one[4:]))
            for one in list(csv.reader(file))[1:]
        ]


def write_results(path: Path, results: list[Result]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Result._fields)
        for one in results:
            writer.writerow([*one[:4], *(f"{value:.6g}" for value in one[4:])])


def run(
    models: dict[str, Fit],
    tables: list[RealTable],
    folds: list[tuple[int, int]],
    keep: Path | None = None,
    limit: int | None = None,
    skip: bool = False,
) -> list[Result]:
    """Fit all models; each result is added to the file ``keep``, in place of an earlier one.

    ``skip``: no fits that have a result in the file.
    """
    found: list[Result] = []
    row("", "model", "loss", "fit s", "fit CPU s")
    for table in tables:
        for name, fit in models.items():
            done = {one[:4] for one in read_results(keep)} if keep is not None and skip else set()
            absent = [one for one in folds if (table.name, name, *one) not in done]
            new: list[Result] = []
            for one in results_of(table, name, fit, absent, limit):
                new.append(one)
                if keep is not None:
                    earlier = (other for other in read_results(keep) if other[:4] != one[:4])
                    write_results(keep, sorted([*earlier, one]))
            found += new
            sums = [sum(part) for part in zip(*(one[5:7] for one in new), strict=True)]
            mean = np.mean([one.loss for one in new]) if new else np.nan
            row(table.name, name, f"{mean:.5f}", *(f"{one:.2f}" for one in sums))
    return found


def parsed(text: str) -> Any:
    """Read a parameter value: a number, None, True, False or a string."""
    constants = {"None": None, "True": True, "False": False}
    if text in constants:
        return constants[text]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def variants(specifications: list[str]) -> dict[str, Fit]:
    """Models of Spinney, one for each ``NAME:parameter=value,...``."""
    models = {}
    for one in specifications:
        name, _, values = one.partition(":")
        pairs = (pair.split("=", 1) for pair in values.split(",") if pair)
        models[name] = spinney_fit(**{key: parsed(value) for key, value in pairs})
    return models


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3, help="number of seeds, from 0")
    parser.add_argument("--tables", nargs="*", help="names of tables; all by default")
    parser.add_argument("--models", nargs="*", default=["Spinney"], help="NAME:parameter=value,...")
    parser.add_argument("--refresh", nargs="*", choices=list(PEERS), help="run these peers again")
    parser.add_argument(
        "--ablation", action="store_true", help="leave out one ingredient at a time"
    )
    parser.add_argument("--folds", nargs="*", type=int, default=[0, 1, 2], choices=[0, 1, 2])
    parser.add_argument("--limit", type=int, help="limit of the CPU seconds of a fit to refresh")
    parser.add_argument("--absent", action="store_true", help="refresh absent results only")
    parser.add_argument("--output", type=Path, help="add results of Spinney to this file")
    given = parser.parse_args()
    tables = [one for one in real_tables() if not given.tables or one.name in given.tables]
    if not tables:
        print("no tables found: set SPINNEY_DATA to their folder")
        return
    folds = [(seed, fold) for seed in range(given.seeds) for fold in given.folds]
    if given.refresh is not None:
        names = given.refresh or list(PEERS)
        peers = {name: PEERS[name] for name in names}
        import_peers(names)
        run(peers, tables, folds, PEER_RESULTS, given.limit, given.absent)
    ours = run(variants(ABLATION if given.ablation else given.models), tables, folds, given.output)
    if given.ablation:
        print_ablation(ours)
        return
    chosen = {one.name for one in tables}
    peers = read_results(PEER_RESULTS)
    peers = [one for one in peers if one.table in chosen and one[2:4] in folds]
    print_report(peers + ours)


if __name__ == "__main__":
    main()
