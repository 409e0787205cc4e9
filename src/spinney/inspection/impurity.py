"""Impurity of a target, and of every split of it by one feature."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..data.columns import as_numbers
from ..data.frames import read_frame
from ..data.schema import check_not_empty
from ..data.targets import class_targets, number_targets
from ..data.weights import sample_weights

Floats = NDArray[np.float64]


class ImpurityCurve(NamedTuple):
    """Result of :func:`impurity_curve`: arrays with an entry per threshold."""

    thresholds: Floats
    impurities: Floats


def impurity(
    y: Any, criterion: str = "gini", sample_weight: Any = None, *, base: float = 2.0
) -> float:
    """Return the impurity of a target: 0 if all its values are equal.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        Class labels, or numbers with ``"squared_error"``.
    criterion : {"gini", "entropy", "misclassification", "squared_error"}, default="gini"
        The impurity measure. ``"squared_error"`` is the variance.
    sample_weight : array-like of shape (n_samples,), default=None
        Sample weights.
    base : float, default=2.0
        Base of the logarithm of ``"entropy"``: 2 for bits, ``math.e`` for nats.

    Returns
    -------
    float
        The impurity.

    Examples
    --------
    >>> import math
    >>> import spinney
    >>> spinney.impurity(["yes", "yes", "no", "no"])
    0.5
    >>> spinney.impurity(["yes", "yes", "no", "no"], "entropy")
    1.0
    >>> round(spinney.impurity([0, 1, 2], "entropy", base=math.e), 4)
    1.0986
    """
    n_rows = np.shape(y)[0] if np.ndim(y) else 0
    if n_rows == 0:
        raise ValueError("y must be a list or array with at least one value.")
    sums = row_sums(y, n_rows, criterion, sample_weight)
    return float(measure(criterion, base)(sums.sum(axis=0)))


def impurity_curve(
    X: Any,
    y: Any,
    feature: int | str,
    *,
    criterion: str = "gini",
    sample_weight: Any = None,
    base: float = 2.0,
) -> ImpurityCurve:
    """Return the impurity after a split at every threshold of one feature.

    Thresholds lie halfway between adjacent values. The impurity after the split is the weighted
    mean of the impurities of both children. Rows with a missing value are ignored.

    Parameters
    ----------
    X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
        The features.
    y : array-like of shape (n_samples,)
        Class labels, or numbers with ``"squared_error"``.
    feature : int or str
        Index or name of a numeric feature.
    criterion : {"gini", "entropy", "misclassification", "squared_error"}, default="gini"
        The impurity measure.
    sample_weight : array-like of shape (n_samples,), default=None
        Sample weights.
    base : float, default=2.0
        Base of the logarithm of ``"entropy"``.

    Returns
    -------
    ImpurityCurve
        ``thresholds`` in ascending order and ``impurities``; both are empty if the feature has only
        one value.

    Examples
    --------
    >>> import spinney
    >>> curve = spinney.impurity_curve([[1.0], [2.0], [3.0]], ["a", "a", "b"], 0)
    >>> curve.thresholds
    array([1.5, 2.5])
    >>> curve.impurities.round(3)
    array([0.333, 0.   ])
    """
    values, sums = sums_by_value(X, y, feature, criterion, sample_weight)
    left = np.cumsum(sums, axis=0)[:-1]
    right = np.cumsum(sums[::-1], axis=0)[::-1][1:]
    of = measure(criterion, base)
    weight_left, weight_right = total_weight(left, criterion), total_weight(right, criterion)
    mean = weight_left * of(left) + weight_right * of(right)
    return ImpurityCurve(midpoints(values), mean / (weight_left + weight_right))


def number_column(X: Any, feature: int | str) -> tuple[str, Floats]:
    """Return the name of a feature and its values as float64."""
    frame = read_frame(X)
    check_not_empty(frame)
    j = frame.feature_index(feature, "feature")
    values = as_numbers(frame.column(j), frame.column_name(j))
    return (f"x{j}" if frame.names is None else frame.names[j]), values.astype(np.float64)


def sums_by_value(
    X: Any, y: Any, feature: int | str, criterion: str, sample_weight: Any
) -> tuple[Floats, Floats]:
    """Return the distinct values of a feature and the sums of their rows."""
    _, column = number_column(X, feature)
    sums = row_sums(y, len(column), criterion, sample_weight)
    # Rows of weight 0 are ignored, and so are their values.
    present = ~np.isnan(column) & (total_weight(sums, criterion) > 0)
    values, codes = np.unique(column[present], return_inverse=True)
    if not values.size:
        raise ValueError(f"feature {feature!r} has only missing values.")
    grouped = np.zeros((len(values), sums.shape[1]))
    np.add.at(grouped, codes, sums[present])
    return values, grouped


def row_sums(y: Any, n_rows: int, criterion: str, sample_weight: Any) -> Floats:
    """Return the statistics of each row: class weights, or weight and moments of the target."""
    measure(criterion, 2.0)
    classes = criterion != "squared_error"
    targets = class_targets(y, n_rows) if classes else number_targets(y, n_rows)
    if targets.n_outputs != 1:
        raise ValueError(f"y must have one output, got {targets.n_outputs}.")
    values = targets.values[:, 0]
    weight = sample_weights(sample_weight, n_rows)
    weight = np.ones(n_rows) if weight is None else weight
    if classes:
        sums = np.zeros((n_rows, len(targets.classes[0])))
        sums[np.arange(n_rows), values] = weight
        return sums
    # Centered, so that the difference of squares in variance() loses no digits.
    centered = values - np.average(values, weights=weight)
    return np.column_stack([weight, weight * centered, weight * centered**2])


def total_weight(sums: Floats, criterion: str) -> Floats:
    weight: Floats = sums[..., 0] if criterion == "squared_error" else sums.sum(axis=-1)
    return weight


def midpoints(values: Floats) -> Floats:
    below, above = values[:-1], values[1:]
    middle = below + (above - below) / 2
    # Adjacent float64 values have no midpoint: rounded up, all rows would be on one side.
    return np.where(middle < above, middle, below)


def measure(criterion: str, base: float) -> Callable[[Floats], Floats]:
    """Return the function that computes a criterion from sums in the last axis."""
    if not base > 0 or base == 1:
        raise ValueError(f"base must be positive and not 1, got {base}.")
    formulas: dict[str, Callable[[Floats], Floats]] = {
        "gini": lambda sums: 1 - (shares(sums) ** 2).sum(axis=-1),
        "entropy": lambda sums: entropy(shares(sums)) / math.log(base),
        "misclassification": lambda sums: 1 - shares(sums).max(axis=-1),
        "squared_error": variance,
    }
    if criterion not in formulas:
        raise ValueError(f"criterion must be one of {sorted(formulas)}, got {criterion!r}.")
    return formulas[criterion]


def shares(sums: Floats) -> Floats:
    share: Floats = sums / sums.sum(axis=-1, keepdims=True)
    return share


def entropy(share: Floats) -> Floats:
    """Return the entropy in nats; an absent class adds nothing."""
    logs = np.log(share, where=share > 0, out=np.zeros_like(share))
    total: Floats = np.abs((share * logs).sum(axis=-1))
    return total


def variance(sums: Floats) -> Floats:
    weight, total, squares = sums[..., 0], sums[..., 1], sums[..., 2]
    spread: Floats = np.maximum(squares / weight - (total / weight) ** 2, 0.0)
    return spread
