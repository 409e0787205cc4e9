"""Which rows the members of an ensemble see, from the parameters of the estimator."""

from collections.abc import Iterable, Iterator
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..data.targets import Targets
from ..data.weights import Weights

Counts = NDArray[np.uint32]


class Sampling(NamedTuple):
    """How bags are drawn: small enough to keep with the model, so that they can be drawn again."""

    n_rows: int
    n_draws: int
    replace: bool
    seed: int
    draw_weight: Weights | None
    """What draws with replacement are in proportion to; 0 is never drawn. None: all alike."""
    row_weight: Weights | None
    """What the counts of a bag are multiplied by. None: 1."""
    strata: NDArray[np.int32] | None
    given: Counts | None
    """The user's own bags: (members, rows)."""
    is_whole: bool
    """Every member sees all rows, once."""

    @property
    def leaves_out(self) -> bool:
        """Whether a member may be judged by rows that it has not seen."""
        return not self.is_whole

    def bags(self) -> _core.Bags | None:
        """The bags as the core draws them; None for all rows."""
        if self.is_whole:
            return None
        return _core.Bags(
            self.n_rows,
            self.n_draws,
            self.replace,
            self.seed,
            self.draw_weight,
            self.strata,
            self.given,
        )

    def each_bag(self, members: Iterable[int]) -> Iterator[Counts]:
        """How often each row is in the bag of each of the members, one bag at a time."""
        bags = self.bags()
        seen = np.ones(self.n_rows) if self.row_weight is None else self.row_weight > 0
        for i in members:
            yield seen.astype(np.uint32) if bags is None else bags.counts(i)

    def counts(self, members: Iterable[int]) -> list[Counts]:
        """The same, all at once."""
        return list(self.each_bag(members))

    def samples(self, members: Iterable[int]) -> list[NDArray[np.intp]]:
        """The rows of each bag, in rising order, each as often as it was drawn."""
        rows = np.arange(self.n_rows)
        return [np.repeat(rows, counts) for counts in self.each_bag(members)]


def make_sampling(
    estimator: Any, targets: Targets, weight: Weights | None, seed: int, n_members: int
) -> Sampling:
    """Read ``bootstrap``, ``max_samples``, ``bags`` and, if there is one, ``stratified``.

    ``weight`` is the user's, times those of the classes. Rows are drawn in proportion to it and
    then count 1 each. Without replacement draws are uniform, and it weighs the rows drawn.
    """
    n_rows = len(targets.values)
    n_present = n_rows if weight is None else int(np.count_nonzero(weight))
    if estimator.bags is not None:
        given = given_counts(estimator.bags, n_members, n_rows, weight)
        return Sampling(n_rows, 0, False, seed, None, weight, None, given, False)
    strata = class_strata(targets) if getattr(estimator, "stratified", False) else None
    if estimator.bootstrap:
        n_draws = bootstrap_draws(estimator.max_samples, n_present, weight)
        # Weights that are all alike draw as no weights do.
        draw_weight = None if weight is None or weight.min() == weight.max() else weight
        return Sampling(n_rows, n_draws, True, seed, draw_weight, None, strata, None, False)
    n_draws = pasting_draws(estimator.max_samples, n_present)
    draw_weight = None if n_present == n_rows else weight
    is_whole = n_draws == n_present
    return Sampling(n_rows, n_draws, False, seed, draw_weight, weight, strata, None, is_whole)


def bootstrap_draws(max_samples: Any, n_present: int, weight: Weights | None) -> int:
    """The number of draws with replacement; a share is of the sum of the weights."""
    if max_samples is None:
        return n_present
    if isinstance(max_samples, Integral):
        return int(max_samples)
    total = n_present if weight is None else float(weight.sum())
    draws = max_samples * total
    if draws >= 2**32:
        raise ValueError(
            f"max_samples={max_samples} of a total weight of {total:g} makes {draws:g} draws: "
            "pass max_samples as an int."
        )
    return max(int(draws), 1)


def pasting_draws(max_samples: Any, n_present: int) -> int:
    """The number of rows drawn without replacement, of those with weight above 0."""
    if max_samples is None:
        return n_present
    if isinstance(max_samples, Integral):
        draws = int(max_samples)
    else:
        draws = max(int(max_samples * n_present), 1)
    if draws > n_present:
        raise ValueError(
            f"max_samples={max_samples} asks for {draws} rows without replacement, but there are "
            f"{n_present} rows of weight above 0."
        )
    return draws


def class_strata(targets: Targets) -> NDArray[np.int32]:
    """A number for each row: the same for rows of the same classes."""
    if targets.n_outputs == 1:
        return np.ascontiguousarray(targets.values[:, 0], dtype=np.int32)
    return np.unique(targets.values, axis=0, return_inverse=True)[1].ravel().astype(np.int32)


def given_counts(bags: Any, n_members: int, n_rows: int, weight: Weights | None) -> Counts:
    """The user's bags as counts: from an array of counts, or from a list of row indices."""
    if len(bags) != n_members:
        raise ValueError(f"bags holds {len(bags)} bags, but n_estimators is {n_members}.")
    if isinstance(bags, np.ndarray) and bags.ndim == 2:
        counts = checked_counts(bags, n_rows)
    else:
        counts = np.zeros((n_members, n_rows), np.uint32)
        for i, bag in enumerate(bags):
            counts[i] = np.bincount(checked_indices(bag, i, n_rows), minlength=n_rows)
    weighted = counts if weight is None else counts * (weight > 0)
    empty = np.flatnonzero(~weighted.any(axis=1))
    if empty.size:
        raise ValueError(f"bags: bag {empty[0]} holds no row of weight above 0.")
    return counts


def checked_counts(bags: NDArray[Any], n_rows: int) -> Counts:
    if bags.shape[1] != n_rows:
        raise ValueError(f"bags has counts of {bags.shape[1]} rows, but X has {n_rows} rows.")
    if bags.dtype.kind not in "biuf" or not ((bags >= 0) & (bags == np.floor(bags))).all():
        raise ValueError("bags must hold whole numbers from 0 on: how often a row is in a bag.")
    if bags.max() >= 2**32:
        raise ValueError(f"bags holds a count of {bags.max()}, which is too large.")
    return np.ascontiguousarray(bags, dtype=np.uint32)


def checked_indices(bag: Any, i: int, n_rows: int) -> NDArray[Any]:
    indices = np.asarray(bag)
    if indices.ndim != 1 or (indices.size and indices.dtype.kind not in "iu"):
        raise ValueError(f"bags: bag {i} must be a 1D array of row indices.")
    wrong = indices[(indices < 0) | (indices >= n_rows)]
    if wrong.size:
        raise ValueError(f"bags: bag {i} has row {wrong[0]}, but X has {n_rows} rows.")
    return indices.astype(np.intp)
