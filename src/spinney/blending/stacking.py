"""Stacking: the predictions of members are the features of a final estimator."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression, RidgeCV
from sklearn.utils._param_validation import StrOptions
from sklearn.utils.metaestimators import available_if

from ..base.parameters import parameter
from ..base.sklearn_bases import ClassifierMixin, RegressorMixin
from ..data.targets import Targets, class_targets, number_targets
from .linear_final import predict_final
from .stacking_base import BaseStacking, final_has

METHODS = ("predict_proba", "decision_function", "predict")


class StackingClassifier(ClassifierMixin, BaseStacking):
    """Stacking classifier.

    Also known as conditional blending. A final classifier is fitted on the out-of-fold predictions
    of the members; the members are then fitted again on all samples. The influence of a member may
    depend on the predictions of the others and, with ``passthrough``, on the features. Compatible
    with scikit-learn's class of the same name.

    Attributes
    ----------
    final_estimator_ : classifier
        The fitted final estimator.
    stack_method_ : list of str
        The method called on each member.
    member_scores_ : MemberScores
        The out-of-fold accuracy of each member and of their unweighted mean.
    estimators_ : list of classifiers
        The members fitted on all samples, without dropped ones.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    n_classes_ : int
        Number of classes.

    Notes
    -----
    Predicted labels are one-hot encoded. For two classes, and for each of several outputs, the
    column of the first class is dropped. Regressors are fitted on class indices, and their
    predictions are used as they are. The scores of members do not include regressors.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from spinney import DecisionTreeClassifier, StackingClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> members = [("tree", DecisionTreeClassifier(max_depth=3)), ("bayes", GaussianNB())]
    >>> stack = StackingClassifier(members, DecisionTreeClassifier(max_depth=2)).fit(X, y)
    >>> stack.predict(X[:2])
    array([0, 0])
    >>> stack.transform(X[:1]).shape
    (1, 6)
    >>> stack.member_scores_
    accuracy, out of fold
    tree          0.96
    bayes         0.9533
    uniform mean  0.96
    """

    stack_method: str = parameter(
        default="auto",
        allowed=(StrOptions({"auto", *METHODS}),),
        doc="""\
            The method of the members whose results the final estimator is fitted on. "auto" is the
            first that a member has of "predict_proba", "decision_function" and "predict".""",
    )

    _accepts_regressors = True

    def _final(self) -> Any:
        return LogisticRegression() if self.final_estimator is None else self.final_estimator

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return class_targets(y, n_rows)

    def _method(self, name: str, member: Any) -> str:
        candidates = METHODS if self.stack_method == "auto" else (self.stack_method,)
        found = next((method for method in candidates if hasattr(member, method)), None)
        if found is None:
            raise ValueError(
                f"stack_method={self.stack_method!r}: the member {name!r} does not implement the "
                f"method {self.stack_method}."
            )
        return found

    def predict(self, X: Any, **predict_params: Any) -> Any:
        """Predict classes with the final estimator.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        **predict_params : dict
            Arguments of the final estimator's ``predict``, such as ``return_std``.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        model, columns = self._stacked(X)
        return predict_final(model.final, "predict", columns, **predict_params)

    @available_if(final_has("predict_proba"))  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> NDArray[np.float64] | list[NDArray[np.float64]]:
        """Predict class probabilities with the final estimator, if it supports them.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            For several outputs what the final estimator returns, usually a list of arrays.
        """
        model, columns = self._stacked(X)
        found: NDArray[np.float64] | list[NDArray[np.float64]] = predict_final(
            model.final, "predict_proba", columns
        )
        return found

    @available_if(final_has("decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Return the decision function of the final estimator, if it has one.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
        """
        model, columns = self._stacked(X)
        scores: NDArray[np.float64] = predict_final(model.final, "decision_function", columns)
        return scores


class StackingRegressor(RegressorMixin, BaseStacking):
    """Stacking regressor.

    Also known as conditional blending. A final regressor is fitted on the out-of-fold predictions
    of the members; the members are then fitted again on all samples. The influence of a member may
    depend on the predictions of the others and, with ``passthrough``, on the features. Compatible
    with scikit-learn's class of the same name.

    Attributes
    ----------
    final_estimator_ : regressor
        The fitted final estimator.
    stack_method_ : list of str
        The method called on each member: "predict".
    member_scores_ : MemberScores
        The out-of-fold R2 of each member and of their unweighted mean.
    estimators_ : list of regressors
        The members fitted on all samples, without dropped ones.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from sklearn.linear_model import Ridge
    >>> from spinney import DecisionTreeRegressor, StackingRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> stack = StackingRegressor([DecisionTreeRegressor(max_depth=3), Ridge(0.1)]).fit(X, y)
    >>> stack.member_scores_
    R2, out of fold
    decisiontreeregressor  0.3384
    ridge                  0.493
    uniform mean           0.4591
    """

    def _final(self) -> Any:
        return RidgeCV() if self.final_estimator is None else self.final_estimator

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return number_targets(y, n_rows)

    def predict(self, X: Any, **predict_params: Any) -> Any:
        """Predict target values with the final estimator.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        **predict_params : dict
            Arguments of the final estimator's ``predict``, such as ``return_std``.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        model, columns = self._stacked(X)
        return predict_final(model.final, "predict", columns, **predict_params)
