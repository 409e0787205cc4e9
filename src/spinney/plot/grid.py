"""A grid of cells over two features, in the container type of X."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..data.coded_features import declared_codings, feature_numbers
from ..data.codings import Coding, Codings, TimeColumn, as_times
from ..data.columns import Column, EncodedColumn, as_numbers
from ..data.frames import Frame, read_frame

Floats = NDArray[np.float64]


class Grid(NamedTuple):
    """Cells over the plane of two features, the first on the x axis."""

    names: tuple[str, str]
    points: tuple[Floats, Floats]
    """Values of the two features in X."""
    edges: tuple[Floats, Floats]
    """Cell edges of each feature."""
    rows: Callable[[Floats, Floats], Any]
    """Creates rows from x and y coordinates; other features have their median or mode."""
    X: Any
    """One row per cell, at its center."""
    features: tuple[int, int]
    codings: tuple[Coding | None, Coding | None]
    """What the numbers of the two features stand for."""

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.edges[1]) - 1, len(self.edges[0]) - 1


def make_grid(
    X: Any, features: Sequence[int | str] | None, model: Any, resolution: int, thresholds: Any
) -> Grid:
    """Return a grid that covers all rows, with a cell edge at every threshold."""
    frame = read_frame(X)
    codings = axis_codings(frame, model)
    pair = chosen_features(frame, codings, features, model)
    columns = [numeric_values(frame, j, codings.get(j)) for j in pair]
    edges = [
        category_edges(codings[j])
        if is_ordered(codings.get(j))
        else cell_edges(column, thresholds.get(j, []), resolution)
        for j, column in zip(pair, columns, strict=True)
    ]
    centers = ((e[:-1] + e[1:]) / 2 for e in edges)
    cells = [cell.ravel() for cell in np.meshgrid(*centers)]
    names = [f"x{j}" if frame.names is None else frame.names[j] for j in pair]
    rows = rows_at(X, frame, codings, pair)
    return Grid(
        (names[0], names[1]),
        (columns[0], columns[1]),
        (edges[0], edges[1]),
        rows,
        rows(cells[0], cells[1]),
        (pair[0], pair[1]),
        (codings.get(pair[0]), codings.get(pair[1])),
    )


def axis_codings(frame: Frame, model: Any = None) -> Codings:
    """Return what the numbers of features stand for; the order of categories is the model's."""
    declared = declared_codings(frame)
    fitted = model._fitted() if hasattr(model, "_fitted") else None
    learned = getattr(getattr(fitted, "schema", None), "codings", {})
    return {**declared, **{j: coding for j, coding in learned.items() if is_ordered(coding)}}


def is_ordered(coding: Coding | None) -> bool:
    return coding is not None and coding.kind == "ordered"


def rows_at(
    X: Any, frame: Frame, codings: Codings, pair: list[int]
) -> Callable[[Floats, Floats], Any]:
    """Return a function that creates rows like those of X from two of their features."""

    def rows(x: Floats, y: Floats) -> Any:
        given = zip(pair, (x, y), strict=True)
        return rows_like(X, frame, {j: values_of(codings.get(j), c) for j, c in given})

    return rows


def chosen_features(frame: Frame, codings: Codings, features: Any, model: Any) -> list[int]:
    """Return two columns: the given ones, or the two most important ones that have an order."""
    if features is not None:
        pair = [frame.feature_index(feature, "features") for feature in features]
        if len(pair) != 2 or pair[0] == pair[1]:
            raise ValueError(f"features must be two different features of X, got {features!r}.")
        return pair
    numbers = [j for j in range(frame.n_columns) if j in codings or not is_category(frame, j)]
    if len(numbers) < 2:
        raise ValueError("boundary needs at least two numeric or ordered features in X.")
    weight = getattr(model, "feature_importances_", np.zeros(frame.n_columns))
    return sorted(sorted(numbers, key=lambda j: -weight[j])[:2])


def is_category(frame: Frame, j: int) -> bool:
    column = frame.column(j)
    return isinstance(column, EncodedColumn) and (
        column.categorical or any(isinstance(value, str) for value in column.values)
    )


def numeric_values(frame: Frame, j: int, coding: Coding | None) -> Floats:
    if coding is None and is_category(frame, j):
        raise ValueError(
            f"features must be numeric or ordered, but {frame.column_name(j)} is categorical."
        )
    values: Floats = feature_numbers(frame, j, coding)
    if np.isnan(values).all():
        raise ValueError(f"{frame.column_name(j)} of X has only missing values.")
    return values


def cell_edges(values: Floats, thresholds: Any, resolution: int) -> Floats:
    """Return evenly spaced edges with a margin around the values, plus the thresholds."""
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    margin = 0.06 * (high - low) or 1.0
    even = np.linspace(low - margin, high + margin, resolution + 1)
    inside = np.asarray(thresholds, dtype=np.float64)
    return np.union1d(even, inside[(inside > even[0]) & (inside < even[-1])])


def category_edges(coding: Coding) -> Floats:
    """Return the edges of one cell per category."""
    return np.arange(len(coding.categories) + 1, dtype=np.float64) - 0.5


def rows_like(X: Any, frame: Frame, given: dict[int, NDArray[Any]]) -> Any:
    """Return rows in the container type of X: given columns, and typical values for the rest."""
    n_rows = len(next(iter(given.values())))
    rows = [typical_row(frame, j) for j in range(frame.n_columns)]
    native = nw.from_native(X, eager_only=True, pass_through=True)
    if isinstance(native, nw.DataFrame):
        return dataframe_rows(native, frame, rows, given, n_rows)
    if isinstance(X, np.ndarray) and X.dtype.names is not None:
        return structured_rows(X, rows, given, n_rows)
    matrix = X.toarray() if sp.issparse(X) else np.asarray(X)
    is_number = matrix.dtype.kind in "biuf"
    cells = np.empty(
        (n_rows, frame.n_columns), np.result_type(matrix.dtype, np.float64) if is_number else object
    )
    for j, row in enumerate(rows):
        cells[:, j] = given[j] if j in given else matrix[row, j]
    return cells


def values_of(coding: Coding | None, numbers: Floats) -> NDArray[Any]:
    """Return the values of a column that numbers stand for."""
    if coding is None:
        return numbers
    if coding.kind != "ordered":
        return as_times(numbers, coding)
    positions = np.clip(np.rint(numbers), 0, len(coding.categories) - 1).astype(np.intp)
    return np.array(coding.categories, object)[positions]


def typical_row(frame: Frame, j: int) -> int:
    """Return the index of a row with the median or the most frequent category of a column."""
    column = frame.column(j)
    if is_category(frame, j):
        assert isinstance(column, EncodedColumn)
        present = column.codes[column.codes >= 0]
        return int(np.argmax(column.codes == np.bincount(present).argmax())) if present.size else 0
    values = as_numbers(column, frame.column_name(j)).astype(np.float64)
    if np.isnan(values).all():
        return 0
    return int(np.nanargmin(np.abs(values - np.nanmedian(values))))


def structured_rows(X: Any, rows: list[int], given: dict[int, NDArray[Any]], n_rows: int) -> Any:
    names = X.dtype.names
    columns = [
        given[j] if j in given else np.repeat(X[name][row], n_rows)
        for j, (name, row) in enumerate(zip(names, rows, strict=True))
    ]
    kinds = [column.dtype if j in given else X.dtype[j] for j, column in enumerate(columns)]
    cells = np.empty(n_rows, dtype=list(zip(names, kinds, strict=True)))
    for name, column in zip(names, columns, strict=True):
        cells[name] = column
    return cells


def dataframe_rows(
    X: Any, frame: Frame, rows: list[int], given: dict[int, NDArray[Any]], n_rows: int
) -> Any:
    """Return dataframe rows; typical values are taken from X by row to keep their type."""
    columns = {}
    for j, (series, row) in enumerate(zip(X.iter_columns(), rows, strict=True)):
        column = series[[row] * n_rows]
        if j in given:
            column = new_column(X, series.name, frame.column(j), given[j])
        columns[series.name] = nw.maybe_reset_index(column)
    return nw.from_dict(columns).to_native()


def new_column(X: Any, name: str, column: Column, values: NDArray[Any]) -> Any:
    """Return a series of numbers, categories, or times in the time zone of a column."""
    kind = nw.Float64 if values.dtype.kind == "f" else None
    cells: Any = values if values.dtype.kind in "fmM" else values.tolist()
    series = nw.new_series(name, cells, kind, backend=X.implementation)
    if not isinstance(column, TimeColumn) or column.coding.zone is None:
        return series
    return series.dt.replace_time_zone("UTC").dt.convert_time_zone(column.coding.zone)
