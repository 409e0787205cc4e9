"""Handles that predict single rows."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from sklearn.base import is_classifier

from ..base.fitted_estimator import FittedEstimatorMixin
from ..data.columns import plain_label
from ..data.containers import object_table
from ..data.single_rows import is_table, row_values
from .compact import compact
from .row_engines import row_engine


class Predictor:
    """A handle for serving, returned by the method ``predictor`` of an estimator.

    Rows of plain values (numbers, text, None, dates) are read and predicted by the core in one
    call. Any other input is left to the methods of the estimator, which also raise the errors.

    Attributes
    ----------
    estimator : estimator
        The fitted estimator that the handle predicts with, a compact copy.
    """

    def __init__(self, estimator: Any) -> None:
        self.estimator = compact(estimator)
        fitted = self.estimator._fitted()
        self._predict, self._predict_proba, self._raw = row_engine(fitted, self.estimator)

    def predict(self, X: Any) -> Any:
        """Predict the target of one row, or of several.

        Parameters
        ----------
        X : list, tuple, array, dict, Series or table
            A row, or rows as in ``predict`` of the estimator; see ``predictor``.

        Returns
        -------
        number, label or ndarray
        """
        found = self._predict(X)
        return self._by_estimator(self.estimator.predict, X) if found is None else found

    __call__ = predict

    def _by_estimator(self, method: Callable[[Any], Any], X: Any) -> Any:
        """Predict by a method of the estimator; it raises the errors."""
        names = getattr(self.estimator, "feature_names_in_", None)
        names = None if names is None else tuple(names)
        n_features, owner = self.estimator.n_features_in_, type(self.estimator).__name__
        if isinstance(X, list | tuple) and X and isinstance(X[0], Mapping):
            rows = [row_values(row, names, n_features, owner) for row in X]
            return method(object_table(rows, names))
        if is_table(X):
            return method(X)
        return first_row(method(object_table([row_values(X, names, n_features, owner)], names)))

    def __reduce__(self) -> Any:
        return type(self), (self.estimator,)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {type(self.estimator).__name__}>"


class RawMixin(Predictor):
    """Adds the method ``raw``."""

    def raw(self, X: Any) -> Any:
        """Return the raw scores, before the inverse link of the loss.

        Parameters
        ----------
        X : list, tuple, array, dict, Series or table
            As in ``predict``.

        Returns
        -------
        number or ndarray
            For one row a number, or an array if there are several scores.
        """
        found = self._raw(X)
        return self._by_estimator(self._estimator_scores, X) if found is None else found

    def _estimator_scores(self, X: Any) -> Any:
        return self.estimator.predict(X, raw_score=True)


class ClassPredictor(Predictor):
    """A handle of a classifier."""

    def predict_proba(self, X: Any) -> Any:
        """Predict class probabilities.

        Parameters
        ----------
        X : list, tuple, array, dict, Series or table
            As in ``predict``.

        Returns
        -------
        ndarray or list of ndarray
            In the order of ``estimator.classes_``. For one row, an array of shape (n_classes,).
        """
        found = self._predict_proba(X)
        return self._by_estimator(self.estimator.predict_proba, X) if found is None else found

    __call__ = predict_proba


class RawClassPredictor(ClassPredictor, RawMixin):
    """A handle of a classifier with scores."""

    def _estimator_scores(self, X: Any) -> Any:
        return self.estimator.decision_function(X)

    decision_function = RawMixin.raw


def first_row(result: Any) -> Any:
    """Return the first row of a prediction; single values as Python objects."""
    if isinstance(result, list):
        return [first_row(one) for one in result]
    row = np.asarray(result)[0]
    return row if isinstance(row, np.ndarray) else plain_label(row)


def predictor_of(estimator: Any) -> Predictor:
    """Return the handle of a fitted estimator."""
    check_members(estimator)
    if is_classifier(estimator):
        has_scores = hasattr(estimator, "decision_function")
        return RawClassPredictor(estimator) if has_scores else ClassPredictor(estimator)
    return RawMixin(estimator) if hasattr(estimator, "_raw") else Predictor(estimator)


def check_members(estimator: Any) -> None:
    """Raise if a member of the estimator, at any level, is of another library."""
    fitted = estimator._fitted()
    ensemble = getattr(fitted, "ensemble", fitted)
    members = getattr(ensemble, "estimators", ())
    for member in members if isinstance(members, list | tuple) else ():
        if not isinstance(member, FittedEstimatorMixin):
            raise ValueError(
                f"predictor() needs members of this library; a member of this "
                f"{type(estimator).__name__} is a {type(member).__name__}. Call its methods with "
                "a table of one row instead."
            )
        check_members(member)
