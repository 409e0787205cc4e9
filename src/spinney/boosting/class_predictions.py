"""What boosted trees for classes predict: labels, probabilities and scores."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..data.columns import Array
from .custom_loss import raw_scores
from .losses import Floats
from .model import BoostedModel
from .predictions import Predictions


class ClassPredictions(Predictions):
    """Labels and probabilities from scores; all methods take X as fit does."""

    def predict(
        self, X: Any, *, raw_score: bool = False, pred_leaf: bool = False, n_iter: int | None = None
    ) -> Array:
        """The most probable class of each row.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.
        raw_score : bool, default=False
            Give the scores, as ``decision_function``.
        pred_leaf : bool, default=False
            Give the leaves that the rows reach, as ``apply``.
        n_iter : int, default=None
            Use the first rounds only.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        if pred_leaf:
            return self._leaves(X, n_iter)
        if raw_score:
            return self._raw(X, n_iter)
        return labels(*self._scores(X, n_iter))

    def predict_proba(self, X: Any, *, n_iter: int | None = None) -> Floats:
        """The probability of each class.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.
        n_iter : int, default=None
            Use the first rounds only.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            In the order of ``classes_``.
        """
        model, scores = self._scores(X, n_iter)
        return model.loss.predict(scores)

    def predict_log_proba(self, X: Any) -> Floats:
        """Logarithm of ``predict_proba``; minus infinity where a probability is 0."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def decision_function(self, X: Any) -> Floats:
        """The scores, before they become probabilities.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
            For two classes one score, above 0 for the second class.
        """
        return self._raw(X, None)

    def staged_predict(self, X: Any) -> Iterator[Array]:
        """The labels after each round, as ``predict``."""
        for model, scores in self._staged_scores(X):
            yield labels(model, scores)

    def staged_predict_proba(self, X: Any) -> Iterator[Floats]:
        """The probabilities after each round, as ``predict_proba``."""
        for model, scores in self._staged_scores(X):
            yield model.loss.predict(scores)

    def staged_decision_function(self, X: Any) -> Iterator[Floats]:
        """The scores after each round, as ``decision_function``."""
        for _, scores in self._staged_scores(X):
            yield raw_scores(scores).copy()


def labels(model: BoostedModel, scores: Floats) -> Array:
    assert model.classes is not None
    return model.classes.take(model.loss.best_class(scores))
