"""Boosting libraries with common settings: each encodes a table and grows trees on it.

``fit`` is timed, including all conversions by the library. ``prepare`` runs before the clock
starts: most libraries take a matrix in which categories are codes, some need columns.
"""

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

LEAVES, RATE, BINS, MIN_ROWS, LAMBDA = 31, 0.1, 255, 20, 1.0


@dataclass(frozen=True)
class Task:
    """Settings of the libraries."""

    n_classes: int = 2
    categories: tuple[int, ...] = ()
    trees: int = 100
    threads: int = 2
    seed: int = 0
    min_rows: int = MIN_ROWS
    """In a leaf. XGBoost has no such limit, and LightGBM estimates rows by their hessians."""
    min_weight: float | None = None
    """In a leaf; None: what a library has by default."""
    leaves: int = LEAVES
    depth: int | None = None
    """The maximum depth; None: unlimited, except for CatBoost, whose limit is 16."""


def _given(**parameters: Any) -> dict[str, Any]:
    """Parameters that are not None."""
    return {name: value for name, value in parameters.items() if value is not None}


def as_it_is(x: np.ndarray, task: Task) -> Any:
    return x


@dataclass(frozen=True)
class Booster:
    """A library: ``fit(prepared, y, task)``, then ``probabilities(model, prepared)``.

    Probabilities are (rows, classes), or those of the second of two classes.
    """

    name: str
    module: str
    fit: Callable[[Any, np.ndarray, Task], Any]
    probabilities: Callable[[Any, Any], np.ndarray]
    prepare: Callable[[np.ndarray, Task], Any] = as_it_is

    @property
    def version(self) -> str:
        return f"{self.module} {importlib.import_module(self.module).__version__}"

    def fit_matrix(self, x: np.ndarray, y: np.ndarray, task: Task) -> Any:
        return self.fit(self.prepare(x, task), y, task)


def fit_spinney(x: np.ndarray, y: np.ndarray, task: Task) -> Any:
    from spinney import GradientBoostingClassifier

    return GradientBoostingClassifier(
        n_estimators=task.trees,
        max_leaf_nodes=task.leaves,
        learning_rate=RATE,
        max_bins=BINS,
        min_samples_leaf=task.min_rows,
        reg_lambda=LAMBDA,
        categorical_features=list(task.categories) or None,
        n_jobs=task.threads,
        random_state=task.seed,
        **_given(min_child_weight=task.min_weight, max_depth=task.depth),
    ).fit(x, y)


def fit_lightgbm(x: np.ndarray, y: np.ndarray, task: Task, **more: Any) -> Any:
    import lightgbm

    goal = {"objective": "multiclass", "num_class": task.n_classes}
    shape = {
        "num_leaves": task.leaves,
        "learning_rate": RATE,
        "max_bin": BINS,
        "min_data_in_leaf": task.min_rows,
        "lambda_l2": LAMBDA,
        "num_threads": task.threads,
        "seed": task.seed,
        "verbosity": -1,
        **_given(min_sum_hessian_in_leaf=task.min_weight, max_depth=task.depth),
        **({"objective": "binary"} if task.n_classes == 2 else goal),
        **more,
    }
    rows = lightgbm.Dataset(x, y, categorical_feature=list(task.categories), params=shape)
    return lightgbm.train(shape, rows, num_boost_round=task.trees)


def fit_lightgbm_quantized(x: np.ndarray, y: np.ndarray, task: Task) -> Any:
    return fit_lightgbm(x, y, task, use_quantized_grad=True)


def fit_xgboost(x: np.ndarray, y: np.ndarray, task: Task) -> Any:
    """XGBoost has no minimum number of rows in a leaf."""
    import xgboost

    goal = {"objective": "multi:softprob", "num_class": task.n_classes}
    shape = {
        "tree_method": "hist",
        "grow_policy": "lossguide",
        "max_leaves": task.leaves,
        "max_depth": task.depth or 0,
        "eta": RATE,
        "max_bin": BINS,
        "lambda": LAMBDA,
        "nthread": task.threads,
        "seed": task.seed,
        **_given(min_child_weight=task.min_weight),
        **({"objective": "binary:logistic"} if task.n_classes == 2 else goal),
    }
    rows = xgboost.QuantileDMatrix(
        x, y, max_bin=BINS, nthread=task.threads, **_kinds_of_columns(x, task)
    )
    model = xgboost.train(shape, rows, task.trees)
    return model, task


def predict_xgboost(fitted: Any, x: np.ndarray) -> np.ndarray:
    import xgboost

    model, task = fitted
    return model.predict(xgboost.DMatrix(x, **_kinds_of_columns(x, task)))


def _kinds_of_columns(x: np.ndarray, task: Task) -> dict[str, Any]:
    if not task.categories:
        return {}
    kinds = ["c" if j in task.categories else "q" for j in range(x.shape[1])]
    return {"feature_types": kinds, "enable_categorical": True}


def fit_catboost(x: Any, y: np.ndarray, task: Task, **shape: Any) -> Any:
    import catboost

    model = catboost.CatBoostClassifier(
        iterations=task.trees,
        learning_rate=RATE,
        thread_count=task.threads,
        cat_features=list(task.categories) or None,
        allow_writing_files=False,
        verbose=False,
        **shape,
    )
    return model.fit(x, y)


def fit_catboost_leafwise(x: Any, y: np.ndarray, task: Task) -> Any:
    """One Newton step per leaf and all rows for every tree, like the other libraries."""
    return fit_catboost(
        x,
        y,
        task,
        grow_policy="Lossguide",
        max_leaves=task.leaves,
        max_depth=task.depth or 16,
        min_data_in_leaf=task.min_rows,
        border_count=BINS - 1,
        l2_leaf_reg=LAMBDA,
        leaf_estimation_iterations=1,
        bootstrap_type="No",
    )


def with_whole_codes(x: np.ndarray, task: Task) -> Any:
    """Columns by name, categories as integers; missing values are a category of their own."""
    if not task.categories:
        return x
    import pandas as pd

    frame = pd.DataFrame({f"x{j}": column for j, column in enumerate(x.T)})
    for j in task.categories:
        frame[f"x{j}"] = np.nan_to_num(x[:, j], nan=-1).astype(np.int32)
    return frame


def fit_sklearn(x: np.ndarray, y: np.ndarray, task: Task) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    model = HistGradientBoostingClassifier(
        max_iter=task.trees,
        max_leaf_nodes=task.leaves,
        max_depth=task.depth,
        learning_rate=RATE,
        max_bins=BINS,
        min_samples_leaf=task.min_rows,
        l2_regularization=LAMBDA,
        categorical_features=list(task.categories) or None,
        early_stopping=False,
    )
    with threadpool_limits(task.threads, user_api="openmp"):
        return model.fit(x, y)


def fit_ydf(x: Any, y: np.ndarray, task: Task) -> Any:
    import ydf

    ydf.verbose(0)
    kinds = [ydf.Column(f"x{j}", ydf.Semantic.CATEGORICAL) for j in task.categories]
    learner = ydf.GradientBoostedTreesLearner(
        label="y",
        features=kinds,
        include_all_columns=True,
        num_trees=task.trees,
        growing_strategy="BEST_FIRST_GLOBAL",
        max_num_nodes=task.leaves,
        max_depth=-1 if task.depth is None else task.depth + 1,
        shrinkage=RATE,
        min_examples=task.min_rows,
        l2_regularization=LAMBDA,
        use_hessian_gain=True,
        discretize_numerical_columns=True,
        num_discretized_numerical_bins=BINS,
        validation_ratio=0.0,
        early_stopping="NONE",
        num_threads=task.threads,
    )
    return learner.train(named_columns(x) | {"y": y})


def named_columns(x: Any) -> dict[str, Any]:
    return {"x": x} if isinstance(x, np.ndarray) else {name: x[name].to_numpy() for name in x}


def _sklearn_probabilities(model: Any, x: Any) -> np.ndarray:
    return model.predict_proba(x)


def _predict(model: Any, x: np.ndarray) -> np.ndarray:
    return model.predict(x)


def _predict_ydf(model: Any, x: Any) -> np.ndarray:
    return model.predict(named_columns(x))


SPINNEY = Booster("spinney", "spinney", fit_spinney, _sklearn_probabilities)
LIGHTGBM = Booster("LightGBM", "lightgbm", fit_lightgbm, _predict)
LIGHTGBM_QUANTIZED = Booster("LightGBM, quantized", "lightgbm", fit_lightgbm_quantized, _predict)
XGBOOST = Booster("XGBoost hist", "xgboost", fit_xgboost, predict_xgboost)
CATBOOST = Booster(
    "CatBoost, 31 leaves",
    "catboost",
    fit_catboost_leafwise,
    _sklearn_probabilities,
    with_whole_codes,
)
CATBOOST_SYMMETRIC = Booster(
    "CatBoost, its defaults", "catboost", fit_catboost, _sklearn_probabilities, with_whole_codes
)
SKLEARN = Booster("scikit-learn HGB", "sklearn", fit_sklearn, _sklearn_probabilities)
YDF = Booster("YDF", "ydf", fit_ydf, _predict_ydf, with_whole_codes)

OTHERS = (LIGHTGBM, LIGHTGBM_QUANTIZED, XGBOOST, SKLEARN, CATBOOST, YDF)
"""Peers with the common settings."""


def installed(boosters: tuple[Booster, ...]) -> list[Booster]:
    """Boosters that are installed; print the names of the others."""
    here = [booster for booster in boosters if importlib.util.find_spec(booster.module)]
    for booster in boosters:
        if booster not in here:
            print(f"{booster.name} is skipped: {booster.module} is not installed")
    return here
