"""Fits estimators of any kind, each on its bag."""

from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter

from ..base.members import FittedMembers, seeded, target_labels
from ..base.sampling import Counts, Sampling
from ..data.columns import Array
from ..data.containers import Indices, column_names, n_columns, take_columns, take_rows
from ..data.targets import Targets


class Recipe(NamedTuple):
    """What is the same for all members."""

    estimator: Any
    sampling: Sampling
    n_drawn: int
    """Features of each member."""
    replace_features: bool
    takes_weights: bool


def make_recipe(estimator: Any, sampling: Sampling, n_drawn: int, replace_features: bool) -> Recipe:
    takes_weights = has_fit_parameter(estimator, "sample_weight")
    weight = sampling.row_weight
    if weight is not None and not takes_weights and len(np.unique(weight[weight > 0])) > 1:
        raise ValueError(
            f"{type(estimator).__name__} takes no sample_weight, so that weights can only decide "
            "how often a row is drawn: that needs bootstrap=True, and no bags of your own."
        )
    return Recipe(estimator, sampling, n_drawn, replace_features, takes_weights)


def fit_members(
    recipe: Recipe,
    X: Any,
    targets: Targets,
    start: FittedMembers | None,
    n_members: int,
    n_jobs: int | None,
    verbose: int,
) -> FittedMembers:
    """Fit the members that are not there yet."""
    y = target_labels(targets)
    new = range(0 if start is None else len(start.estimators), n_members)
    bags = zip(new, recipe.sampling.each_bag(new), strict=True)
    fitted = Parallel(n_jobs=n_jobs, verbose=verbose)(
        delayed(fit_member)(recipe, i, X, y, counts) for i, counts in bags
    )
    return FittedMembers(
        [*(() if start is None else start.estimators), *(member for member, _ in fitted)],
        [*(() if start is None else start.features), *(features for _, features in fitted)],
        n_columns(X),
        column_names(X),
        targets.classes,
        targets.n_outputs,
        recipe.sampling,
    )


def fit_member(recipe: Recipe, i: int, X: Any, y: Array, counts: Counts) -> tuple[Any, Indices]:
    """Fit one member on its bag: by weights if it takes them, else on rows that are repeated."""
    sampling = recipe.sampling
    rng = np.random.default_rng((sampling.seed, i))
    features = draw_features(rng, n_columns(X), recipe.n_drawn, recipe.replace_features)
    member = seeded(clone(recipe.estimator), rng)
    X = take_columns(X, features)
    if recipe.takes_weights:
        weight = counts.astype(np.float64)
        if sampling.row_weight is not None:
            weight *= sampling.row_weight
        return member.fit(X, y, sample_weight=weight), features
    if sampling.row_weight is not None:
        counts = counts * (sampling.row_weight > 0)
    rows = np.repeat(np.arange(len(counts)), counts)
    return member.fit(take_rows(X, rows), y[rows]), features


def draw_features(
    rng: np.random.Generator, n_features: int, n_drawn: int, replace: bool
) -> Indices:
    """The columns of a member, in rising order."""
    if n_drawn == n_features and not replace:
        return np.arange(n_features)
    return np.sort(rng.choice(n_features, n_drawn, replace=replace))
