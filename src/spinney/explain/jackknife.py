"""The infinitesimal jackknife: variances of means over members with bags."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..base.sampling import Sampling
from ..data.containers import take_rows
from .additive import Floats
from .member_values import MemberValues

BLOCK_VALUES = 2**23
"""The maximum number of values of members in memory."""


def value_blocks(members: MemberValues, X: Any) -> Iterator[Floats]:
    """Yield values (members, rows, values) of blocks of rows."""
    n_rows = X.shape[0] if hasattr(X, "shape") else len(X)
    size = max(1, BLOCK_VALUES // (members.n_members * len(members.labels)))
    if n_rows <= size:
        yield members.matrix(X)
        return
    for first in range(0, n_rows, size):
        yield members.matrix(take_rows(X, np.arange(first, min(first + size, n_rows))))


@dataclass(frozen=True)
class Jackknife:
    """The quadratic form of the variance in the values of the members."""

    products: Floats
    """Products of the counts of each two members, summed over rows and centered, over B^2."""
    correction: float
    """Factor of the variance over members that is due to their finite number."""

    @classmethod
    def of(cls, members: MemberValues, which: slice) -> "Jackknife":
        """Read the bags of some of the members."""
        indices = range(members.n_members)[which]
        n, sampling = len(indices), members.sampling
        # The counts are integers, so the sums are exact in any order.
        products = np.zeros((n, n))
        counts = np.stack([compact(members.count(i)) for i in indices])
        for first in range(0, counts.shape[1], 8192):
            part = counts[:, first : first + 8192].astype(np.float64)
            products += part @ part.T
        factor = subsample_factor(sampling, counts)
        spread = np.trace(products) / n - products.sum() / n**2
        products -= products.mean(axis=0)
        products -= products.mean(axis=1, keepdims=True)
        return cls(products * (factor / n**2), factor * float(spread) / n)

    def variances(self, values: Floats) -> Floats:
        """Return the variances (rows, values) of the mean of values (members, rows, values)."""
        flat = values.reshape(len(values), -1)
        flat = flat - flat.mean(axis=0)
        raw = ((self.products @ flat) * flat).sum(axis=0)
        return np.asarray(raw - self.correction * (flat**2).mean(axis=0)).reshape(values.shape[1:])


def compact(counts: Any) -> Any:
    """Return counts as integers of few bytes."""
    return counts.astype(np.min_scalar_type(int(counts.max())))


def subsample_factor(sampling: Sampling, counts: Any) -> float:
    """Return the factor of Wager and Athey (2018) for draws without replacement, else 1."""
    weight = sampling.row_weight if sampling.draw_weight is None else sampling.draw_weight
    n_rows = sampling.n_rows if weight is None else int(np.count_nonzero(weight))
    if sampling.replace or counts.max() > 1:
        return 1.0
    n_draws = counts.sum() / len(counts)
    return float(n_rows * (n_rows - 1) / (n_rows - n_draws) ** 2)
