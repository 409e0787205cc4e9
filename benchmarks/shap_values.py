"""SHAP values of 100 trees: Spinney against LightGBM, XGBoost, CatBoost and shap.

Run ``python benchmarks/shap_values.py``; ``--quick`` uses fewer rows and trees. Every library
explains a model that it fitted itself, with trees of the same shape; shap explains that of
scikit-learn. README.md explains the output.
"""

import argparse
import importlib.util
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

import data
from measure import best_of, machine, seconds
from report import check_target, row

THREADS = 2
SLOW_ROWS = 200
"""Rows that shap explains; its time is extrapolated."""


@dataclass(frozen=True)
class Shape:
    """The shape of trees, and the speedup over the fastest peer to reach."""

    name: str
    depth: int | None
    leaves: int
    target: float
    symmetric: bool = False


SHAPES = (
    Shape("leaf-wise, 31 leaves", None, 31, 5),
    Shape("depth 6", 6, 64, 5),
    Shape("depth 12", 12, 4096, 10),
    Shape("symmetric, depth 6", 6, 64, 1.5, symmetric=True),
)

Explain = Callable[[np.ndarray], Any]


def fit_spinney(x: np.ndarray, y: np.ndarray, shape: Shape, trees: int) -> Any:
    from spinney import GradientBoostingClassifier

    return GradientBoostingClassifier(
        n_estimators=trees,
        max_depth=shape.depth,
        max_leaf_nodes=None if shape.symmetric else shape.leaves,
        grow_policy="symmetric" if shape.symmetric else "leaf",
        n_jobs=THREADS,
    ).fit(x, y)


def spinney(x: np.ndarray, y: np.ndarray, shape: Shape, trees: int) -> Explain:
    model = fit_spinney(x, y, shape, trees)
    model.shap_values(x[:1])  # imports the package
    return model.shap_values


def lightgbm(x: np.ndarray, y: np.ndarray, shape: Shape, trees: int) -> Explain:
    from lightgbm import LGBMClassifier

    model = LGBMClassifier(
        n_estimators=trees,
        num_leaves=shape.leaves,
        max_depth=shape.depth or -1,
        n_jobs=THREADS,
        verbose=-1,
    ).fit(x, y)
    return lambda rows: model.predict(rows, pred_contrib=True)


def fit_xgboost(x: np.ndarray, y: np.ndarray, shape: Shape, trees: int) -> Any:
    import xgboost

    parameters = {
        "objective": "binary:logistic",
        "nthread": THREADS,
        "tree_method": "hist",
        "max_depth": shape.depth or 0,
        "max_leaves": 0 if shape.depth else shape.leaves,
        "grow_policy": "depthwise" if shape.depth else "lossguide",
        "eta": 0.1,
    }
    return xgboost.train(parameters, xgboost.DMatrix(x, y), trees)


def xgboost(x: np.ndarray, y: np.ndarray, shape: Shape, trees: int) -> Explain:
    from xgboost import DMatrix

    model = fit_xgboost(x, y, shape, trees)
    return lambda rows: model.predict(DMatrix(rows), pred_contribs=True)


def catboost(x: np.ndarray, y: np.ndarray, shape: Shape, trees: int) -> Explain:
    from catboost import CatBoostClassifier, Pool

    model = CatBoostClassifier(
        iterations=trees,
        depth=shape.depth,
        learning_rate=0.1,
        thread_count=THREADS,
        allow_writing_files=False,
        verbose=False,
    ).fit(x, y)
    return lambda rows: model.get_feature_importance(
        Pool(rows), type="ShapValues", thread_count=THREADS
    )


def shap(x: np.ndarray, y: np.ndarray, shape: Shape, trees: int) -> Explain:
    from shap import TreeExplainer
    from sklearn.ensemble import HistGradientBoostingClassifier

    model = HistGradientBoostingClassifier(
        max_iter=trees, max_depth=shape.depth, max_leaf_nodes=shape.leaves, early_stopping=False
    ).fit(x, y)
    return TreeExplainer(model).shap_values


PEERS: Mapping[str, Callable[..., Explain]] = {
    "lightgbm": lightgbm,
    "xgboost": xgboost,
    "catboost": catboost,
    "shap": shap,
}


def has(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def peers_for(shape: Shape) -> list[str]:
    """Return the installed libraries that grow trees of this shape."""
    return [name for name in PEERS if has(name) and (name == "catboost") == shape.symmetric]


def compare(best: Mapping[str, float], target: float) -> None:
    row("", "seconds", "relative")
    for name, time in best.items():
        row(name, f"{time:.3f}", f"{time / best['spinney']:.1f}")
    others = [time for name, time in best.items() if name != "spinney"]
    if others:
        check_target("times as fast as the fastest peer", min(others) / best["spinney"], target)


def extrapolated(explain: Callable[[np.ndarray], Any], rows: np.ndarray) -> float:
    """Return the time of all rows from that of a few."""
    few = rows[:SLOW_ROWS]
    return seconds(lambda: explain(few)) * len(rows) / len(few)


def path_dependent(x: np.ndarray, y: np.ndarray, rows: np.ndarray, args: Any) -> None:
    for shape in SHAPES:
        print(f"\n{len(rows):,} rows, {args.trees} trees, {shape.name}")
        fit = {"spinney": spinney, **{name: PEERS[name] for name in peers_for(shape)}}
        ready = {name: make(x, y, shape, args.trees) for name, make in fit.items()}
        calls = {
            name: (lambda explain=explain: explain(rows))
            for name, explain in ready.items()
            if name != "shap"
        }
        best = best_of(calls, args.repeats, far_behind=20)
        if "shap" in ready:
            best["shap"] = extrapolated(ready["shap"], rows)
        compare(best, shape.target)


def interactions(x: np.ndarray, y: np.ndarray, rows: np.ndarray, args: Any) -> None:
    from spinney import explain

    shape, rows = SHAPES[1], rows[: len(rows) // 10]
    print(f"\ninteractions: {len(rows):,} rows, {args.trees} trees, {shape.name}")
    model = fit_spinney(x, y, shape, args.trees)
    best = best_of(
        {"spinney": lambda: explain.shap(model, rows, interactions=True, n_jobs=THREADS)},
        args.repeats,
    )
    if has("xgboost"):
        from xgboost import DMatrix

        booster = fit_xgboost(x, y, shape, args.trees)
        best["xgboost"] = extrapolated(
            lambda few: booster.predict(DMatrix(few), pred_interactions=True), rows
        )
    compare(best, 10)


def forest(x: np.ndarray, y: np.ndarray, rows: np.ndarray, args: Any) -> None:
    from sklearn.ensemble import RandomForestClassifier as Peer

    from spinney import RandomForestClassifier

    classes = np.argsort(np.argsort(x[:, 0] + x[:, 1] * x[:, 2])) * 26 // len(x)
    for name, target in (("2 classes", y), ("26 classes", classes)):
        print(f"\nforest of full depth, {name}: {len(rows):,} rows, {args.trees} trees")
        model = RandomForestClassifier(args.trees, random_state=0, n_jobs=THREADS).fit(x, target)
        best = best_of({"spinney": lambda model=model: model.shap_values(rows)}, 1)
        if has("shap"):
            from shap import TreeExplainer

            peer = Peer(args.trees, random_state=0, n_jobs=THREADS).fit(x, target)
            best["shap"] = extrapolated(TreeExplainer(peer).shap_values, rows)
        compare(best, 10)


def background(x: np.ndarray, y: np.ndarray, rows: np.ndarray, args: Any) -> None:
    from spinney import explain

    shape, table = SHAPES[1], x[: len(rows)]
    print(
        f"\nbackground of {len(table):,} rows: {len(rows):,} rows, {args.trees} trees, {shape.name}"
    )
    model = fit_spinney(x, y, shape, args.trees)
    best = best_of(
        {"spinney": lambda: explain.shap(model, rows, table, n_jobs=THREADS)}, args.repeats
    )
    row("", "seconds")
    row("spinney", f"{best['spinney']:.3f}")
    check_target("times as fast as 2 seconds", 2 / best["spinney"], 1)
    found = explain.shap(model, rows, table)
    total = found.base_values + found.values.sum(axis=1)
    scale = np.abs(found.base_values) + np.abs(found.values).sum(axis=1)
    error = np.abs(total - model.decision_function(rows).reshape(total.shape)) / scale
    print(f"  largest error of the sums, relative: {error.max():.1e}")


SECTIONS = {
    "path": path_dependent,
    "interactions": interactions,
    "forest": forest,
    "background": background,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the rows and trees")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each; the minimum counts")
    parser.add_argument("--sections", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    print(machine())
    scale = 10 if args.quick else 1
    args.trees = 100 // scale
    (x, y), (unseen, _) = data.make("gaussian", 20_000 // scale, 10_000 // scale)
    for section in args.sections:
        SECTIONS[section](x, y, unseen, args)


if __name__ == "__main__":
    main()
