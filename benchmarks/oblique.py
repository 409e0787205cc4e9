"""Compare forests of oblique trees with YDF's sparse oblique ones: seconds and errors.

Three folds of real tables of numbers, several seeds; every library gets the same float32 matrix
and grows the same number of full-depth trees. The libraries run alternately.
"""

import argparse
import importlib.metadata
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from sklearn.metrics import accuracy_score, r2_score
from sklearn.model_selection import KFold, StratifiedKFold

from data import RealTable, real_tables
from forest_peers import Task
from measure import machine
from report import check_target, row

TABLES = (
    *("vehicle", "segment", "spambase", "phoneme", "mammography", "letter"),
    *("wine_white", "cpu_act", "kin8nm", "puma32H"),
)
Predict = Callable[[np.ndarray], np.ndarray]
Fit = Callable[[np.ndarray, np.ndarray, Task], Predict]


def fit_spinney(split_kind: str, x: np.ndarray, y: np.ndarray, task: Task) -> Predict:
    import spinney

    name = "RandomForestRegressor" if task.regression else "RandomForestClassifier"
    model = getattr(spinney, name)(
        n_estimators=task.trees,
        split_kind=split_kind,
        max_features=1.0 if task.regression else "sqrt",
        n_jobs=task.threads,
        random_state=task.seed,
    )
    predict: Predict = model.fit(x, y).predict
    return predict


def fit_ydf(options: dict[str, Any], x: np.ndarray, y: np.ndarray, task: Task) -> Predict:
    """Without out-of-bag errors, which take time, and with mean class shares."""
    import ydf

    ydf.verbose(0)
    learner = ydf.RandomForestLearner(
        label="y",
        task=ydf.Task.REGRESSION if task.regression else ydf.Task.CLASSIFICATION,
        num_trees=task.trees,
        max_depth=-1,
        min_examples=1,
        split_axis="SPARSE_OBLIQUE",
        winner_take_all=False,
        compute_oob_performances=False,
        random_seed=task.seed + 1,
        num_threads=task.threads,
        **options,
    )
    model = learner.train({"x": x, "y": y})

    def predict(rows: np.ndarray) -> np.ndarray:
        seen = model.predict({"x": rows}, num_threads=task.threads)
        if task.regression:
            return seen
        return seen.argmax(axis=1) if seen.ndim == 2 else (seen > 0.5).astype(np.int64)

    return predict


FEW = {
    "sparse_oblique_num_projections_exponent": 1.0,
    "sparse_oblique_normalization": "STANDARD_DEVIATION",
}
"""A projection per column, of standardized columns: the fastest setting of YDF without loss on most
tables."""
OURS, PLAIN, YDF, YDF_FEW = "ours", "ours, binary", "ydf", "ydf, few"
MODELS: dict[str, Fit] = {
    OURS: partial(fit_spinney, "oblique"),
    PLAIN: partial(fit_spinney, "binary"),
    YDF: partial(fit_ydf, {}),
    YDF_FEW: partial(fit_ydf, FEW),
}


def read(table: RealTable, max_rows: int) -> tuple[np.ndarray, np.ndarray]:
    frame, target = table.read()
    rows = np.random.default_rng(0).permutation(len(frame))[:max_rows]
    y = np.asarray(target)[rows]
    x = np.ascontiguousarray(frame.select_dtypes("number").to_numpy(np.float32)[rows])
    return x, y if table.is_regression else np.unique(y, return_inverse=True)[1]


def run(table: RealTable, args: argparse.Namespace) -> dict[str, np.ndarray]:
    """(fits, 2) of each model: seconds, and the error rate or 1 - R2."""
    x, y = read(table, args.rows)
    splitter = KFold if table.is_regression else StratifiedKFold
    score = r2_score if table.is_regression else accuracy_score
    results: dict[str, list[tuple[float, float]]] = {model: [] for model in args.models}
    for seed in range(args.seeds):
        task = Task(table.is_regression, trees=args.trees, threads=args.threads, seed=seed)
        for train, test in splitter(3, shuffle=True, random_state=seed).split(x, y):
            for model, seen in results.items():
                rows, targets, start = x[train], y[train], time.perf_counter()
                predict = MODELS[model](rows, targets, task)
                took = time.perf_counter() - start
                seen.append((took, 1 - score(y[test], predict(x[test]))))
    return {model: np.array(seen) for model, seen in results.items()}


def report(name: str, results: dict[str, np.ndarray]) -> None:
    row(
        name,
        *(f"{seen[:, 0].mean():.3f} s" for seen in results.values()),
        *(f"{seen[:, 1].mean():.4f}" for seen in results.values()),
    )


def compare(peer: str, tables: dict[str, dict[str, np.ndarray]]) -> None:
    """Print the median and minimum speedup, and where errors differ by more than noise."""
    better, worse = [], []
    for name, results in tables.items():
        less = results[OURS][:, 1] - results[peer][:, 1]
        noise = 2 * less.std(ddof=1) / np.sqrt(len(less))
        better += [name] if less.mean() < -noise else []
        worse += [name] if less.mean() > noise else []
    ratios = [seen[peer][:, 0].mean() / seen[OURS][:, 0].mean() for seen in tables.values()]
    print(f"compared with {peer}: {np.median(ratios):.1f} times as fast on the median table")
    check_target("minimum speedup over all tables", min(ratios), 1)
    print(f"  -> better beyond noise on {len(better)} of {len(tables)}: {', '.join(better)}")
    print(f"  -> worse beyond noise on {len(worse)}: {', '.join(worse) or 'none: met'}")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", nargs="+", default=list(TABLES))
    parser.add_argument("--models", nargs="+", choices=MODELS, default=list(MODELS))
    parser.add_argument("--seeds", type=int, default=3, help="repetitions of the three folds")
    parser.add_argument("--trees", type=int, default=100)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rows", type=int, default=5000, help="maximum rows of a table")
    return parser.parse_args()


def main() -> None:
    args = parse()
    print(machine())
    print(", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("spinney", "ydf")))
    print(f"{args.trees} trees, 3 folds, {args.seeds} seeds; error rate, or 1 - R2")
    row("", *args.models, *args.models)
    tables = {}
    for table in real_tables():
        if table.name in args.tables:
            tables[table.name] = run(table, args)
            report(table.name, tables[table.name])
    if not tables:
        print("  -> no tables found: set SPINNEY_DATA to their folder")
        return
    for peer in (model for model in args.models if model.startswith(YDF)):
        compare(peer, tables)


if __name__ == "__main__":
    main()
