"""X as it was read once, with its schemas, tables and encodings for all later fits."""

import sys
from dataclasses import replace
from typing import Any

import numpy as np
import scipy.sparse as sp

from .. import _core
from .coded_features import category_columns
from .columns import Array, EncodedColumn
from .frames import Frame, read_frame
from .memo import latest
from .missing import MissingRules
from .number_rules import NumberRules
from .schema import Schema, check_not_empty

FROM_DTYPE = "from_dtype"
MAX_TABLES = 8
"""The number of tables that are kept, each of other categories or rules for missing values."""
MAX_SELECTIONS = 2
"""The number of kept tables of some of the rows: those of a fit and those set aside."""


class EncodedRows:
    """The rows of a :class:`Dataset`."""

    def __init__(self, X: Any, categorical_features: Any, ordered_features: Any) -> None:
        self.frame = read_frame(X)
        check_not_empty(self.frame)
        category_columns(categorical_features, ordered_features, self.frame)  # raises if invalid
        self.given = {
            "categorical_features": categorical_features,
            "ordered_features": ordered_features,
        }
        self._schemas, self._tables = latest(MAX_TABLES), latest(MAX_TABLES)
        self._selections = latest(MAX_SELECTIONS)

    def feature_kinds(self, categorical_features: Any, ordered_features: Any) -> tuple[Any, Any]:
        """Return these parameters of an estimator, or the values of the Dataset if it has them."""
        categorical = self._parameter("categorical_features", categorical_features)
        return categorical, self._parameter("ordered_features", ordered_features)

    def _parameter(self, name: str, value: Any) -> Any:
        own = self.given[name]
        if is_default(own):
            return value
        if not is_default(value) and self._columns(name, value) != self._columns(name, own):
            raise ValueError(
                f"{name}={value!r} contradicts {name}={own!r} of the Dataset: pass one of them."
            )
        return own

    def _columns(self, name: str, value: Any) -> str:
        """Return the columns that a parameter names, and the order of their categories."""
        default = {"categorical_features": FROM_DTYPE, "ordered_features": FROM_DTYPE}
        categorical, ordered = category_columns(**(default | {name: value}), frame=self.frame)
        return typed((sorted(categorical), sorted(ordered.items())))

    def learn(
        self,
        categorical_features: Any,
        ordered_features: Any,
        min_samples_category: int,
        weight: Any,
        rules: NumberRules,
    ) -> tuple[Schema, Frame]:
        """Return the schema and the frame of a fit, as :meth:`Schema.learn`."""
        frame = self.frame._replace(rules=rules)
        found = category_columns(categorical_features, ordered_features, frame)

        def learned() -> tuple[Schema, Frame]:
            return Schema.of_frame(frame, *found, min_samples_category, weight)

        if min_samples_category > 1 and weight is not None:
            return learned()  # categories depend on the weights
        key = (rules, *found, min_samples_category, typed(found))
        schema, frame = self._schemas.get(key, learned)
        # Files write an object that several models share only once, so each gets its own.
        codings = {j: coding._replace() for j, coding in schema.codings.items()}
        return replace(schema, codings=codings), frame

    def table(
        self,
        schema: Schema,
        missing: MissingRules,
        frame: Frame,
        n_threads: int,
        keep: Array | None = None,
    ) -> _core.Table:
        """Return the table of the frame of all rows, or of those where ``keep`` is True.

        It shares its encodings with all fits that get it.
        """

        def shared() -> _core.Table:
            table = missing.table(schema, frame, n_threads)
            table.share_encodings()
            return table

        key = (frame.rules, schema, missing)
        if keep is None:
            found: _core.Table = self._tables.get(key, shared)
        else:
            found = self._selections.get((key, keep.tobytes()), shared)
        return found

    def encoding_counts(self) -> tuple[int, int, int]:
        """Return the numbers of encodings made and reused, and the bytes of those that are kept."""
        tables = [*self._tables.results(), *self._selections.results()]
        counts = [table.encoding_counts() for table in tables]
        made, reused, n_bytes = (sum(one[i] for one in counts) for i in range(3))
        return made, reused, n_bytes

    def row_bytes(self) -> float:
        """Return the mean number of bytes of a row, as it was read."""
        cells = self.frame.cells
        if isinstance(cells, list):
            arrays = [column_array(column) for column in cells]
        else:
            arrays = [cells.data, cells.indices] if sp.issparse(cells) else [cells]
        return sum(array.nbytes for array in arrays) / self.frame.n_rows


def column_array(column: Any) -> Array:
    """Return the array of the rows of a column."""
    if isinstance(column, np.ndarray):
        return column
    return column.codes if isinstance(column, EncodedColumn) else np.asarray(column.numbers)


def typed(value: Any) -> str:
    """Return the value as text: categories that are equal may differ in type, as 1 and True."""
    with np.printoptions(threshold=sys.maxsize):
        return repr(value)


def is_default(features: Any) -> bool:
    return isinstance(features, str) and features == FROM_DTYPE
