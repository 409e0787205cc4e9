"""Sampling of the training rows of each member of an ensemble."""

from collections.abc import Iterable, Iterator
from numbers import Integral
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..data.targets import Targets
from ..data.user_warnings import warn
from ..data.weights import Weights

Counts = NDArray[np.uint32]

MAX_DRAWS = 2**31 - 1
"""The maximum number of draws of a member."""


class Sampling(NamedTuple):
    """Settings by which the bags are drawn; they are part of the model, so bags can be redrawn."""

    n_rows: int
    n_draws: int
    replace: bool
    seed: int
    draw_weight: Weights | None
    """Sampling weights of draws with replacement; rows of weight 0 are never drawn. None: equal."""
    row_weight: Weights | None
    """Sample weights, multiplied by the counts of a bag. None: 1."""
    strata: NDArray[np.int32] | None
    given: Counts | None
    """Bags passed by the user: counts of shape (members, rows)."""
    is_whole: bool
    """Whether every bag contains every row once."""

    @property
    def has_out_of_bag(self) -> bool:
        """Whether there may be out-of-bag rows."""
        return not self.is_whole

    def compact(self) -> "Sampling":
        """Return the sampling of a compact model, which cannot draw bags."""
        return Sampling(
            0, self.n_draws, self.replace, self.seed, None, None, None, None, is_whole=False
        )

    def check_kept(self) -> None:
        """Raise if the model is compact."""
        if self.n_rows == 0:
            raise AttributeError(
                "this model was made by compact(), which drops the samples of its members: use the "
                "original model"
            )

    def bags(self) -> _core.Bags | None:
        """Return the bags of the core; None if every bag contains all rows."""
        self.check_kept()
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
        """Yield the count of each row in the bag of each member."""
        bags = self.bags()
        present = np.ones(self.n_rows) if self.row_weight is None else self.row_weight > 0
        for i in members:
            yield present.astype(np.uint32) if bags is None else bags.counts(i)

    def counts(self, members: Iterable[int]) -> list[Counts]:
        """Return the count of each row in the bag of each member."""
        return list(self.each_bag(members))

    def samples(self, members: Iterable[int]) -> list[NDArray[np.int32]]:
        """Return the sorted row indices of each bag, with repetitions."""
        rows = np.arange(self.n_rows, dtype=np.int32 if self.n_rows < 2**31 else np.int64)
        return [np.repeat(rows, counts) for counts in self.each_bag(members)]


class SamplingEstimator(Protocol):
    """The parameters of an ensemble that determine its bags."""

    bootstrap: bool
    max_samples: int | float | None
    bags: Any


def make_sampling(
    estimator: SamplingEstimator,
    targets: Targets,
    weight: Weights | None,
    seed: int,
    n_members: int,
) -> Sampling:
    """Resolve ``bootstrap``, ``max_samples``, ``bags`` and ``stratified``.

    With replacement, rows are drawn in proportion to ``weight``, and each draw then has weight 1.
    Without replacement, rows are drawn uniformly and keep their weights.
    """
    n_rows = len(targets.values)
    n_present = n_rows if weight is None else int(np.count_nonzero(weight))
    if estimator.bags is not None:
        given = given_counts(estimator.bags, n_members, n_rows, weight)
        return Sampling(n_rows, 0, False, seed, None, weight, None, given, False)
    strata = class_strata(targets) if getattr(estimator, "stratified", False) else None
    if estimator.bootstrap:
        n_draws = bootstrap_draws(estimator.max_samples, n_present, weight)
        # Equal weights draw the same bags as no weights.
        draw_weight = None if weight is None or weight.min() == weight.max() else weight
        return Sampling(n_rows, n_draws, True, seed, draw_weight, None, strata, None, False)
    n_draws = pasting_draws(estimator.max_samples, n_present)
    draw_weight = None if n_present == n_rows else weight
    is_whole = n_draws == n_present
    return Sampling(n_rows, n_draws, False, seed, draw_weight, weight, strata, None, is_whole)


def bootstrap_draws(max_samples: Any, n_present: int, weight: Weights | None) -> int:
    """Return the number of draws with replacement; a float is a fraction of the total weight."""
    if max_samples is None:
        return n_present
    if isinstance(max_samples, Integral):
        return int(max_samples)
    total = n_present if weight is None else float(weight.sum())
    if max_samples * total > MAX_DRAWS:
        raise ValueError(
            f"max_samples={max_samples} of a total weight of {total:g} is more than the limit of "
            f"{MAX_DRAWS} draws: pass max_samples as an int, or divide sample_weight by a constant."
        )
    draws = max(int(max_samples * total), 1)
    warn_few_draws(max_samples, total, draws, n_present)
    return draws


def warn_few_draws(max_samples: float, total: float, draws: int, n_present: int) -> None:
    """Warn about a fraction of few draws, such as one of weights that sum to 1."""
    if draws < max(10, n_present ** (1 / 3)):
        warn(
            f"max_samples={max_samples} of a total weight of {total:g} draws only {draws} of "
            f"{n_present} samples for each member: pass max_samples as an int."
        )


def pasting_draws(max_samples: Any, n_present: int) -> int:
    """Return the number of rows of weight above 0 to draw without replacement."""
    if max_samples is None:
        return n_present
    if isinstance(max_samples, Integral):
        draws = int(max_samples)
    else:
        draws = max(int(min(max_samples, MAX_DRAWS) * n_present), 1)
        warn_few_draws(max_samples, n_present, draws, n_present)
    if draws > n_present:
        raise ValueError(
            f"max_samples={max_samples} is {draws} rows without replacement, but there are "
            f"{n_present} rows of weight above 0."
        )
    return draws


def class_strata(targets: Targets) -> NDArray[np.int32]:
    """Return the stratum of each row: its combination of classes."""
    if targets.n_outputs == 1:
        return np.ascontiguousarray(targets.values[:, 0], dtype=np.int32)
    return np.unique(targets.values, axis=0, return_inverse=True)[1].ravel().astype(np.int32)


def given_counts(bags: Any, n_members: int, n_rows: int, weight: Weights | None) -> Counts:
    """Convert the bags of the user, counts or lists of row indices, to counts."""
    if len(bags) != n_members:
        raise ValueError(f"bags contains {len(bags)} bags, but n_estimators is {n_members}.")
    if isinstance(bags, np.ndarray) and bags.ndim == 2:
        counts = checked_counts(bags, n_rows)
    else:
        counts = np.zeros((n_members, n_rows), np.uint32)
        for i, bag in enumerate(bags):
            counts[i] = np.bincount(checked_indices(bag, i, n_rows), minlength=n_rows)
    weighted = counts if weight is None else counts * (weight > 0)
    empty = np.flatnonzero(~weighted.any(axis=1))
    if empty.size:
        raise ValueError(f"bags: bag {empty[0]} contains no row of weight above 0.")
    return counts


def checked_counts(bags: NDArray[Any], n_rows: int) -> Counts:
    if bags.shape[1] != n_rows:
        raise ValueError(f"bags has counts of {bags.shape[1]} rows, but X has {n_rows} rows.")
    if bags.dtype.kind not in "biuf" or not ((bags >= 0) & (bags == np.floor(bags))).all():
        raise ValueError("bags must contain whole numbers >= 0: the count of each row in a bag.")
    if bags.max() >= 2**32:
        raise ValueError(f"bags contains a count of {bags.max()}, which is too large.")
    return np.ascontiguousarray(bags, dtype=np.uint32)


def checked_indices(bag: Any, i: int, n_rows: int) -> NDArray[Any]:
    indices = np.asarray(bag)
    if indices.ndim != 1 or (indices.size and indices.dtype.kind not in "iu"):
        raise ValueError(f"bags: bag {i} must be a 1D array of row indices.")
    wrong = indices[(indices < 0) | (indices >= n_rows)]
    if wrong.size:
        raise ValueError(f"bags: bag {i} has row {wrong[0]}, but X has {n_rows} rows.")
    return indices.astype(np.intp)
