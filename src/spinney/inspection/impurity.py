"""Impurity of a target, and of every split of it by one feature."""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.criteria import CRITERIA, check_domain, criterion_names
from ..data.coded_features import declared_codings, feature_numbers
from ..data.frames import read_frame
from ..data.schema import check_not_empty
from ..data.targets import Targets, class_targets, number_targets
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
        Class labels, or target values for a criterion of regression.
    criterion : str, default="gini"
        The impurity: any criterion of trees with binary splits.
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
    unit = impurity_unit(criterion, base)
    targets, weight = weighted_targets(y, n_rows, criterion, sample_weight)
    present = np.full(n_rows, True) if weight is None else weight > 0
    weight = None if weight is None else weight[present]
    found = _core.impurity(
        CRITERIA[criterion].kind, targets.values[present], weight, targets.n_classes
    )
    return found / unit


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

    Thresholds lie halfway between adjacent values; the values of ordered categories are their
    positions. The impurity after the split is the weighted
    mean of the impurities of both children. Rows with a missing value are ignored.

    Parameters
    ----------
    X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
        The features.
    y : array-like of shape (n_samples,)
        Class labels, or target values for a criterion of regression.
    feature : int or str
        Index or name of a feature: numeric, or of ordered categories, dates or times.
    criterion : str, default="gini"
        The impurity: any criterion of trees with binary splits.
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
    column = number_column(X, feature)
    return column_curve(column, feature, y, criterion, sample_weight, base)


def column_curve(
    column: Floats,
    feature: int | str,
    y: Any,
    criterion: str,
    sample_weight: Any,
    base: float = 2.0,
) -> ImpurityCurve:
    """Return the impurity after a split at every threshold of a feature with these values."""
    unit = impurity_unit(criterion, base)
    targets, weight = weighted_targets(y, len(column), criterion, sample_weight)
    present = ~np.isnan(column)
    if weight is not None:
        present &= weight > 0
    values, codes = np.unique(column[present], return_inverse=True)
    if not values.size:
        raise ValueError(f"feature {feature!r} has only missing values.")
    curve = _core.impurity_curve(
        CRITERIA[criterion].kind,
        codes.astype(np.uint32),
        targets.values[present],
        None if weight is None else weight[present],
        targets.n_classes,
    )
    return ImpurityCurve(midpoints(values), curve / unit)


def number_column(X: Any, feature: int | str) -> Floats:
    """Return a feature as float64."""
    frame = read_frame(X)
    check_not_empty(frame)
    j = frame.feature_index(feature, "feature")
    return feature_numbers(frame, j, declared_codings(frame).get(j))


def weighted_targets(
    y: Any, n_rows: int, criterion: str, sample_weight: Any
) -> tuple[Targets, Floats | None]:
    """The targets of one output, as the criterion needs them, and the sample weights."""
    classes = CRITERIA[criterion].task == "classification"
    targets = class_targets(y, n_rows) if classes else number_targets(y, n_rows)
    if targets.n_outputs != 1:
        raise ValueError(f"y must have one output, got {targets.n_outputs}.")
    check_domain(criterion, targets.values)
    return targets, sample_weights(sample_weight, n_rows)


def impurity_unit(criterion: str, base: float) -> float:
    """Bits per unit of the result: log2(base) for entropy, else 1."""
    names = criterion_names("classification") + criterion_names("regression")
    if criterion not in names:
        raise ValueError(f"criterion must be one of {sorted(names)}, got {criterion!r}.")
    if not base > 0 or base == 1:
        raise ValueError(f"base must be positive and not 1, got {base}.")
    return math.log2(base) if CRITERIA[criterion].in_bits else 1.0


def midpoints(values: Floats) -> Floats:
    below, above = values[:-1], values[1:]
    middle = below + (above - below) / 2
    # Adjacent float64 values have no midpoint: rounded up, all rows would be on one side.
    return np.where(middle < above, middle, below)
