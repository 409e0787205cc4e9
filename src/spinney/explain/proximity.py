"""Proximities of rows in forests, and their nearest neighbors."""

from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.result_frames import ResultTable
from .additive import Floats
from .similarity import RowSimilarity


def proximity(
    model: Any,
    X: Any,
    Y: Any = None,
    kind: str = "original",
    *,
    top: int | None = None,
    dense: bool = False,
    tree_weights: Any = None,
    n_jobs: int | None = None,
) -> Any:
    """Compute how similar rows are for a model: how often they reach the same leaf.

    Parameters
    ----------
    model : estimator
        A fitted forest, extra trees, bagging of trees, tree, or boosting model.
    X : array-like of shape (n_samples, n_features)
        The rows.
    Y : array-like of shape (n_others, n_features), default=None
        The rows to compare them with; None: X.
    kind : {"original", "oob", "gap"}, default="original"
        - "original" (Breiman): the share of trees in which both rows reach the same leaf.
        - "oob": the same among the trees that have both rows out of bag.
        - "gap" (RF-GAP: Rhodes, Cutler and Moon 2023): the weight of the other row in the
          out-of-bag prediction of the row. In each tree that has the row out of bag, the bag rows
          in its leaf share a weight of 1 by their counts in the bag times ``sample_weight``. The
          matrix is not symmetric, its diagonal is 0 and its rows sum to 1; the average of the
          training targets with these weights is the out-of-bag prediction, if the values of
          leaves are means and there are no class weights. With ``missing="fractional"`` or
          "stop", a row counts only in the node where its largest part ends, so that this does
          not hold for rows that are divided or stop.

        For "oob" and "gap", Y (or X, if Y is None) must be the training rows in the order of
        ``fit``, since the model knows which of them are in the bag of each tree. The rows of X are
        new rows if Y is given, so all trees predict them: "gap" then has the weights of the
        training rows in ``predict``, and "oob" uses the trees that have the other row out of bag.
    top : int, default=None
        Keep only the largest similarities of each row, including that to itself. Ties are
        resolved in favor of the first row.
    dense : bool, default=False
        Whether to return a dense array.
    tree_weights : "gain" or array-like of shape (n_trees,), default=None
        With "original", the share of weight instead of that of trees. "gain" weights each tree by
        the total gain of its splits, so that the late trees of boosting count less.
    n_jobs : int, default=None
        Number of threads.

    Returns
    -------
    scipy.sparse.csr_matrix or ndarray of shape (n_samples, n_others)
        The similarities. The number of nonzero ones is limited to 2**27: models with few leaves
        need ``top`` if there are many rows.

    Examples
    --------
    >>> import numpy as np
    >>> import spinney
    >>> X, y = np.arange(20.0)[:, None], np.arange(20) >= 10
    >>> forest = spinney.RandomForestClassifier(random_state=0, oob_score=True, smoothing=0)
    >>> forest = forest.fit(X, y)
    >>> similar = spinney.explain.proximity(forest, X)
    >>> bool(similar[0, 1] > similar[0, 19])
    True
    >>> gap = spinney.explain.proximity(forest, X, kind="gap")
    >>> bool(np.allclose(gap @ y, forest.oob_decision_function_[:, 1]))
    True
    """
    check_top(top, "top")
    rows = RowSimilarity.read(model, X, Y, kind, tree_weights, n_jobs)
    if dense and top is None:
        result = np.zeros(rows.shape)
        for block, found in rows.blocks():
            result[block] = found.toarray()
        rows.warn_empty(np.count_nonzero(result, axis=1))
        return result
    matrix = rows.matrix(top=top or 0)
    rows.warn_empty(np.diff(matrix.indptr))
    return matrix.toarray() if dense else matrix


def check_top(top: Any, name: str) -> None:
    if top is not None and (not isinstance(top, Integral) or isinstance(top, bool) or top < 1):
        raise ValueError(f"{name} must be an int of at least 1, got {top!r}.")


@dataclass(frozen=True, repr=False)
class Neighbors(ResultTable):
    """The most similar rows of each row, the most similar first.

    ``to_frame()`` has the columns row, neighbor and similarity.

    Attributes
    ----------
    rows : ndarray of shape (n_samples, k)
        Indices of the similar rows; -1 if fewer than k rows share a leaf with the row.
    similarity : ndarray of shape (n_samples, k)
        Their similarities; 0 where there is no row.
    """

    rows: NDArray[np.intp]
    similarity: Floats

    def _columns(self) -> dict[str, list[Any]]:
        found = self.rows >= 0
        return {
            "row": np.nonzero(found)[0].tolist(),
            "neighbor": self.rows[found].tolist(),
            "similarity": self.similarity[found].tolist(),
        }


def neighbors(
    model: Any,
    X: Any,
    k: int = 5,
    *,
    Y: Any = None,
    kind: str = "original",
    tree_weights: Any = None,
    n_jobs: int | None = None,
) -> Neighbors:
    """Find the rows that are most similar to each row for a model.

    Parameters
    ----------
    model : estimator
        A fitted forest, extra trees, bagging of trees, tree, or boosting model.
    X : array-like of shape (n_samples, n_features)
        The rows.
    k : int, default=5
        The number of similar rows.
    Y : array-like of shape (n_others, n_features), default=None
        The rows to search, as the training rows; None: the other rows of X.
    kind, tree_weights, n_jobs : as in :func:`spinney.explain.proximity`
        The similarity. With the training rows as Y and ``kind="gap"``, similarities are the
        weights of the training rows in the prediction.

    Returns
    -------
    Neighbors
        With ``rows``, ``similarity`` and ``to_frame()``.

    Examples
    --------
    >>> import numpy as np
    >>> import spinney
    >>> X = np.array([[0.0], [1.0], [2.0], [7.0], [8.0], [9.0]])
    >>> forest = spinney.RandomForestRegressor(random_state=0).fit(X, X[:, 0] > 5)
    >>> new = spinney.explain.neighbors(forest, [[8.5]], 3, Y=X)
    >>> sorted(new.rows[0].tolist())
    [3, 4, 5]
    """
    check_top(k, "k")
    rows = RowSimilarity.read(model, X, Y, kind, tree_weights, n_jobs)
    return nearest(rows, k)


def nearest(rows: RowSimilarity, k: int) -> Neighbors:
    """Return the k most similar rows of each row, without itself."""
    matrix = rows.matrix(top=k, skip_self=rows.others is None)
    counts = np.diff(matrix.indptr)
    rows.warn_empty(counts)
    owner = np.repeat(np.arange(len(counts)), counts)
    order = np.lexsort((matrix.indices, -matrix.data, owner))
    place = np.arange(len(owner)) - np.repeat(matrix.indptr[:-1], counts)
    found = np.full((len(counts), k), -1, dtype=np.intp)
    similarity = np.zeros((len(counts), k))
    found[owner, place] = matrix.indices[order]
    similarity[owner, place] = matrix.data[order]
    return Neighbors(found, similarity)
