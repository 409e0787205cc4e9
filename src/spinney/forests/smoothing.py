"""The strength by which class probabilities of a forest are smoothed."""

from typing import Any

import numpy as np

from .. import _core
from ..data.weights import Weights
from .model import FittedForest
from .partial_forest import PartialForest

STRENGTHS = (0.05, 0.2, 0.8, 3.2, 12.8)
"""Candidates of ``smoothing="auto"``; the first is used without out-of-bag rows."""
MAX_ROWS = 2048
"""Maximum number of rows that a strength is chosen on."""
MIN_ROWS = 200
"""With fewer out-of-bag rows, the first candidate is used."""
STANDARD_ERRORS = 2.0
"""Standard errors by which the loss of a candidate must be below that of the first."""


def smoothing_strength(
    smoothing: Any, model: FittedForest, grown: PartialForest, weight: Weights | None
) -> float:
    """Return the strength as a weight of samples; 0 disables smoothing.

    ``weight`` are the weights of out-of-bag losses.
    """
    if model.aggregate != "mean":
        return 0.0
    unit = smallest_weight(grown.growth.row_weight)
    if smoothing != "auto":
        return float(smoothing) * unit
    return chosen_strength([unit * strength for strength in STRENGTHS], grown, weight)


def smallest_weight(weight: Weights | None) -> float:
    """Return the smallest positive weight of a row, so that only ratios of weights matter."""
    return 1.0 if weight is None else float(weight[weight > 0].min())


def chosen_strength(strengths: list[float], grown: PartialForest, weight: Weights | None) -> float:
    """Return the strength of the lowest out-of-bag log loss.

    It is the first unless the difference of the losses exceeds its standard error clearly.
    """
    growth = grown.growth
    if growth.bags is None or not growth.sampling.has_out_of_bag:
        return strengths[0]
    data = growth.data
    rows, losses = _core.smoothing_losses(
        *(grown.forest, data.table, data.targets.values, weight, growth.bags, grown.first),
        *(strengths, MAX_ROWS, data.n_threads),
    )
    if len(rows) < MIN_ROWS:
        return strengths[0]
    shares = np.ones(len(rows)) if weight is None else weight[rows] / weight[rows].max()
    shares = shares / shares.sum()
    gains = losses[:, :1] - losses
    means = shares @ gains
    errors = np.sqrt(shares**2 @ (gains - means) ** 2)
    means[means <= STANDARD_ERRORS * errors] = 0.0
    return strengths[int(means.argmax())]
