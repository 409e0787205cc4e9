"""AdaBoost for classification."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.special import softmax
from sklearn.metrics import accuracy_score
from sklearn.utils._param_validation import StrOptions

from ..base.fit_parameters import (
    ClassWeightParameters,
)
from ..base.fitted_estimator import class_attributes
from ..base.parameters import parameter
from ..base.sklearn_bases import ClassifierMixin
from ..data.columns import Array
from ..data.targets import Targets, class_targets
from ..data.weights import Weights, with_class_weight
from ..trees import DecisionTreeClassifier
from .base import BaseAdaBoost
from .evaluation import predicted_classes
from .methods import Floats, Samme, SammeR
from .model import FittedRounds, decision, staged_decisions
from .round_loop import Method


class AdaBoostClassifier(ClassifierMixin, BaseAdaBoost, ClassWeightParameters):
    """AdaBoost for classification.

    Members are fitted one after another on reweighted samples: samples that a member misclassifies
    get more weight for the next one. The prediction is a weighted vote, in which members with a
    lower error have a larger weight. The default members are decision stumps. Compatible with
    scikit-learn's class of the same name; the algorithm SAMME.R, which scikit-learn has removed, is
    also available.

    Attributes
    ----------
    estimator_ : classifier
        The unfitted base estimator.
    estimators_ : list of classifiers
        The fitted members, one per iteration. Trees are converted to estimators on access.
    estimator_errors_ : ndarray of shape (n_iterations,)
        Weighted error of each member on the training data of its iteration.
    classes_ : ndarray of shape (n_classes,)
        The class labels in sorted order.
    n_classes_ : int
        Number of classes.
    evals_result_ : dict
        Validation error after each iteration: ``evals_result_["validation"]["error"]``.
        Only if there is validation data.

    Notes
    -----
    Boosting ends with a member without errors, which gets the weight 1. It also ends at a member no
    better than chance, which is discarded; if it is the first, it is kept with a warning. Every
    sample keeps a share of at least 2.2e-16 of the total weight.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from spinney import AdaBoostClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = AdaBoostClassifier(n_estimators=20).fit(X, y)
    >>> round(model.score(X, y), 3)
    0.989
    >>> model.estimator_errors_[:2].round(3)
    array([0.077, 0.119])
    """

    algorithm: str = parameter(
        default="SAMME",
        allowed=(StrOptions({"SAMME", "SAMME.R"}),),
        doc="""\
            "SAMME" is discrete boosting, in which estimators vote with weights. "SAMME.R" is real
            boosting, which uses class probabilities and usually needs fewer iterations.""",
    )

    _tree = DecisionTreeClassifier
    _depth = 1

    def _method(self, classes: list[Any]) -> Method:
        kind = Samme if self.algorithm == "SAMME" else SammeR
        return kind(len(classes[0]), float(self.learning_rate))

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return class_targets(y, n_rows)

    def _class_weights(self, weight: Weights | None, targets: Targets) -> Weights | None:
        return with_class_weight(weight, self.class_weight, targets)

    def _needs_probabilities(self) -> bool:
        if self.algorithm == "SAMME":
            return False
        if not hasattr(self._member(), "predict_proba"):
            raise ValueError(
                f"algorithm='SAMME.R' needs members with predict_proba, which "
                f"{type(self._member()).__name__} does not have: use algorithm='SAMME'."
            )
        return True

    def _state(self, model: FittedRounds) -> dict[str, Any]:
        return super()._state(model) | class_attributes(model.classes)

    def predict(self, X: Any) -> Array:
        """Predict the class of the largest score; the first of a tie.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        model, rows = self._rows(X)
        return labels(model, decision(model, rows))

    def decision_function(self, X: Any) -> Floats:
        """Return the class scores: the weighted mean of the scores of the members.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
            Scores in the order of ``classes_``; for two classes, the score of the second minus
            that of the first.
        """
        model, rows = self._rows(X)
        return by_row(decision(model, rows))

    def predict_proba(self, X: Any) -> Floats:
        """Predict class probabilities: the softmax of the scores divided by ``n_classes_ - 1``.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Probabilities in the order of ``classes_``.
        """
        model, rows = self._rows(X)
        return probabilities(model, decision(model, rows))

    def predict_log_proba(self, X: Any) -> Floats:
        """Predict the logarithm of class probabilities.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Logarithms in the order of ``classes_``.
        """
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def staged_predict(self, X: Any) -> Iterator[Array]:
        """Yield the result of ``predict`` after each iteration.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        model, rows = self._rows(X)
        for scores in staged_decisions(model, rows):
            yield labels(model, scores)

    def staged_decision_function(self, X: Any) -> Iterator[Floats]:
        """Yield the result of ``decision_function`` after each iteration."""
        model, rows = self._rows(X)
        for scores in staged_decisions(model, rows):
            yield by_row(scores)

    def staged_predict_proba(self, X: Any) -> Iterator[Floats]:
        """Yield the result of ``predict_proba`` after each iteration."""
        model, rows = self._rows(X)
        for scores in staged_decisions(model, rows):
            yield probabilities(model, scores)

    def staged_score(self, X: Any, y: Any, sample_weight: Any = None) -> Iterator[float]:
        """Yield the accuracy after each iteration; the arguments are those of ``score``."""
        for predicted in self.staged_predict(X):
            yield float(accuracy_score(y, predicted, sample_weight=sample_weight))


def labels(model: FittedRounds, scores: Floats) -> Array:
    predicted: Array = model.classes[0].take(predicted_classes(scores))
    return predicted


def by_row(scores: Floats) -> Floats:
    """Transpose scores to the shape of ``decision_function``."""
    return scores[0] if len(scores) == 1 else np.ascontiguousarray(scores.T)


def probabilities(model: FittedRounds, scores: Floats) -> Floats:
    n_classes = len(model.classes[0])
    if n_classes == 1:
        return np.ones((scores.shape[1], 1))
    if n_classes == 2:
        return np.asarray(softmax(np.stack([-scores[0], scores[0]], axis=1) / 2, axis=1))
    return np.asarray(softmax(scores.T / (n_classes - 1), axis=1))
