"""Create the core's booster and its step function."""

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.resolve import resolve
from ..base.resolvers import FitContext, n_features_of
from .boosted_tree_parameters import AUTO
from .boosting_data import TrainingSet
from .line_search import with_line_search
from .losses import BoostingLoss, Floats, flat
from .parallel_trees import with_parallel_trees
from .parameters import BoostingParameters
from .target_statistics import Statistics

Step = Callable[[int, float], list[_core.Tree]]
"""Run one iteration, given its number and the learning rate; return its trees."""


class HasScores(Protocol):
    """A booster, or several as one."""

    @property
    def scores(self) -> Floats: ...


class DrawsRows(HasScores, Protocol):
    """A booster that may draw rows for each iteration."""

    def drawn_rows(self, round: int) -> NDArray[np.uint32]: ...


def make_booster(
    estimator: BoostingParameters,
    data: TrainingSet,
    loss: BoostingLoss,
    scores: Floats,
    seed: int,
    statistics: Statistics | None = None,
) -> _core.Booster:
    """Create the core's booster with the options of an estimator."""
    table, _, weight, _ = data.rows
    options = booster_options(estimator, data, seed, data.n_threads)
    if statistics is not None:
        statistics.extend(options)
        table = statistics.table
    return _core.Booster(table, core_targets(data, loss), weight, loss.core, scores, options)


def core_targets(data: TrainingSet, loss: BoostingLoss) -> Floats | None:
    """Return the targets of the core's booster; derivatives in Python need none."""
    return None if loss.core is None else flat(data.rows.y)


def booster_options(
    estimator: BoostingParameters,
    data: TrainingSet,
    seed: int,
    n_threads: int,
    n_rows: int | None = None,
) -> _core.BoostingOptions:
    """Return the core's options by the parameters of an estimator; ``n_rows``: None is all."""
    n_rows = data.n_rows if n_rows is None else n_rows
    context = FitContext(data.schema, data.targets, data.missing, n_rows, n_rows)
    options = _core.BoostingOptions(seed=seed, n_threads=n_threads)
    resolve(estimator, context, options)
    if estimator.max_features is not None:
        n_features = data.schema.n_features
        options.colsample_bynode = n_drawn_features(estimator, n_features) / n_features
    return options


def n_drawn_features(estimator: BoostingParameters, n_features: int) -> int:
    """Return the number of features of a node by ``max_features``."""
    given = estimator.max_features is not None and "colsample_bynode" in estimator.parameters()
    if given and estimator.colsample_bynode not in (1, AUTO):
        raise ValueError("max_features and colsample_bynode mean the same: pass one of them.")
    return min(n_features_of(estimator.max_features, n_features), n_features)


def steps_are_plain(estimator: BoostingParameters) -> bool:
    """Return whether an iteration is a step of the core and nothing else."""
    changed = estimator.line_search or estimator._drops
    return not changed and estimator.num_parallel_tree == 1


def make_step(
    estimator: BoostingParameters,
    booster: _core.Booster,
    data: TrainingSet,
    loss: BoostingLoss,
    fitted: NDArray[np.uint32] | None = None,
    statistics: Statistics | None = None,
) -> Step:
    """Return the function that runs one iteration; ``fitted``: the booster's rows, None is all."""
    step: Step = booster.step
    if loss.core is None:

        def custom_step(round_: int, rate: float) -> list[_core.Tree]:
            return booster.step(round_, rate, *derivatives(loss, data, booster, round_))

        step = custom_step
    if estimator.num_parallel_tree > 1:
        n = int(estimator.num_parallel_tree)
        step = with_parallel_trees(step, booster, data.rows.table, n, data.n_threads)
    if estimator.line_search:
        step = with_line_search(step, booster, data.rows, loss, data.n_threads, fitted)
    if statistics is None:
        return step
    return lambda round_, rate: statistics.translated(step(round_, rate))


def derivatives(
    loss: BoostingLoss, data: TrainingSet, booster: _core.Booster, round_: int
) -> tuple[Floats, Floats] | tuple[None, None]:
    """Return gradients and hessians of a loss in Python; None for losses of the core."""
    if loss.core is not None:
        return None, None
    where = f"iteration {round_}"
    return loss.derivatives(data.rows.y, booster.scores, data.rows.weight, where)
