"""Accumulated local effects."""

from dataclasses import replace
from typing import Any

import numpy as np

from ..data.weights import Weights, sample_weights
from .additive import Floats, read_additive
from .effect_grid import FeatureGrid, make_grid, names_of
from .effect_results import Effect
from .model_rows import ModelRows, OutputScale
from .partial_dependence import read_targets


def ale(
    model: Any,
    X: Any,
    features: Any = None,
    *,
    n_bins: int = 50,
    scale: str = "additive",
    sample_weight: Any = None,
    n_jobs: int | None = None,
) -> Any:
    """Compute accumulated local effects (ALE), which stay meaningful if features are correlated.

    Each row is moved to the two ends of its own bin only; the mean differences of the bins add up
    to the effect, which is centered to a mean of 0. Neighboring categories take the place of the
    ends of bins: in their order if they are ordered, otherwise by the mean output of their rows.
    Rows without a value of the feature are left out.

    Parameters
    ----------
    model : estimator
        A fitted estimator of this library that :func:`spinney.explain.shap` supports.
    X : array-like of shape (n_samples, n_features)
        The rows.
    features : int, str, or list of those, default=None
        Features by name or index; None: all.
    n_bins : int, default=50
        Number of bins of a number, between quantiles of X.
    scale : {"additive", "prediction"}, default="additive"
        As in :func:`spinney.explain.partial_dependence`.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.
    n_jobs : int, default=None
        Number of threads; None uses all CPUs.

    Returns
    -------
    Effect or list of Effect
        One for a feature, otherwise a list. The points are the ends of bins, or categories that
        occur in X.

    Examples
    --------
    >>> import numpy as np
    >>> import spinney
    >>> X = np.linspace(0, 1, 100).reshape(-1, 1)
    >>> model = spinney.DecisionTreeRegressor().fit(X, X[:, 0])
    >>> effect = spinney.explain.ale(model, X, 0, n_bins=4)
    >>> (4 * effect.values[:, 0]).round().astype(int).tolist()
    [-2, -1, 0, 1, 2]
    """
    if isinstance(n_bins, bool) or not isinstance(n_bins, int) or n_bins < 1:
        raise ValueError(f"n_bins must be an int of at least 1, got {n_bins!r}.")
    additive = read_additive(model)
    rows = ModelRows.read(additive, X, model, n_jobs)
    output = OutputScale(additive, model, scale)
    given = sample_weights(sample_weight, rows.n_rows)
    weight = np.ones(rows.n_rows) if given is None else given
    targets, is_list = read_targets(additive, features)
    if any(len(target) > 1 for target in targets):
        raise ValueError("features: accumulated local effects are those of single features.")
    found = [feature_ale(rows, j, n_bins, weight, output) for (j,) in targets]
    return found if is_list else found[0]


def feature_ale(
    rows: ModelRows, j: int, n_bins: int, weight: Weights, output: OutputScale
) -> Effect:
    column = rows.column(j)
    present = ~np.isnan(column) & (weight > 0)
    if not present.any():
        raise ValueError(f"The feature {names_of(rows)[j]!r} has no value in any row of X.")
    grid = make_grid(rows, j, None, missing=False)
    if grid.kind in ("category", "ordered"):
        return category_ale(rows, grid, column, weight * present, output)
    edges = np.unique(np.quantile(column[present], np.linspace(0, 1, n_bins + 1)))
    grid = make_grid(rows, j, None, edges.tolist(), missing=False)
    if len(edges) == 1:
        zero = np.zeros((1, len(output.labels)))
        return Effect((grid,), zero, output.labels, output.kind, "accumulated local effects")
    bins = np.clip(np.searchsorted(edges, column, side="left") - 1, 0, len(edges) - 2)
    steps, _ = mean_steps(rows, j, edges[bins], edges[bins + 1], bins, weight * present, output)
    values = np.vstack([np.zeros(steps.shape[1]), np.cumsum(steps, axis=0)])
    middle = (values[1:] + values[:-1])[bins] / 2
    values -= np.average(middle, axis=0, weights=weight * present)
    return Effect((grid,), values, output.labels, output.kind, "accumulated local effects")


def mean_steps(
    rows: ModelRows,
    j: int,
    low: Floats,
    high: Floats,
    bins: Any,
    weight: Weights,
    output: OutputScale,
) -> tuple[Floats, Floats]:
    """Return the weighted mean difference of the outputs in each bin, and the weights of bins."""
    upper, lower = (output(rows.replaced({j: values}).output()) for values in (high, low))
    n_bins = int(bins.max()) + 1
    total = np.bincount(bins, weight, n_bins).astype(np.float64)
    sums = [np.bincount(bins, weight * change, n_bins) for change in (upper - lower).T]
    return np.stack(sums, axis=1) / np.maximum(total, np.finfo(float).tiny)[:, None], total


def category_ale(
    rows: ModelRows, grid: FeatureGrid, column: Floats, weight: Weights, output: OutputScale
) -> Effect:
    """Return the accumulated effects of the categories that occur, between neighbors."""
    codes = np.nan_to_num(column).astype(int)
    weight = np.where(codes < len(grid), weight, 0.0)
    codes = np.minimum(codes, len(grid) - 1)
    total = np.bincount(codes, weight, len(grid))
    order = np.flatnonzero(total)
    if grid.kind == "category":
        mean = output(rows.output()).sum(axis=1)
        level = np.bincount(codes, weight * mean, len(grid))[order] / total[order]
        order = order[np.argsort(level, kind="stable")]
    place = np.zeros(len(grid), dtype=int)
    place[order] = np.arange(len(order))
    position, last = place[codes], len(order) - 1
    # A row takes part in the steps from the category below and to the one above.
    up, up_weight = step_sums(rows, grid, order, position, position < last, 1, weight, output)
    down, down_weight = step_sums(rows, grid, order, position, position > 0, -1, weight, output)
    steps = (up[:-1] + down[1:]) / (up_weight[:-1] + down_weight[1:])[:, None]
    values = np.vstack([np.zeros(up.shape[1]), np.cumsum(steps, axis=0)])
    values -= np.average(values, axis=0, weights=total[order])
    grid = replace(grid, points=[grid.points[k] for k in order], codes=grid.codes[order], cuts=None)
    return Effect((grid,), values, output.labels, output.kind, "accumulated local effects")


def step_sums(
    rows: ModelRows,
    grid: FeatureGrid,
    order: Any,
    position: Any,
    chosen: Any,
    step: int,
    weight: Weights,
    output: OutputScale,
) -> tuple[Floats, Floats]:
    """Return the sums over the rows of each category of the change toward a neighbor."""
    weight = weight * chosen
    other = np.clip(position + step, 0, len(order) - 1)
    low, high = (position, other) if step > 0 else (other, position)
    ends = grid.codes[order]
    means, total = mean_steps(rows, grid.index, ends[low], ends[high], position, weight, output)
    missing = len(order) - len(total)  # the last categories may have no row
    total = np.append(total, np.zeros(missing))
    return np.vstack([means, np.zeros((missing, means.shape[1]))]) * total[:, None], total
