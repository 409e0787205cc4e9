"""Gini, corrected and permutation importances of a forest."""

from typing import Any

import numpy as np

from .. import _core
from ..base.training_data import LabeledTable
from ..data.weights import Weights
from .importances import Floats, Groups, Importances
from .model import FittedForest
from .training_rows import check_training_rows

KINDS = ("gini", "corrected", "permutation")


def check_kind(kind: Any) -> None:
    names = ", ".join(map(repr, KINDS))
    if not isinstance(kind, str):
        raise TypeError(
            f"kind must be one of {names}, got {type(kind).__name__}: pass the training data as X= "
            "and y=."
        )
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {names}; got {kind!r}.")


def gini_importances(model: FittedForest, groups: Groups) -> Importances:
    """Return the share of each feature in the gain of each tree; NaN for trees without gain."""
    gains = model.forest.feature_importances()
    total = gains.sum(axis=1, keepdims=True)
    shares = np.divide(gains, total, out=np.full_like(gains, np.nan), where=total > 0)
    return Importances("gini", tuple(groups), groups.sums(shares))


def out_of_bag_importances(
    kind: str,
    model: FittedForest,
    data: LabeledTable,
    weight: Weights | None,
    groups: Groups,
    n_repeats: int,
    seed: int,
) -> Importances:
    """Compute importances on the out-of-bag rows of each tree, weighted by ``weight``."""
    bags = model.bags()
    if bags is None:
        raise ValueError(
            f"Importances of the kind {kind!r} need out-of-bag rows, but every bag contains all "
            "rows: set bootstrap=True, or max_samples or bags that leave rows out."
        )
    tree = model.forest.tree(0)
    leaves = tree.apply(data.table, data.n_threads)
    check_training_rows(tree, leaves, model.sampling, bags, f"kind={kind!r}")
    per_tree = per_tree_importances(kind, model, data, weight, bags, groups, n_repeats, seed)
    return Importances(kind, tuple(groups), per_tree)


def per_tree_importances(
    kind: str,
    model: FittedForest,
    data: LabeledTable,
    weight: Weights | None,
    bags: _core.Bags,
    groups: Groups,
    n_repeats: int,
    seed: int,
) -> Floats:
    y, n_threads = data.targets.values, data.n_threads
    if kind == "corrected":
        found = _core.corrected_importances(
            model.forest, bags, data.table, y, weight, n_threads=n_threads
        )
        return groups.sums(found)
    return _core.permutation_importances(
        model.forest,
        bags,
        data.table,
        y,
        weight,
        groups=list(groups.values()),
        n_repeats=n_repeats,
        seed=seed,
        n_threads=n_threads,
    )
