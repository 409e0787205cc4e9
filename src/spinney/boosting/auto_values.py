"""Values of the parameters that are "auto", chosen from the size of the training data.

This is the only place with the constants. docs/design/boosting.md explains the choice, and
``benchmarks/accuracy.py`` measures it.
"""

import copy
from typing import Any, NamedTuple, TypeVar

from .parameters import AUTO, BoostingParameters

MAX_ITERATIONS = 2000
"""Limit of the number of iterations that validation chooses."""
PATIENCE = 30
"""Iterations without improvement before training stops, if ``n_iter_no_change`` is None."""
RELATIVE_TOL = 1e-4
"""Relative decrease of the loss that counts as an improvement."""
RATE = 0.1
"""Learning rate. It does not depend on ``n_estimators``, so that a warm start from 50 to 100
iterations is the same as a fit of 100."""
FAST_ITERATIONS = 100
"""Iterations of ``preset="fast"``."""
MANY_FOLDS, MANY_FOLDS_UP_TO = 8, 3_000
FEW_FOLDS, FEW_FOLDS_UP_TO = 5, 50_000
"""Numbers of folds and of rows; tables with more rows have one held-out part."""
TINY_ITERATIONS = 100
"""Iterations for tables with too few rows for folds."""
ONLY_EXACT = ("surrogate", "fractional", "stop", "majority")
"""Policies for missing values that symmetric trees do not support."""

Estimator = TypeVar("Estimator", bound=BoostingParameters)


class TreeValues(NamedTuple):
    """Values of parameters of trees, by the names of the parameters."""

    growth: str
    max_depth: int | None
    max_leaf_nodes: int | None
    min_samples_leaf: int
    reg_lambda: float
    subsample: float = 1.0
    colsample_bynode: float = 1.0


SYMMETRIC = TreeValues("symmetric", 6, None, 1, 3.0)
BY_NODES = TreeValues("leaf", None, 31, 20, 1.0)
SYMMETRIC_MEMBER = SYMMETRIC._replace(subsample=0.8)
LEAF_WISE_MEMBER = TreeValues("leaf", None, 31, 5, 3.0, subsample=0.8, colsample_bynode=0.7)


def with_auto_iterations(estimator: Estimator, start_rate: float | None) -> Estimator:
    """Return a copy that stops early if ``n_estimators`` is "auto", with a learning rate.

    ``start_rate`` is the learning rate of the model that is continued.
    """
    chosen = copy.copy(estimator)
    if is_auto(estimator.n_estimators) and estimator.preset == "fast":
        chosen.n_estimators = FAST_ITERATIONS
    if is_auto(estimator.learning_rate):
        chosen.learning_rate = start_rate or RATE
    if is_auto(chosen.n_estimators):
        if estimator.early_stopping is False:
            raise ValueError(
                "n_estimators='auto' chooses the number of iterations by early stopping: with "
                "early_stopping=False, pass a number."
            )
        chosen.n_estimators = MAX_ITERATIONS
        if estimator.early_stopping == AUTO:
            chosen.early_stopping = True
        if estimator.n_iter_no_change is None:
            chosen.n_iter_no_change = PATIENCE
    return chosen


def with_auto_values(estimator: Estimator, n_rows: int, member: int | None = None) -> Estimator:
    """Return a copy whose parameters of trees are not "auto".

    ``member`` is the index of a member of a bag that is fitted to a fold.
    """
    chosen = copy.copy(estimator)
    for name, value in tree_values(estimator, n_rows, member)._asdict().items():
        if is_auto(getattr(estimator, name)):
            setattr(chosen, name, value)
    return chosen


def tree_values(estimator: BoostingParameters, n_rows: int, member: int | None) -> TreeValues:
    """Return the values of parameters that are "auto".

    In larger tables every second member grows leaf-wise: the mean of unlike members is better.
    """
    if estimator.preset == "fast":
        return BY_NODES
    if not may_be_symmetric(estimator):
        return BY_NODES._replace(min_samples_leaf=max(1, min(20, n_rows // 20)))
    if member is None:
        return SYMMETRIC
    alternates = is_auto(estimator.growth) and n_rows > MANY_FOLDS_UP_TO
    return LEAF_WISE_MEMBER if alternates and member % 2 else SYMMETRIC_MEMBER


def is_auto(value: Any) -> bool:
    return isinstance(value, str) and value == AUTO


def may_be_symmetric(estimator: BoostingParameters) -> bool:
    """Return whether trees are symmetric, or may be: their size is not set, and no exact search."""
    if not is_auto(estimator.growth):
        return estimator.growth == "symmetric"
    if not (is_auto(estimator.max_leaf_nodes) and is_auto(estimator.max_depth)):
        return False
    if estimator.forced_splits is not None or estimator.algorithm == "classic":
        return False
    missing = estimator.missing
    policies = missing.values() if isinstance(missing, dict) else [missing]
    exact = estimator.max_bins is None or estimator.max_bins > 255
    return not exact and not any(one in ONLY_EXACT for one in policies if isinstance(one, str))


def n_folds(n_rows: int, n_common: int) -> int:
    """Return the number of folds; 1 is a single held-out part, 0 if there are too few rows.

    ``n_common`` is the number of rows of the most frequent class.
    """
    if n_rows > FEW_FOLDS_UP_TO:
        return 1
    most = MANY_FOLDS if n_rows <= MANY_FOLDS_UP_TO else FEW_FOLDS
    return min(most, n_common) if n_common >= 4 else 0
