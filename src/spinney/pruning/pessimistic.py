"""C4.5's error-based pruning: training errors at their upper confidence limit."""

from scipy.special import ndtri

from .. import _core
from ..base.criteria import CRITERIA
from ..base.fitted_tree import FittedTree
from ..data.columns import Array
from .costs import Floats


def pruned_by_errors(
    model: FittedTree,
    table: _core.Table,
    y: Array,
    weight: Floats | None,
    *,
    criterion: str,
    confidence: float,
    raising: bool,
) -> FittedTree:
    """The model without the subtrees that are not expected to err less than what replaces them.

    ``table``, ``y`` and ``weight`` are those that the tree was grown on.
    """
    tree = _core.prune_by_errors(
        model.tree,
        table,
        y,
        weight,
        criterion=CRITERIA[criterion].kind,
        confidence=float(confidence),
        z=float(ndtri(1.0 - confidence)),
        raising=bool(raising),
    )
    return model._replace(tree=tree)
