"""What each node costs as a leaf, on the rows that the tree was grown on, in units of weight."""

import numpy as np

from ..base.fitted_tree import FittedTree
from .costs import Floats


def node_risks(model: FittedTree, kind: str, mean_loss: float | None = None) -> Floats:
    """Impurity times weight, or the cost of the answers (``kind="error"``)."""
    return error_risks(model, mean_loss) if kind == "error" else model.tree.impurity_risks()


def error_risks(model: FittedTree, mean_loss: float | None = None) -> Floats:
    """Cost of each node's answer to its own rows.

    Weights are those under the priors. While the tree grew, a class had its prior times the sum
    of its losses instead; ``mean_loss`` is the scale of those sums (see ``mean_loss_of``).
    """
    if not model.classes:
        return model.tree.impurity_risks()
    value, weight = model.tree.value, model.tree.weighted_n_node_samples
    if model.loss is None:
        counts = whole_counts(value * weight[:, None, None])
        risk: Floats = (counts.sum(axis=2) - counts.max(axis=2)).mean(axis=1)
        return risk
    shares = value[:, 0, :]
    scale = mean_loss_of(model) if mean_loss is None else mean_loss
    counts = whole_counts(shares * (weight * scale / (shares @ model.loss.sum(axis=1)))[:, None])
    least: Floats = (counts @ model.loss).min(axis=1)
    return least


def mean_loss_of(model: FittedTree) -> float:
    """The sums of losses of the classes, averaged over the priors; 1 without losses."""
    if model.loss is None:
        return 1.0
    return float(model.tree.value[0, 0] @ model.loss.sum(axis=1))


def whole_counts(counts: Floats) -> Floats:
    """Undo the rounding of shares where weights are whole numbers, so that ties are ties."""
    whole = np.rint(counts)
    return np.where(np.abs(counts - whole) <= 1e-14 * whole, whole, counts)
