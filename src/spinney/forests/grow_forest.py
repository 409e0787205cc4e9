"""Grow a forest in batches of trees, with warm start and early stopping."""

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any

import numpy as np

from .. import _core
from ..base.progress import LINES, make_progress
from ..base.resolvers import n_features_of
from ..base.sampling import Sampling
from ..data.weights import Weights
from .model import FittedForest
from .out_of_bag import OutOfBagErrors
from .parameters import ForestParameters
from .partial_forest import PartialForest, best_trial
from .tree_growth import Growth

EARLY_STOPPING_BATCH = 10
"""Maximum number of trees between two checks of the out-of-bag error."""


def earlier_model(estimator: ForestParameters) -> FittedForest | None:
    """Return the model that a warm start continues, if there is one."""
    model: FittedForest | None = vars(estimator).get("_model") if estimator.warm_start else None
    if model is not None and estimator.n_estimators < model.forest.n_trees:
        raise ValueError(
            f"n_estimators={estimator.n_estimators} is below the {model.forest.n_trees} trees that "
            "the forest has, and warm_start=True only adds trees."
        )
    return model


def check_same_draws(now: Sampling, earlier: Sampling) -> None:
    """Raise if a continued fit would redraw the bags of its first members differently."""
    if earlier.n_rows == 0:
        raise ValueError(
            "warm_start=True cannot continue a model made by compact(), which drops the samples of "
            "its members: use the original model."
        )
    if now.given is not None and earlier.given is not None:
        now = now._replace(given=now.given[: len(earlier.given)])
    pairs: list[tuple[Any, Any]] = list(zip(now, earlier, strict=True))
    if not all(np.array_equal(one, other) for one, other in pairs):
        raise ValueError(
            "warm_start=True needs the same training data: X, y, sample_weight, bootstrap, "
            "max_samples, bags and random_state must equal those of the previous fit."
        )


def out_of_bag_uses(estimator: ForestParameters) -> list[str]:
    """Return the parameters that need out-of-bag rows, as text."""
    uses = {
        "oob_score": bool(estimator.oob_score),
        "early_stopping": estimator.early_stopping,
        "max_features": estimator.max_features == "oob",
        "importance": estimator.importance != "gini",
    }
    return [f"{name}={getattr(estimator, name)!r}" for name, is_used in uses.items() if is_used]


def check_out_of_bag(uses: list[str], sampling: Sampling) -> None:
    if uses and not sampling.has_out_of_bag:
        raise ValueError(
            f"{uses[0]} needs out-of-bag rows, but every bag contains all rows: set "
            "bootstrap=True, or max_samples or bags that leave rows out."
        )


def grow_forest(
    estimator: ForestParameters,
    growth: Growth,
    start: FittedForest | None,
    weight: Weights | None,
    on_batch: Callable[[PartialForest], None] | None,
) -> tuple[PartialForest, dict[str, Any]]:
    """Grow all trees; return the forest, and the attributes of ``max_features="oob"``.

    ``weight`` are the weights of out-of-bag errors; ``on_batch`` is called after each batch.
    """
    grown, attributes = first_trees(estimator, growth, start, weight)
    n_trees, verbose = int(estimator.n_estimators), int(estimator.verbose)
    batch = batch_size(estimator, growth.data.n_threads, on_batch is not None)
    display = make_progress(verbose, "forest", "tree", n_trees) if verbose else nullcontext()
    with display as progress:
        while not has_converged(estimator, grown) and grown.n_trees < n_trees:
            grown.grow(min(batch, n_trees - grown.n_trees))
            if progress is not None:
                progress.show(grown.n_trees, "" if grown.errors is None else grown.errors.latest())
            if on_batch is not None:
                on_batch(grown)
    return grown, attributes


def first_trees(
    estimator: ForestParameters,
    growth: Growth,
    start: FittedForest | None,
    weight: Weights | None,
) -> tuple[PartialForest, dict[str, Any]]:
    """Return the forest to start from: empty, the best trial of "oob", or an earlier forest."""
    make_errors = partial(OutOfBagErrors, growth, weight, estimator.aggregate)
    errors = None
    if estimator.oob_score or estimator.early_stopping:
        errors = make_errors()
    if estimator.max_features != "oob":
        max_features = n_features_of(estimator.max_features, growth.features_per_tree)
    elif start is not None:
        max_features = start.max_features
    else:
        best, trials = best_trial(growth, make_errors, int(estimator.n_estimators))
        if errors is None:
            best.errors = None
        return best, {"max_features_errors_": trials}
    grown = PartialForest(growth, max_features, errors, 0 if start is None else start.first)
    if start is not None:
        grown.add(start.forest)
    return grown, {}


def batch_size(estimator: ForestParameters, n_threads: int, has_callbacks: bool) -> int:
    """Return the number of trees grown at a time; the forest does not depend on it."""
    size = int(estimator.n_estimators)
    if estimator.verbose or has_callbacks:
        size = max(n_threads, size // LINES)
    if estimator.early_stopping:
        size = max(n_threads, min(size, EARLY_STOPPING_BATCH))
    return max(size, 1)


def has_converged(estimator: ForestParameters, grown: PartialForest) -> bool:
    """Return whether the out-of-bag error has converged, and cut off the trees after that."""
    if not estimator.early_stopping or grown.errors is None:
        return False
    n_trees = grown.errors.converged_after(int(estimator.n_iter_no_change), float(estimator.tol))
    if n_trees is None:
        return False
    grown.cut(n_trees)
    return True


def quantile_targets(grown: PartialForest) -> _core.LeafTargets:
    """Return the training targets in the leaves."""
    growth = grown.growth
    data = growth.data
    return _core.LeafTargets(
        grown.forest,
        growth.bags,
        grown.first,
        data.table,
        data.targets.values[:, 0],
        growth.sampling.row_weight,
        data.n_threads,
    )
