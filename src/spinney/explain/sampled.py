"""SHAP values estimated from random permutations of the features."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .hybrid_rows import HybridRows, Indices
from .shap_result import Floats

MAX_CELLS = 2_000_000
"""Of the hybrid rows that are computed at once."""


class Estimate(NamedTuple):
    base: Floats
    values: Floats
    standard_errors: Floats


class Draws(NamedTuple):
    """Orders of the players, each with a background row; the same for all rows."""

    orders: list[Indices]
    background: Indices


def draw(n_players: int, weight: Floats, n_permutations: int, seed: int) -> Draws:
    """Draw orders, and background rows with probabilities proportional to their weights.

    Background rows are a systematic sample in random order: a row is drawn as often as its share,
    rounded up or down.
    """
    rng = np.random.default_rng(seed)
    shuffled = rng.permutation(len(weight))
    points = (np.arange(n_permutations) + rng.random()) / n_permutations * weight.sum()
    found = np.searchsorted(np.cumsum(weight[shuffled]), points, side="right")
    orders = [rng.permutation(n_players) for _ in range(n_permutations)]
    return Draws(orders, shuffled[found.clip(max=len(weight) - 1)])


def estimate(hybrid: HybridRows, weight: Floats, draws: Draws) -> Estimate:
    """Estimate values by antithetic sampling: every order is used in both directions.

    The changes of an order sum to the difference between the outputs of the row and of the
    background row. The mean of this difference is known, so it is a control variate: the values
    are corrected by their regression on it. They then sum to the output of the model.
    """
    n_rows, n_players = hybrid.n_rows, len(draws.orders[0])
    own = plain_output(hybrid, n_rows, n_players, from_background=False)
    other = plain_output(hybrid, len(weight), n_players, from_background=True)
    base = weight @ other / weight.sum()
    mean = np.zeros((n_rows, n_players, own.shape[1]))
    squares, products = np.zeros_like(mean), np.zeros_like(mean)
    for i, (order, b) in enumerate(zip(*draws, strict=True)):
        change = pair_changes(hybrid, order, int(b)) - mean
        mean += change / (i + 1)
        squares += change * change * (i / (i + 1))
        products += change * change.sum(axis=1, keepdims=True) * (i / (i + 1))
    total = products.sum(axis=1, keepdims=True)  # the squares of the differences
    varies = total > 1e-20 * squares.sum(axis=1, keepdims=True)
    slope = np.where(varies, products / np.where(varies, total, 1), 1 / n_players)
    rest = own - base - mean.sum(axis=1)
    n = len(draws.orders)
    unexplained = np.maximum(0, squares - np.where(varies, slope * products, 0))
    return Estimate(base, mean + slope * rest[:, None, :], np.sqrt(unexplained / (n * (n - 2))))


def plain_output(hybrid: HybridRows, n: int, n_players: int, from_background: bool) -> Floats:
    """Return the outputs of the rows, or of the background rows."""
    rows, zero = np.arange(n), np.zeros(n, dtype=np.intp)
    given = (zero, rows) if from_background else (rows, zero)
    return hybrid.output(*given, np.full((n, n_players), not from_background))


def pair_changes(hybrid: HybridRows, order: Indices, b: int) -> Floats:
    """Return the mean change of the output when a player joins, over both directions of an order.

    The result has the shape (rows, players, outputs).
    """
    n = len(order)
    known = np.concatenate([joined(order), joined(order[::-1])])
    step = max(1, MAX_CELLS // (len(known) * hybrid.n_columns))
    changes = []
    for first in range(0, hybrid.n_rows, step):
        rows = np.arange(first, min(first + step, hybrid.n_rows))
        row = np.repeat(rows, len(known))
        found = hybrid.output(row, np.full(len(row), b), np.tile(known, (len(rows), 1)))
        steps = np.diff(found.reshape(len(rows), 2, n + 1, -1), axis=2)
        change = np.empty((len(rows), n, steps.shape[-1]))
        change[:, order] = (steps[:, 0] + steps[:, 1, ::-1]) / 2
        changes.append(change)
    return np.concatenate(changes)


def joined(order: Indices) -> NDArray[np.bool_]:
    """Return the players that have joined after 0, 1, ... steps: (steps + 1, players)."""
    known = np.zeros((len(order) + 1, len(order)), dtype=bool)
    for k, player in enumerate(order):
        known[k + 1 :, player] = True
    return known
