"""Base class of the stacking estimators."""

from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.utils import get_tags
from sklearn.utils.metadata_routing import MethodMapping
from sklearn.utils.validation import _check_feature_names_in

from ..base.members import target_labels
from ..data.containers import Indices, take_rows
from ..data.targets import Targets
from .base import BaseBlend, Members
from .fit_members import Rows
from .member_predictions import (
    BlendMembers,
    check_known_classes,
    columns_for_stacking,
    predictions_of_columns,
)
from .out_of_fold import OutOfFold, fit_out_of_fold, is_prefit, with_classes_of
from .parameters import StackingParameters
from .passthrough import append_columns, check_numeric, explain_text
from .routing import FINAL, accepted_arguments
from .scores import MemberScores, score_members


@dataclass(frozen=True)
class StackedMembers(BlendMembers):
    """Members and the final estimator fitted on their predictions."""

    methods: tuple[str, ...]
    widths: tuple[int, ...]
    """Number of columns of each member."""
    final: Any


def final_has(method: str) -> Any:
    """Return a check of whether the final estimator has a method."""

    def check(stack: Any) -> bool:
        # An AttributeError of the final estimator is the cause of that of the stack.
        getattr(vars(stack).get("final_estimator_", stack._final()), method)
        return True

    return check


class BaseStacking(BaseBlend, StackingParameters):
    """Base class of the stacking estimators."""

    def _final(self) -> Any:
        """Return the unfitted final estimator."""
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

    def _fit_blend(self, members: Members, rows: Rows, targets: Targets) -> dict[str, Any]:
        self._check_outputs(targets)
        if self.passthrough and self.final_estimator is None:
            check_numeric(self._final(), rows.X)
        self._final_arguments(rows, self._final())
        if is_prefit(self.cv):
            targets = with_classes_of(members, targets)
        names = tuple(name for name, _ in members)
        methods = tuple(self._method(name, member) for name, member in members)
        predictors = [
            partial(columns_for_stacking, classes=targets.classes, method=method)
            for method in methods
        ]
        fitted, out_of_fold = fit_out_of_fold(self, members, rows, predictors)
        check_known_classes(list(zip(names, fitted, strict=True)), targets.classes)
        widths = tuple(columns.shape[1] for columns in out_of_fold.predictions)
        final = self._fit_final(rows, targets, names, out_of_fold)
        model = StackedMembers(
            names, fitted, targets.classes, targets.n_outputs, methods, widths, final
        )
        return {
            "_model": model,
            "final_estimator_": final,
            "stack_method_": list(methods),
            "member_scores_": stack_scores(model, out_of_fold, targets, rows.weight),
        }

    def _fit_final(
        self, rows: Rows, targets: Targets, names: tuple[str, ...], out_of_fold: OutOfFold
    ) -> Any:
        """Fit the final estimator on out-of-fold predictions."""
        columns = np.hstack(out_of_fold.predictions)
        if self.passthrough:
            widths = [part.shape[1] for part in out_of_fold.predictions]
            X = take_rows(rows.X, out_of_fold.rows)
            columns = append_columns(columns, self._column_names(names, widths), X)
        final = clone(self._final())
        arguments = self._final_arguments(rows, final, out_of_fold.rows)
        with explain_text(final, rows.X) if self.passthrough else nullcontext():
            final.fit(columns, target_labels(targets, out_of_fold.rows), **arguments)
        if not targets.classes:
            check_finite(final, take_rows(columns, np.arange(1)))
        return final

    def _final_arguments(
        self, rows: Rows, final: Any, held_out: Indices | slice = slice(None)
    ) -> dict[str, Any]:
        """Return the arguments of the final estimator's ``fit``."""
        found = rows.fit_arguments(FINAL, final, held_out)
        return found if rows.arguments is None else accepted_arguments(final, found)

    def _check_outputs(self, targets: Targets) -> None:
        if targets.n_outputs > 1 and self.final_estimator is None and targets.classes:
            raise ValueError(
                "y has several columns: pass a final_estimator that supports several outputs, such "
                "as a RandomForestClassifier; the default one does not."
            )

    def get_metadata_routing(self) -> Any:
        router = super().get_metadata_routing()
        final = vars(self).get("final_estimator_", self._final())
        mapping = MethodMapping().add(caller="predict", callee="predict")
        return router.add(final_estimator_=final, method_mapping=mapping)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        final = get_tags(self._final())
        tags.target_tags.multi_output &= final.target_tags.multi_output
        if tags.classifier_tags is not None and final.classifier_tags is not None:
            tags.classifier_tags.multi_label &= final.classifier_tags.multi_label
        return tags

    def _widths(self) -> list[int]:
        return list(self._fitted().widths)

    def transform(self, X: Any) -> Any:
        return self._stacked(X)[1]

    def _stacked(self, X: Any) -> tuple[StackedMembers, Any]:
        """Return the model and the input of its final estimator."""
        model, X = self._rows(X)
        members = zip(model.estimators, model.methods, strict=True)
        columns = np.hstack(
            [columns_for_stacking(member, X, model.classes, method) for member, method in members]
        )
        if self.passthrough:
            columns = append_columns(columns, self._column_names(model.names, model.widths), X)
        return model, columns

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        names = super().get_feature_names_out()
        if not self.passthrough:
            return names
        return np.concatenate([names, _check_feature_names_in(self, input_features)])


def check_finite(final: Any, columns: Any) -> None:
    """Raise if predictions are not finite: not all estimators check this in fit."""
    with np.errstate(all="ignore"):
        predictions = final.predict(columns)
    if not np.isfinite(predictions).all():
        raise ValueError(
            f"final_estimator: {type(final).__name__} predicts values that are not finite. "
            "Scale y, which may be too large."
        )


def stack_scores(
    model: StackedMembers, out_of_fold: OutOfFold, targets: Targets, weight: Any
) -> MemberScores:
    """Return the out-of-fold scores of the members; the stack itself has none.

    Regressors of a classifier and decision functions of several columns per output, by class or by
    pair of classes, are not scored.
    """
    names, predictions = [], []
    for name, member, method, columns in zip(
        model.names, model.estimators, model.methods, out_of_fold.predictions, strict=True
    ):
        is_decided = method != "decision_function" or columns.shape[1] == targets.n_outputs
        if is_decided and not (targets.classes and is_regressor(member)):
            names.append(name)
            predictions.append(predictions_of_columns(columns, method, targets.classes))
    row_weight = None if weight is None else weight[out_of_fold.rows]
    values = targets.values[out_of_fold.rows]
    scores = score_members(tuple(names), predictions, values, bool(targets.classes), row_weight)
    return scores if len(names) == len(model.names) else replace(scores, uniform=None)
