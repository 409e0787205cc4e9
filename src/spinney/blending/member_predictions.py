"""Predictions of the members of a blend, and their combination."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import is_regressor

from ..base.aggregation import Floats
from ..base.members import member_values
from ..data.columns import Array, plain_label


@dataclass(frozen=True)
class BlendMembers:
    """Fitted members of a blend."""

    names: tuple[str, ...]
    estimators: list[Any]
    classes: list[Array]
    n_outputs: int

    def predicted_classes(self, values: Floats) -> NDArray[np.intp]:
        """Return class indices (rows, outputs) for class probabilities; the first of a tie."""
        best: NDArray[np.intp] = values.argmax(axis=2)
        return best


@dataclass(frozen=True)
class WeightedMembers(BlendMembers):
    """Members with weights."""

    weights: Floats

    def mean(self, predictions: Floats) -> Floats:
        """Return the weighted sum of predictions (members, rows, outputs, width).

        Members are added one by one, because the rounding of a matrix product depends on the CPU.
        """
        total = np.zeros(predictions.shape[1:])
        for weight, prediction in zip(self.weights, predictions, strict=True):
            total += weight * prediction
        return total


def vote(member: Any, X: Any, classes: list[Array]) -> Floats:
    """Return 1 for the predicted class and 0 for the others: (rows, outputs, width)."""
    labels = np.asarray(member.predict(X)).reshape(X.shape[0], len(classes))
    codes = [np.searchsorted(known, labels[:, k]) for k, known in enumerate(classes)]
    return np.eye(max(map(len, classes)))[np.column_stack(codes)]


def columns_for_stacking(member: Any, X: Any, classes: list[Array], method: str) -> Floats:
    """Return predictions as columns (rows, columns).

    The first class is dropped if there are two, and for each of several outputs.
    """
    if not classes or is_regressor(member):
        return member_values(member, X, [])[:, :, 0]
    if method == "decision_function":
        return decision_columns(member, X, classes)
    values = (vote if method == "predict" else member_values)(member, X, classes)
    if len(classes) == 1 and len(classes[0]) != 2:
        return values[:, 0, :]
    return np.hstack([values[:, k, 1 : len(labels)] for k, labels in enumerate(classes)])


def decision_columns(member: Any, X: Any, classes: list[Array]) -> Floats:
    """Return the decision function as columns."""
    if len(classes) == 1:
        check_classes_seen(member, classes[0])
    found = member.decision_function(X)
    parts = [
        np.asarray(part, dtype=np.float64)
        for part in (found if isinstance(found, list) else [found])
    ]
    return np.hstack([part.reshape(len(part), -1) for part in parts])


def predictions_of_columns(columns: Floats, method: str, classes: list[Array]) -> Floats:
    """Convert columns for stacking to predictions (rows, outputs, width)."""
    if not classes:
        return columns[:, :, None]
    if method == "decision_function":
        columns = (columns > 0).astype(np.float64)
    if len(classes) == 1 and len(classes[0]) != 2:
        return columns[:, None]
    values = np.zeros((len(columns), len(classes), max(map(len, classes))))
    ends = np.cumsum([len(labels) - 1 for labels in classes])
    for k, part in enumerate(np.split(columns, ends[:-1], axis=1)):
        values[:, k, 1 : len(classes[k])] = part
        values[:, k, 0] = 1 - part.sum(axis=1)
    return values


def check_classes_seen(member: Any, classes: Array) -> None:
    lacking = np.setdiff1d(classes, member.classes_)
    if lacking.size:
        raise ValueError(
            f"decision_function: {type(member).__name__} was fitted on rows without the class "
            f"{plain_label(lacking[0])!r}, so its scores lack a column. Use fewer folds, or "
            "stack_method='predict'."
        )


def check_known_classes(members: Sequence[tuple[str, Any]], classes: list[Array]) -> None:
    """Raise if a prefitted member has a class that the target does not have."""
    if len(classes) != 1:
        return
    for name, member in members:
        unknown = np.setdiff1d(getattr(member, "classes_", classes[0]), classes[0])
        if unknown.size:
            raise ValueError(
                f"The member {name!r} predicts the class {plain_label(unknown[0])!r}, which y does "
                "not have."
            )


def weighted_median(values: Floats, weights: Floats) -> Floats:
    """Return the weighted median along the first axis; the midpoint of a tie."""
    order = np.argsort(values, axis=0, kind="stable")
    ordered = np.take_along_axis(values, order, axis=0)
    cumulative = np.cumsum(weights[order], axis=0)
    half = cumulative[-1] / 2
    lower = np.take_along_axis(ordered, (cumulative < half).sum(axis=0)[None], axis=0)
    upper = np.take_along_axis(ordered, (cumulative <= half).sum(axis=0)[None], axis=0)
    return np.asarray((lower[0] + upper[0]) / 2)
