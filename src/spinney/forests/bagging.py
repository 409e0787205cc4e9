"""Ensembles of any estimator, each member fitted on rows of its own."""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if

from ..base.class_predictions import ClassPredictions
from ..base.fitted_estimator import class_attributes, number_predictions
from ..base.members import FittedMembers
from ..base.parameters import parameter
from ..data.targets import Targets, class_targets, number_targets
from ..trees import DecisionTreeClassifier, DecisionTreeRegressor
from .bagging_base import AnyMembers, BaseBagging


def members_decide(ensemble: Any) -> bool:
    """Whether the members have a decision function."""
    return hasattr(vars(ensemble).get("estimator_", ensemble.estimator), "decision_function")


class BaggingClassifier(ClassPredictions, ClassifierMixin, BaseBagging):
    """Classifiers fitted on random parts of the rows, which answer together.

    A member sees a bag of rows: as many draws with replacement as there are rows (bagging), or
    part of the rows (pasting: ``bootstrap=False`` with ``max_samples``), and perhaps part of the
    features (random subspaces). Takes the place of scikit-learn's class of the same name.

    Attributes
    ----------
    estimator_ : classifier
        What members are copies of.
    estimators_ : sequence of classifiers
        The fitted members; trees are made when asked for.
    estimators_features_ : list of ndarray
        The columns of X that each member takes. Trees of ours take all of X and, where
        ``max_features`` is less, ask for some of its columns only.
    estimators_samples_ : list of ndarray
        The rows of each bag, each as often as it was drawn; drawn anew when asked for.
    classes_ : ndarray of shape (n_classes,) or list of such arrays
        The class labels, for each output.
    n_classes_ : int or list of int
        Number of classes, for each output.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    n_outputs_ : int
        Number of outputs.
    feature_importances_ : ndarray of shape (n_features_in_,)
        The mean of the members' importances, if they have any, scaled to add up to 1.
    oob_score_ : float
        With ``oob_score``: the accuracy (or the callable's value) on rows out of bag.
    oob_decision_function_ : ndarray of shape (n_samples, n_classes)
        With ``oob_score``: probabilities by the members that have not seen the row; NaN for rows
        that all have seen. Of several outputs: (n_samples, n_classes, n_outputs).

    Notes
    -----
    A member that takes ``sample_weight`` is fitted on all rows, weighted by how often they are in
    its bag; any other one on rows that are repeated. A member whose bag lacks a class gives it
    probability 0.

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

    @available_if(members_decide)  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """The mean of the members' decision functions, where they have one.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
        """
        model = self._fitted()
        assert isinstance(model, FittedMembers)  # trees have no decision function
        return model.decision_function(model.read(X, self), self._jobs())

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        member = get_tags(self._member()).classifier_tags
        if member is not None:
            tags.classifier_tags.multi_label = member.multi_label
        return tags


class BaggingRegressor(RegressorMixin, BaseBagging):
    """Regressors fitted on random parts of the rows, which answer together.

    A member sees a bag of rows: as many draws with replacement as there are rows (bagging), or
    part of the rows (pasting: ``bootstrap=False`` with ``max_samples``), and perhaps part of the
    features (random subspaces). Takes the place of scikit-learn's class of the same name.

    Attributes
    ----------
    oob_score_ : float
        With ``oob_score``: R2 (or the callable's value) on rows out of bag.
    oob_prediction_ : ndarray of shape (n_samples,) or (n_samples, n_outputs)
        With ``oob_score``: the answer of the members that have not seen the row; NaN for rows that
        all have seen.
    estimator_, estimators_, estimators_features_, estimators_samples_, n_features_in_, \
            feature_names_in_, n_outputs_, feature_importances_
        As in BaggingClassifier.

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

    def predict(self, X: Any) -> NDArray[np.float64]:
        """The members' answers, as ``aggregate`` says.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        return number_predictions(self._leaf_values(X)[1])
