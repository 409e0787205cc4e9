"""Risk of each node as a leaf: its cost on the training rows, not divided by their weight."""

import numpy as np

from ..base.fitted_tree import FittedTree
from .costs import Floats


def node_risks(model: FittedTree, kind: str, mean_loss: float | None = None) -> Floats:
    """Return impurity times weight, or the cost of the predictions (``kind="error"``)."""
    return error_risks(model, mean_loss) if kind == "error" else model.tree.impurity_risks()


def error_risks(model: FittedTree, mean_loss: float | None = None) -> Floats:
    """Return the cost of each node's prediction for its training rows.

    Rows are weighted by the priors. The weights of growth are altered priors: the prior of a class
    times the sum of its losses. ``mean_loss`` is their normalization (see ``mean_loss_of``).
    """
    if not model.classes:
        return model.tree.impurity_risks()
    value, weight = model.tree.value, model.tree.weighted_n_node_samples
    if model.loss is None:
        counts = round_counts(value * weight[:, None, None])
        risk: Floats = (counts.sum(axis=2) - counts.max(axis=2)).mean(axis=1)
        return risk
    shares = value[:, 0, :]
    scale = mean_loss_of(model) if mean_loss is None else mean_loss
    counts = round_counts(shares * (weight * scale / (shares @ model.loss.sum(axis=1)))[:, None])
    minimum: Floats = (counts @ model.loss).min(axis=1)
    return minimum


def mean_loss_of(model: FittedTree) -> float:
    """Return the sum of losses of a class, averaged over the priors; 1 without a loss matrix."""
    if model.loss is None:
        return 1.0
    return float(model.tree.value[0, 0] @ model.loss.sum(axis=1))


def round_counts(counts: Floats) -> Floats:
    """Round counts that differ from an integer by rounding only, so that ties are exact."""
    rounded = np.rint(counts)
    return np.where(np.abs(counts - rounded) <= 1e-14 * rounded, rounded, counts)
