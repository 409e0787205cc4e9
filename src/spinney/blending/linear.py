"""Linear blending: weighted sums of predictions with learned weights."""

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from ..base.aggregation import Floats, normalized
from ..base.class_predictions import ClassPredictions
from ..base.fitted_estimator import number_predictions
from ..base.members import member_values
from ..base.parameters import parameter
from ..base.sklearn_bases import ClassifierMixin, RegressorMixin
from ..data.targets import Targets, class_targets, number_targets
from .base import BaseBlend, Members
from .blend_weights import make_problem
from .fit_members import Rows
from .member_predictions import WeightedMembers, check_known_classes
from .out_of_fold import fit_out_of_fold, is_prefit, with_classes_of
from .parameters import LinearBlendParameters
from .scores import score_members
from .weight_solver import Bounds


class BaseLinearBlend(BaseBlend, LinearBlendParameters):
    """Base class of the linear blends.

    Attributes
    ----------
    weights_ : ndarray of shape (n_members,)
        The weight of each member in ``estimators_``.
    member_losses_ : MemberScores
        The out-of-fold loss of each member, of their unweighted mean and of the blend.
    """

    def _fit_blend(self, members: Members, rows: Rows, targets: Targets) -> dict[str, Any]:
        if is_prefit(self.cv):
            targets = with_classes_of(members, targets)
        predict = partial(member_values, classes=targets.classes)
        fitted, out_of_fold = fit_out_of_fold(self, members, rows, [predict] * len(members))
        names = tuple(name for name, _ in members)
        check_known_classes(list(zip(names, fitted, strict=True)), targets.classes)
        predictions, held_out = np.stack(out_of_fold.predictions), out_of_fold.rows
        problem = make_problem(self.loss, predictions, targets, held_out, rows.weight)
        weights = problem.solve(Bounds(self.non_negative, self.sum_to_one))
        model = WeightedMembers(names, fitted, targets.classes, targets.n_outputs, weights)
        return {
            "_model": model,
            "weights_": weights,
            "member_losses_": problem.scores(names, weights),
            "member_scores_": score_members(
                names,
                out_of_fold.predictions,
                targets.values[held_out],
                bool(targets.classes),
                None if rows.weight is None else rows.weight[held_out],
                model.mean(predictions),
            ),
        }

    def _leaf_values(self, X: Any) -> tuple[WeightedMembers, Floats]:
        """Return the model and the combined predictions: (rows, outputs, width)."""
        model, predictions = self._member_predictions(X)
        values = model.mean(predictions)
        return model, normalized(np.maximum(values, 0.0)) if model.classes else values


class LinearBlendClassifier(ClassPredictions, ClassifierMixin, BaseLinearBlend):
    """Linear blending for classification: a weighted sum of class probabilities.

    Also known as non-uniform blending. The weights minimize the loss of out-of-fold predictions;
    members are then fitted again on all samples. With the default constraints the out-of-fold loss
    of the blend is never above that of its best member. Compatible with scikit-learn: it has the
    interface of its ensembles of named estimators, such as ``VotingClassifier``.

    Attributes
    ----------
    member_scores_ : MemberScores
        The out-of-fold accuracy of each member, of their unweighted mean and of the blend.
    estimators_ : list of classifiers
        The members fitted on all samples, without dropped ones.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    n_classes_ : int
        Number of classes.

    Notes
    -----
    The weights are optimal: found by Newton's method, each step of which is a non-negative least
    squares problem, or by a single such problem. Among identical members the weights are arbitrary.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from spinney import DecisionTreeClassifier, LinearBlendClassifier, RandomForestClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> blend = LinearBlendClassifier(
    ...     [
    ...         ("tree", DecisionTreeClassifier(max_depth=3)),
    ...         ("forest", RandomForestClassifier(random_state=0)),
    ...         ("bayes", GaussianNB()),
    ...     ]
    ... ).fit(X, y)
    >>> round(float(blend.weights_.sum()), 9), int(blend.weights_.argmax())
    (1.0, 1)
    >>> blend.member_losses_.blend < min(blend.member_losses_.members.values())
    True
    """

    loss: str = parameter(
        default="log_loss",
        allowed=(StrOptions({"log_loss", "squared_error"}),),
        doc="""\
            The loss of the out-of-fold predictions that the weights minimize: log loss, or the
            squared error of all class probabilities (Brier score).""",
    )

    _supports_multi_output = False

    def _check(self, members: Members) -> None:
        if self.loss == "log_loss" and not (self.non_negative and self.sum_to_one):
            raise ValueError(
                "loss='log_loss' needs non_negative=True and sum_to_one=True, because other "
                "sums may not be probabilities. Use loss='squared_error'."
            )

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return class_targets(y, n_rows)


class LinearBlendRegressor(RegressorMixin, BaseLinearBlend):
    """Linear blending for regression: a weighted sum of predictions.

    Also known as non-uniform blending. The weights minimize the loss of out-of-fold predictions and
    are the same for all outputs; members are then fitted again on all samples. With the default
    constraints the out-of-fold loss of the blend is never above that of its best member. Compatible
    with scikit-learn: it has the interface of its ensembles of named estimators, such as
    ``VotingRegressor``.

    Attributes
    ----------
    member_scores_ : MemberScores
        The out-of-fold R2 of each member, of their unweighted mean and of the blend.
    estimators_ : list of regressors
        The members fitted on all samples, without dropped ones.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from sklearn.linear_model import Ridge
    >>> from spinney import DecisionTreeRegressor, LinearBlendRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> members = [("tree", DecisionTreeRegressor(max_depth=3)), ("ridge", Ridge(0.1))]
    >>> blend = LinearBlendRegressor(members).fit(X, y)
    >>> blend.weights_.round(1)
    array([0.1, 0.9])
    >>> blend.member_scores_
    R2, out of fold
    tree          0.3384
    ridge         0.493
    uniform mean  0.4591
    blend         0.4935
    """

    loss: str = parameter(
        default="squared_error",
        allowed=(StrOptions({"squared_error", "absolute_error"}),),
        doc="""\
            The loss of the out-of-fold predictions that the weights minimize.""",
    )

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return number_targets(y, n_rows)

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Predict the weighted sum of the members' predictions.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        return number_predictions(self._leaf_values(X)[1])
