"""Predictions of a linear final estimator whose bits do not depend on the other rows."""

from copy import copy
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression, RidgeCV

from ..data.containers import is_structured

Floats = NDArray[np.float64]


def predict_final(final: Any, method: str, columns: Any, **arguments: Any) -> Any:
    """Call a prediction method of the final estimator.

    A matrix product rounds differently for one row and for many, and by the container. For the
    default final estimators the linear scores are therefore added up column by column, the same
    way for every row. Other estimators may return a list with an array per output, or a tuple if
    arguments are passed.
    """
    is_default = type(final) in (LogisticRegression, RidgeCV) and not is_structured(columns)
    if not is_default or arguments:
        found = getattr(final, method)(columns, **arguments)
        return found if isinstance(found, list | tuple) else np.asarray(found)
    coefficients = np.atleast_2d(final.coef_)
    scores = linear_scores(columns, coefficients, np.atleast_1d(final.intercept_))
    if isinstance(final, RidgeCV):
        return scores[:, 0] if np.ndim(final.coef_) == 1 else scores
    # The same classifier as a function of its scores: a product with 1 and 0 does not round.
    on_scores = copy(final)
    on_scores.coef_ = np.eye(len(coefficients))
    on_scores.intercept_ = np.zeros(len(coefficients))
    on_scores.n_features_in_ = len(coefficients)
    return np.asarray(getattr(on_scores, method)(scores))


def linear_scores(columns: Any, coefficients: Floats, intercept: Floats) -> Floats:
    """Return ``columns @ coefficients.T + intercept``, added in the order of the columns."""
    scores = np.tile(np.asarray(intercept, np.float64), (columns.shape[0], 1))
    if sp.issparse(columns):
        cells = sp.csc_array(columns)
        cells.sum_duplicates()
        for j, factor in enumerate(coefficients.T):
            stored = slice(cells.indptr[j], cells.indptr[j + 1])
            scores[cells.indices[stored]] += cells.data[stored, None] * factor
        return scores
    dense = np.asarray(columns, dtype=np.float64)
    for column, factor in zip(dense.T, coefficients.T, strict=True):
        scores += column[:, None] * factor
    return scores
