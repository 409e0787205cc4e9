"""Pessimistic (error-based) pruning of C4.5."""

from scipy.special import ndtri

from .. import _core
from ..base.criteria import CRITERIA
from ..base.fitted_tree import FittedTree
from ..data.columns import Array
from .costs import Floats


def prune_pessimistic(
    model: FittedTree,
    table: _core.Table,
    y: Array,
    weight: Floats | None,
    *,
    criterion: str,
    confidence: float,
    raising: bool,
) -> FittedTree:
    """Replace subtrees unless they have fewer expected errors than a leaf or their largest branch.

    Expected errors are upper confidence limits of the training errors. ``table``, ``y`` and
    ``weight`` are the training data of the tree.
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
