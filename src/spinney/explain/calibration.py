"""Empirical Bayes calibration of noisy variances."""

import numpy as np

from .additive import Floats

GRID = 200
"""Number of values that have a probability."""
MAX_FITTED = 1000
"""The maximum number of values that the distribution is fitted to."""
STEPS = 200
"""Number of steps of the EM algorithm."""


def calibrated(variance: Floats, half: Floats, spread: Floats) -> Floats:
    """Return the posterior means of variances, given noisy estimates.

    The noise is proportional to the variance over members, so the ratio of both is calibrated.

    Parameters
    ----------
    variance : ndarray of shape (n,)
        The estimates, some of them negative.
    half : ndarray of shape (n,)
        The estimates of half of the members.
    spread : ndarray of shape (n,)
        The variance of the predictions over the members.

    Returns
    -------
    ndarray of shape (n,)
        Not negative.
    """
    result = np.zeros(len(variance))
    known = spread > 0
    if known.any():
        ratio = variance[known] / spread[known]
        # The variance of the noise of half of the members is four times that of all, and their
        # covariance equals the latter, so the difference has three times its variance.
        noise = float(np.mean((half[known] / spread[known] - ratio) ** 2)) / 3
        result[known] = posterior_means(ratio, noise) * spread[known]
    return result


def posterior_means(estimates: Floats, noise: float) -> Floats:
    """Return the posterior means of values that are not negative, given estimates of them.

    Parameters
    ----------
    estimates : ndarray of shape (n,)
        The values plus normal noise.
    noise : float
        The variance of the noise.

    Returns
    -------
    ndarray of shape (n,)
        The distribution of the values is estimated by nonparametric maximum likelihood, on a grid.

    Examples
    --------
    >>> import numpy as np
    >>> from spinney.explain.calibration import posterior_means
    >>> estimates = 1 + np.random.default_rng(0).normal(size=500)
    >>> bool(np.abs(posterior_means(estimates, 1.0) - 1).max() < 0.5)
    True
    """
    top, low = float(estimates.max()), float(estimates.min())
    # The steps of the grid must not be wider than the noise.
    if top <= 0 or low == top or np.sqrt(noise) < top / GRID:
        return np.maximum(estimates, 0.0)
    grid = np.linspace(0, top, GRID)
    fitted, weight = binned(estimates)
    likelihood = densities(fitted, grid, noise)
    share = np.full(GRID, 1 / GRID)
    for _ in range(STEPS):
        share *= weight @ (likelihood / (likelihood @ share)[:, None])
    result = np.empty(len(estimates))
    for first in range(0, len(estimates), 4096):
        rows = slice(first, first + 4096)
        posterior = densities(estimates[rows], grid, noise) * share
        result[rows] = (posterior @ grid) / posterior.sum(axis=1)
    return result


def binned(estimates: Floats) -> tuple[Floats, Floats]:
    """Return at most MAX_FITTED bins with the shares of estimates in them.

    Every estimate is in a bin: one far from all that the distribution is fitted to would have no
    posterior mean.
    """
    low, top = estimates.min(), estimates.max()
    width = 0.0 if len(estimates) <= MAX_FITTED else (top - low) / (MAX_FITTED - 1)
    rounded = estimates if width == 0 else low + np.round((estimates - low) / width) * width
    values, counts = np.unique(rounded, return_counts=True)
    return values, counts / len(estimates)


def densities(estimates: Floats, grid: Floats, noise: float) -> Floats:
    """Return normal densities of estimates (rows) around values, largest 1 in each row."""
    exponent = -((estimates[:, None] - grid) ** 2) / (2 * noise)
    return np.asarray(np.exp(exponent - exponent.max(axis=1, keepdims=True)))
