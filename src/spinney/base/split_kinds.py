"""Which kinds of questions a tree asks, and what does not go with them."""

from typing import Any

from .. import _core
from .resolvers import split_kind_names
from .training_data import Dataset

OF_SEVERAL = frozenset({"oblique", "sphere", "pca"})
"""Kinds whose questions combine several number features."""
DRAWN = frozenset({"oblique", "sphere"})
"""Kinds that draw some of the questions that they try."""


def split_options(estimator: Any, data: Dataset, random_splits: bool) -> dict[str, Any]:
    """The core's options that decide questions; combinations that cannot work are refused."""
    # Extra trees have binary splits only.
    kinds = split_kind_names(getattr(estimator, "split_kind", "binary"))
    if kinds != ("binary",):
        refuse_with_other_kinds(estimator, data, random_splits)
    if estimator.max_bins not in (None, "auto") and OF_SEVERAL.intersection(kinds):
        raise ValueError(
            f"split_kind={estimator.split_kind!r} needs the values of the "
            "features. Use max_bins=None."
        )
    if estimator.criterion == "gain_ratio" and kinds != ("multiway",):
        raise ValueError('criterion="gain_ratio" is C4.5\'s and needs split_kind="multiway".')
    if estimator.criterion == "gain_ratio" and data.targets.n_outputs > 1:
        raise ValueError('criterion="gain_ratio" is for one output.')
    return {
        "criterion": core_criterion(estimator.criterion),
        "split_kinds": [_core.SplitKind[kind] for kind in kinds],
        "n_buckets": getattr(estimator, "n_buckets", 4),
        "n_projections": getattr(estimator, "n_projections", None) or 0,
        "random_thresholds": random_splits,
    }


def core_criterion(name: str) -> _core.Criterion:
    """Return the core's criterion of a name."""
    return _core.Criterion["entropy" if name == "log_loss" else name]


def refuse_with_other_kinds(estimator: Any, data: Dataset, random_splits: bool) -> None:
    """Raise ValueError for parameters that only binary splits have."""
    routes = [*(data.missing.routes() or ()), *(data.missing.unknown_routes() or ())]
    refused = {
        'splitter="random"': random_splits,
        "monotonic_cst": estimator.monotonic_cst is not None,
        'the policy "surrogate"': _core.MissingRoute.surrogate in routes,
        "max_competitors": getattr(estimator, "max_competitors", 0) > 0,
    }
    for what, is_used in refused.items():
        if is_used:
            raise ValueError(
                f'{what} needs split_kind="binary"; got split_kind={estimator.split_kind!r}.'
            )
