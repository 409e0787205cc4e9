"""Counterfactuals of 30 trees of depth 6, and of single trees: seconds per row, share proven.

Run ``SPINNEY_DATA=... python benchmarks/counterfactuals.py``. "median" is the time of a row with
reading and verification, "search" the median of the search alone, and "90 %" its quantile.
"""

import argparse
import time
from typing import Any

import numpy as np

from data import RealTable, real_tables
from measure import machine

TABLES = ("phoneme", "mammography", "adult", "credit_g", "cpu_act", "spambase")
TREES, DEPTH = 30, 6
TIME_LIMIT = 10.0


def models() -> dict[str, Any]:
    import spinney

    return {
        "tree": spinney.DecisionTreeClassifier(min_samples_leaf=5, random_state=0),
        "forest": spinney.RandomForestClassifier(TREES, max_depth=DEPTH, random_state=0),
        "boosting": spinney.GradientBoostingClassifier(n_estimators=TREES, max_depth=DEPTH),
    }


def read(table: RealTable) -> tuple[Any, np.ndarray]:
    """Return the features, and classes: above or below the median for regression."""
    frame, y = table.read()
    y = np.asarray(y)
    return frame, (y > np.median(y)).astype(int) if table.is_regression else y


def explain_rows(model: Any, frame: Any, rows: np.ndarray) -> tuple[list[float], list[float], list]:
    """Return seconds per row, seconds of the search alone, and results."""
    from spinney import _core
    from spinney.explain.counterfactual import make_finder

    finder = make_finder(model, X=frame, time_limit=TIME_LIMIT)
    searches: list[float] = []
    search = _core.find_counterfactual

    def timed(*arguments: Any) -> Any:
        start = time.perf_counter()
        found = search(*arguments)
        searches.append(time.perf_counter() - start)
        return found

    seconds, results = [], []
    _core.find_counterfactual = timed
    try:
        for i in rows:
            row = frame.iloc[[i]]
            start = time.perf_counter()
            results.append(finder.find(row))
            seconds.append(time.perf_counter() - start)
    finally:
        _core.find_counterfactual = search
    return seconds, searches, results


def check(model: Any, results: list) -> None:
    """Check the predictions of all counterfactuals."""
    for result in results:
        if result.found:
            assert model.predict(result.row)[0] == result.prediction != result.original_prediction


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=50)
    parser.add_argument("--tables", nargs="*", default=TABLES)
    options = parser.parse_args()
    print(machine())
    print(f"{options.rows} rows each; {TREES} trees of depth {DEPTH}; milliseconds per row")
    print(f"{'table':14}{'model':10}{'median':>9}{'search':>9}{'90 %':>9}{'proven':>8}{'boxes':>9}")
    for table in real_tables():
        if table.name not in options.tables:
            continue
        frame, y = read(table)
        rows = np.random.default_rng(0).choice(len(frame), options.rows, replace=False)
        for name, model in models().items():
            model.fit(frame, y)
            seconds, searches, results = explain_rows(model, frame, rows)
            check(model, results)
            proven = np.mean([result.optimal for result in results])
            boxes = np.median([result.n_boxes for result in results])
            median, search, tail = 1000 * np.array(
                [np.median(seconds), np.median(searches), np.quantile(searches, 0.9)]
            )
            print(
                f"{table.name:14}{name:10}{median:9.2f}{search:9.3f}{tail:9.2f}"
                f"{proven:8.0%}{boxes:9.0f}"
            )


if __name__ == "__main__":
    main()
