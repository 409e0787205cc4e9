"""Compare optimal trees with pystreed: same candidate splits, same errors, seconds of both.

Run ``python benchmarks/optimal.py``; ``--quick`` uses three tables. Numeric columns have thresholds
at the same quantiles for both: pystreed gets a 0/1 column per threshold, Spinney the bin index.
Categories become 0/1 columns for both. Needs ``pip install pystreed``.
"""

import argparse
import importlib.util
import sys
import warnings
from typing import Any

import numpy as np

from data import real_tables
from measure import best_of, machine, seconds
from report import check_target, row
from spinney import OptimalTreeClassifier

# (table, thresholds per numeric column, depth)
PROBLEMS = [
    ("credit_g", 8, 2),
    ("credit_g", 4, 3),
    ("titanic", 10, 3),
    ("titanic", 6, 4),
    ("penguins", 20, 3),
    ("penguins", 10, 4),
    ("vehicle", 10, 3),
    ("segment", 8, 3),
    ("phoneme", 20, 3),
    ("phoneme", 10, 4),
    ("mammography", 10, 4),
    ("spambase", 3, 3),
    ("letter", 15, 2),
    ("nursery", 1, 4),
    ("mushroom", 1, 3),
    ("bank", 5, 3),
]
QUICK = [("credit_g", 4, 3), ("penguins", 20, 3), ("vehicle", 10, 3)]
HARD = ("vehicle", None, 5)
TIME_LIMIT = 10
MAX_CATEGORIES = 30
"""Columns with more labels are nearly unique identifiers."""


def candidate_splits(frame: Any, n_thresholds: int) -> tuple[np.ndarray, np.ndarray]:
    """Bins of numbers and 0/1 columns of categories, and the same as 0/1 columns only."""
    bins, binary = [], []
    for name in frame.columns:
        column = frame[name]
        if column.dtype.kind not in "biuf":
            labels = column.astype(object).fillna("").astype(str).to_numpy(str)
            levels = np.unique(labels)
            if len(levels) > MAX_CATEGORIES:
                continue
            both = [labels == level for level in (levels if len(levels) > 2 else levels[:1])]
            bins += both
            binary += both
            continue
        numbers = column.fillna(column.median()).to_numpy(float)
        quantiles = np.linspace(0, 1, n_thresholds + 2)[1:-1]
        cuts = np.unique(np.quantile(numbers, quantiles, method="lower"))
        cuts = cuts[cuts < numbers.max()]
        if len(cuts):
            bins.append(np.searchsorted(cuts, numbers))
            binary += [numbers <= cut for cut in cuts]
    return np.column_stack(bins).astype(np.int32), np.column_stack(binary).astype(np.int32)


def theirs(depth: int) -> Any:
    from pystreed import STreeDClassifier

    return STreeDClassifier("accuracy", max_depth=depth, time_limit=600)


def compare(tables: dict[str, Any], problem: tuple[str, int, int], repeats: int) -> float:
    """Print a line; return the ratio of their seconds to ours."""
    name, n_thresholds, depth = problem
    frame, y = tables[name].read()
    bins, binary = candidate_splits(frame, n_thresholds)
    classes = np.unique(np.asarray(y), return_inverse=True)[1]
    tree = OptimalTreeClassifier(max_depth=depth, time_limit=600)
    peer = theirs(depth)
    times = best_of(
        {"ours": lambda: tree.fit(bins, classes), "theirs": lambda: peer.fit(binary, classes)},
        repeats,
        far_behind=5,
    )
    errors = int((tree.predict(bins) != classes).sum())
    their_errors = int((np.asarray(peer.predict(binary)) != classes).sum())
    greedy = round(tree.greedy_objective_ * len(classes))
    row(
        f"{name}, depth {depth}",
        *(len(classes), binary.shape[1], len(np.unique(classes))),
        *(f"{times[library]:.3f}" for library in ("ours", "theirs")),
        f"{times['theirs'] / times['ours']:.1f}",
        *(errors, their_errors, greedy),
        "proven" if tree.proven_ and errors == their_errors else "DIFFERS",
    )
    return times["theirs"] / times["ours"]


def time_limit_section(tables: dict[str, Any]) -> None:
    name, thresholds, depth = HARD
    frame, y = tables[name].read()
    print(f"\n== A hard problem: {name}, all thresholds, depth {depth}, {TIME_LIMIT} s ==")
    tree = OptimalTreeClassifier(max_depth=depth, max_thresholds=thresholds, time_limit=TIME_LIMIT)
    taken = seconds(lambda: tree.fit(frame, y))
    print(
        f"{taken:.2f} s, objective {tree.objective_:.4f}, greedy {tree.greedy_objective_:.4f}, "
        f"bound {tree.lower_bound_:.4f}, gap {tree.gap_:.4f}"
    )
    check_target("11 s over the seconds", 11 / taken, 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="three tables")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    tables = {table.name: table for table in real_tables()}
    if not tables:
        sys.exit("No tables: set SPINNEY_DATA to a folder of parquet tables with an index.json.")
    if importlib.util.find_spec("pystreed") is None:
        sys.exit("pystreed is not installed: pip install pystreed")
    warnings.filterwarnings("ignore")
    print(machine())
    print("\n== Minimum errors: seconds to fit, and training errors ==\n")
    row("", "rows", "candidates", "classes", "ours s", "pystreed s", "relative", "errors",
        "pystreed", "greedy", "")  # fmt: skip
    problems = QUICK if arguments.quick else PROBLEMS
    ratios = [compare(tables, problem, arguments.repeats) for problem in problems]
    check_target("minimum ratio", min(ratios), 1.0)
    time_limit_section(tables)


if __name__ == "__main__":
    main()
