"""Decreases of a score when columns are left out and the model is fitted again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from sklearn.base import clone, is_classifier
from sklearn.model_selection import check_cv

from ..data.containers import n_columns, take_columns, take_rows
from ..data.weights import Weights
from .additive import Floats
from .permutation import Scorer

Rows = tuple[Any, Any, dict[str, Any]]
"""X, y and the weights as a keyword argument."""


def drop_column(
    model: Any,
    X: Any,
    y: Any,
    groups: Mapping[str, Sequence[int]],
    scorer: Scorer,
    cv: Any,
    validation: Any,
    weight: Weights | None,
) -> Floats:
    """Return the decrease of the score without each group: (folds, groups)."""
    n_features = n_columns(X)
    for name, columns in groups.items():
        if len(columns) == n_features:
            raise ValueError(f"groups: {name!r} has all features, so none is left to fit.")
    decreases = []
    for train, test in folds(model, X, y, cv, validation, weight):
        full = fitted_score(model, train, test, scorer, np.arange(n_features))
        decreases.append(
            [
                full - fitted_score(model, train, test, scorer, others(columns, n_features))
                for columns in groups.values()
            ]
        )
    return np.array(decreases)


def others(columns: Sequence[int], n_features: int) -> Any:
    return np.setdiff1d(np.arange(n_features), columns)


def folds(
    model: Any, X: Any, y: Any, cv: Any, validation: Any, weight: Weights | None
) -> Iterator[tuple[Rows, Rows]]:
    """Yield pairs of training and test rows."""
    if validation is not None:
        weights = {} if weight is None else {"sample_weight": weight}
        yield (X, y, weights), (*validation, {})
        return
    y = np.asarray(y)
    splitter = check_cv(cv, y, classifier=is_classifier(model))
    for train, test in splitter.split(np.zeros(len(y)), y):
        yield selected(X, y, weight, train), selected(X, y, weight, test)


def selected(X: Any, y: Any, weight: Weights | None, rows: Any) -> Rows:
    weights = {} if weight is None else {"sample_weight": weight[rows]}
    return take_rows(X, rows), y[rows], weights


def fitted_score(model: Any, train: Rows, test: Rows, scorer: Scorer, columns: Any) -> float:
    fitted = clone(model).fit(take_columns(train[0], columns), train[1], **train[2])
    return float(scorer(fitted, take_columns(test[0], columns), test[1], **test[2]))
