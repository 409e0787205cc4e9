"""Parameters and weights: checks, and what they mean for a table of a given size."""

import math
import numbers
from typing import Any

import numpy as np

from ..data.weights import Weights

UNLIMITED = 2**31 - 1


def resolve_max_features(max_features: Any, n_features: int) -> int:
    """The number of features looked at per split."""
    if max_features is None:
        return n_features
    if max_features == "sqrt":
        return max(1, int(math.sqrt(n_features)))
    if max_features == "log2":
        return max(1, int(math.log2(n_features)))
    if isinstance(max_features, numbers.Integral):
        return int(max_features)
    return max(1, int(max_features * n_features))


def stopping_rules(estimator: Any, n_rows: int, weight: Weights | None) -> dict[str, Any]:
    """The parameters that end growth, as the core takes them; fractions are of all rows."""
    total = n_rows if weight is None else weight.sum()
    return {
        **size_limits(estimator, n_rows),
        "min_weight_leaf": float(estimator.min_weight_fraction_leaf * total),
    }


def size_limits(estimator: Any, n_rows: int) -> dict[str, Any]:
    """The same without that on the weight of leaves."""
    return {
        "max_depth": estimator.max_depth,
        **least_rows(estimator, n_rows),
        "max_leaf_nodes": estimator.max_leaf_nodes,
        "min_impurity_decrease": float(estimator.min_impurity_decrease),
    }


def least_rows(estimator: Any, n_rows: int) -> dict[str, int]:
    """The fewest rows of a leaf and of a node to split; fractions are of all rows."""
    leaf, split = estimator.min_samples_leaf, estimator.min_samples_split
    if not isinstance(leaf, numbers.Integral):
        leaf = math.ceil(leaf * n_rows)
    if not isinstance(split, numbers.Integral):
        split = max(2, math.ceil(split * n_rows))
    return {"min_samples_split": split, "min_samples_leaf": leaf}


def resolve_seed(random_state: Any, samples: bool) -> int:
    """The seed of the core. Without random_state it is fixed unless the tree samples."""
    if isinstance(random_state, numbers.Integral):
        return int(random_state)
    if random_state is None:
        return int(np.random.randint(UNLIMITED)) if samples else 0  # noqa: NPY002
    return int(random_state.randint(UNLIMITED))
