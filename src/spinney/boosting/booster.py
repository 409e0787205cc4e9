"""The core's booster, set up by the parameters of an estimator."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from .. import _core
from ..base.validation import UNLIMITED, least_rows, monotonic_constraints
from ..data.schema import Schema
from .boosting_data import TrainingSet
from .line_search import with_line_search
from .losses import BoostingLoss, Floats

Step = Callable[[int, float], list[_core.Tree]]
"""Round and learning rate in, a tree per score out."""

# Parameters that the core takes as they are.
PLAIN = (
    *("quantize", "growth", "min_child_weight", "reg_lambda", "reg_alpha", "gamma"),
    *("max_delta_step", "subsample", "colsample_bytree", "colsample_bylevel"),
    *("colsample_bynode", "cat_smooth", "cat_l2", "min_samples_level", "max_onehot"),
    "max_surrogates",
)


def make_booster(
    estimator: Any, data: TrainingSet, loss: BoostingLoss, scores: Floats, seed: int
) -> _core.Booster:
    depth, leaves, bins = estimator.max_depth, estimator.max_leaf_nodes, estimator.max_bins
    table, y, weight = data.rows
    options: dict[str, Any] = {name: getattr(estimator, name) for name in PLAIN}
    options |= least_rows(estimator, table.n_rows)
    return _core.Booster(
        table,
        y,
        weight,
        loss.core,
        scores,
        max_bins=0 if bins is None else int(bins),
        classic=estimator.algorithm == "classic",
        max_leaf_nodes=0 if leaves is None else min(int(leaves), UNLIMITED),
        max_depth=0 if depth is None else min(int(depth), UNLIMITED),
        monotonic=monotonic_constraints(estimator.monotonic_cst, data.schema, data.targets),
        interactions=interaction_groups(estimator.interaction_cst, data.schema),
        missing=data.missing.routes(),
        unknown=data.missing.unknown_routes(),
        seed=seed,
        n_threads=data.n_threads,
        **options,
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


def interaction_groups(interaction_cst: Any, schema: Schema) -> list[list[int]] | None:
    """Lists of features that may meet on a path; those not named are one more list."""
    if interaction_cst is None:
        return None
    n = schema.n_features
    if isinstance(interaction_cst, str):
        size = {"no_interactions": 1, "pairwise": min(2, n)}[interaction_cst]
        return [list(group) for group in combinations(range(n), size)]
    groups = []
    for group in interaction_cst:
        if isinstance(group, str) or not np.iterable(group):
            raise ValueError(
                "interaction_cst must be a list of lists of features, 'pairwise' or "
                f"'no_interactions'; it holds {group!r}."
            )
        groups.append(sorted({schema.feature_index(key, "interaction_cst") for key in group}))
    rest = set(range(n)).difference(*groups)
    return groups + ([sorted(rest)] if rest else [])
