"""Predictions of one row and of small batches from Python, against other libraries.

Run ``python benchmarks/serving.py``; ``--quick`` uses fewer rows and trees. README.md explains the
output.
"""

import argparse
import importlib.util
import tempfile
import warnings
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

import data
from boosters import CATBOOST, LIGHTGBM, SKLEARN, SPINNEY, XGBOOST, Booster, Task, installed
from measure import best_of_many, machine
from prediction import READY
from report import check_target, row

PEERS = (LIGHTGBM, XGBOOST, CATBOOST, SKLEARN)
HANDLE, ESTIMATOR, ONNX = "spinney, handle", "spinney", "ONNX Runtime"
BATCHES = 100
"""Number of different batches that each measurement predicts."""
HANDLE_MICROSECONDS, ESTIMATOR_MICROSECONDS = 5, 20


def onnx_nodes(trees: Sequence[Any]) -> dict[str, list[Any]]:
    """Return trees of numeric splits as the attributes of ONNX's TreeEnsembleClassifier."""
    found: dict[str, list[Any]] = defaultdict(list)
    for t, tree in enumerate(trees):
        for i, is_leaf in enumerate((tree.kind == 0).tolist()):
            child = int(tree.first_child[i])
            found["nodes_treeids"].append(t)
            found["nodes_nodeids"].append(i)
            found["nodes_modes"].append("LEAF" if is_leaf else "BRANCH_LEQ")
            found["nodes_featureids"].append(0 if is_leaf else int(tree.feature[i]))
            found["nodes_values"].append(0.0 if is_leaf else float(tree.threshold[i]))
            found["nodes_truenodeids"].append(0 if is_leaf else child)
            found["nodes_falsenodeids"].append(0 if is_leaf else child + 1)
            if is_leaf:
                found["class_treeids"].append(t)
                found["class_nodeids"].append(i)
                found["class_ids"].append(0)
                found["class_weights"].append(float(tree.value[i, 0, 0]))
    return found


def onnx_predict(model: Any) -> Callable[[np.ndarray], Any]:
    """Return the prediction of our model of two classes by ONNX Runtime."""
    import onnxruntime
    from onnx import TensorProto, helper

    fitted = model._fitted()
    node = helper.make_node(
        "TreeEnsembleClassifier",
        ["x"],
        ["label", "probabilities"],
        domain="ai.onnx.ml",
        classlabels_int64s=[0, 1],
        base_values=fitted.initial.tolist(),
        post_transform="LOGISTIC",
        **onnx_nodes(fitted.trees),
    )
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, model.n_features_in_])
    label = helper.make_tensor_value_info("label", TensorProto.INT64, [None])
    proba = helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, [None, 2])
    graph = helper.make_graph([node], "model", [x], [label, proba])
    versions = [helper.make_opsetid("ai.onnx.ml", 3), helper.make_opsetid("", 17)]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        helper.make_model(graph, opset_imports=versions, ir_version=9).SerializeToString(),
        options,
        providers=["CPUExecutionProvider"],
    )
    return lambda rows: session.run(["probabilities"], {"x": rows})[0]


def predictors(models: Mapping[Booster, Any], x: np.ndarray) -> dict[str, Callable[..., Any]]:
    found = {b.name: READY[b](model, 1) for b, model in models.items() if b is not SKLEARN}
    if SKLEARN in models:
        found[SKLEARN.name] = models[SKLEARN].predict_proba
    if all(map(importlib.util.find_spec, ("onnx", "onnxruntime"))):
        found[ONNX] = onnx_predict(models[SPINNEY])
        expected = models[SPINNEY].predict_proba(x[:100])
        np.testing.assert_allclose(found[ONNX](x[:100]), expected, atol=1e-5)
    else:
        print(f"{ONNX} is skipped: onnx or onnxruntime is not installed")
    return found


def each(predict: Callable[[Any], Any], inputs: list[Any]) -> Callable[[], None]:
    def call() -> None:
        for one in inputs:
            predict(one)

    return call


def compare(best: Mapping[str, float]) -> None:
    row("", "microseconds", "relative")
    for name, time in best.items():
        row(name, f"{1e6 * time:.3g}", f"{time / next(iter(best.values())):.1f}")


def one_row(models: Mapping[Booster, Any], x: np.ndarray, budget: float) -> None:
    """Compare the handle on lists and arrays with the peers on arrays of one row."""
    print("\none row")
    rows = [x[i : i + 1] for i in range(BATCHES)]
    handle = models[SPINNEY].predictor()
    calls = {
        HANDLE: each(handle.predict_proba, [one[0].tolist() for one in rows]),
        f"{HANDLE}, array": each(handle.predict_proba, [one[0] for one in rows]),
        **{name: each(predict, rows) for name, predict in predictors(models, x).items()},
    }
    best = {name: t / BATCHES for name, t in best_of_many(calls, budget).items()}
    compare(best)
    own = best[HANDLE]
    check_target(f"{HANDLE_MICROSECONDS} us / handle", 1e-6 * HANDLE_MICROSECONDS / own, 1)
    estimator = best[ESTIMATOR]
    limit = 1e-6 * ESTIMATOR_MICROSECONDS
    check_target(f"{ESTIMATOR_MICROSECONDS} us / predict_proba", limit / estimator, 1)
    boosters = [best[b.name] for b in (LIGHTGBM, XGBOOST, CATBOOST) if b.name in best]
    if boosters:
        check_target("handle against LightGBM, XGBoost and CatBoost", min(boosters) / own, 5)
    if ONNX in best:
        check_target("handle against ONNX Runtime", best[ONNX] / own, 1)


def batches(models: Mapping[Booster, Any], x: np.ndarray, size: int, budget: float) -> None:
    print(f"\nbatches of {size} rows")
    rows = [x[size * i : size * (i + 1)] for i in range(BATCHES // 10)]
    found = predictors(models, x)
    best = best_of_many({name: each(predict, rows) for name, predict in found.items()}, budget)
    compare({name: time / len(rows) for name, time in best.items()})


def forest(x: np.ndarray, y: np.ndarray, rows: np.ndarray, trees: int, budget: float) -> None:
    from sklearn.ensemble import RandomForestClassifier as Peer

    from spinney import RandomForestClassifier

    print(f"\none row, forest of {trees} trees of full depth")
    model = RandomForestClassifier(trees, random_state=0, n_jobs=1).fit(x, y)
    peer = Peer(trees, random_state=0, n_jobs=1).fit(x, y)
    single = [rows[i : i + 1] for i in range(BATCHES)]
    calls = {
        HANDLE: each(model.predictor().predict_proba, [one[0].tolist() for one in single]),
        ESTIMATOR: each(model.predict_proba, single),
        "scikit-learn": each(peer.predict_proba, single),
    }
    compare({name: time / BATCHES for name, time in best_of_many(calls, budget).items()})


def sizes(model: Any, x: np.ndarray, y: np.ndarray) -> None:
    """Print the sizes of model files before and after ``compact()``."""
    from spinney import DecisionTreeClassifier, RandomForestClassifier

    print("\nmodel files")
    forest = RandomForestClassifier(20, oob_score=True, random_state=0)
    models = {
        "boosting": model,
        "tree, full depth": DecisionTreeClassifier().fit(x, y),
        "forest, full depth": forest.fit(x, y),
    }
    row("", "kB", "compact, kB", "relative")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.spinney")
        for name, one in models.items():
            one.save(path)
            before = path.stat().st_size
            one.compact().save(path)
            after = path.stat().st_size
            row(name, f"{before / 1e3:.0f}", f"{after / 1e3:.0f}", f"{after / before:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the rows and trees")
    parser.add_argument("--seconds", type=float, default=10.0, help="time of each comparison")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    print(machine())
    scale = 10 if args.quick else 1
    (x, y), (unseen, _) = data.make("gaussian", 50_000 // scale, 20_000)
    task = Task(trees=100 // scale)
    models = {b: b.fit(x, y, task) for b in (SPINNEY, *installed(PEERS))}
    title = f"{x.shape[1]} float32 columns, {task.trees} trees of 31 leaves"
    print(f"\n{title}, two classes, one thread; probabilities")
    with threadpool_limits(1, user_api="openmp"):
        one_row(models, unseen, args.seconds)
        for size in (10, 100):
            batches(models, unseen, size, args.seconds)
        forest(x[:10_000], y[:10_000], unseen, task.trees, args.seconds)
    sizes(models[SPINNEY], x, y)


if __name__ == "__main__":
    main()
