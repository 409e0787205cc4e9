"""Detection of other rows than the training rows where out-of-bag rows are needed."""

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.sampling import Sampling
from ..pruning.fractional_rows import has_fractional_routes


def check_row_count(n_rows: int, sampling: Sampling, use: str, advice: str = "") -> None:
    """Raise if a table has not as many rows as the training table."""
    sampling.check_kept()
    if n_rows != sampling.n_rows:
        raise ValueError(
            f"{use} needs the training rows, of which there were {sampling.n_rows}, but the table "
            f"has {n_rows} rows.{advice}"
        )


def check_training_rows(
    tree: _core.Tree,
    leaves: NDArray[np.integer],
    sampling: Sampling,
    bags: _core.Bags | None,
    use: str,
) -> None:
    """Raise if the leaves of the first tree did not get these rows in training."""
    if (tree.kind[leaves] != 0).any() or has_fractional_routes(tree):
        return
    in_bag = np.ones(len(leaves), bool) if bags is None else bags.counts(0) > 0
    if sampling.row_weight is not None:
        in_bag &= sampling.row_weight > 0
    counts = np.bincount(leaves[in_bag], minlength=len(tree.kind))
    is_leaf, grown = tree.kind == 0, tree.n_node_samples
    if counts.sum() == grown[0] and (counts[is_leaf] != grown[is_leaf]).any():
        raise ValueError(
            f"{use} needs the training rows in the order of fit: in the first tree, these rows do "
            "not end in the leaves that the training rows ended in."
        )
