"""Repeated fits with and without a Dataset, which is encoded once; LightGBM's as a peer.

Run ``python benchmarks/dataset.py``; ``--quick`` uses a tenth of the rows.
"""

import argparse
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

import data
import spinney
from measure import best_of, machine, seconds
from report import row
from wide_sparse import uniform_sparse

FITS = 5


@dataclass(frozen=True)
class Case:
    """Rows, and a model to fit to them several times."""

    name: str
    x: Any
    y: np.ndarray
    make: Callable[..., Any]
    n_trees: int = 0
    """Of boosting, which is compared with LightGBM."""


def ours(case: Case, threads: int, shared: bool) -> None:
    """Fit several times, each with another seed."""
    x = spinney.Dataset(case.x) if shared else case.x
    for i in range(FITS):
        case.make(n_jobs=threads, random_state=i).fit(x, case.y)


def lightgbm(case: Case, threads: int, shared: bool) -> None:
    import lightgbm as lgb

    options = {
        "objective": "binary",
        "num_leaves": 31,
        "min_data_in_leaf": 20,
        "lambda_l2": 1.0,
        "num_threads": threads,
        "verbosity": -1,
    }
    rows = None
    for _ in range(FITS):
        if rows is None or not shared:
            rows = lgb.Dataset(case.x, case.y, params=options, free_raw_data=False)
        lgb.train(options, rows, case.n_trees)


def once(case: Case, threads: int) -> None:
    case.make(n_jobs=threads, random_state=0).fit(case.x, case.y)


def boosting(n_trees: int) -> Callable[..., Any]:
    return partial(
        spinney.GradientBoostingClassifier,
        n_estimators=n_trees,
        early_stopping=False,
        learning_rate=0.1,
        max_leaf_nodes=31,
        min_samples_leaf=20,
        reg_lambda=1.0,
    )


def cases(quick: bool) -> list[Case]:
    n_rows = 10_000 if quick else 100_000
    (x, y), _ = data.make("gaussian", n_rows)
    wide, labels = uniform_sparse(n_rows // 5, 400 if quick else 4000)
    tree, forest = spinney.DecisionTreeClassifier, spinney.RandomForestClassifier
    size, wide_size = f"{n_rows:,} x 28", f"{wide.shape[0]:,} x {wide.shape[1]:,}"
    return [
        Case(f"boosting, 100 trees, {size}", x, y, boosting(100), 100),
        Case(f"boosting, 10 trees, {size}", x, y, boosting(10), 10),
        Case(f"boosting, 100 trees, {wide_size} sparse", wide, labels, boosting(100), 100),
        Case(f"boosting, 10 trees, {wide_size} sparse", wide, labels, boosting(10), 10),
        Case(f"tree, depth 6, {size}", x, y, partial(tree, max_depth=6)),
        Case(
            f"tree, depth 6, {size} float64", 1.1 * x.astype(float), y, partial(tree, max_depth=6)
        ),
        Case(f"forest, 10 trees, {size}", x, y, partial(forest, 10)),
        Case(f"extra trees, 10 trees, {size}", x, y, partial(spinney.ExtraTreesClassifier, 10)),
    ]


def compare(case: Case, threads: int, repeats: int) -> None:
    """Print the seconds of one fit, and of several with and without a Dataset."""
    print(f"\n{case.name}, {threads} thread(s)")
    libraries = {"Spinney": ours}
    if case.n_trees and importlib.util.find_spec("lightgbm"):
        libraries["LightGBM"] = lightgbm
    calls = {
        (name, shared): partial(call, case, threads, shared)
        for name, call in libraries.items()
        for shared in (False, True)
    }
    single = min(seconds(partial(once, case, threads)) for _ in range(repeats))
    print(f"  one fit of Spinney: {single:.3f} s")
    best = best_of(calls, repeats)
    row(f"{FITS} fits, seconds", "on X", "on a Dataset", "ratio")
    for name in libraries:
        plain, shared = best[name, False], best[name, True]
        row(name, f"{plain:.3f}", f"{shared:.3f}", f"{plain / shared:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the rows")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", default="", help="the cases whose name contains this text")
    args = parser.parse_args()
    print(machine())
    for case in cases(args.quick):
        if args.only in case.name:
            compare(case, args.threads, args.repeats)


if __name__ == "__main__":
    main()
