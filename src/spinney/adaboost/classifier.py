"""AdaBoost for classes."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.special import softmax
from sklearn.base import ClassifierMixin
from sklearn.metrics import accuracy_score
from sklearn.utils._param_validation import StrOptions

from ..base.fit_parameters import (
    ClassWeightParameters,
)
from ..base.fitted_estimator import class_attributes
from ..base.parameters import parameter
from ..data.columns import Array
from ..data.targets import Targets, class_targets
from ..data.weights import Weights, with_class_weight
from ..trees import DecisionTreeClassifier
from .base import BaseAdaBoost
from .evaluation import chosen_classes
from .methods import Floats, Samme, SammeR
from .model import FittedRounds, decision, staged_decisions
from .round_loop import Method


class AdaBoostClassifier(ClassifierMixin, BaseAdaBoost, ClassWeightParameters):
    """Classifiers one after another, each on rows weighted by the errors of those before it.

    All answer together, each with a weight that grows as its error falls. By default the members
    are stumps, trees with one split. Takes the place of scikit-learn's class of the same name,
    and still has SAMME.R.

    Attributes
    ----------
    estimator_ : classifier
        What members are copies of.
    estimators_ : list of classifiers
        The fitted members, one per round; trees are made when asked for.
    estimator_weights_ : ndarray of shape (n_rounds,)
        Weight of each member's answer.
    estimator_errors_ : ndarray of shape (n_rounds,)
        Error of each member on the weighted rows of its round.
    classes_ : ndarray of shape (n_classes,)
        The class labels in sorted order.
    n_classes_ : int
        Number of classes.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    feature_importances_ : ndarray of shape (n_features_in_,)
        The mean of the members' importances by their weights, if they have any.
    evals_result_ : dict
        With validation rows: their error after each round, as
        ``evals_result_["validation"]["error"]``.
    best_iteration_ : int
        With validation rows: the round of least error, from 0 on.
    best_score_ : float
        With validation rows: the error of that round.

    Notes
    -----
    A member without any error gets the weight 1 and is the last one. One that is no better than
    chance is left out, and is the last one too; if it is the first, the model consists of it, with
    a warning. A row never falls below the share 2.2e-16 of all weight, so that it can come back.

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
        """The class of the largest score; the first of equal ones.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        model, rows = self._rows(X)
        return labels(model, decision(model, rows))

    def decision_function(self, X: Any) -> Floats:
        """The scores of the classes: the sum of what members say, by their weights.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
            In the order of ``classes_``; of two classes, the score of the second less that of the
            first.
        """
        model, rows = self._rows(X)
        return by_row(decision(model, rows))

    def predict_proba(self, X: Any) -> Floats:
        """The probability of each class, from the scores: their softmax over ``n_classes_ - 1``.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            In the order of ``classes_``.
        """
        model, rows = self._rows(X)
        return probabilities(model, decision(model, rows))

    def predict_log_proba(self, X: Any) -> Floats:
        """Logarithm of ``predict_proba``."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def staged_predict(self, X: Any) -> Iterator[Array]:
        """What ``predict`` gives after each round.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        model, rows = self._rows(X)
        for scores in staged_decisions(model, rows):
            yield labels(model, scores)

    def staged_decision_function(self, X: Any) -> Iterator[Floats]:
        """What ``decision_function`` gives after each round; X as there."""
        model, rows = self._rows(X)
        for scores in staged_decisions(model, rows):
            yield by_row(scores)

    def staged_predict_proba(self, X: Any) -> Iterator[Floats]:
        """What ``predict_proba`` gives after each round; X as there."""
        model, rows = self._rows(X)
        for scores in staged_decisions(model, rows):
            yield probabilities(model, scores)

    def staged_score(self, X: Any, y: Any, sample_weight: Any = None) -> Iterator[float]:
        """The accuracy after each round; the rows, classes and weights are as in ``score``."""
        for predicted in self.staged_predict(X):
            yield float(accuracy_score(y, predicted, sample_weight=sample_weight))


def labels(model: FittedRounds, scores: Floats) -> Array:
    chosen: Array = model.classes[0].take(chosen_classes(scores))
    return chosen


def by_row(scores: Floats) -> Floats:
    return scores[0] if len(scores) == 1 else np.ascontiguousarray(scores.T)


def probabilities(model: FittedRounds, scores: Floats) -> Floats:
    n_classes = len(model.classes[0])
    if n_classes == 1:
        return np.ones((scores.shape[1], 1))
    if n_classes == 2:
        return np.asarray(softmax(np.stack([-scores[0], scores[0]], axis=1) / 2, axis=1))
    return np.asarray(softmax(scores.T / (n_classes - 1), axis=1))
