"""Empirical Bayes calibration of noisy variances."""

import numpy as np

from .additive import Floats

GRID = 200
"""Number of variances that have a probability."""
MAX_FITTED = 1000
"""The maximum number of variances that the distribution is fitted to."""
STEPS = 200
"""Number of steps of the EM algorithm."""


def calibrated(variances: Floats, noise: float) -> Floats:
    """Return the posterior means of true variances, given estimates with normal noise.

    Parameters
    ----------
    variances : ndarray of shape (n,)
        The estimates, some of them negative.
    noise : float
        The variance of their noise.

    Returns
    -------
    ndarray of shape (n,)
        Positive unless all estimates are at most 0. The distribution of the true variances is
        estimated by nonparametric maximum likelihood, on a grid.

    Examples
    --------
    >>> import numpy as np
    >>> from spinney.explain.calibration import calibrated
    >>> estimates = 1 + np.random.default_rng(0).normal(size=500)
    >>> bool(np.abs(calibrated(estimates, 1.0) - 1).max() < 0.5)
    True
    """
    top, low = float(variances.max()), float(variances.min())
    if noise <= 0 or top <= 0 or low == top:
        return np.maximum(variances, 0.0)
    # Denser near 0, where the variances of most rows are.
    grid = top * np.linspace(0, 1, GRID) ** 2
    fitted = variances
    if len(variances) > MAX_FITTED:
        fitted = np.quantile(variances, (np.arange(MAX_FITTED) + 0.5) / MAX_FITTED)
    likelihood = densities(fitted, grid, noise)
    share = np.full(GRID, 1 / GRID)
    for _ in range(STEPS):
        share *= (likelihood / (likelihood @ share)[:, None]).mean(axis=0)
    result = np.empty(len(variances))
    for first in range(0, len(variances), 4096):
        rows = slice(first, first + 4096)
        posterior = densities(variances[rows], grid, noise) * share
        result[rows] = (posterior @ grid) / posterior.sum(axis=1)
    return result


def densities(variances: Floats, grid: Floats, noise: float) -> Floats:
    """Return normal densities of estimates (rows) around true variances, largest 1 in each row."""
    exponent = -((variances[:, None] - grid) ** 2) / (2 * noise)
    return np.asarray(np.exp(exponent - exponent.max(axis=1, keepdims=True)))
