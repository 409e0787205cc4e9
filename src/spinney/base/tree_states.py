"""The arrays of many trees, concatenated, for pickling.

joblib maps every array of a pickled model to a file descriptor of its own, and boosted models have
thousands of trees with a dozen arrays each.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import _core


def pack_trees(trees: Sequence[_core.Tree]) -> dict[str, list[Any]]:
    """Return the states of trees by attribute: [values, ends of each tree's values]."""
    states = [tree.__getstate__() for tree in trees]
    packed: dict[str, list[Any]] = {}
    for name in states[0] if states else ():
        values = [np.atleast_1d(state[name]) for state in states]
        packed[name] = [np.concatenate(values), np.cumsum([len(one) for one in values])]
    return packed


def unpack_trees(packed: dict[str, list[Any]]) -> tuple[_core.Tree, ...]:
    """Return the trees of :func:`pack_trees`."""
    parts = {
        name: np.split(np.asarray(values), ends[:-1]) for name, (values, ends) in packed.items()
    }
    trees = []
    for i in range(len(parts["n_features"]) if parts else 0):
        state = {name: np.ascontiguousarray(values[i]) for name, values in parts.items()}
        tree = _core.Tree.__new__(_core.Tree)
        counts = {name: int(state[name][0]) for name in ("n_features", "n_outputs")}
        tree.__setstate__(state | counts)
        trees.append(tree)
    return tuple(trees)
