"""Values of the parameters that are "auto", chosen from the size of the training data.

This is the only place with the constants. docs/design/boosting.md explains the choice, and
``benchmarks/accuracy.py`` measures it.
"""

import copy
from typing import Any, NamedTuple, TypeVar

from .. import _core
from ..base.resolvers import has_constraints
from ..data.user_warnings import warn
from .boosted_tree_parameters import AUTO
from .booster import booster_options, steps_are_plain
from .boosting_data import TrainingSet
from .losses import BoostingLoss
from .model import MULTI_OUTPUT_TREE, ONE_OUTPUT_PER_TREE, BoostedModel
from .parameters import BoostingParameters

MAX_ITERATIONS = 2000
"""Limit of the number of iterations that validation chooses."""
PATIENCE, DART_PATIENCE = 20, 30
"""Iterations without improvement before training stops, if ``n_iter_no_change`` is None; more with
``booster="dart"``, where the loss is less smooth."""
RELATIVE_TOL = 1e-4
"""Relative decrease of the loss that counts as an improvement."""
RATE = 0.1
"""Learning rate. It does not depend on ``n_estimators``, so that a warm start from 50 to 100
iterations is the same as a fit of 100."""
RATE_ROUNDS, MAX_RATE_FACTOR = 100, 5.0
"""Iterations in which the learning rate grows by that of the first one, and the largest factor, if
validation chooses the number of iterations."""
FAST_ITERATIONS = 100
"""Iterations of ``preset="fast"``."""
MANY_FOLDS, MANY_FOLDS_UP_TO = 8, 3_000
FEW_FOLDS, FEW_FOLDS_UP_TO = 5, 50_000
"""Numbers of folds and of rows; tables with more rows have one held-out part."""
MAX_TAIL = 0.25
"""Limit of the iterations that are added after a single holdout, as a fraction of the others."""
TINY_ITERATIONS = 100
"""Iterations for tables with too few rows for folds."""
BEST_REPEATS = 3
"""How often ``preset="best"`` draws folds."""
MIN_ROWS = 20
"""Tables with fewer rows are fitted without folds."""
MIN_CLASS_ROWS = 5
"""Rows of classes with fewer rows are never held out."""
MAX_SPLIT_CATEGORIES = 255
"""Features with more categories have target statistics, unless the table is small."""

MIN_LINEAR_ROWS = 500
"""Tables with fewer rows have constant leaves."""
VECTOR_CLASSES, VECTOR_CLASS_ROWS = 10, 50
"""Classes, and rows per class, from which on all classes share their trees."""
VECTOR_RATE = 0.3
"""Learning rate of trees for all classes, if validation chooses the number of iterations."""

NOT_CHOSEN = ("cv", "early_stopping", "unknown")
"""Parameters whose "auto" is a rule of its own."""

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
    max_onehot: int = 4
    target_statistics: bool | int = False
    leaf_steps: int = 1
    extra_trees: bool = False


SYMMETRIC = TreeValues("symmetric", 6, None, 1, 3.0)
BY_NODES = TreeValues("leaf", None, 31, 20, 1.0)
SYMMETRIC_MEMBER = SYMMETRIC._replace(subsample=0.8)
LEAF_WISE_MEMBER = TreeValues("leaf", None, 31, 5, 3.0, subsample=0.8, colsample_bynode=0.7)


def stops_automatically(estimator: BoostingParameters) -> bool:
    """Return whether held-out data chooses the number of iterations."""
    return is_auto(estimator.n_estimators) and estimator.preset != "fast"


def growing_rate(first: float, round_: int) -> float:
    """Return the learning rate of an iteration, given that of the first one."""
    return first * min(MAX_RATE_FACTOR, 1 + round_ / RATE_ROUNDS)


def rate_grows(given: BoostingParameters, chosen: BoostingParameters, model: BoostedModel) -> bool:
    """Return whether the learning rate grows: not if ``model`` has trees, which is continued.

    ``given`` has the parameters of the user.
    """
    vectors = chosen.multi_strategy == MULTI_OUTPUT_TREE and model.n_scores > 1
    adaptive = stops_automatically(given) and is_auto(given.learning_rate)
    return adaptive and not (vectors or given._drops or model.trees)


def warn_limit(n_rounds: int) -> None:
    warn(
        f"n_estimators='auto' stopped at its limit of {n_rounds} iterations, while the loss of the "
        "held-out data was still decreasing: increase learning_rate, or pass a number."
    )


def with_auto_iterations(estimator: Estimator, start_rate: float | None) -> Estimator:
    """Return a copy that stops early if ``n_estimators`` is "auto", with a learning rate.

    ``start_rate`` is the learning rate of the model that is continued.
    """
    chosen = copy.copy(estimator)
    if is_auto(estimator.leaf) and not stops_automatically(estimator):
        chosen.leaf = "constant"
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
            chosen.n_iter_no_change = DART_PATIENCE if estimator._drops else PATIENCE
    return chosen


def with_auto_values(
    estimator: Estimator, data: TrainingSet, loss: BoostingLoss, member: int | None = None
) -> Estimator:
    """Return a copy whose parameters of trees are not "auto".

    ``member`` is the index of a member of a bag that is fitted to a fold.
    """
    chosen = with_values(estimator, BY_NODES)
    if estimator.preset == "fast":
        return chosen
    binned = _core.can_bin(data.rows.table, booster_options(chosen, data, 0, 1))
    if is_auto(estimator.leaf):
        estimator = copy.copy(estimator)
        estimator.leaf = leaf_of(estimator, data, loss) if binned else "constant"
    if not may_be_symmetric(estimator) or not binned:
        least = max(1, min(BY_NODES.min_samples_leaf, data.n_rows // 20))
        return with_values(estimator, BY_NODES._replace(min_samples_leaf=least))
    if member is None:
        return with_values(estimator, SYMMETRIC)
    # The mean of unlike members is better; leaf-wise members are not for small tables.
    alternates = is_auto(estimator.growth) and data.n_rows > MANY_FOLDS_UP_TO
    values = LEAF_WISE_MEMBER if alternates and member % 2 == 1 else SYMMETRIC_MEMBER
    values = values._replace(extra_trees=member // 2 % 2 == 1)
    if steps_are_plain(estimator) and data.n_rows > MANY_FOLDS_UP_TO:
        values = values._replace(target_statistics=MAX_SPLIT_CATEGORIES)
    if data.n_classes == 2:
        values = values._replace(max_onehot=20)
    return with_values(estimator, values)


def leaf_of(estimator: BoostingParameters, data: TrainingSet, loss: BoostingLoss) -> str:
    """Return the kind of leaves.

    Linear, unless there are few or very many rows, most features are not numbers, or it is not
    supported.
    """
    searches = loss.core is not None and loss.core.needs_leaf_update
    plain = estimator.algorithm == "newton" and not searches
    plain = plain and not has_constraints(estimator.monotonic_cst)
    plain = plain and estimator.leaf_steps in (AUTO, 1)
    plain = plain and (estimator.multi_strategy != MULTI_OUTPUT_TREE or loss.n_scores == 1)
    schema = data.schema
    n_numbers = sum(schema.kind(j) == "number" for j in range(schema.n_features))
    suits = MIN_LINEAR_ROWS <= data.n_rows <= FEW_FOLDS_UP_TO
    suits = suits and 2 * n_numbers >= schema.n_features
    return "linear" if plain and suits else "constant"


def with_strategy(
    estimator: Estimator, data: TrainingSet, model: BoostedModel, given: BoostingParameters
) -> Estimator:
    """Return a copy whose ``multi_strategy`` is not "auto", with the learning rate that suits it.

    ``given`` has the parameters as the user passed them. A model that is continued keeps its
    strategy.
    """
    chosen = copy.copy(estimator)
    strategy = AUTO if estimator.multi_strategy is None else estimator.multi_strategy
    if model.trees and model.n_scores > 1:
        if strategy not in (AUTO, model.multi_strategy):
            raise ValueError(
                f"multi_strategy={strategy!r} must be that of the model that is continued, "
                f"{model.multi_strategy!r}."
            )
        chosen.multi_strategy = model.multi_strategy
        return chosen
    adaptive = stops_automatically(given)
    if strategy == AUTO:
        vectors = adaptive and prefers_vectors(estimator, data, model.n_scores)
        strategy = MULTI_OUTPUT_TREE if vectors else ONE_OUTPUT_PER_TREE
    chosen.multi_strategy = strategy
    vectors = strategy == MULTI_OUTPUT_TREE and model.n_scores > 1
    if adaptive and vectors and is_auto(given.learning_rate):
        chosen.learning_rate = VECTOR_RATE
    return chosen


def prefers_vectors(estimator: BoostingParameters, data: TrainingSet, n_scores: int) -> bool:
    """Return whether trees for all classes are possible, and more accurate or faster."""
    if (
        data.classes is None
        or n_scores < VECTOR_CLASSES
        or data.n_rows < VECTOR_CLASS_ROWS * n_scores
    ):
        return False
    constrained = has_constraints(estimator.monotonic_cst)
    if estimator.leaf == "linear" or constrained or estimator.forced_splits is not None:
        return False
    options = booster_options(with_values(estimator, BY_NODES), data, 0, 1)
    return _core.can_bin(data.rows.table, options)


def with_values(estimator: Estimator, values: TreeValues) -> Estimator:
    """Return a copy with these values in place of "auto"."""
    chosen = copy.copy(estimator)
    if estimator.max_features is not None:  # replaces the fraction of features
        values = values._replace(colsample_bynode=1.0)
    if estimator.data_sample_strategy == "goss":
        values = values._replace(subsample=1.0)
    for name, value in values._asdict().items():
        if is_auto(getattr(estimator, name)):
            setattr(chosen, name, value)
    return chosen


def is_auto(value: Any) -> bool:
    return isinstance(value, str) and value == AUTO


def may_be_symmetric(estimator: BoostingParameters) -> bool:
    """Return whether trees are symmetric, or may be because their size is not set."""
    if not is_auto(estimator.growth):
        return estimator.growth == "symmetric"
    sized = not (is_auto(estimator.max_leaf_nodes) and is_auto(estimator.max_depth))
    limited = estimator.forced_splits is not None or estimator.algorithm == "classic"
    return not (sized or limited)


def chosen_values(
    given: BoostingParameters, members: list[Estimator], model: BoostedModel, n_folds: int
) -> dict[str, Any]:
    """Return the values of the parameters that were "auto", by name.

    ``members`` have the values of each member of a bag; where they differ the value is a tuple.
    """
    if not members:  # a single class
        return {}
    values: dict[str, Any] = {"cv": n_folds // n_repeats(given)} if n_folds else {}
    for name in given.parameters():
        if not is_auto(getattr(given, name)) or name in NOT_CHOSEN:
            continue
        each = [getattr(one, name) for one in members]
        values[name] = each[0] if all(one == each[0] for one in each) else tuple(each)
    if is_auto(given.n_estimators):
        values["n_estimators"] = model.n_rounds
    return values


def n_tail_iterations(n_rounds: int, n_fitted: int, n_held_out: int) -> int:
    """Return the number of iterations to add after a single holdout, in proportion to its rows."""
    return round(n_rounds * min(n_held_out / n_fitted, MAX_TAIL))


def n_repeats(estimator: BoostingParameters) -> int:
    """Return how often folds are drawn."""
    return BEST_REPEATS if estimator.preset == "best" else 1


def n_folds(n_rows: int, n_common: int, best: bool) -> int:
    """Return the number of folds; 1 is a single held-out part, 0 if there are too few rows.

    ``n_common`` is the number of rows of the most frequent class. ``best``: never a single part.
    """
    if n_rows < MIN_ROWS or n_common < MIN_CLASS_ROWS:
        return 0
    if n_rows > FEW_FOLDS_UP_TO and not best:
        return 1
    return min(n_common, MANY_FOLDS if n_rows <= MANY_FOLDS_UP_TO else FEW_FOLDS)
