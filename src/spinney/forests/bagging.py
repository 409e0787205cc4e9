"""Bagging classifier and regressor."""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if

from ..base.class_predictions import logarithms, predicted_labels, probabilities_by_output
from ..base.fitted_estimator import class_attributes, number_predictions
from ..base.members import FittedMembers
from ..base.parameters import parameter
from ..base.sklearn_bases import ClassifierMixin, RegressorMixin
from ..data.columns import Array
from ..data.targets import Targets, class_targets, number_targets
from ..trees import DecisionTreeClassifier, DecisionTreeRegressor
from .bagging_base import AnyMembers, BaseBagging


def has_decision_function(ensemble: Any) -> bool:
    """Return whether the members have a decision function."""
    return hasattr(vars(ensemble).get("estimator_", ensemble.estimator), "decision_function")


class BaggingClassifier(ClassifierMixin, BaseBagging):
    """A bagging classifier.

    Fits each member on a random subset of the samples and combines their predictions. Samples are
    drawn with replacement (bagging) or without (pasting: ``bootstrap=False`` with
    ``max_samples``), and ``max_features`` draws a subset of the features (random subspaces).
    Drop-in replacement for scikit-learn's class of the same name.

    Attributes
    ----------
    estimator_ : classifier
        The base estimator.
    estimators_ : sequence of classifiers
        The fitted members; decision trees are unpacked on access.
    classes_ : ndarray of shape (n_classes,) or list of such arrays
        The class labels, for each output.
    n_classes_ : int or list of int
        Number of classes, for each output.
    oob_score_ : float
        With ``oob_score``: the out-of-bag accuracy, or the result of the callable.
    oob_decision_function_ : ndarray of shape (n_samples, n_classes)
        With ``oob_score``: the out-of-bag class probabilities; NaN for samples that are in every
        bag. For several outputs: (n_samples, n_classes, n_outputs).

    Notes
    -----
    A member that supports ``sample_weight`` is fitted on all samples, weighted by their number of
    draws; other members are fitted on repeated samples. A class that is not in a
    member's samples has probability 0 in that member.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from spinney import BaggingClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> bagging = BaggingClassifier(
    ...     KNeighborsClassifier(), n_estimators=20, oob_score=True, random_state=0
    ... ).fit(X, y)
    >>> bagging.oob_score_ > 0.9
    True
    >>> bagging.predict(X[:2])
    array([0, 0])
    """

    stratified: bool = parameter(
        default=False,
        allowed=("boolean",),
        doc="Whether the samples of each member have the class frequencies of the training data.",
    )

    _tree: ClassVar[type] = DecisionTreeClassifier

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return class_targets(y, n_rows)

    def _state(self, model: AnyMembers) -> dict[str, Any]:
        return super()._state(model) | class_attributes(model.classes)

    def predict(self, X: Any, **params: Any) -> Array:
        """Predict the class of the largest combined probability; the first of a tie.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        **params : dict
            Metadata for the members, if metadata routing is enabled and they request it.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
            The predicted classes.
        """
        return predicted_labels(*self._leaf_values(X, "predict", params))

    def predict_proba(self, X: Any, **params: Any) -> Any:
        """Predict class probabilities: those of the members, combined by ``aggregate``.

        A member without ``predict_proba`` gives its predicted class the probability 1.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        **params : dict
            Metadata for the members, if metadata routing is enabled and they request it.

        Returns
        -------
        ndarray of shape (n_samples, n_classes) or list of such arrays
            Probabilities in the order of ``classes_``; one array per output if there are several.
        """
        return probabilities_by_output(*self._leaf_values(X, "predict_proba", params))

    def predict_log_proba(self, X: Any, **params: Any) -> Any:
        """Predict the logarithm of class probabilities.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        **params : dict
            Metadata for the members, if metadata routing is enabled and they request it.

        Returns
        -------
        ndarray of shape (n_samples, n_classes) or list of such arrays
            Logarithms in the order of ``classes_``; minus infinity for a probability of 0.
        """
        model = self._fitted()
        if isinstance(model, FittedMembers) and self.aggregate == "mean":
            call = self._call("predict_log_proba", params)
            logs = model.log_probabilities(model.read(X, self), self._jobs(), call)
            return probabilities_by_output(model, logs)
        values = self._leaf_values(X, "predict_log_proba", params)
        return logarithms(probabilities_by_output(*values))

    @available_if(has_decision_function)  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any, **params: Any) -> NDArray[np.float64]:
        """Return the mean decision function of the members.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        **params : dict
            Metadata for the members, if metadata routing is enabled and they request it.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
        """
        model = self._fitted()
        assert isinstance(model, FittedMembers)  # trees have no decision function
        call = self._call("decision_function", params)
        return model.decision_function(model.read(X, self), self._jobs(), call)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        member = get_tags(self._member()).classifier_tags
        if member is not None:
            tags.classifier_tags.multi_label = member.multi_label
        return tags


class BaggingRegressor(RegressorMixin, BaseBagging):
    """A bagging regressor.

    Fits each member on a random subset of the samples and combines their predictions. Samples are
    drawn with replacement (bagging) or without (pasting: ``bootstrap=False`` with
    ``max_samples``), and ``max_features`` draws a subset of the features (random subspaces).
    Drop-in replacement for scikit-learn's class of the same name.

    Attributes
    ----------
    estimator_ : regressor
        The base estimator.
    estimators_ : sequence of regressors
        The fitted members; decision trees are unpacked on access.
    oob_score_ : float
        With ``oob_score``: the out-of-bag R2, or the result of the callable.
    oob_prediction_ : ndarray of shape (n_samples,) or (n_samples, n_outputs)
        With ``oob_score``: the out-of-bag predictions; NaN for samples that are in every bag.

    Notes
    -----
    A member that supports ``sample_weight`` is fitted on all samples, weighted by their number of
    draws; other members are fitted on repeated samples.

    Examples
    --------
    >>> import numpy as np
    >>> from spinney import BaggingRegressor
    >>> X = np.arange(100.0).reshape(-1, 1)
    >>> bagging = BaggingRegressor(n_estimators=50, random_state=0).fit(X, X[:, 0] ** 2)
    >>> bool(2000 < bagging.predict([[50.0]])[0] < 3000)
    True
    """

    _tree: ClassVar[type] = DecisionTreeRegressor

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return number_targets(y, n_rows)

    def predict(self, X: Any, **params: Any) -> NDArray[np.float64]:
        """Predict by combining the predictions of the members with ``aggregate``.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        **params : dict
            Metadata for the members, if metadata routing is enabled and they request it.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        return number_predictions(self._leaf_values(X, "predict", params)[1])
