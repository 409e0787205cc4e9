"""How often values were absent, and what became of them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..columns import Fill, Labelled
from ..fitted import FittedTree
from ..frames import Frame
from ..missing import MissingRules
from ..schema import Schema
from ..threads import threads_for
from .growing import TrainingSet

Counts = dict[str | int, dict[str, Any]]
"""By name or index, features with absent values: the policy and plain counts."""


class MissingUse:
    """Tells how often the policies for absent values are used."""

    n_jobs: int | None

    def _fitted(self) -> FittedTree:
        raise NotImplementedError

    def missing_use(self, X: Any) -> Counts:
        """Count the values of X that are missing or unknown, and what becomes of them.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        dict
            An entry for each feature with such values, as in ``missing_counts_``.
        """
        model = self._fitted()
        frame = model.schema.read(X, type(self).__name__)
        return absent_counts(model, frame, threads_for(self.n_jobs, frame.n_rows * frame.n_columns))


def absent_counts(model: FittedTree, frame: Frame, n_threads: int) -> Counts:
    """Count the absent cells of rows, and how the tree's questions are answered for them."""
    rules, schema, tree = model.missing, model.schema, model.tree
    table = rules.table(schema, frame, n_threads)
    given = schema.build(frame) if rules.fills else table
    cells = given.absent_counts(n_threads)
    if schema.levels is None and not cells.any():
        return {}
    use = np.zeros((schema.n_features, 2), np.int64)
    asking = tree.feature >= 0
    np.add.at(use, tree.feature[asking], tree.absent_use(table)[asking])
    return {
        feature_key(schema, j): entry(rules, j, *cells[j].tolist(), *use[j].tolist())
        for j in np.flatnonzero((cells + use).any(axis=1)).tolist()
    }


def training_counts(model: FittedTree, data: TrainingSet) -> Counts:
    """The same for the training rows that count, and the rows that were dropped."""
    counts: Counts = {}
    if data.missing.fills or data.table.absent_counts(data.n_threads).any():
        frame = data.frame
        if data.weight is not None and not data.weight.all():
            frame = kept_rows(frame, data.weight > 0)
        counts = absent_counts(model, frame, data.n_threads)
    for j, rows in data.dropped.items():
        counts[feature_key(data.schema, j)] = entry(data.missing, j, missing=rows, dropped=rows)
    order = [feature_key(data.schema, j) for j in range(data.schema.n_features)]
    return {key: counts[key] for key in order if key in counts}


def feature_key(schema: Schema, j: int) -> str | int:
    return j if schema.names is None else schema.names[j]


def entry(
    rules: MissingRules,
    j: int,
    missing: int,
    unknown: int = 0,
    by_surrogate: int = 0,
    by_policy: int = 0,
    dropped: int = 0,
) -> dict[str, Any]:
    fill = rules.fills.get(j, Fill())
    return {
        "policy": rules.policies[j],
        "missing": missing,
        "unknown": unknown,
        "filled": missing * (fill.missing is not None) + unknown * (fill.unknown is not None),
        "dropped": dropped,
        "by_surrogate": by_surrogate,
        "by_policy": by_policy,
    }


def kept_rows(frame: Frame, keep: NDArray[np.bool_]) -> Frame:
    """The frame of some of the rows."""
    cells = frame.cells
    if isinstance(cells, list):
        cells = [
            Labelled(column.labels, column.codes[keep], column.categorical)
            if isinstance(column, Labelled)
            else column[keep]
            for column in cells
        ]
    else:
        cells = cells[keep]
    return frame._replace(n_rows=int(keep.sum()), cells=cells)
