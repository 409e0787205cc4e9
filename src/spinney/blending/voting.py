"""Voting: uniform blending of members."""

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from ..base.aggregation import Floats, normalized
from ..base.class_predictions import ClassPredictions
from ..base.fitted_estimator import number_predictions
from ..base.members import member_values
from ..base.parameters import parameter, redeclare
from ..base.sklearn_bases import ClassifierMixin, RegressorMixin
from ..data.targets import Targets, class_targets, number_targets
from .base import BaseBlend, Members
from .fit_members import Rows, fit_members
from .member_predictions import WeightedMembers, check_known_classes, vote, weighted_median
from .members import is_dropped
from .parameters import VotingParameters


class BaseVoting(BaseBlend, VotingParameters):
    """Base class of the voting estimators."""

    voting: str = parameter(default="mean", allowed=(StrOptions({"mean"}),), doc="")

    def _check(self, members: Members) -> None:
        self._weights_of_members()

    def _weights_of_members(self) -> Floats:
        """Return the weights of the members that are not dropped."""
        listed = self._listed()
        given = np.ones(len(listed)) if self.weights is None else self.weights
        try:
            weights = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError):
            raise ValueError(f"weights must contain numbers, got {self.weights!r}.") from None
        if weights.shape != (len(listed),):
            raise ValueError(
                f"weights must contain a number for each of the {len(listed)} estimators, got "
                f"{self.weights!r}."
            )
        kept = weights[[not is_dropped(member) for _, member in listed]]
        if not (np.isfinite(kept).all() and (kept >= 0).all() and kept.any()):
            raise ValueError(
                f"weights must be finite, not negative and not all 0, got {self.weights!r}."
            )
        return kept

    def _fit_blend(self, members: Members, rows: Rows, targets: Targets) -> dict[str, Any]:
        predict = partial(member_values, classes=targets.classes)
        fitted, _ = fit_members(
            members, rows, (), [predict] * len(members), self._jobs(), self.verbose
        )
        names = tuple(name for name, _ in members)
        check_known_classes(list(zip(names, fitted, strict=True)), targets.classes)
        weights = self._weights_of_members()
        model = WeightedMembers(names, fitted, targets.classes, targets.n_outputs, weights)
        return {"_model": model, "weights_": weights / weights.sum()}

    def _leaf_values(self, X: Any) -> tuple[WeightedMembers, Floats]:
        """Return the model and the combined predictions: (rows, outputs, width)."""
        model, predictions = self._member_predictions(X)
        if self.voting != "median":
            return model, model.mean(predictions) / model.weights.sum()
        medians = weighted_median(predictions, model.weights)
        return model, normalized(medians) if model.classes else medians


class VotingClassifier(ClassPredictions, ClassifierMixin, BaseVoting):
    """Voting classifier.

    Also known as uniform blending. All members are fitted on all samples, and their predictions
    are combined with equal or given ``weights``. Compatible with scikit-learn's class of the same
    name.

    Attributes
    ----------
    estimators_ : list of classifiers
        The fitted members, without dropped ones.
    weights_ : ndarray of shape (n_members,)
        The weights of the members in ``estimators_``, normalized to a sum of 1.
    classes_ : ndarray of shape (n_classes,) or list of such arrays
        The class labels, for each output.
    n_classes_ : int or list of int
        Number of classes, for each output.

    Notes
    -----
    Members get X and y as they were passed, so categorical columns and class labels are kept. Wrap
    a prefitted member in scikit-learn's ``FrozenEstimator``.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.linear_model import LogisticRegression
    >>> from spinney import DecisionTreeClassifier, RandomForestClassifier, VotingClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> voting = VotingClassifier(
    ...     [
    ...         ("tree", DecisionTreeClassifier(max_depth=3)),
    ...         ("forest", RandomForestClassifier(random_state=0)),
    ...         ("linear", LogisticRegression(max_iter=1000)),
    ...     ],
    ...     voting="soft",
    ... ).fit(X, y)
    >>> voting.predict(X[:2])
    array([0, 0])
    >>> voting.set_params(tree="drop", forest__n_estimators=10).fit(X, y).weights_
    array([0.5, 0.5])
    """

    voting: str = redeclare(
        default="hard",
        allowed=(StrOptions({"hard", "soft", "median"}),),
        doc="""\
            "hard" predicts the class with the most votes, "soft" the class with the largest mean
            probability, and "median" the class with the largest median probability.""",
    )

    flatten_transform: bool = parameter(
        default=True,
        allowed=("boolean",),
        doc="""\
            Whether ``transform`` returns a matrix of probabilities; otherwise an array of shape
            (n_members, n_samples, n_classes). Not used by hard voting.""",
    )

    def _check(self, members: Members) -> None:
        super()._check(members)
        lacking = [name for name, member in members if not hasattr(member, "predict_proba")]
        if self.voting != "hard" and lacking:
            raise ValueError(
                f"voting={self.voting!r} needs members with predict_proba, which {lacking[0]!r} "
                "does not have: use voting='hard'."
            )

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return class_targets(y, n_rows)

    def _member_predictions(self, X: Any) -> tuple[Any, Floats]:
        if self.voting != "hard":
            return super()._member_predictions(X)
        model, X = self._rows(X)
        return model, np.stack([vote(member, X, model.classes) for member in model.estimators])

    def transform(self, X: Any) -> NDArray[Any]:
        if self.voting != "hard" and not self.flatten_transform:
            predictions = self._member_predictions(X)[1]
            return predictions[:, :, 0] if predictions.shape[2] == 1 else predictions
        if self.voting != "hard":
            return np.asarray(super().transform(X))
        return np.hstack(list(self._member_predictions(X)[1].argmax(axis=3)))

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        if self.voting != "hard" and not self.flatten_transform:
            raise ValueError(
                "get_feature_names_out needs columns, and transform returns a block per member "
                f"with voting={self.voting!r} and flatten_transform=False."
            )
        return super().get_feature_names_out(input_features)

    def _widths(self) -> list[int]:
        if self.voting != "hard":
            return super()._widths()
        model = self._fitted()
        return [model.n_outputs] * len(model.names)


class VotingRegressor(RegressorMixin, BaseVoting):
    """Voting regressor.

    Also known as uniform blending. All members are fitted on all samples, and the prediction is the
    mean or the median of their predictions, with equal or given ``weights``. Compatible with
    scikit-learn's class of the same name.

    Attributes
    ----------
    estimators_ : list of regressors
        The members fitted on all samples, without dropped ones.
    weights_ : ndarray of shape (n_members,)
        The weights of the members in ``estimators_``, normalized to a sum of 1.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LinearRegression
    >>> from spinney import DecisionTreeRegressor, VotingRegressor
    >>> X = np.arange(100.0).reshape(-1, 1)
    >>> members = [DecisionTreeRegressor(max_leaf_nodes=5), LinearRegression()]
    >>> voting = VotingRegressor(members, weights=[3, 1]).fit(X, X[:, 0] ** 2)
    >>> voting.transform([[50.0]]).round(), voting.predict([[50.0]]).round()
    (array([[2748., 3333.]]), array([2894.]))
    >>> list(voting.named_estimators_)
    ['decisiontreeregressor', 'linearregression']
    """

    voting: str = redeclare(
        allowed=(StrOptions({"mean", "median"}),),
        doc="Whether to predict the mean or the median of the members' predictions.",
    )

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return number_targets(y, n_rows)

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Predict the mean or the median of the members' predictions.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        return number_predictions(self._leaf_values(X)[1])
