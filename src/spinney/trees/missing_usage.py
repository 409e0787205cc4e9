"""Counts of missing and unknown values, and of the policies applied to them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.fitted_tree import FittedTree
from ..base.threads import threads_for
from ..data.columns import Fill
from ..data.frames import Frame, select_rows
from ..data.missing import MissingRules
from ..data.schema import Schema
from .growth import TrainingSet

Counts = dict[str | int, dict[str, Any]]
"""Policy and counts of each feature with missing or unknown values, by name or index."""


class MissingUsageMixin:
    """Adds counts of how often the policies for missing and unknown values apply."""

    n_jobs: int | None

    def _fitted(self) -> FittedTree:
        raise NotImplementedError

    def missing_use(self, X: Any) -> Counts:
        """Count missing and unknown values of X, and how they are handled.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        dict
            An entry for each feature with such values, as in ``missing_counts_``. "by_policy"
            includes categories that were seen in fit, but not in the node that splits on them.

        Examples
        --------
        >>> import numpy as np
        >>> from spinney import DecisionTreeClassifier
        >>> X = np.array([[1.0, 5.0], [2.0, 6.0], [3.0, 8.0], [4.0, 9.0]])
        >>> tree = DecisionTreeClassifier(missing="stop").fit(X, [0, 0, 1, 1])
        >>> tree.missing_use([[np.nan, 5.0], [1.0, np.nan]])[0]["by_policy"]
        1
        """
        model = self._fitted()
        frame = model.schema.read(X, type(self).__name__)
        n_threads = threads_for(self.n_jobs, frame.n_rows * frame.n_columns)
        table = model.missing.table(model.schema, frame, n_threads)
        return counts_of(model, absent_cells(model, frame, table, n_threads), table)


def training_counts(model: FittedTree, data: TrainingSet) -> Counts:
    """Count missing values of the training rows of weight above 0, and the dropped rows."""
    frame, table = data.frame, data.table
    cells = absent_cells(model, frame, table, data.n_threads)
    if not data.dropped and not cells.any():
        return {}
    if cells.any() and data.weight is not None and not data.weight.all():
        frame = select_rows(frame, data.weight > 0)
        table = model.missing.table(model.schema, frame, data.n_threads)
        cells = absent_cells(model, frame, table, data.n_threads)
    counts = counts_of(model, cells, table) if cells.any() else {}
    for j, rows in data.dropped.items():
        counts[feature_key(data.schema, j)] = entry(data.missing, j, missing=rows, dropped=rows)
    order = [feature_key(data.schema, j) for j in range(data.schema.n_features)]
    return {key: counts[key] for key in order if key in counts}


def absent_cells(
    model: FittedTree, frame: Frame, table: _core.Table, n_threads: int
) -> NDArray[np.int64]:
    """Return (features, 2): missing and unknown values, counted before imputation."""
    given = model.schema.build(frame) if model.missing.fills else table
    return given.absent_counts(n_threads)


def counts_of(model: FittedTree, cells: NDArray[np.int64], table: _core.Table) -> Counts:
    """Return the counts of all features with missing or unknown values, also within nodes."""
    schema, tree = model.schema, model.tree
    use = np.zeros_like(cells)
    if schema.categories is not None or cells.any():
        is_split = tree.feature >= 0
        np.add.at(use, tree.feature[is_split], tree.absent_use(table)[is_split])
    return {
        feature_key(schema, j): entry(model.missing, j, *cells[j].tolist(), *use[j].tolist())
        for j in np.flatnonzero((cells + use).any(axis=1)).tolist()
    }


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
