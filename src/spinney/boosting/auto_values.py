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
RATE = 0.08
"""Learning rate where validation chooses the number of iterations."""
FAST_ITERATIONS, FAST_RATE = 100, 0.1
"""Constants of ``preset="fast"``."""
MANY_FOLDS, MANY_FOLDS_UP_TO = 8, 3_000
FEW_FOLDS, FEW_FOLDS_UP_TO = 5, 50_000
"""Numbers of folds and of rows; tables with more rows have one held-out part."""
ONLY_EXACT = ("surrogate", "fractional", "stop", "majority")
"""Policies for missing values that symmetric trees do not support."""

Estimator = TypeVar("Estimator", bound=BoostingParameters)


class TreeShape(NamedTuple):
    """Parameters of trees of one growth policy."""

    max_depth: int | None
    max_leaf_nodes: int | None
    reg_lambda: float


SYMMETRIC = TreeShape(max_depth=6, max_leaf_nodes=None, reg_lambda=3.0)
BY_NODES = TreeShape(max_depth=None, max_leaf_nodes=31, reg_lambda=1.0)


def with_auto_iterations(estimator: Estimator, start_rate: float | None) -> Estimator:
    """Return a copy that stops early if ``n_estimators`` is "auto", with a learning rate.

    ``start_rate`` is the learning rate of the model that is continued.
    """
    chosen = copy.copy(estimator)
    if is_auto(estimator.n_estimators) and estimator.preset == "fast":
        chosen.n_estimators = FAST_ITERATIONS
    if is_auto(estimator.learning_rate):
        chosen.learning_rate = start_rate or learning_rate(estimator)
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


def with_auto_values(estimator: Estimator, n_rows: int) -> Estimator:
    """Return a copy whose parameters of trees are not "auto"."""
    chosen = copy.copy(estimator)
    growth = growth_of(estimator)
    shape = SYMMETRIC if growth == "symmetric" else BY_NODES
    values = {
        "growth": growth,
        "min_samples_leaf": 1 if growth == "symmetric" else min_leaf(estimator, n_rows),
        **shape._asdict(),
    }
    for name, value in values.items():
        if is_auto(getattr(estimator, name)):
            setattr(chosen, name, value)
    return chosen


def min_leaf(estimator: BoostingParameters, n_rows: int) -> int:
    """Return the minimum number of samples in a leaf of trees that are not symmetric."""
    return 20 if estimator.preset == "fast" else max(1, min(20, n_rows // 20))


def is_auto(value: Any) -> bool:
    return isinstance(value, str) and value == AUTO


def growth_of(estimator: BoostingParameters) -> str:
    """Return symmetric growth, unless the size of the trees is set or it is not supported."""
    if not is_auto(estimator.growth):
        return estimator.growth
    shaped = not (is_auto(estimator.max_leaf_nodes) and is_auto(estimator.max_depth))
    exact = estimator.max_bins is None or estimator.max_bins > 255
    missing = estimator.missing
    policies = list(missing.values()) if isinstance(missing, dict) else [missing]
    exact = exact or any(one in ONLY_EXACT for one in policies if isinstance(one, str))
    limited = (
        estimator.preset == "fast"
        or estimator.forced_splits is not None
        or estimator.algorithm == "classic"
    )
    return "leaf" if shaped or exact or limited else "symmetric"


def learning_rate(estimator: BoostingParameters) -> float:
    """Return the learning rate; smaller for more iterations if their number is set."""
    if estimator.preset == "fast":
        return FAST_RATE
    if is_auto(estimator.n_estimators):
        return RATE
    return float(min(0.3, FAST_RATE * (FAST_ITERATIONS / int(estimator.n_estimators)) ** 0.75))


def n_folds(n_rows: int) -> int:
    """Return the number of folds; 1 is a single held-out part."""
    if n_rows <= MANY_FOLDS_UP_TO:
        return MANY_FOLDS
    return FEW_FOLDS if n_rows <= FEW_FOLDS_UP_TO else 1
