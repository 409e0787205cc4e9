"""Models of the accuracy benchmark: boosting libraries with their default settings."""

from collections.abc import Callable
from typing import Any

import numpy as np

Fit = Callable[[Any, np.ndarray, bool, int], Any]
"""Fit a frame and target: numbers if the third argument is true, else class indices. With a seed.

Returns a function from a frame to predictions or probabilities of shape (rows, classes).
"""


def categories_of(frame: Any) -> list[str]:
    return list(frame.select_dtypes(["category", "str", "object", "bool"]).columns)


def as_categories(frame: Any) -> Any:
    """Columns of strings as pandas categories, which LightGBM and XGBoost require."""
    return frame.astype(dict.fromkeys(categories_of(frame), "category"))


def matching(frame: Any, train: Any) -> Any:
    """Give the categories of the training frame to another one; unknown ones become missing."""
    frame = frame.copy()
    for name in categories_of(train):
        frame[name] = frame[name].astype(train[name].dtype)
    return frame


def as_strings(frame: Any) -> Any:
    """Categories as strings without missing values, which CatBoost requires."""
    names = categories_of(frame)
    frame = frame.copy()
    for name in names:
        text = frame[name].astype(object)
        frame[name] = text.where(text.notna(), "missing").astype(str)
    return frame


def predictor(model: Any, regression: bool) -> Callable[[Any], np.ndarray]:
    return model.predict if regression else model.predict_proba


def fit_catboost(frame: Any, y: np.ndarray, regression: bool, seed: int) -> Any:
    from catboost import CatBoostClassifier, CatBoostRegressor

    kind = CatBoostRegressor if regression else CatBoostClassifier
    model = kind(
        cat_features=categories_of(frame),
        thread_count=2,
        allow_writing_files=False,
        verbose=False,
        random_seed=seed,
    ).fit(as_strings(frame), y)
    predict = predictor(model, regression)
    return lambda rows: predict(as_strings(rows))


def fit_lightgbm(frame: Any, y: np.ndarray, regression: bool, seed: int) -> Any:
    import lightgbm

    kind = lightgbm.LGBMRegressor if regression else lightgbm.LGBMClassifier
    train = as_categories(frame)
    model = kind(n_jobs=2, verbosity=-1, random_state=seed).fit(train, y)
    predict = predictor(model, regression)
    return lambda rows: predict(matching(rows, train))


def fit_xgboost(frame: Any, y: np.ndarray, regression: bool, seed: int) -> Any:
    import xgboost

    kind = xgboost.XGBRegressor if regression else xgboost.XGBClassifier
    train = as_categories(frame)
    model = kind(n_jobs=2, enable_categorical=True, random_state=seed).fit(train, y)
    predict = predictor(model, regression)
    return lambda rows: predict(matching(rows, train))


def spinney_fit(**parameters: Any) -> Fit:
    """Gradient boosting of Spinney with some parameters."""

    def fit(frame: Any, y: np.ndarray, regression: bool, seed: int) -> Any:
        import spinney

        kind = (
            spinney.GradientBoostingRegressor if regression else spinney.GradientBoostingClassifier
        )
        model = kind(n_jobs=2, random_state=seed, **parameters).fit(frame, y)
        return predictor(model, regression)

    return fit


PEERS: dict[str, Fit] = {
    "CatBoost": fit_catboost,
    "LightGBM": fit_lightgbm,
    "XGBoost": fit_xgboost,
}
