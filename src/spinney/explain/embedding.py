"""Rows as points in the plane whose distances show their similarities."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh

from .additive import Floats
from .similarity import RowSimilarity


def similarity_of(rows: RowSimilarity, chosen: NDArray[np.intp]) -> Floats:
    """Return the symmetric similarities of some rows, with 1 on the diagonal."""
    result = np.empty((len(chosen), len(chosen)))
    for block, matrix in rows.blocks():
        own = (chosen >= block.start) & (chosen < block.stop)
        result[own] = matrix[chosen[own] - block.start][:, chosen].toarray()
    if rows.kind == "gap":
        result = (result + result.T) / 2
        largest = result.max()
        if largest > 0:
            result /= largest
    np.fill_diagonal(result, 1.0)
    return result


def classical_scaling(similarity: Floats, n_components: int = 2) -> tuple[Floats, Floats]:
    """Return coordinates, and the share of the squared distances that each one represents.

    Classical multidimensional scaling of the distances sqrt(1 - similarity), Breiman's choice,
    which are Euclidean for the similarities of a forest.

    Parameters
    ----------
    similarity : ndarray of shape (n, n)
        Symmetric, with 1 on the diagonal.
    n_components : int, default=2
        The number of coordinates.

    Returns
    -------
    points : ndarray of shape (n, n_components)
    shares : ndarray of shape (n_components,)

    Examples
    --------
    >>> import numpy as np
    >>> from spinney.explain.embedding import classical_scaling
    >>> points, shares = classical_scaling(np.array([[1, 1, 0], [1, 1, 0], [0, 0, 1.0]]))
    >>> np.linalg.norm(points[0] - points[2]).round(6), shares.round(6)
    (np.float64(1.0), array([1., 0.]))
    """
    n = len(similarity)
    inner = similarity / 2
    inner -= inner.mean(axis=0)
    inner -= inner.mean(axis=1, keepdims=True)
    wanted = min(n_components, n)
    values, vectors = eigh(inner, subset_by_index=[n - wanted, n - 1])
    values, vectors = np.maximum(values[::-1], 0), vectors[:, ::-1]
    # The sign of an eigenvector is arbitrary: its largest entry is positive.
    signs: Any = np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(wanted)])
    points, shares = np.zeros((n, n_components)), np.zeros(n_components)
    points[:, :wanted] = vectors * signs * np.sqrt(values)
    total = float(np.trace(inner))
    shares[:wanted] = values / total if total > 0 else 0.0
    return points, shares
