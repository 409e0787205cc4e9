"""What the columns of X are: learned at fit, asked of X ever after."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from narwhals.exceptions import DuplicateError

from .. import _core
from .columns import (
    EXACT_INTEGERS,
    Array,
    Fill,
    Labelled,
    Levels,
    as_labels,
    as_numbers,
    fill_missing,
    warn_if_inexact,
)
from .frames import Frame, read_frame
from .sparse import stored_values

NO_FILLS: Mapping[int, Fill] = {}


@dataclass(frozen=True, slots=True)
class Schema:
    """What the columns of X are, learned at fit and asked of X ever after.

    Attributes
    ----------
    n_features : int
        Number of columns.
    names : tuple of str or None
        Their names, if X had any.
    levels : tuple of (dict or None)
        For a categorical column its labels with their level indices, for a number column None.
    """

    n_features: int
    names: tuple[str, ...] | None
    levels: tuple[Levels | None, ...] | None

    @classmethod
    def learn(
        cls,
        X: Any,
        categorical_features: Any = "from_dtype",
        min_samples_level: int = 1,
        weight: Any = None,
    ) -> "tuple[Schema, Frame]":
        """Read X and learn its columns: names, which are categories, and their labels.

        Labels of fewer than ``min_samples_level`` rows (of ``weight`` above 0) are not learned:
        they are unknown.
        """
        frame = read_frame(X)
        check_not_empty(frame)
        chosen = categorical_columns(categorical_features, frame)
        if not chosen:
            return cls(frame.n_columns, frame.names, None), frame
        frame = with_labels(frame, chosen)
        levels = tuple(
            learn_levels(frame, j, min_samples_level, weight) if j in chosen else None
            for j in range(frame.n_columns)
        )
        return cls(frame.n_columns, frame.names, levels), frame

    def read(self, X: Any, owner: str = "the estimator") -> Frame:
        """Read X and check that its columns are those of the fit."""
        try:
            frame = read_frame(X)
        except DuplicateError as error:
            fitted = bullets(self.names or ())
            raise ValueError(f"{error}\nFeature names at fit time:\n{fitted}") from None
        if frame.names is not None or self.names is not None:
            self._check_names(frame.names, owner)
        if frame.n_columns != self.n_features:
            raise ValueError(
                f"X has {frame.n_columns} features, but {owner} is expecting "
                f"{self.n_features} features as input."
            )
        check_not_empty(frame)
        return frame

    def table(
        self, frame: Frame, n_threads: int = 1, fills: Mapping[int, Fill] = NO_FILLS
    ) -> _core.Table:
        """The table of the core: numbers as they are, categories by their labels; all finite."""
        table = self.build(frame, fills)
        found = table.find_infinite(n_threads)
        if found is not None:
            row, j = found
            raise ValueError(
                f"Input X contains infinity: row {row}, {frame.column_name(j)}. Replace it by "
                "a finite number, or by NaN if it is missing."
            )
        return table

    def build(self, frame: Frame, fills: Mapping[int, Fill] = NO_FILLS) -> _core.Table:
        """The table, not yet checked for infinite numbers."""
        cells = frame.cells
        exact = isinstance(cells, np.ndarray) and fits_float64(cells)
        if exact and self.levels is None and not any(np.isnan(cells[:, j]).any() for j in fills):
            return _core.Table.from_matrix(cells)
        counts = [0 if known is None else max(1, len(known)) for known in self.levels or ()]
        if sp.issparse(cells):
            warn_if_inexact(cells.data, "X")
            data = stored_values(cells, self.levels, fills)
            return _core.Table.from_csc(
                data, cells.indices, cells.indptr, frame.n_rows, counts or None
            )
        columns = [self._column(frame, j, exact, fills.get(j)) for j in range(frame.n_columns)]
        return _core.Table.from_columns(columns, frame.n_rows, counts or None)

    def _column(self, frame: Frame, j: int, exact: bool, fill: Fill | None = None) -> Array:
        column = frame.column(j)
        name = frame.column_name(j)
        known = None if self.levels is None else self.levels[j]
        if known is not None:
            return as_labels(column, name, known).match(known, fill)
        if not exact or isinstance(column, Labelled):
            column = as_numbers(column, name)
        return column if fill is None else fill_missing(column, fill.missing)

    def _check_names(self, names: tuple[str, ...] | None, owner: str) -> None:
        """Same names in the same order, as scikit-learn asks."""
        if names is None:
            warnings.warn(
                f"X does not have valid feature names, but {owner} was fitted with feature names",
                UserWarning,
                stacklevel=2,
            )
        elif self.names is None:
            warnings.warn(
                f"X has feature names, but {owner} was fitted without feature names",
                UserWarning,
                stacklevel=2,
            )
        elif names != self.names:
            raise ValueError(names_message(names, self.names))


def check_not_empty(frame: Frame) -> None:
    for count, unit in ((frame.n_rows, "sample"), (frame.n_columns, "feature")):
        if count == 0:
            raise ValueError(
                f"Found array with 0 {unit}(s) (shape={frame[:2]}) while a minimum of 1 is "
                "required."
            )


def names_message(names: Sequence[str], fitted: Sequence[str]) -> str:
    """Say which columns are new, missing or out of place."""
    message = "The feature names should match those that were passed during fit.\n"
    unseen = sorted(set(names) - set(fitted))
    missing = sorted(set(fitted) - set(names))
    if unseen:
        message += "Feature names unseen at fit time:\n" + bullets(unseen)
    if missing:
        message += "Feature names seen at fit time, yet now missing:\n" + bullets(missing)
    if not unseen and not missing:
        message += "Feature names must be in the same order as they were in fit.\n"
        moved = zip(names, fitted, strict=True)
        message += bullets([f"{new} stands where {old} stood" for new, old in moved if new != old])
    return message


def bullets(items: Sequence[str], most: int = 5) -> str:
    shown = [f"- {item}\n" for item in items[:most]]
    return "".join(shown) + ("- ...\n" if len(items) > most else "")


def with_labels(frame: Frame, chosen: set[int]) -> Frame:
    """The frame with its categories read as labels, so that they are read once."""
    if sp.issparse(frame.cells):
        return frame
    columns = [
        as_labels(frame.column(j), frame.column_name(j)) if j in chosen else frame.column(j)
        for j in range(frame.n_columns)
    ]
    return frame._replace(cells=columns)


def learn_levels(frame: Frame, j: int, min_rows: int, weight: Any) -> Levels:
    column = as_labels(frame.column(j), frame.column_name(j))
    if min_rows > 1 and np.shape(weight) == (frame.n_rows,):
        column = Labelled(column.labels, column.codes[np.asarray(weight) > 0], column.categorical)
    levels = column.learn_levels(min_rows)
    if sp.issparse(frame.cells) and 0 not in levels:
        # An absent entry is 0, so 0 needs to be level 0.
        levels = {label: i for i, label in enumerate([0, *levels])}
    return levels


def fits_float64(cells: Array) -> bool:
    """Whether no column of a matrix needs a closer look for integers that float64 would round."""
    if cells.dtype.kind not in "iu" or cells.dtype.itemsize < 8:
        return True
    return max(int(cells.max()), -int(cells.min())) <= EXACT_INTEGERS


def categorical_columns(categorical_features: Any, frame: Frame) -> set[int]:
    """Resolve ``categorical_features`` to column indices."""
    if categorical_features is None:
        return set()
    if isinstance(categorical_features, str):
        if categorical_features != "from_dtype":
            raise ValueError(
                "categorical_features must be 'from_dtype', None, or an array-like of names, "
                f"indices or booleans; got {categorical_features!r}."
            )
        if not frame.typed:
            return set()
        return {j for j, c in enumerate(frame.cells) if isinstance(c, Labelled) and c.categorical}
    asked = np.asarray(categorical_features)
    if asked.ndim != 1:
        raise ValueError(f"categorical_features must be 1-D, got shape {asked.shape}.")
    if asked.size == 0:
        return set()
    if asked.dtype.kind == "b":
        if len(asked) != frame.n_columns:
            raise ValueError(
                f"categorical_features as a mask must have {frame.n_columns} entries, one per "
                f"feature; got {len(asked)}."
            )
        return set(np.flatnonzero(asked).tolist())
    if asked.dtype.kind in "iu":
        outside = asked[(asked < 0) | (asked >= frame.n_columns)]
        if outside.size:
            raise ValueError(
                f"categorical_features holds index {outside[0]}, but X has {frame.n_columns} "
                "features."
            )
        return set(asked.tolist())
    return named_columns(asked.tolist(), frame)


def named_columns(asked: list[Any], frame: Frame) -> set[int]:
    if not all(isinstance(name, str) for name in asked):
        raise ValueError(
            f"categorical_features must hold names, indices or booleans; got {asked!r}."
        )
    if frame.names is None:
        raise ValueError(
            f"categorical_features names the columns {asked}, but X has no feature names."
        )
    unknown = [name for name in asked if name not in frame.names]
    if unknown:
        raise ValueError(f"categorical_features names {unknown}, which X does not have.")
    return {frame.names.index(name) for name in asked}
