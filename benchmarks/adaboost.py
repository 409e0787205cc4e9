"""Compare AdaBoost with scikit-learn's: seconds to fit and to predict, and held-out accuracy.

Run ``python benchmarks/adaboost.py``; ``--quick`` uses a tenth of the rows and 20 rounds.
"""

import argparse
from functools import partial
from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.ensemble import AdaBoostClassifier as SklearnClassifier
from sklearn.ensemble import AdaBoostRegressor as SklearnRegressor
from sklearn.model_selection import train_test_split

import data
from measure import best_of, machine
from report import check_target, row
from spinney import AdaBoostClassifier, AdaBoostRegressor
from tables import ordinal

TARGET = 10
"""Target speedup over scikit-learn, with 200 stumps on 100,000 x 28."""


def compare(ours: Any, theirs: Any, train: data.Arrays, test: data.Arrays, repeats: int) -> float:
    """Print a line per model; return the ratio of their fit time to ours."""
    models = {"Spinney": ours, "scikit-learn": theirs}
    fit = best_of({name: partial(m.fit, *train) for name, m in models.items()}, repeats, TARGET / 2)
    predict = best_of({name: partial(m.predict, test[0]) for name, m in models.items()}, repeats)
    score = "accuracy" if is_classifier(ours) else "R2"
    row("", "fit, s", "relative", "predict, s", "relative", score)
    for name, model in models.items():
        row(
            name,
            f"{fit[name]:.2f}",
            f"{fit[name] / fit['Spinney']:.1f}",
            f"{predict[name]:.4f}",
            f"{predict[name] / predict['Spinney']:.1f}",
            f"{model.score(*test):.4f}",
        )
    return fit["scikit-learn"] / fit["Spinney"]


def stumps(args: argparse.Namespace, threads: int) -> None:
    """Discrete boosting of stumps on the synthetic table."""
    n_rows, rounds = (10_000, 20) if args.quick else (100_000, 200)
    for shape in args.shapes:
        train, test = data.make(shape, n_rows, n_rows)
        print(f"\n{shape}, {n_rows:,} x {train[0].shape[1]}, {rounds} stumps, {threads} thread(s)")
        ours = AdaBoostClassifier(n_estimators=rounds, n_jobs=threads)
        theirs = SklearnClassifier(n_estimators=rounds, random_state=0)
        ratio = compare(ours, theirs, train, test, args.repeats)
        check_target("times as fast as scikit-learn's stumps", ratio, TARGET)


def real(args: argparse.Namespace, threads: int) -> None:
    """Real tables; categories are numbers for both, which scikit-learn requires."""
    rounds = 20 if args.quick else 50
    for table in data.real_tables():
        if table.name not in args.tables:
            continue
        frame, y = table.read()
        x = np.nan_to_num(ordinal(frame), nan=-1.0)  # scikit-learn's AdaBoost does not support NaN
        x, x_test, y, y_test = train_test_split(x, np.asarray(y), random_state=0)
        print(f"\n{table.name}, {len(y):,} x {x.shape[1]}, {rounds} rounds, {threads} thread(s)")
        mine, other = (
            (AdaBoostRegressor, SklearnRegressor)
            if table.is_regression
            else (AdaBoostClassifier, SklearnClassifier)
        )
        ours = mine(n_estimators=rounds, n_jobs=threads)
        theirs = other(n_estimators=rounds, random_state=0)
        compare(ours, theirs, (x, y), (x_test, y_test), args.repeats)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the rows, 20 rounds")
    parser.add_argument("--shapes", nargs="*", default=["gaussian"], choices=data.SHAPES)
    parser.add_argument("--tables", nargs="*", default=["adult", "housing"])
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--threads", type=int, nargs="*", default=[2, 1])
    args = parser.parse_args()
    print(machine())
    for threads in args.threads:
        stumps(args, threads)
    real(args, args.threads[0])


if __name__ == "__main__":
    main()
