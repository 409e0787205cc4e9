"""Partial dependence."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..data.features import feature_index
from ..data.weights import sample_weights
from .additive import AdditiveModel, read_additive
from .effect_grid import make_grid
from .effect_results import Effect
from .exact_effects import Effects, Target
from .model_rows import ModelRows, OutputScale, own_columns


def partial_dependence(
    model: Any,
    X: Any,
    features: Any = None,
    *,
    grid: Any = None,
    scale: str = "additive",
    sample_weight: Any = None,
    n_jobs: int | None = None,
) -> Any:
    """Compute partial dependence: the mean output when some features are set to a value.

    The mean is over the rows of X (interventional). For sums and means of trees it is computed
    exactly, at every threshold, in one pass over the trees for all features. Where rows are divided
    or follow surrogate splits, the same values are computed by prediction, which takes longer.

    Parameters
    ----------
    model : estimator
        A fitted estimator of this library that :func:`spinney.explain.shap` supports.
    X : array-like of shape (n_samples, n_features)
        The rows over which outputs are averaged.
    features : int, str, pair of those, or list of features and pairs, default=None
        A feature by name or index, a tuple of two, or a list of such; None: every single feature.
    grid : int, list or dict, default=None
        None: all thresholds and categories, and a point for missing values if X has any. An int
        is a number of quantiles of X. Values, or a dict of features to values or ints, select the
        points; None among values is missing. Features of oblique and sphere splits have no finite
        set of thresholds and use 50 quantiles by default.
    scale : {"additive", "prediction"}, default="additive"
        "additive": raw scores for gradient boosting and AdaBoost, otherwise predictions.
        "prediction": probabilities, or means, for gradient boosting too: by prediction, at 50
        quantiles of X by default.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.
    n_jobs : int, default=None
        Number of threads; None uses all CPUs.

    Returns
    -------
    Effect or list of Effect
        One for a feature or a pair, otherwise a list.

    Examples
    --------
    >>> import spinney
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0.0, 0.0, 0.0, 4.0]
    >>> tree = spinney.DecisionTreeRegressor().fit(X, y)
    >>> effect = spinney.explain.partial_dependence(tree, X, 0)
    >>> effect.grid.cuts.tolist(), effect.values[:, 0].tolist()
    ([0.5], [0.0, 2.0])
    """
    additive = read_additive(model)
    rows = ModelRows.read(additive, X, model, n_jobs)
    output = OutputScale(additive, model, scale)
    targets, is_list = read_targets(additive, features)
    effects = Effects(rows, targets, sample_weights(sample_weight, rows.n_rows))
    found = [one_effect(effects, target, grid, output) for target in targets]
    return found if is_list else found[0]


def one_effect(effects: Effects, target: Target, grid: Any, output: OutputScale) -> Effect:
    """Return the partial dependence on one feature or two."""
    rows, by_prediction = effects.rows, output.link is not None
    grids = tuple(
        make_grid(
            rows,
            j,
            None if by_prediction else effects.cuts(j),
            chosen_points(rows.model, grid, j, len(target)),
        )
        for j in target
    )
    values = effects.transformed(grids, output) if by_prediction else effects.values(grids)
    return Effect(grids, values, output.labels, output.kind, "partial dependence")


def chosen_points(model: AdditiveModel, grid: Any, j: int, n_features: int) -> Any:
    """Return the part of ``grid`` for a feature."""
    if grid is None or (isinstance(grid, int) and not isinstance(grid, bool)):
        if grid is not None and grid < 2:
            raise ValueError(f"grid must be at least 2 points, got {grid}.")
        return grid
    if isinstance(grid, Mapping):
        chosen = {index_of(model, key, "grid"): points for key, points in grid.items()}
        return chosen.get(j)
    if isinstance(grid, str) or not hasattr(grid, "__iter__"):
        raise TypeError(f"grid must be an int, a list of values or a dict, got {grid!r}.")
    if n_features > 1:
        raise ValueError("grid: pass a dict of features to values for a pair of features.")
    return grid


def index_of(model: AdditiveModel, feature: Any, argument: str) -> int:
    return feature_index(feature, model.feature_names, model.n_features, argument)


def read_targets(model: AdditiveModel, features: Any) -> tuple[list[Target], bool]:
    """Return features and pairs as indices, and whether the result is a list."""
    if features is None:
        return [(j,) for j in used_features(model)], True
    if isinstance(features, list) or getattr(features, "ndim", 0) == 1:
        if not len(features):
            raise ValueError("features is empty.")
        return [read_target(model, feature) for feature in features], True
    return [read_target(model, features)], False


def read_target(model: AdditiveModel, feature: Any) -> Target:
    """Return the indices of a feature or a pair."""
    members: Sequence[Any] = feature if isinstance(feature, (tuple, list)) else (feature,)
    found = tuple(index_of(model, member, "features") for member in members)
    if len(found) > 2 or len(set(found)) < len(found) or not found:
        raise ValueError(f"features: {feature!r} must be a feature, or a pair of two.")
    for j in found:
        if not any(own_columns(part, j) for part in model.parts):
            raise ValueError(f"features: no member of the model uses {members[found.index(j)]!r}.")
    return found


def used_features(model: AdditiveModel) -> list[int]:
    """Return the features that some part reads."""
    return [j for j in range(model.n_features) if any(own_columns(part, j) for part in model.parts)]
