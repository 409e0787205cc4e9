"""Prediction with boosted trees: many rows and single ones, against other libraries.

Run ``python benchmarks/prediction.py``; ``--quick`` uses fewer rows and trees. README.md explains
the output. Forests are compared by ``python benchmarks/forest.py --sections prediction``.
"""

import argparse
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

import data
from boosters import (
    BINS,
    CATBOOST,
    CATBOOST_SYMMETRIC,
    LIGHTGBM,
    RATE,
    SKLEARN,
    SPINNEY,
    XGBOOST,
    YDF,
    Booster,
    Task,
    installed,
)
from measure import best_of, best_of_many, machine
from report import check_target, row

Predict = Callable[[np.ndarray], Any]


def spinney(model: Any, threads: int) -> Predict:
    model.n_jobs = threads
    return model.predict_proba


def lightgbm(model: Any, threads: int) -> Predict:
    return partial(model.predict, num_threads=threads)


def xgboost(fitted: Any, threads: int) -> Predict:
    """Predict from the array, which is faster than creating a DMatrix."""
    model, _ = fitted
    model.set_param({"nthread": threads})
    return model.inplace_predict


def sklearn(model: Any, threads: int) -> Predict:
    """scikit-learn uses the threads of OpenMP."""

    def predict(x: np.ndarray) -> Any:
        with threadpool_limits(threads, user_api="openmp"):
            return model.predict_proba(x)

    return predict


def catboost(model: Any, threads: int) -> Predict:
    return partial(model.predict_proba, thread_count=threads)


def ydf(model: Any, threads: int) -> Predict:
    return lambda x: model.predict({"x": x}, num_threads=threads)


READY: Mapping[Booster, Callable[[Any, int], Predict]] = {
    SPINNEY: spinney,
    LIGHTGBM: lightgbm,
    XGBOOST: xgboost,
    SKLEARN: sklearn,
    CATBOOST: catboost,
    CATBOOST_SYMMETRIC: catboost,
    YDF: ydf,
}


def compare(best: Mapping[Booster, float], unit: str, scale: float, target: float) -> None:
    """Print a line per library, then our speedup over the fastest of the others."""
    row("", unit, "relative")
    for booster, time in best.items():
        row(booster.name, f"{scale * time:.4g}", f"{time / best[SPINNEY]:.2f}")
    others = [time for booster, time in best.items() if booster is not SPINNEY]
    if others:
        check_target("times as fast as the fastest peer", min(others) / best[SPINNEY], target)


def calls_of(models: Mapping[Booster, Any], x: np.ndarray, threads: int) -> dict[Booster, Any]:
    return {b: partial(READY[b](model, threads), x) for b, model in models.items()}


def compare_batches(
    models: Mapping[Booster, Any], title: str, target: float, args: argparse.Namespace
) -> None:
    """Compare predictions of many rows, for each dtype and number of threads."""
    for dtype, name in ((np.float32, "float32"), (np.float64, "float64")):
        # Values that float32 cannot represent, as in most float64 tables.
        unseen = args.unseen
        rows = unseen if dtype is np.float32 else unseen.astype(dtype) * (1 + 1e-9)
        for threads in args.threads:
            print(f"\n{len(rows):,} rows of {title}, given as {name}, {threads} thread(s)")
            best = best_of(calls_of(models, rows, threads), args.repeats)
            compare(best, "milliseconds", 1e3, target)


def leafwise(args: argparse.Namespace) -> None:
    boosters, task = installed(tuple(READY)), Task(trees=100 // args.scale)
    models = {booster: booster.fit(*args.seen, task) for booster in boosters}
    title = f"{args.unseen.shape[1]} float32 columns, {task.trees} trees of 31 leaves"
    compare_batches(models, title, 2, args)
    print(f"\none row of {title}, 1 thread")
    compare(best_of_many(calls_of(models, args.unseen[:1], 1), 5.0), "microseconds", 1e6, 2)


def fit_symmetric(x: np.ndarray, y: np.ndarray, task: Task) -> Any:
    from spinney import GradientBoostingClassifier

    return GradientBoostingClassifier(
        n_estimators=task.trees,
        growth="symmetric",
        max_depth=6,
        learning_rate=RATE,
        max_bins=BINS,
        n_jobs=task.threads,
        random_state=task.seed,
    ).fit(x, y)


def symmetric(args: argparse.Namespace) -> None:
    """Trees of depth 6 with one split per level, the default of CatBoost."""
    for trees in (100 // args.scale, 1_000 // args.scale):
        task = Task(trees=trees)
        models = {b: b.fit(*args.seen, task) for b in installed((CATBOOST_SYMMETRIC,))}
        models[SPINNEY] = fit_symmetric(*args.seen, task)
        title = f"{args.unseen.shape[1]} float32 columns, {trees} symmetric trees of depth 6"
        compare_batches(models, title, 1.5, args)


SECTIONS = {section.__name__: section for section in (leafwise, symmetric)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the rows and trees")
    parser.add_argument("--sections", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    parser.add_argument("--repeats", type=int, default=15, help="runs of each; the minimum counts")
    parser.add_argument("--shape", choices=data.SHAPES, default="gaussian")
    parser.add_argument("--threads", type=int, nargs="+", default=[2, 1])
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    print(machine())
    args.scale = 10 if args.quick else 1
    args.seen, (args.unseen, _) = data.make(args.shape, 50_000 // args.scale, 200_000 // args.scale)
    for section in args.sections:
        SECTIONS[section](args)


if __name__ == "__main__":
    main()
