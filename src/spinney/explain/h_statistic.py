"""Friedman's H statistic of interactions."""

from itertools import combinations
from typing import Any

import numpy as np

from ..data.weights import Weights, sample_weights
from .additive import Floats, read_additive
from .effect_grid import FeatureGrid, make_grid
from .effect_results import HStatistic
from .exact_effects import Effects, Target
from .model_rows import ModelRows
from .partial_dependence import read_targets, used_features


def h_statistic(
    model: Any,
    X: Any,
    features: Any = None,
    *,
    sample_weight: Any = None,
    n_jobs: int | None = None,
) -> HStatistic:
    """Compute Friedman's H statistic from exact partial dependence.

    For a pair: the share of the variance of their joint partial dependence that is not the sum of
    both single ones. For one feature: the share of the variance of the output that is neither the
    partial dependence on the feature nor that on all others. The square root is returned, 0
    without interactions.

    Parameters
    ----------
    model : estimator
        A fitted estimator of this library that :func:`spinney.explain.shap` supports.
    X : array-like of shape (n_samples, n_features)
        The rows, which define means and variances. For a single feature against the others the
        rows are predicted once for each distinct value between thresholds.
    features : int, str, pair of those, or list of features and pairs, default=None
        None: all pairs of features.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.
    n_jobs : int, default=None
        Number of threads; None uses all CPUs.

    Returns
    -------
    HStatistic
        On the additive scale: raw scores for gradient boosting and AdaBoost, otherwise predictions.

    Examples
    --------
    >>> import spinney
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0.0, 0.0, 0.0, 4.0]
    >>> tree = spinney.DecisionTreeRegressor().fit(X, y)
    >>> spinney.explain.h_statistic(tree, X, (0, 1)).values.round(3).tolist()
    [[0.577]]
    """
    additive = read_additive(model)
    rows = ModelRows.read(additive, X, model, n_jobs)
    if features is None:
        targets: list[Target] = list(combinations(used_features(additive), 2))
    else:
        targets, _ = read_targets(additive, features)
    given = sample_weights(sample_weight, rows.n_rows)
    weight = np.ones(rows.n_rows) if given is None else given
    effects = Effects(rows, targets, given)
    strength = Strength(effects, weight)
    values = [strength.pair(t) if len(t) == 2 else strength.alone(t[0]) for t in targets]
    names = list(additive.feature_names or (f"x{j}" for j in range(additive.n_features)))
    labels = [names[t[0]] if len(t) == 1 else tuple(names[j] for j in t) for t in targets]
    return HStatistic(labels, np.array(values), list(additive.labels), additive.kind)


class Strength:
    """Shares of variance, with the partial dependence of single features computed once."""

    def __init__(self, effects: Effects, weight: Weights) -> None:
        self.effects, self.rows, self.weight = effects, effects.rows, weight
        self.grids: dict[int, FeatureGrid] = {}
        self.places: dict[int, Any] = {}
        self.singles: dict[int, Floats] = {}

    def single(self, j: int) -> Floats:
        """Return the partial dependence on a feature at each row."""
        if j not in self.singles:
            cuts = self.effects.cuts(j)
            values = self.rows.column(j)
            if cuts is None:  # splits that combine features: each distinct value is a point
                cuts = np.unique(values[~np.isnan(values)])[:-1]
            self.grids[j] = make_grid(self.rows, j, cuts)
            self.places[j] = self.grids[j].positions(values)
            self.singles[j] = self.effects.values([self.grids[j]])[self.places[j]]
        return self.singles[j]

    def centered(self, values: Floats) -> Floats:
        return values - np.average(values, axis=0, weights=self.weight)

    def share(self, rest: Floats, total: Floats, output: Floats) -> Floats:
        """Return the square root of the ratio of mean squares; 0 for rounding errors."""
        part, whole = (np.average(v**2, axis=0, weights=self.weight) for v in (rest, total))
        rounding = (1e-12 * np.abs(output).max(axis=0)) ** 2
        ratio = np.divide(part, whole, out=np.zeros_like(part), where=part > rounding)
        return np.asarray(np.sqrt(ratio))

    def pair(self, target: Target) -> Floats:
        a, b = target
        first, second = self.centered(self.single(a)), self.centered(self.single(b))
        joint = self.effects.values([self.grids[a], self.grids[b]])
        joint = joint[self.places[a], self.places[b]]
        both = self.centered(joint)
        return self.share(both - first - second, both, joint)

    def alone(self, j: int) -> Floats:
        own = self.centered(self.single(j))
        output = self.rows.output()
        whole = self.centered(output)
        counts = np.bincount(self.places[j], self.weight, len(self.grids[j]))
        others = np.zeros_like(output)
        for code, count in zip(self.grids[j].codes, counts / counts.sum(), strict=True):
            if count > 0:
                others += count * self.rows.replaced({j: float(code)}).output()
        return self.share(whole - own - self.centered(others), whole, output)
