"""Predictions of boosted classifiers: labels, probabilities and scores."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..data.columns import Array
from .custom_loss import raw_scores
from .losses import Floats
from .model import BoostedModel
from .predictions import Predictions


class ClassPredictions(Predictions):
    """Computes labels and probabilities from scores."""

    def predict(
        self, X: Any, *, raw_score: bool = False, pred_leaf: bool = False, n_iter: int | None = None
    ) -> Array:
        """Predict the most probable class of each sample.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        raw_score : bool, default=False
            If True, return the scores of ``decision_function``.
        pred_leaf : bool, default=False
            If True, return the leaf indices of ``apply``.
        n_iter : int, default=None
            Use only the first iterations.

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
        """Predict class probabilities.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        n_iter : int, default=None
            Use only the first iterations.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Probabilities in the order of ``classes_``.
        """
        model, scores = self._scores(X, n_iter)
        return model.loss.predict(scores)

    def predict_log_proba(self, X: Any) -> Floats:
        """Predict the logarithm of class probabilities.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Logarithms in the order of ``classes_``; minus infinity for a probability of 0.
        """
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def decision_function(self, X: Any) -> Floats:
        """Return the raw scores, from which probabilities are computed.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
            One score for two classes, positive for the second class.
        """
        return self._raw(X, None)

    def staged_predict(self, X: Any) -> Iterator[Array]:
        """Yield the result of ``predict`` after each iteration; X is as in ``predict``."""
        for model, scores in self._staged_scores(X):
            yield labels(model, scores)

    def staged_predict_proba(self, X: Any) -> Iterator[Floats]:
        """Yield the result of ``predict_proba`` after each iteration; X is as in ``predict``."""
        for model, scores in self._staged_scores(X):
            yield model.loss.predict(scores)

    def staged_decision_function(self, X: Any) -> Iterator[Floats]:
        """Yield the result of ``decision_function`` after each iteration."""
        for _, scores in self._staged_scores(X):
            yield raw_scores(scores).copy()


def labels(model: BoostedModel, scores: Floats) -> Array:
    assert model.classes is not None
    return model.classes.take(model.loss.best_class(scores))
