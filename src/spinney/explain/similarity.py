"""Similarities of rows by the leaves that they share, in blocks of rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse as sp

from .. import _core
from ..base.threads import effective_threads
from ..data.user_warnings import warn
from .additive import Floats
from .leaves import LeafReader, Leaves, read_leaves

KINDS = ("original", "oob", "gap")
MAX_ENTRIES = 2**27
"""The maximum number of entries of a sparse result: 1.5 GB."""
BLOCK_ENTRIES = 2**23
"""The maximum number of entries of a block of rows."""


@dataclass(frozen=True)
class RowSimilarity:
    """The leaves of rows, and of the rows that they are compared with."""

    kind: str
    leaves: Leaves
    others: Leaves | None
    """None: the same rows."""
    bags: _core.Bags | None
    row_weight: Floats | None
    tree_weight: Floats | None
    n_threads: int

    @classmethod
    def read(
        cls,
        model: Any,
        X: Any,
        Y: Any = None,
        kind: str = "original",
        tree_weights: Any = None,
        n_jobs: int | None = None,
    ) -> "RowSimilarity":
        """Read the rows; for other kinds than "original", X or Y must be the training rows."""
        if kind not in KINDS:
            raise ValueError(f"kind={kind!r} must be one of {', '.join(map(repr, KINDS))}.")
        reader = read_leaves(model)
        weight = read_tree_weights(reader, tree_weights, kind)
        n_threads = effective_threads(n_jobs)
        if kind == "original":
            others = None if Y is None else reader.apply(Y)
            return cls(kind, reader.apply(X), others, None, None, weight, n_threads)
        advice = " Pass the training table as Y to compare other rows with it."
        others = reader.training(X if Y is None else Y, kind, advice)
        sampling, bags = reader.sampling, reader.bags()
        assert sampling is not None
        if bags is None and (Y is None or kind == "oob"):
            raise ValueError(
                f'kind="{kind}" needs out-of-bag rows, but every tree of this {reader.owner} was '
                'grown on all rows: use kind="original", or fit it with bootstrap=True.'
            )
        row_weight = sampling.row_weight
        if Y is None:
            return cls(kind, others, None, bags, row_weight, weight, n_threads)
        return cls(kind, reader.apply(X), others, bags, row_weight, weight, n_threads)

    @cached_property
    def core(self) -> _core.Similarity:
        return _core.Similarity(
            self.leaves,
            self.others,
            self.kind,
            self.bags,
            row_weight=self.row_weight,
            tree_weight=self.tree_weight,
            n_threads=self.n_threads,
        )

    @property
    def shape(self) -> tuple[int, int]:
        others = self.leaves if self.others is None else self.others
        return len(self.leaves), len(others)

    def matrix(
        self,
        rows: slice | None = None,
        top: int = 0,
        skip_self: bool = False,
    ) -> sp.csr_matrix:
        """Return the similarities of consecutive rows to all others."""
        rows = slice(0, self.shape[0]) if rows is None else rows
        found = self.core.rows(rows.start, rows.stop, top, skip_self, MAX_ENTRIES, self.n_threads)
        result = sp.csr_matrix(found, shape=(rows.stop - rows.start, self.shape[1]))
        result.has_sorted_indices = True
        return result

    def blocks(self) -> Iterator[tuple[slice, sp.csr_matrix]]:
        """Yield blocks of rows of the matrix."""
        n_rows, n_others = self.shape
        size = max(1, BLOCK_ENTRIES // max(1, n_others))
        for first in range(0, n_rows, size):
            rows = slice(first, min(first + size, n_rows))
            yield rows, self.matrix(rows)

    def warn_empty(self, counts: Any) -> None:
        """Warn about rows that are in every bag; ``counts`` are the similar rows of each row."""
        if self.others is None and self.kind != "original" and not counts.all():
            warn(
                f"{np.count_nonzero(counts == 0)} of {len(counts)} rows are in the bag of every "
                "tree, so their similarities are 0. Use more estimators."
            )


def read_tree_weights(reader: LeafReader, tree_weights: Any, kind: str) -> Floats | None:
    """Return the weight of each tree: given, or the total gain of its splits; None: equal."""
    if tree_weights is None:
        return None
    if kind != "original":
        raise ValueError(f'tree_weights needs kind="original", got kind={kind!r}.')
    if isinstance(tree_weights, str):
        if tree_weights != "gain":
            raise ValueError(f'tree_weights must be "gain", an array or None: {tree_weights!r}.')
        gains = [np.sum(reader.tree(i).gain) for i in range(reader.n_trees)]
        weight = np.array(gains, dtype=np.float64)
    else:
        weight = np.ascontiguousarray(tree_weights, dtype=np.float64)
    if weight.shape != (reader.n_trees,):
        raise ValueError(
            f"tree_weights must have one weight for each of the {reader.n_trees} trees, got an "
            f"array of shape {weight.shape}."
        )
    if not ((weight >= 0).all() and 0 < weight.sum() < np.inf):
        raise ValueError("tree_weights must be finite, not negative, and not all 0.")
    return weight
