"""The core's booster, set up by the parameters of an estimator."""

from collections.abc import Callable
from typing import Any

from .. import _core
from ..base.resolvers import interaction_groups, monotonic_constraints
from ..base.validation import least_rows
from .boosting_data import TrainingSet
from .line_search import with_line_search
from .losses import BoostingLoss, Floats

Step = Callable[[int, float], list[_core.Tree]]
"""Round and learning rate in, a tree per score out."""

# Parameters that the core takes as they are.
PLAIN = (
    *(
        "quantize",
        "max_bins",
        "max_leaf_nodes",
        "max_depth",
        "min_child_weight",
        "reg_lambda",
        "reg_alpha",
        "gamma",
    ),
    *("max_delta_step", "subsample", "colsample_bytree", "colsample_bylevel"),
    *("colsample_bynode", "cat_smooth", "cat_l2", "max_onehot"),
    "max_surrogates",
)


def make_booster(
    estimator: Any, data: TrainingSet, loss: BoostingLoss, scores: Floats, seed: int
) -> _core.Booster:
    table, y, weight = data.rows
    options: dict[str, Any] = {name: getattr(estimator, name) for name in PLAIN}
    options["min_samples_level"] = estimator.min_samples_category
    options |= least_rows(estimator, table.n_rows)
    return _core.Booster(
        table,
        y,
        weight,
        loss.core,
        scores,
        _core.BoostingOptions(
            algorithm=_core.BoostingAlgorithm[estimator.algorithm],
            growth=_core.GrowthPolicy[estimator.growth],
            monotonic=monotonic_constraints(estimator.monotonic_cst, data.schema, data.targets),
            interactions=interaction_groups(estimator.interaction_cst, data.schema),
            missing_routes=data.missing.routes(),
            unknown_routes=data.missing.unknown_routes(),
            seed=seed,
            n_threads=data.n_threads,
            **options,
        ),
    )


def make_step(
    estimator: Any, booster: _core.Booster, data: TrainingSet, loss: BoostingLoss
) -> Step:
    """What a round does."""
    step: Step = booster.step
    if loss.core is None:
        _, y, weight = data.rows

        def custom_step(round_: int, rate: float) -> list[_core.Tree]:
            where = f"round {round_}"
            gradient, hessian = loss.derivatives(y, booster.scores, weight, where)
            return booster.step(round_, rate, gradient, hessian)

        step = custom_step
    if estimator.line_search:
        step = with_line_search(step, booster, data.rows, loss, data.n_threads)
    return step
