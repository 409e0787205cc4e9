"""Members whose weights are learned: non-uniform blending."""

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils._param_validation import StrOptions

from ..base.aggregation import Floats, scaled
from ..base.class_predictions import ClassPredictions
from ..base.fitted_estimator import number_answers
from ..base.members import shares_or_numbers
from ..base.parameters import parameter
from ..data.targets import Targets, class_targets, number_targets
from .base import BaseBlend, Members
from .blend_weights import make_problem
from .fit_members import Rows
from .least_loss import Bounds
from .member_predictions import WeightedMembers, check_known_classes
from .out_of_fold import is_prefit, learn, with_classes_of
from .parameters import LinearBlendParameters
from .scores import score_members


class BaseLinearBlend(BaseBlend, LinearBlendParameters):
    """What the classifier and the regressor share."""

    def _learn(self, members: Members, rows: Rows, targets: Targets) -> dict[str, Any]:
        if is_prefit(self.cv):
            targets = with_classes_of(members, targets)
        ask = partial(shares_or_numbers, classes=targets.classes)
        fitted, out_of_fold = learn(self, members, rows, [ask] * len(members))
        names = tuple(name for name, _ in members)
        check_known_classes(list(zip(names, fitted, strict=True)), targets.classes)
        answers, held_out = np.stack(out_of_fold.answers), out_of_fold.rows
        problem = make_problem(self.loss, answers, targets, held_out, rows.weight)
        weights = problem.solve(Bounds(self.non_negative, self.sum_to_one))
        model = WeightedMembers(names, fitted, targets.classes, targets.n_outputs, weights)
        return {
            "_model": model,
            "weights_": weights,
            "member_losses_": problem.scores(names, weights),
            "member_scores_": score_members(
                names,
                out_of_fold.answers,
                targets.values[held_out],
                bool(targets.classes),
                None if rows.weight is None else rows.weight[held_out],
                model.mean(answers),
            ),
        }

    def _leaf_values(self, X: Any) -> tuple[WeightedMembers, Floats]:
        """What the members say of the rows together: (rows, outputs, width)."""
        model, answers = self._answers(X)
        values = model.mean(answers)
        return model, scaled(np.maximum(values, 0.0)) if model.classes else values


class LinearBlendClassifier(ClassPredictions, ClassifierMixin, BaseLinearBlend):  # type: ignore[misc]
    """Classifiers whose probabilities are added up with learned weights: non-uniform blending.

    The weights are those of least loss on rows that the members have not seen: each member is
    fitted on all folds but one and asked about that one, for every fold, and then fitted again on
    all rows. On the simplex (the default) the blend is on those rows never worse than its best
    member.

    Attributes
    ----------
    weights_ : ndarray of shape (n_members,)
        The weight of each member in ``estimators_``.
    member_losses_ : MemberScores
        The loss on held-out rows of each member, of their plain mean and of the blend.
    member_scores_ : MemberScores
        Their accuracy on the same rows.
    estimators_ : list of classifiers
        The members fitted on all rows, without those that are dropped.
    named_estimators_ : Bunch
        The same by name.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    n_classes_, n_features_in_, feature_names_in_, n_outputs_
        As in VotingClassifier.

    Notes
    -----
    The weights are found exactly: by Newton's method, each step of which is a problem of
    non-negative least squares, or by one such problem. Members that are alike share a weight in
    any way.

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

    _many_outputs = False

    def _check(self, members: Members) -> None:
        if self.loss == "log_loss" and not (self.non_negative and self.sum_to_one):
            raise ValueError(
                "loss='log_loss' needs non_negative=True and sum_to_one=True, else sums may be no "
                "probabilities and have no largest logarithm. Use loss='squared_error'."
            )

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return class_targets(y, n_rows)


class LinearBlendRegressor(RegressorMixin, BaseLinearBlend):  # type: ignore[misc]
    """Regressors whose answers are added up with learned weights: non-uniform blending.

    The weights are those of least loss on rows that the members have not seen, as in
    LinearBlendClassifier. Of several outputs, all have the same weights.

    Attributes
    ----------
    weights_ : ndarray of shape (n_members,)
        The weight of each member in ``estimators_``.
    member_losses_, member_scores_ : MemberScores
        Loss and R2 on held-out rows of each member, of their plain mean and of the blend.
    estimators_, named_estimators_, n_features_in_, feature_names_in_, n_outputs_
        As in LinearBlendClassifier.

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
        """The weighted sum of the members' answers.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        return number_answers(self._leaf_values(X)[1])
