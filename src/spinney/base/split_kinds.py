"""Which kinds of questions a tree asks, and what does not go with them."""

from typing import Any

from .training_data import Dataset

KINDS = ("binary", "multiway", "oblique", "sphere", "pca")
OF_SEVERAL = frozenset({"oblique", "sphere", "pca"})
"""Kinds whose questions combine several number features."""
DRAWN = frozenset({"oblique", "sphere"})
"""Kinds that draw some of the questions that they try."""
SURROGATE = 1
"""The core's route of a value that a surrogate stands in for."""


def split_kinds(asked: Any) -> tuple[str, ...]:
    """The kinds that ``splits`` names, each once, in a fixed order."""
    names = [asked] if isinstance(asked, str) else list(asked)
    unknown = [name for name in names if name not in KINDS]
    if unknown or not names:
        known = ", ".join(map(repr, KINDS))
        what = repr(unknown[0]) if unknown else "no kind"
        raise ValueError(f"splits has {what}, but it must be one or several of {known}.")
    return tuple(kind for kind in KINDS if kind in names)


def split_options(estimator: Any, data: Dataset, random_splits: bool) -> dict[str, Any]:
    """The core's options that decide questions; combinations that cannot work are refused."""
    kinds = split_kinds(estimator.splits)
    if kinds != ("binary",):
        refuse_with_other_kinds(estimator, data, random_splits)
    if estimator.max_bins not in (None, "auto") and OF_SEVERAL.intersection(kinds):
        raise ValueError(
            f"splits={estimator.splits!r} measures rows by their own values, which max_bins "
            "takes away. Use max_bins=None."
        )
    if estimator.criterion == "gain_ratio" and kinds != ("multiway",):
        raise ValueError('criterion="gain_ratio" is C4.5\'s and needs splits="multiway".')
    if estimator.criterion == "gain_ratio" and data.targets.n_outputs > 1:
        raise ValueError('criterion="gain_ratio" is for one output.')
    return {
        "criterion": "entropy" if estimator.criterion == "log_loss" else estimator.criterion,
        "splits": kinds,
        "n_buckets": int(estimator.n_buckets),
        "n_directions": int(estimator.n_projections or 0),
        "random_splits": random_splits,
    }


def refuse_with_other_kinds(estimator: Any, data: Dataset, random_splits: bool) -> None:
    """Raise ValueError for parameters that only binary splits have."""
    routes = [*(data.missing.routes() or ()), *(data.missing.unknown_routes() or ())]
    refused = {
        'splitter="random"': random_splits,
        "monotonic_cst": estimator.monotonic_cst is not None,
        'the policy "surrogate"': SURROGATE in routes,
        "max_competitors": getattr(estimator, "max_competitors", 0) > 0,
    }
    for what, is_used in refused.items():
        if is_used:
            raise ValueError(f'{what} needs splits="binary"; got splits={estimator.splits!r}.')
