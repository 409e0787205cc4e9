"""Prediction of single rows."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._boosting import Link
from ._forest import Forest
from ._tree import Tree

class RowPredictor:
    """Trees that predict rows given as lists, tuples, dicts or 1-D arrays.

    A feature is a tuple (number of categories or 0, lookup, missing, unknown). The lookup is a
    dict from categories to floats, a function from a value to a float, or None for numbers.
    ``missing`` and ``unknown`` are the numbers for such values; None: they are not read.

    With ``aggregate``, the values of the trees are combined as by ``Forest.predict``. With
    ``start``, tree i adds its value to score ``i % len(start)``, and ``link`` is inverted. With
    neither, the result is the values of all trees.

    All methods return None for a row that is not read: of another length or type, or with a value
    that is not a plain one of its feature.
    """

    def __init__(
        self,
        trees: Sequence[Tree] | Forest,
        features: Sequence[tuple[int, Any, float | None, float | None]],
        names: tuple[str, ...] | None = None,
        aggregate: str | None = None,
        start: Sequence[float] = ...,
        link: Link | None = None,
    ) -> None: ...
    def values(self, row: Any) -> NDArray[np.float64] | None:
        """Return all predicted values."""
    def number(self, row: Any) -> float | None:
        """Return the first predicted value."""
    def scores(self, row: Any) -> float | NDArray[np.float64] | None:
        """Return the scores before the inverse link; a number if there is one."""
    def best(self, row: Any) -> int | None:
        """Return the index of the class of the largest score or probability."""
