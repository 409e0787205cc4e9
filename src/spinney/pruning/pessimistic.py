"""C4.5's error-based pruning: training errors at their upper confidence limit."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from ..fitted import FittedTree
from .costs import Floats
from .risks import error_risks
from .shape import cheapest_subtree


def pessimistic_collapse(model: FittedTree, confidence: float) -> NDArray[np.bool_]:
    """The nodes whose subtree is not expected to make fewer errors than a leaf in its place."""
    errors = upper_errors(error_risks(model), model.tree.weighted_n_node_samples, confidence)
    return cheapest_subtree(model.tree, errors, np.zeros_like(errors))[0]


def upper_errors(errors: Floats, weight: Floats, confidence: float) -> Floats:
    """Errors to expect among new rows, as many as these, at C4.5's upper limit.

    Without errors the limit is that of the binomial distribution; up to one error it is
    interpolated; beyond, the normal approximation with a correction for continuity takes over.
    """
    with np.errstate(over="ignore"):
        none = weight * -np.expm1(np.log(confidence) / weight)
    one = normal_limit(np.ones_like(errors), weight, confidence)
    few = none + errors * (one - none)
    return np.where(errors < 1, few, normal_limit(errors, weight, confidence))


def normal_limit(errors: Floats, weight: Floats, confidence: float) -> Floats:
    """The upper limit of the error rate by Wilson's interval, times the weight."""
    z = ndtri(1.0 - confidence)
    seen = np.minimum((errors + 0.5) / weight, 1.0)
    spread = np.sqrt(seen * (1.0 - seen) / weight + (z / (2.0 * weight)) ** 2)
    rate = (seen + z**2 / (2.0 * weight) + z * spread) / (1.0 + z**2 / weight)
    return np.where(errors + 0.5 >= weight, np.maximum(weight, errors), weight * rate)
