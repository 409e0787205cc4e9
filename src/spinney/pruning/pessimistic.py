"""C4.5's error-based pruning: training errors at their upper confidence limit."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv

from ..fitted import FittedTree
from .costs import Floats
from .risks import error_risks
from .shape import cheapest_subtree


def pessimistic_collapse(model: FittedTree, confidence: float) -> NDArray[np.bool_]:
    """The nodes whose subtree is not expected to make fewer errors than a leaf in its place."""
    errors = upper_errors(error_risks(model), model.tree.weighted_n_node_samples, confidence)
    return cheapest_subtree(model.tree, errors, np.zeros_like(errors))[0]


def upper_errors(errors: Floats, weight: Floats, confidence: float) -> Floats:
    """Errors expected among new rows, as many as these: weight times the upper limit of the rate.

    The rate at which so few errors would be seen with probability ``confidence`` only (the limit
    of Clopper and Pearson).
    """
    correct = np.maximum(weight - errors, 0.0)
    rate = np.ones_like(errors)
    some = correct > 0
    rate[some] = betaincinv(errors[some] + 1.0, correct[some], 1.0 - confidence)
    return weight * rate
