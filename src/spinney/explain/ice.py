"""Individual conditional expectation curves."""

from typing import Any

import numpy as np

from .additive import read_additive
from .effect_grid import make_grid
from .effect_results import IceResult
from .exact_effects import Effects
from .model_rows import ModelRows, OutputScale
from .partial_dependence import chosen_points, read_targets


def ice(
    model: Any,
    X: Any,
    features: Any = None,
    *,
    grid: Any = None,
    center: bool = False,
    scale: str = "additive",
    n_jobs: int | None = None,
) -> Any:
    """Compute individual curves (ICE): the output for each row as one feature changes.

    The mean of the curves is the partial dependence.

    Parameters
    ----------
    model : estimator
        A fitted estimator of this library that :func:`spinney.explain.shap` supports.
    X : array-like of shape (n_samples, n_features)
        The rows, one curve each.
    features : int, str, or list of those, default=None
        Features by name or index; None: all.
    grid : int, list or dict, default=None
        The points, as in :func:`spinney.explain.partial_dependence`; None: all thresholds.
    center : bool, default=False
        Whether to subtract the value at the first point from each curve.
    scale : {"additive", "prediction"}, default="additive"
        As in :func:`spinney.explain.partial_dependence`.
    n_jobs : int, default=None
        Number of threads; None uses all CPUs.

    Returns
    -------
    IceResult or list of IceResult
        One for a feature, otherwise a list.

    Examples
    --------
    >>> import spinney
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0.0, 0.0, 0.0, 4.0]
    >>> tree = spinney.DecisionTreeRegressor().fit(X, y)
    >>> spinney.explain.ice(tree, X, 0).values[:, :, 0].tolist()
    [[0.0, 0.0], [0.0, 4.0], [0.0, 0.0], [0.0, 4.0]]
    """
    additive = read_additive(model)
    rows = ModelRows.read(additive, X, model, n_jobs)
    output = OutputScale(additive, model, scale)
    targets, is_list = read_targets(additive, features)
    if any(len(target) > 1 for target in targets):
        raise ValueError("features: individual curves are those of single features.")
    cuts = Effects(rows, targets, None)
    found = []
    for (j,) in targets:
        points = make_grid(rows, j, cuts.cuts(j), chosen_points(additive, grid, j, 1))
        curves = [output(rows.replaced({j: float(code)}).output()) for code in points.codes]
        values = np.stack(curves, axis=1)
        if center:
            values = values - values[:, :1]
        found.append(IceResult(points, values, output.labels, output.kind, center))
    return found if is_list else found[0]
