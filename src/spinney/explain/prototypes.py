"""Typical rows of each class, and rows unlike the others of their class."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import is_regressor

from ..base.result_frames import ResultTable
from ..data.columns import plain_label
from .additive import Floats
from .proximity import Neighbors, check_top, nearest
from .similarity import RowSimilarity

MAX_NEIGHBORS = 50
"""The largest default number of neighbors of a prototype."""


@dataclass(frozen=True, repr=False)
class Prototypes(ResultTable):
    """Typical rows, class by class.

    ``to_frame()`` has the columns label, row and coverage.

    Attributes
    ----------
    rows : ndarray of shape (n_prototypes,)
        Indices of the prototypes.
    labels : list
        The class of each; None without classes.
    coverage : ndarray of shape (n_prototypes,)
        The share of the class that the prototype represents: itself and its neighbors of the same
        class that no earlier prototype represents.
    neighborhoods : list of ndarray
        Indices of these rows.
    """

    rows: NDArray[np.intp]
    labels: list[Any]
    coverage: Floats
    neighborhoods: list[NDArray[np.intp]]

    def _columns(self) -> dict[str, list[Any]]:
        return {
            "label": self.labels,
            "row": self.rows.tolist(),
            "coverage": self.coverage.tolist(),
        }


def prototypes(
    model: Any,
    X: Any,
    y: Any = None,
    n_prototypes: int = 1,
    *,
    n_neighbors: int | None = None,
    kind: str = "original",
    tree_weights: Any = None,
    n_jobs: int | None = None,
) -> Prototypes:
    """Find rows that represent each class: those with most rows of the class among neighbors.

    The first prototype of a class is the row with the most rows of its class among its most
    similar rows (Breiman); the next one is that with the most rows that are not represented yet.

    Parameters
    ----------
    model : estimator
        A fitted forest, extra trees, bagging of trees, tree, or boosting model.
    X : array-like of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,), default=None
        Their classes. Not used for regressors, and None: all rows are one class.
    n_prototypes : int, default=1
        The maximum number of prototypes of each class; fewer if they represent all its rows.
    n_neighbors : int, default=None
        The number of similar rows of a prototype; None: that of the other rows in the smallest
        class, at most 50.
    kind, tree_weights, n_jobs : as in :func:`spinney.explain.proximity`
        The similarity.

    Returns
    -------
    Prototypes
        With ``rows``, ``labels``, ``coverage``, ``neighborhoods`` and ``to_frame()``.

    Examples
    --------
    >>> import numpy as np
    >>> import spinney
    >>> X = np.random.default_rng(0).random((200, 2))
    >>> y = X[:, 0] > 0.5
    >>> forest = spinney.RandomForestClassifier(random_state=0).fit(X, y)
    >>> typical = spinney.explain.prototypes(forest, X, y)
    >>> typical.labels, y[typical.rows].tolist()
    ([False, True], [False, True])
    """
    check_top(n_prototypes, "n_prototypes")
    check_top(n_neighbors, "n_neighbors")
    rows = RowSimilarity.read(model, X, None, kind, tree_weights, n_jobs)
    labels, codes = read_classes(model, y, rows.shape[0])
    if n_neighbors is None:
        n_neighbors = max(1, min(MAX_NEIGHBORS, int(np.bincount(codes).min()) - 1))
    near = nearest(rows, n_neighbors)
    found: list[tuple[int, Any, float, NDArray[np.intp]]] = []
    for code, label in enumerate(labels):
        members = np.flatnonzero(codes == code)
        for row, group in represent(members, near, len(codes), n_prototypes):
            found.append((row, label, len(group) / len(members), group))
    return Prototypes(
        np.array([row for row, *_ in found], dtype=np.intp),
        [label for _, label, *_ in found],
        np.array([coverage for *_, coverage, _ in found]),
        [group for *_, group in found],
    )


def read_classes(model: Any, y: Any, n_rows: int) -> tuple[list[Any], NDArray[np.intp]]:
    """Return the class labels and the class of each row; one class for regressors."""
    if y is None or is_regressor(model):
        return [None], np.zeros(n_rows, dtype=np.intp)
    values = np.asarray(y)
    if values.shape != (n_rows,):
        raise ValueError(f"y must have one class for each of the {n_rows} rows of X.")
    labels, codes = np.unique(values, return_inverse=True)
    return list(map(plain_label, labels)), codes.ravel()


def represent(
    members: NDArray[np.intp], near: Neighbors, n_rows: int, n_prototypes: int
) -> list[tuple[int, NDArray[np.intp]]]:
    """Return prototypes among the members of a class with the members that they represent.

    Among rows that represent the same number, the one with the larger sum of similarities to them
    is preferred, then the first.
    """
    # The last entry is that of absent neighbors, whose index is -1.
    is_open = np.zeros(n_rows + 1, dtype=bool)
    is_open[members] = True
    neighbors, similarity = near.rows[members], near.similarity[members]
    found: list[tuple[int, NDArray[np.intp]]] = []
    while len(found) < n_prototypes and is_open.any():
        counted = is_open[neighbors]
        sizes = counted.sum(axis=1) + is_open[members]
        best = np.lexsort((-(similarity * counted).sum(axis=1), -sizes))[0]
        group = np.append(neighbors[best][counted[best]], members[best])
        group = np.unique(group[is_open[group]])
        is_open[group] = False
        found.append((int(members[best]), group))
    return found


def outliers(
    model: Any,
    X: Any,
    y: Any = None,
    *,
    kind: str = "original",
    tree_weights: Any = None,
    n_jobs: int | None = None,
) -> Floats:
    """Measure how unlike a row is to the other rows of its class (Breiman).

    The raw measure is the number of rows divided by the sum of squared similarities to the rows of
    the same class. In each class its median is subtracted, and the difference divided by the
    median absolute deviation (if that is not 0). Breiman calls rows above 10 outliers.

    Parameters
    ----------
    model : estimator
        A fitted forest, extra trees, bagging of trees, tree, or boosting model.
    X : array-like of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,), default=None
        Their classes. Not used for regressors, and None: all rows are one class.
    kind, tree_weights, n_jobs : as in :func:`spinney.explain.proximity`
        The similarity.

    Returns
    -------
    ndarray of shape (n_samples,)
        The outlier measure; inf for a row that is similar to no row of its class, as may be with
        "oob" and "gap".

    Examples
    --------
    >>> import numpy as np
    >>> import spinney
    >>> X = np.random.default_rng(0).normal(size=(200, 2))
    >>> X[17] = 6.0
    >>> y = np.r_[np.zeros(100), np.ones(100)]
    >>> X[100:] += 6.0
    >>> forest = spinney.RandomForestClassifier(random_state=0).fit(X, y)
    >>> spinney.explain.outliers(forest, X, y).argmax()
    np.int64(17)
    """
    rows = RowSimilarity.read(model, X, None, kind, tree_weights, n_jobs)
    n_rows = rows.shape[0]
    labels, codes = read_classes(model, y, n_rows)
    sums = np.zeros(n_rows)
    for block, matrix in rows.blocks():
        owner = np.repeat(np.arange(block.start, block.stop), np.diff(matrix.indptr))
        same = codes[owner] == codes[matrix.indices]
        sums += np.bincount(owner[same], matrix.data[same] ** 2, minlength=n_rows)
    raw: Floats = np.divide(n_rows, sums, out=np.full(n_rows, np.inf), where=sums > 0)
    for code in range(len(labels)):
        own = codes == code
        raw[own] = centered(raw[own])
    return raw


def centered(raw: Floats) -> Floats:
    """Subtract the median and divide by the median absolute deviation, both of finite values."""
    finite = raw[np.isfinite(raw)]
    if not finite.size:
        return raw
    median = np.median(finite)
    deviation = np.median(np.abs(finite - median))
    return np.asarray((raw - median) / (deviation if deviation > 0 else 1.0))
