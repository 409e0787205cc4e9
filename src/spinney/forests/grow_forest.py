"""From checked rows to a forest: where to start, part after part, when to stop."""

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
from .partial_forest import PartialForest, best_trial
from .tree_growth import Growth

LOOKS = 10
"""Most trees that are grown between two looks at the out-of-bag curve."""


def earlier_model(estimator: Any) -> FittedForest | None:
    """The model that a warm start continues, if there is one."""
    model: FittedForest | None = vars(estimator).get("_model") if estimator.warm_start else None
    if model is not None and estimator.n_estimators < model.forest.n_trees:
        raise ValueError(
            f"n_estimators={estimator.n_estimators} is below the {model.forest.n_trees} trees that "
            "the forest has, and warm_start=True only adds trees."
        )
    return model


def check_same_draws(now: Sampling, earlier: Sampling) -> None:
    """Bags are drawn anew when they are asked for, so all members share the way to draw them."""
    if now.given is not None and earlier.given is not None:
        now = now._replace(given=now.given[: len(earlier.given)])
    pairs: list[tuple[Any, Any]] = list(zip(now, earlier, strict=True))
    if not all(np.array_equal(one, other) for one, other in pairs):
        raise ValueError(
            "warm_start=True goes on with the same rows: X, y, sample_weight, bootstrap, "
            "max_samples, bags and random_state must be those of the earlier fit."
        )


def out_of_bag_uses(estimator: Any) -> list[str]:
    """The parameters that ask for rows out of bag, as the user wrote them."""
    uses = {
        "oob_score": bool(estimator.oob_score),
        "early_stopping": estimator.early_stopping,
        "max_features": estimator.max_features == "oob",
        "importance": estimator.importance != "gini",
    }
    return [f"{name}={getattr(estimator, name)!r}" for name, is_used in uses.items() if is_used]


def check_out_of_bag(uses: list[str], sampling: Sampling) -> None:
    if uses and not sampling.leaves_out:
        raise ValueError(
            f"{uses[0]} needs rows that are out of bag, but all rows are in every bag: set "
            "bootstrap=True, or max_samples or bags that leave rows out."
        )


def grow_forest(
    estimator: Any,
    growth: Growth,
    start: FittedForest | None,
    weight: Weights | None,
    part_done: Callable[[PartialForest], None] | None,
) -> tuple[PartialForest, dict[str, Any]]:
    """The whole forest, and the attributes that the choice of features adds.

    ``weight`` weighs out-of-bag errors; ``part_done`` hears of the forest as it grows.
    """
    grown, found = first_trees(estimator, growth, start, weight)
    wanted, verbose = int(estimator.n_estimators), int(estimator.verbose)
    part = part_size(estimator, growth.data.n_threads, part_done is not None)
    display = make_progress(verbose, "forest", "tree", wanted) if verbose else nullcontext()
    with display as progress:
        while not is_flat(estimator, grown) and grown.n_trees < wanted:
            grown.grow(min(part, wanted - grown.n_trees))
            if progress is not None:
                progress.show(grown.n_trees, "" if grown.errors is None else grown.errors.latest())
            if part_done is not None:
                part_done(grown)
    return grown, found


def first_trees(
    estimator: Any, growth: Growth, start: FittedForest | None, weight: Weights | None
) -> tuple[PartialForest, dict[str, Any]]:
    """What there is to begin with: no tree, the best trial of "oob", or an earlier forest."""
    judge = partial(OutOfBagErrors, growth, weight, estimator.aggregate)
    errors = None
    if estimator.oob_score or estimator.early_stopping:
        errors = judge()
    if estimator.max_features != "oob":
        max_features = n_features_of(estimator.max_features, growth.features_per_tree)
    elif start is not None:
        max_features = start.max_features
    else:
        best, trials = best_trial(growth, judge, int(estimator.n_estimators))
        if errors is None:
            best.errors = None
        return best, {"max_features_errors_": trials}
    grown = PartialForest(growth, max_features, errors, 0 if start is None else start.first)
    if start is not None:
        grown.add(start.forest)
    return grown, {}


def part_size(estimator: Any, n_threads: int, is_watched: bool) -> int:
    """Trees that are grown at a time; the forest is the same for any number."""
    size = int(estimator.n_estimators)
    if estimator.verbose or is_watched:
        size = max(n_threads, size // LINES)
    if estimator.early_stopping:
        size = max(n_threads, min(size, LOOKS))
    return max(size, 1)


def is_flat(estimator: Any, grown: PartialForest) -> bool:
    """Whether the out-of-bag curve is flat; trees beyond the point where it is are cut off."""
    if not estimator.early_stopping or grown.errors is None:
        return False
    n_trees = grown.errors.flat_after(int(estimator.n_iter_no_change), float(estimator.tol))
    if n_trees is None:
        return False
    grown.cut(n_trees)
    return True


def quantile_targets(grown: PartialForest) -> _core.LeafTargets:
    """The targets in the leaves."""
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
