"""Combinations of ``split_kind`` with other parameters."""

from typing import Any, Protocol

from .. import _core
from .criteria import CRITERIA
from .resolvers import has_constraints, split_kind_names
from .training_data import LabeledTable

MULTIVARIATE = frozenset({"oblique", "sphere", "pca"})
"""Kinds of splits on several numeric features."""
RANDOM = frozenset({"oblique", "sphere"})
"""Kinds of splits with random candidates."""


class SplitKindEstimator(Protocol):
    """An estimator with a choice of split kinds."""

    split_kind: Any
    criterion: str
    max_bins: Any
    monotonic_cst: Any


def draws_candidates(split_kind: Any) -> bool:
    """Return whether some candidate splits are drawn at random."""
    return not RANDOM.isdisjoint(split_kind_names(split_kind))


def check_split_kind(
    estimator: SplitKindEstimator, data: LabeledTable, random_thresholds: bool
) -> None:
    """Raise ValueError for parameters that the kinds of splits do not support."""
    given = estimator.split_kind
    kinds = split_kind_names(given)
    if kinds != ("binary",):
        routes = [*(data.missing.routes() or ()), *(data.missing.unknown_routes() or ())]
        binary_only = {
            'splitter="random"': random_thresholds,
            "monotonic_cst": has_constraints(estimator.monotonic_cst),
            'the policy "surrogate"': _core.MissingRoute.surrogate in routes,
            "max_competitors": getattr(estimator, "max_competitors", 0) > 0,
        }
        for name, is_used in binary_only.items():
            if is_used:
                raise ValueError(f'{name} needs split_kind="binary"; got split_kind={given!r}.')
    if estimator.max_bins not in (None, "auto") and MULTIVARIATE.intersection(kinds):
        raise ValueError(f"split_kind={given!r} does not support max_bins. Use max_bins=None.")
    criterion = CRITERIA[estimator.criterion]
    if criterion.needs_multiway and kinds != ("multiway",):
        raise ValueError(f'criterion="{criterion.name}" needs split_kind="multiway".')
    if criterion.single_output and data.targets.n_outputs > 1:
        raise ValueError(f'criterion="{criterion.name}" is for one output.')
