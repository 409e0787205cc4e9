"""Held-out losses of boosting libraries with default settings on real tables.

``accuracy.py`` fits Spinney and prints the comparison; results of the peers are read from
``accuracy_peers.csv``, which ``accuracy.py --refresh`` computes anew. Each result is one fold: log
loss or root mean squared error, wall and CPU seconds of fit, wall seconds of predict.
"""

import argparse
import csv
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.metrics import log_loss, root_mean_squared_error
from sklearn.model_selection import KFold, StratifiedKFold

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


def results_of(table: RealTable, name: str, fit: Fit, seeds: Iterable[int]) -> Iterable[Result]:
    frame, y = arrays(table)
    regression = table.is_regression
    splitter = KFold if regression else StratifiedKFold
    for seed in seeds:
        folds = splitter(3, shuffle=True, random_state=seed).split(frame, y)
        for fold, (train, test) in enumerate(folds):
            begin, begin_cpu = time.perf_counter(), time.process_time()
            predict = fit(frame.iloc[train], y[train], regression, seed)
            fitted, fitted_cpu = time.perf_counter(), time.process_time()
            predicted = predict(frame.iloc[test])
            seconds = time.perf_counter() - fitted
            if regression:
                loss = root_mean_squared_error(y[test], predicted)
            else:
                loss = log_loss(y[test], predicted, labels=np.arange(y.max() + 1))
            times = (fitted - begin, fitted_cpu - begin_cpu, seconds)
            yield Result(table.name, name, seed, fold, float(loss), *times)


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
    models: dict[str, Fit], tables: list[RealTable], seeds: range, keep: Path | None = None
) -> list[Result]:
    """Fit all models; results are added to the file ``keep``, in place of earlier ones."""
    found: list[Result] = []
    row("", "model", "loss", "fit s")
    for table in tables:
        for name, fit in models.items():
            new = list(results_of(table, name, fit, seeds))
            found += new
            if keep is not None:
                done = {(one.table, one.model, one.seed) for one in new}
                earlier = (one for one in read_results(keep) if one[:3] not in done)
                write_results(keep, sorted([*earlier, *new]))
            mean = np.mean([one.loss for one in new])
            row(table.name, name, f"{mean:.5f}", f"{sum(one.fit for one in new):.2f}")
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
    parser.add_argument("--output", type=Path, help="add results of Spinney to this file")
    given = parser.parse_args()
    tables = [one for one in real_tables() if not given.tables or one.name in given.tables]
    if not tables:
        print("no tables found: set SPINNEY_DATA to their folder")
        return
    seeds = range(given.seeds)
    if given.refresh is not None:
        names = given.refresh or list(PEERS)
        run({name: PEERS[name] for name in names}, tables, seeds, PEER_RESULTS)
    ours = run(variants(ABLATION if given.ablation else given.models), tables, seeds, given.output)
    if given.ablation:
        print_ablation(ours)
        return
    chosen = {one.name for one in tables}
    peers = read_results(PEER_RESULTS)
    peers = [one for one in peers if one.table in chosen and one.seed in seeds]
    print_report(peers + ours)


if __name__ == "__main__":
    main()
