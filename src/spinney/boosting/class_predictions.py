"""Predictions of boosted classifiers: labels, probabilities and scores."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..data.columns import Array
from .custom_loss import raw_scores
from .losses import Floats
from .model import BoostedModel
from .predict_arguments import predict_options
from .predictions import Predictions


class ClassPredictions(Predictions):
    """Computes labels and probabilities from scores."""

    def predict(
        self,
        X: Any,
        *,
        raw_score: bool = False,
        pred_leaf: bool = False,
        n_iter: int | None = None,
        base_margin: Any = None,
        **other_names: Any,
    ) -> Array:
        """Predict the most probable class of each sample.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        raw_score : bool, default=False
            If True, return the scores of ``decision_function``.
        pred_leaf : bool, default=False
            If True, return the number of the leaf, from 0 in each tree: an array of shape
            (n_samples, n_trees).
        n_iter : int, default=None
            Use only the first iterations.
        base_margin : array-like, default=None
            Scores to start from instead of the initial scores of the model; see ``init_score`` of
            ``fit``.
        **other_names : dict
            Names of LightGBM, XGBoost and CatBoost: ``num_iteration``, ``start_iteration``,
            ``iteration_range``, ``output_margin``, ``prediction_type`` and others. With
            ``pred_contrib=True``, return SHAP values in LightGBM's layout, (n_samples, (n_features
            + 1) * n_outputs), the base value after the features; ``pred_contribs`` and
            ``pred_interactions`` return them in XGBoost's.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        given = (raw_score, pred_leaf, n_iter, base_margin)
        options = predict_options(self._fitted(), *given, **other_names)
        requested = self._requested(X, options)
        if requested is not None:
            return requested
        model, scores = self._scores(X, options)
        if options.prediction_type in ("Probability", "LogProbability"):
            proba = model.loss.predict(scores)
            return proba if options.prediction_type == "Probability" else log_of(proba)
        return labels(model, scores)

    def predict_proba(
        self, X: Any, *, n_iter: int | None = None, base_margin: Any = None, **other_names: Any
    ) -> Array:
        """Predict class probabilities.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        n_iter, base_margin, **other_names :
            As in ``predict``.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Probabilities in the order of ``classes_``.
        """
        given = {"n_iter": n_iter, "base_margin": base_margin, **other_names}
        options = predict_options(self._fitted(), **given)
        requested = self._requested(X, options)
        if requested is not None:
            return requested
        model, scores = self._scores(X, options)
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
        return log_of(self.predict_proba(X))

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
        return self._raw(X)

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


def log_of(proba: Floats) -> Floats:
    with np.errstate(divide="ignore"):
        return np.log(proba)


def labels(model: BoostedModel, scores: Floats) -> Array:
    assert model.classes is not None
    return model.classes.take(model.loss.best_class(scores))
