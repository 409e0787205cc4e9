"""Groups of rows by a number that do not depend on the order of the rows."""

from typing import Any

import numpy as np

from .rows import Array


def equal_groups(values: Array, n_groups: int) -> list[Any]:
    """Return the rows of up to n groups of about equal size; equal values share a group."""
    n = len(values)
    _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
    middle = np.cumsum(counts) - counts / 2
    group = np.minimum((middle * min(n_groups, n) / n).astype(np.int64), n_groups - 1)[codes]
    return [np.flatnonzero(group == k) for k in np.unique(group)]
