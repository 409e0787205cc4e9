"""What both stacking estimators share: answers as columns, and what learns from them."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.utils.validation import _check_feature_names_in

from ..base.members import target_labels
from ..data.containers import take_rows
from ..data.targets import Targets
from .base import BaseBlend, Members
from .fit_members import Rows
from .member_predictions import (
    FittedMembers,
    check_known_classes,
    columns_for_stacking,
    shares_of_columns,
)
from .members import weight_arguments
from .out_of_fold import OutOfFold, is_prefit, learn, with_classes_of
from .parameters import StackingParameters
from .passthrough import beside
from .scores import MemberScores, score_members


@dataclass(frozen=True)
class StackedMembers(FittedMembers):
    """Members and the estimator that learned from their answers."""

    methods: tuple[str, ...]
    widths: tuple[int, ...]
    """Columns of each member."""
    final: Any


def final_has(method: str) -> Any:
    """Whether the final estimator has a method."""

    def check(stack: Any) -> bool:
        final = vars(stack).get("final_estimator_", stack._final())
        return hasattr(final, method)

    return check


class BaseStacking(BaseBlend, StackingParameters):
    """What the classifier and the regressor share."""

    def _final(self) -> Any:
        """What learns from the members' answers."""
        raise NotImplementedError

    def _method(self, name: str, member: Any) -> str:
        return "predict"

    def _check(self, members: Members) -> None:
        wrong = is_regressor if is_classifier(self) else is_classifier
        if wrong(self._final()):
            kind = "classifier" if is_classifier(self) else "regressor"
            raise ValueError(f"final_estimator must be a {kind}, got {self.final_estimator!r}.")
        for name, member in members:
            self._method(name, member)

    def _learn(self, members: Members, rows: Rows, targets: Targets) -> dict[str, Any]:
        weight_arguments("final_estimator", self._final(), rows.weight)
        if is_prefit(self.cv):
            targets = with_classes_of(members, targets)
        names = tuple(name for name, _ in members)
        methods = tuple(self._method(name, member) for name, member in members)
        asks = [
            partial(columns_for_stacking, classes=targets.classes, method=method)
            for method in methods
        ]
        fitted, said = learn(self, members, rows, asks)
        check_known_classes(list(zip(names, fitted, strict=True)), targets.classes)
        widths = tuple(columns.shape[1] for columns in said.answers)
        final = self._fit_final(rows, targets, names, said)
        model = StackedMembers(
            names, fitted, targets.classes, targets.n_outputs, methods, widths, final
        )
        return {
            "_model": model,
            "final_estimator_": final,
            "stack_method_": list(methods),
            "member_scores_": stack_scores(model, said, targets, rows.weight),
        }

    def _fit_final(
        self, rows: Rows, targets: Targets, names: tuple[str, ...], said: OutOfFold
    ) -> Any:
        """The final estimator, fitted on what members say of rows that they have not seen."""
        columns = np.hstack(said.answers)
        if self.passthrough:
            widths = [answers.shape[1] for answers in said.answers]
            X = take_rows(rows.X, said.rows)
            columns = beside(columns, self._column_names(names, widths), X)
        weight = None if rows.weight is None else rows.weight[said.rows]
        final = clone(self._final())
        arguments = weight_arguments("final_estimator", final, weight)
        final.fit(columns, target_labels(targets, said.rows), **arguments)
        if not targets.classes:
            check_finite(final, take_rows(columns, np.arange(1)))
        return final

    def _widths(self) -> list[int]:
        return list(self._fitted().widths)

    def transform(self, X: Any) -> Any:
        return self._stacked(X)[1]

    def _stacked(self, X: Any) -> tuple[StackedMembers, Any]:
        """The model, and the columns that its final estimator takes: both of the same fit."""
        model, X = self._rows(X)
        asked = zip(model.estimators, model.methods, strict=True)
        columns = np.hstack(
            [columns_for_stacking(member, X, model.classes, method) for member, method in asked]
        )
        if self.passthrough:
            columns = beside(columns, self._column_names(model.names, model.widths), X)
        return model, columns

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        names = super().get_feature_names_out()
        if not self.passthrough:
            return names
        return np.concatenate([names, _check_feature_names_in(self, input_features)])


def check_finite(final: Any, columns: Any) -> None:
    """Raise if what was learned is no number: not all estimators say so at fit."""
    with np.errstate(all="ignore"):
        answers = final.predict(columns)
    if not np.isfinite(answers).all():
        raise ValueError(
            f"final_estimator: {type(final).__name__} learned no finite numbers, y may be too "
            "large for it. Divide y."
        )


def stack_scores(
    model: StackedMembers, said: OutOfFold, targets: Targets, weight: Any
) -> MemberScores:
    """Scores of the members by their columns; that of the stack needs rows it has not seen.

    Several columns of decisions may be of classes or of pairs of classes: no score then.
    """
    names, answers = [], []
    for name, method, columns in zip(model.names, model.methods, said.answers, strict=True):
        if method != "decision_function" or columns.shape[1] == 1:
            names.append(name)
            answers.append(shares_of_columns(columns, method, targets.classes))
    row_weight = None if weight is None else weight[said.rows]
    values = targets.values[said.rows]
    scores = score_members(tuple(names), answers, values, bool(targets.classes), row_weight)
    return scores if len(names) == len(model.names) else replace(scores, uniform=None)
