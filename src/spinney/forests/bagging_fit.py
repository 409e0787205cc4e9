"""Fit arbitrary estimators, each on its bag."""

from typing import Any, NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import has_fit_parameter

from ..base.members import Estimator, FittedMembers, set_seeds, target_labels
from ..base.routing import take_arguments, takes_sample_weight
from ..base.sampling import Counts, Sampling
from ..data.columns import Array
from ..data.containers import Indices, column_names, n_columns, take_columns, take_rows
from ..data.targets import Targets


class MemberSettings(NamedTuple):
    """Settings that all members share."""

    estimator: Estimator
    sampling: Sampling
    n_drawn: int
    """Number of features of each member."""
    replace_features: bool
    takes_weights: bool
    arguments: dict[str, Any]
    """Metadata for ``fit`` of the members."""


def member_settings(
    estimator: Estimator,
    sampling: Sampling,
    n_drawn: int,
    replace_features: bool,
    arguments: dict[str, Any],
) -> MemberSettings:
    takes_weights = takes_sample_weight(estimator)
    weight = sampling.row_weight
    if weight is not None and not takes_weights and len(np.unique(weight[weight > 0])) > 1:
        if has_fit_parameter(estimator, "sample_weight"):
            reason = "does not request sample_weight with set_fit_request"
        else:
            reason = "does not support sample_weight"
        raise ValueError(
            f"{type(estimator).__name__} {reason}, so weights can only be sampling weights: set "
            "bootstrap=True and bags=None."
        )
    return MemberSettings(estimator, sampling, n_drawn, replace_features, takes_weights, arguments)


def fit_members(
    settings: MemberSettings,
    X: Any,
    targets: Targets,
    start: FittedMembers | None,
    n_members: int,
    n_jobs: int | None,
    verbose: int,
) -> FittedMembers:
    """Fit the members that an earlier fit does not have."""
    y = target_labels(targets)
    new = range(0 if start is None else len(start.estimators), n_members)
    bags = zip(new, settings.sampling.each_bag(new), strict=True)
    fitted = Parallel(n_jobs=n_jobs, verbose=verbose)(
        delayed(fit_member)(settings, i, X, y, counts) for i, counts in bags
    )
    return FittedMembers(
        [*(() if start is None else start.estimators), *(member for member, _ in fitted)],
        [*(() if start is None else start.features), *(features for _, features in fitted)],
        n_columns(X),
        column_names(X),
        targets.classes,
        targets.n_outputs,
        settings.sampling,
    )


def fit_member(
    settings: MemberSettings, i: int, X: Any, y: Array, counts: Counts
) -> tuple[Any, Indices]:
    """Fit a member on its bag: by sample weights if supported, else by repeated rows."""
    sampling = settings.sampling
    rng = np.random.default_rng((sampling.seed, i))
    features = draw_features(rng, n_columns(X), settings.n_drawn, settings.replace_features)
    member = set_seeds(clone(settings.estimator), rng)
    X = take_columns(X, features)
    if settings.takes_weights:
        weight = counts.astype(np.float64)
        if sampling.row_weight is not None:
            weight *= sampling.row_weight
        member.fit(X, y, **(settings.arguments | {"sample_weight": weight}))
        return member, features
    if sampling.row_weight is not None:
        counts = counts * (sampling.row_weight > 0)
    rows = np.repeat(np.arange(len(counts)), counts)
    arguments = take_arguments(settings.arguments, X, rows)
    member.fit(take_rows(X, rows), y[rows], **arguments)
    return member, features


def draw_features(
    rng: np.random.Generator, n_features: int, n_drawn: int, replace: bool
) -> Indices:
    """Draw the sorted column indices of a member."""
    if n_drawn == n_features and not replace:
        return np.arange(n_features)
    return np.sort(rng.choice(n_features, n_drawn, replace=replace))
