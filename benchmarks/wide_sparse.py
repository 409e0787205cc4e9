"""Wide sparse tables: boosting compared with LightGBM, forests and trees with scikit-learn.

Run ``python benchmarks/wide_sparse.py``; README.md explains the output.
"""

import argparse
import importlib
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from scipy import sparse

from boosters import LIGHTGBM, SPINNEY, Task, installed
from data import data_folder
from measure import best_of, cpu_seconds, machine, peak_bytes_of, seconds
from report import check_target, row

FAR_BEHIND = 4.0
"""A library that needs this many times as long as the faster one runs once."""


def uniform_sparse(n_rows: int, n_columns: int, density: float = 0.01) -> tuple[Any, np.ndarray]:
    """Normal values at random places; two classes, by a linear function of all columns."""
    rng = np.random.default_rng(0)
    x = sparse.random(
        n_rows, n_columns, density, "csr", np.float64, rng, data_rvs=rng.standard_normal
    )
    score = x @ rng.standard_normal(n_columns)
    return x, (score + 0.5 * rng.standard_normal(n_rows) > 0).astype(np.int64)


def documents(n_rows: int, n_words: int, length: int = 120) -> tuple[Any, np.ndarray]:
    """TF-IDF weights of random documents: word frequencies by Zipf's law, 20 topics, 2 classes.

    A stand-in for the 20 newsgroups in its shape, fill and skewed word frequencies.
    """
    rng = np.random.default_rng(0)
    frequency = 1 / (10 + np.arange(n_words))
    topic = rng.integers(20, size=n_rows)
    lengths = rng.geometric(1 / length, n_rows)
    weights = frequency * np.exp(rng.standard_normal((20, n_words)))
    words = [
        rng.choice(n_words, lengths[topic == t].sum(), p=weights[t] / weights[t].sum())
        for t in range(20)
    ]
    order = np.argsort(topic, kind="stable")
    rows = np.repeat(order, lengths[order])
    counts = sparse.coo_array(
        (np.ones(len(rows)), (rows, np.concatenate(words))), (n_rows, n_words)
    ).tocsr()
    with_word = np.bincount(counts.indices, minlength=n_words)
    x = counts @ sparse.diags_array(np.log((1 + n_rows) / (1 + with_word)) + 1)
    x = sparse.diags_array(1 / np.sqrt(np.maximum((x * x).sum(axis=1), 1e-300))) @ x
    return sparse.csr_matrix(x), topic % 2


@cache
def newsgroups(n_classes: int) -> tuple[Any, np.ndarray]:
    """TF-IDF weights of 20 newsgroups: all groups, or those about computers against the rest."""
    held = np.load(data_folder() / "newsgroups.npz", allow_pickle=False)
    cells = (held["data"].astype(np.float32), held["indices"], held["indptr"])
    x = sparse.csr_matrix(cells, tuple(held["shape"]))
    if n_classes > 2:
        return x, held["y"].astype(np.int64)
    computers = np.char.startswith(held["classes"].astype(str), "comp.")
    return x, computers[held["y"]].astype(np.int64)


@dataclass(frozen=True)
class Table:
    """A table by its name; ``make`` returns X and y."""

    name: str
    make: Callable[[], tuple[Any, np.ndarray]]
    n_classes: int = 2


def tables(args: argparse.Namespace) -> list[Table]:
    """Uniform tables, and texts: 20 newsgroups, or random documents if they are missing."""
    shapes = [(args.rows, n) for n in args.columns] + ([(50_000, 5_000)] if args.large else [])
    uniform = [Table(f"{n:,} x {p:,}", partial(uniform_sparse, n, p)) for n, p in shapes]
    if args.no_documents:
        return uniform
    if not (data_folder() / "newsgroups.npz").is_file():
        return [*uniform, Table("random documents", partial(documents, 9_000, 31_231))]
    texts = [Table("newsgroups, 2 classes", partial(newsgroups, 2))]
    if args.large:
        texts.append(Table("newsgroups, 20 classes", partial(newsgroups, 20), 20))
    return [*uniform, *texts]


def fit_forest(module: str, x: Any, y: np.ndarray, args: argparse.Namespace) -> Any:
    ensemble = importlib.import_module("sklearn.ensemble" if module == "sklearn" else module)
    return ensemble.RandomForestClassifier(args.trees, n_jobs=args.threads, random_state=0).fit(
        x, y
    )


def fit_tree(module: str, x: Any, y: np.ndarray, args: argparse.Namespace) -> Any:
    trees = importlib.import_module("sklearn.tree" if module == "sklearn" else module)
    jobs = {} if module == "sklearn" else {"n_jobs": args.threads}
    return trees.DecisionTreeClassifier(max_depth=10, random_state=0, **jobs).fit(x, y)


def boosting_calls(table: Table, args: argparse.Namespace) -> dict[str, Callable[[], Any]]:
    x, y = table.make()
    task = Task(trees=args.trees, threads=args.threads, n_classes=table.n_classes)
    return {b.name: partial(b.fit, x, y, task) for b in installed((SPINNEY, LIGHTGBM))}


def sklearn_calls(fit: Callable[..., Any], table: Table, args: argparse.Namespace) -> Any:
    x, y = table.make()
    return {module: partial(fit, module, x, y, args) for module in ("spinney", "sklearn")}


SECTIONS: dict[str, tuple[Callable[..., Any], float]] = {
    "boosting": (boosting_calls, 2.0),
    "forest": (partial(sklearn_calls, fit_forest), 3.0),
    "tree": (partial(sklearn_calls, fit_tree), 3.0),
}
"""The calls of a section, and the target for the time of the peer divided by ours."""


def measure(calls: dict[str, Callable[[], Any]], args: argparse.Namespace) -> dict[str, float]:
    return best_of(calls, args.repeats, FAR_BEHIND, cpu_seconds if args.cpu else seconds)


def run_section(section: str, args: argparse.Namespace) -> None:
    make_calls, target = SECTIONS[section]
    print(f"\n== {section}: {args.trees if section != 'tree' else 1} trees ==")
    row("table", "", "seconds", *(["peak MB"] if args.memory else []))
    for table in tables(args):
        calls = make_calls(table, args)
        best = measure(calls, args)
        for name, elapsed in best.items():
            memory = [f"{peak_bytes_of(calls[name]) / 2**20:.0f}"] if args.memory else []
            row(table.name, name, f"{elapsed:.2f}", *memory)
        if len(best) > 1:
            ours, peer = best.values()
            check_target(f"{table.name}, peer / spinney", peer / ours, target)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sections", nargs="*", choices=SECTIONS, default=list(SECTIONS))
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--columns", type=int, nargs="*", default=[1_000, 2_000, 4_000])
    parser.add_argument("--large", action="store_true", help="50,000 x 5,000, and 20 classes")
    parser.add_argument("--no-documents", action="store_true", help="skip the texts")
    parser.add_argument("--trees", type=int, default=50)
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", action="store_true", help="peak memory of a fit of each, too")
    parser.add_argument("--cpu", action="store_true", help="CPU seconds")
    return parser.parse_args()


def main() -> None:
    args = parse()
    warnings.simplefilter("ignore")
    print(machine())
    for section in args.sections:
        run_section(section, args)


if __name__ == "__main__":
    main()
