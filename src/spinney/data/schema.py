"""The columns of X: learned during fit, checked at every later call."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import scipy.sparse as sp
from narwhals.exceptions import DuplicateError

from .. import _core
from .categorical_features import learn_categories, with_categories
from .coded_features import (
    category_columns,
    learn_codings,
    ordered_numbers,
    with_numbers,
)
from .codings import Codings
from .columns import (
    EXACT_INTEGERS,
    Array,
    Categories,
    Fill,
    as_numbers,
    fill_missing,
    warn_if_inexact,
)
from .features import feature_index
from .frames import Frame, clip_infinite, read_frame
from .number_rules import PLAIN_NUMBERS, NumberRules
from .sparse import stored_values
from .user_warnings import warn

NO_FILLS: Mapping[int, Fill] = {}


@dataclass(frozen=True, slots=True)
class Schema:
    """Number, names and categories of the features that a model was fitted on.

    Attributes
    ----------
    n_features : int
        Number of features.
    names : tuple of str or None
        Names of the features, if X had any.
    categories : tuple of (dict or None)
        For a categorical feature its categories with their indices, for a numeric feature None.
    codings : mapping of int to Coding
        By index of the feature, what its numbers stand for: dates, times, durations or ordered
        categories.
    """

    n_features: int
    names: tuple[str, ...] | None
    categories: tuple[Categories | None, ...] | None
    codings: Codings = field(default_factory=dict)

    @classmethod
    def learn(
        cls,
        X: Any,
        categorical_features: Any = "from_dtype",
        ordered_features: Any = "from_dtype",
        min_samples_category: int = 1,
        weight: Any = None,
        rules: NumberRules = PLAIN_NUMBERS,
    ) -> "tuple[Schema, Frame]":
        """Read X and learn the names, types and categories of its columns.

        Categories of fewer than ``min_samples_category`` rows (of ``weight`` above 0) are not
        learned: they are unknown.
        """
        frame = read_frame(X, rules)
        check_not_empty(frame)
        found = category_columns(categorical_features, ordered_features, frame)
        return cls.of_frame(frame, *found, min_samples_category, weight)

    @classmethod
    def of_frame(
        cls,
        frame: Frame,
        chosen: set[int],
        ordered: Codings,
        min_samples_category: int = 1,
        weight: Any = None,
    ) -> "tuple[Schema, Frame]":
        """Learn the schema of a frame, given its categorical columns and ordered categories."""
        if chosen:
            frame = with_categories(frame, chosen)
        codings = learn_codings(frame, ordered)
        frame = with_numbers(frame, codings)
        if not chosen:
            return cls(frame.n_columns, frame.names, None, codings), frame
        categories = tuple(
            learn_categories(frame, j, min_samples_category, weight) if j in chosen else None
            for j in range(frame.n_columns)
        )
        return cls(frame.n_columns, frame.names, categories, codings), frame

    def feature_index(self, feature: Any, argument: str) -> int:
        """Return the index of a feature given by name or index."""
        return feature_index(feature, self.names, self.n_features, argument)

    def kind(self, j: int) -> str:
        """Return the kind of a feature: "number", "category" or the kind of its coding."""
        if self.categories is not None and self.categories[j] is not None:
            return "category"
        return self.codings[j].kind if j in self.codings else "number"

    def known(self, j: int) -> Categories | None:
        """Return the categories of a feature, ordered or not; None for numbers and times."""
        if j in self.codings:
            return self.codings[j].known or None
        return None if self.categories is None else self.categories[j]

    def select(self, features: Array) -> "Schema":
        """Return the schema of some features."""
        names, categories = self.names, self.categories
        return replace(
            self,
            n_features=len(features),
            names=None if names is None else tuple(names[j] for j in features),
            categories=None if categories is None else tuple(categories[j] for j in features),
            codings={i: self.codings[j] for i, j in enumerate(features) if j in self.codings},
        )

    def read(
        self,
        X: Any,
        owner: str = "the estimator",
        rules: NumberRules = PLAIN_NUMBERS,
        warn_unnamed: bool = True,
    ) -> Frame:
        """Read X and check that it has the columns seen during fit, in any order if named.

        ``warn_unnamed``: warn if X has no names and the columns of the fit have.
        """
        try:
            frame = read_frame(X, rules)
        except DuplicateError as error:
            fitted = bullets(self.names or ())
            raise ValueError(f"{error}\nFeature names at fit time:\n{fitted}") from None
        if frame.names is not None or (warn_unnamed and self.names is not None):
            frame = self._match_names(frame, owner)
        if frame.n_columns != self.n_features:
            raise ValueError(
                f"X has {frame.n_columns} features, but {owner} is expecting "
                f"{self.n_features} features as input."
            )
        check_not_empty(frame)
        return with_numbers(frame, self.codings)

    def table(
        self, frame: Frame, n_threads: int = 1, fills: Mapping[int, Fill] = NO_FILLS
    ) -> _core.Table:
        """Build the table of the core, with encoded categories; raise for infinite numbers."""
        table = self.build(frame, fills)
        found = table.find_infinite(n_threads)
        if found is not None and frame.rules.infinite:
            return self.build(clip_infinite(frame), fills)
        if found is not None:
            row, j = found
            raise ValueError(
                f"Input X contains infinity: row {row}, {frame.column_name(j)}. Replace it by "
                "a finite number, or by NaN if it is missing."
            )
        return table

    def build(self, frame: Frame, fills: Mapping[int, Fill] = NO_FILLS) -> _core.Table:
        """Build the table of the core without the check for infinite numbers."""
        cells = frame.cells
        exact = isinstance(cells, np.ndarray) and fits_float64(cells)
        is_plain = exact and self.categories is None
        if is_plain and not any(np.isnan(cells[:, j]).any() for j in fills):
            return _core.Table.from_matrix(cells)
        counts = [0 if known is None else max(1, len(known)) for known in self.categories or ()]
        if sp.issparse(cells):
            warn_if_inexact(cells.data, "X")
            data = stored_values(cells, self.categories, fills, frame.rules)
            return _core.Table.from_csc(
                data, cells.indices, cells.indptr, frame.n_rows, counts or None
            )
        columns = [self.column(frame, j, exact, fills.get(j)) for j in range(frame.n_columns)]
        return _core.Table.from_columns(columns, frame.n_rows, counts or None)

    def column(self, frame: Frame, j: int, exact: bool = False, fill: Fill | None = None) -> Array:
        """Return a column as numbers or indices of categories; ``exact``: it needs no check."""
        column = frame.column(j)
        name = frame.column_name(j)
        known = self.known(j)
        if known is not None:
            codes = frame.categories(j, known).encode(known, fill)
            return ordered_numbers(codes, len(known)) if j in self.codings else codes
        if not exact or not isinstance(column, np.ndarray):
            column = as_numbers(column, name)
        return column if fill is None else fill_missing(column, fill.missing)

    def _match_names(self, frame: Frame, owner: str) -> Frame:
        """Return the columns in the order of the fit; raise for missing and extra ones."""
        if frame.names is None:
            warn(f"X does not have valid feature names, but {owner} was fitted with feature names")
        elif self.names is None:
            warn(f"X has feature names, but {owner} was fitted without feature names")
        elif frame.names != self.names:
            order = column_order(frame.names, self.names)
            return frame._replace(names=self.names, cells=[frame.cells[j] for j in order])
        return frame


def check_not_empty(frame: Frame) -> None:
    for count, unit in ((frame.n_rows, "sample"), (frame.n_columns, "feature")):
        if count == 0:
            raise ValueError(
                f"Found array with 0 {unit}(s) (shape={frame[:2]}) while a minimum of 1 is "
                "required."
            )


def column_order(names: Sequence[str], fitted: Sequence[str]) -> list[int]:
    """Return the positions of the fitted columns; raise unless the names are the same."""
    if sorted(names) != sorted(fitted):
        raise ValueError(names_message(names, fitted))
    position = {name: j for j, name in enumerate(names)}
    return [position[name] for name in fitted]


def names_message(names: Sequence[str], fitted: Sequence[str]) -> str:
    """Return the error message that lists new and missing columns."""
    message = "The feature names should match those that were passed during fit.\n"
    unseen = sorted(set(names) - set(fitted))
    missing = sorted(set(fitted) - set(names))
    if unseen:
        message += "Feature names unseen at fit time:\n" + bullets(unseen)
    if missing:
        message += "Feature names seen at fit time, yet now missing:\n" + bullets(missing)
    repeated = [name for name, count in Counter(names).items() if count > 1]
    if repeated:
        message += "Feature names that occur more than once:\n" + bullets(repeated)
    return message


def bullets(items: Sequence[str], max_items: int = 5) -> str:
    shown = [f"- {item}\n" for item in items[:max_items]]
    return "".join(shown) + ("- ...\n" if len(items) > max_items else "")


def fits_float64(cells: Array) -> bool:
    """Return whether a matrix certainly holds no integers that float64 would round."""
    if cells.dtype.kind not in "iu" or cells.dtype.itemsize < 8:
        return True
    return max(int(cells.max()), -int(cells.min())) <= EXACT_INTEGERS
