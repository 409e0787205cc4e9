"""Small fitted models of every estimator and split kind, by name."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

import spinney

N_ROWS = 90


def numbers(seed=0):
    """Rounded random numbers, which are the same on every machine."""
    return np.random.default_rng(seed).normal(size=(N_ROWS, 4)).round(3)


def eighths():
    """Numbers that are the same in single precision."""
    return (8 * numbers()).round() / 8


def mixed():
    """Numbers with missing values, and categories: strings, integers, booleans."""
    random = np.random.default_rng(1)
    a = random.normal(size=N_ROWS).round(3)
    a[::7] = np.nan
    return pd.DataFrame(
        {
            "a": a,
            "größe": random.integers(0, 50, N_ROWS),
            "colour": pd.Categorical(random.choice(["red", "grün", "blue", ""], N_ROWS)),
            "code": pd.Categorical(random.integers(-2, 5, N_ROWS)),
            "flag": pd.Categorical(random.random(N_ROWS) < 0.5),
        }
    )


def coded():
    """Dates, times with a zone, durations and ordered categories, with missing values."""
    random = np.random.default_rng(2)
    days = pd.Timestamp("2020-01-01") + pd.to_timedelta(random.integers(0, 400, N_ROWS), "D")
    hours = pd.to_timedelta(random.integers(0, 10_000, N_ROWS), "min")
    sizes = random.integers(-1, 4, N_ROWS)
    return pd.DataFrame(
        {
            "a": random.normal(size=N_ROWS).round(3),
            "day": days.where(random.random(N_ROWS) > 0.1),
            "time": (days + hours).tz_localize("UTC").tz_convert("Europe/Berlin"),
            "length": hours,
            "size": pd.Categorical.from_codes(sizes, ["S", "M", "L", "größer"], ordered=True),
        }
    )


def score(X):
    """A target that depends on the first column and the row index."""
    first = np.nan_to_num(np.asarray(X)[:, 0].astype(float))
    return (first + np.sin(np.arange(len(first)))).round(3)


def two_scores(X):
    return np.column_stack([score(X), 10 * score(X)[::-1]])


def labels(X):
    return np.array(["no", "perhaps", "yes"])[np.digitize(score(X), [-0.5, 0.7])]


def two_labels(X):
    return np.column_stack([labels(X), labels(X[:, ::-1])])


def distance(X):
    return np.abs(score(X))


def is_positive(X):
    return score(X) > 0


KINDS = ("Classifier", "Regressor")
MODELS: dict[str, Callable[[], tuple[Any, Any]]] = {}
"""Functions by name that fit a model and return it with its rows."""
CASES: dict[str, Callable[[], tuple[Any, Any, Any]]] = {}
"""Functions by name that return the estimator of a model before fit, and its X and y."""


def add(estimator, variant="", *arguments, table=numbers, target=None, **parameters):
    """Add a model with its variant name, constructor arguments and data."""

    def case():
        X = table()
        y = (target or (labels if estimator.endswith("Classifier") else score))(X)
        return getattr(spinney, estimator)(*arguments, **parameters), X, y

    def fitted():
        model, X, y = case()
        return model.fit(X, y), X

    name = f"{estimator}, {variant}" if variant else estimator
    CASES[name], MODELS[name] = case, fitted


def add_both(name, variant="", **options):
    for kind in KINDS:
        add(name + kind, variant, **options)


seed = {"random_state": 0}
few = {"n_estimators": 3} | seed

add_both("DecisionTree", max_depth=4, **seed)
add_both("DecisionTree", "mixed", table=mixed, max_depth=4)
add_both("DecisionTree", "coded", table=coded, max_depth=4, missing="median")
add_both("DecisionTree", "surrogates", table=mixed, missing="surrogate", max_competitors=2)
add_both("DecisionTree", "in parts", table=mixed, missing="fractional", max_depth=4)
add_both("DecisionTree", "stop", table=mixed, missing="stop", unknown="majority")
add_both("DecisionTree", "imputed", table=mixed, missing={"a": "median", "colour": "category"})
add_both("DecisionTree", "multiway", table=mixed, split_kind="multiway", max_depth=3)
add_both("DecisionTree", "several kinds", split_kind=["binary", "oblique", "sphere"], **seed)
add_both("DecisionTree", "cut back", ccp_alpha="cv", cv=3, **seed)
losses = np.array([[0, 1, 2], [1, 0, 1], [3, 1, 0.0]])
add("DecisionTreeClassifier", "losses", loss_matrix=losses, max_depth=3)
add("DecisionTreeClassifier", "two outputs", target=two_labels, max_depth=3)
add_both("ExtraTree", max_depth=4, **seed)
add_both("OptimalTree", max_depth=2)

add_both("RandomForest", oob_score=True, **few)
add_both("RandomForest", "mixed", table=mixed, importance="permutation", **few)
add_both("RandomForest", "surrogates", table=mixed, missing="surrogate", **few)
add_both("RandomForest", "oblique", split_kind="oblique", **few)
add("RandomForestRegressor", "quantiles", quantiles=True, **few)
add_both("ExtraTrees", **few)

add_both("AdaBoost", **few)
add_both("AdaBoost", "mixed", table=mixed, **few)
add_both("GradientBoosting", n_estimators=5)
add_both("HistGradientBoosting", max_iter=5, early_stopping=True, **seed)
add_both("GradientBoosting", "mixed", table=mixed, n_estimators=5, min_samples_leaf=5)
add_both("GradientBoosting", "stopped", n_estimators=30, early_stopping=True, **seed)
linear = {"n_estimators": 5, "min_samples_leaf": 5, "leaf": "linear"}
add_both("GradientBoosting", "linear leaves", table=eighths, **linear)
for loss in ("absolute_error", "huber", "quantile"):
    add("GradientBoostingRegressor", loss, n_estimators=3, loss=loss)
add("GradientBoostingRegressor", "poisson", target=distance, n_estimators=3, loss="poisson")
full = {"max_leaf_nodes": None, "min_samples_leaf": 1, "reg_lambda": 0.0}
add("GradientBoostingRegressor", "large trees", n_estimators=2, **full)
vectors = {"multi_strategy": "multi_output_tree"}
add("GradientBoostingClassifier", "vector leaves", table=mixed, n_estimators=3, **vectors)
add("GradientBoostingRegressor", "several outputs", target=two_scores, n_estimators=3)
shared = vectors | {"loss": "huber"}
add("GradientBoostingRegressor", "shared trees", target=two_scores, n_estimators=3, **shared)
add("GradientBoostingClassifier", "two classes", target=is_positive, n_estimators=3)

add_both("Bagging", **few)
for kind in KINDS:
    tree, forest = (getattr(spinney, name + kind) for name in ("DecisionTree", "RandomForest"))
    boosting = getattr(spinney, "GradientBoosting" + kind)
    members = [("tree", tree(max_depth=3)), ("boosting", boosting(n_estimators=3))]
    add("Bagging" + kind, "one by one", tree(ccp_alpha=0.01), max_features=3, **few)
    add("AdaBoost" + kind, "of forests", forest(2, max_depth=2), **few)
    add("Voting" + kind, "", members, table=mixed)
    add("LinearBlend" + kind, "", members)
    add("Stacking" + kind, "", members, tree(max_depth=2))
    if kind == "Classifier":  # linear models differ in the last digit between machines
        add("StackingClassifier", "linear", members)


METHODS = ("predict", "predict_proba", "decision_function", "apply", "transform")


def predictions(estimator, X):
    """Return all predictions and the importances as arrays."""
    values = [getattr(estimator, name)(X) for name in METHODS if hasattr(estimator, name)]
    if getattr(estimator, "quantiles", False):
        values.append(estimator.predict_quantiles(X))
    if hasattr(estimator, "feature_importances_"):
        values.append(estimator.feature_importances_)
    arrays = [part for one in values for part in (one if isinstance(one, list) else [one])]
    return [np.asarray(array) for array in arrays]


def same(first, second):
    """Return whether all arrays are bit-identical."""
    return len(first) == len(second) and all(map(same_array, first, second))


def same_array(first, second):
    if first.dtype != second.dtype or first.shape != second.shape:
        return False
    if first.dtype == object:
        return first.tolist() == second.tolist()
    return first.tobytes() == second.tobytes()
