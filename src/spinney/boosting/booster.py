"""Create the core's booster and its step function."""

from collections.abc import Callable

from .. import _core
from ..base.resolve import resolve
from ..base.resolvers import FitContext
from .boosting_data import TrainingSet
from .line_search import with_line_search
from .losses import BoostingLoss, Floats
from .parallel_trees import with_parallel_trees
from .parameters import BoostingParameters

Step = Callable[[int, float], list[_core.Tree]]
"""Run one iteration, given its number and the learning rate; return one tree per score."""


def make_booster(
    estimator: BoostingParameters, data: TrainingSet, loss: BoostingLoss, scores: Floats, seed: int
) -> _core.Booster:
    """Create the core's booster with the options of an estimator."""
    table, y, weight, _ = data.rows
    context = FitContext(data.schema, data.targets, data.missing, table.n_rows, table.n_rows)
    options = _core.BoostingOptions(seed=seed, n_threads=data.n_threads)
    return _core.Booster(table, y, weight, loss.core, scores, resolve(estimator, context, options))


def make_step(
    estimator: BoostingParameters, booster: _core.Booster, data: TrainingSet, loss: BoostingLoss
) -> Step:
    """Return the function that runs one iteration."""
    step: Step = booster.step
    if loss.core is None:
        y, weight = data.rows.y, data.rows.weight

        def custom_step(round_: int, rate: float) -> list[_core.Tree]:
            where = f"iteration {round_}"
            gradient, hessian = loss.derivatives(y, booster.scores, weight, where)
            return booster.step(round_, rate, gradient, hessian)

        step = custom_step
    if estimator.num_parallel_tree > 1:
        n = int(estimator.num_parallel_tree)
        step = with_parallel_trees(step, booster, data.rows.table, n, data.n_threads)
    if estimator.line_search:
        step = with_line_search(step, booster, data.rows, loss, data.n_threads)
    return step
