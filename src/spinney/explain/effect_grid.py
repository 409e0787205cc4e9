"""The values of a feature at which an effect is computed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..data.codings import Coding, as_times, is_time_type
from ..data.columns import plain_label
from .additive import Floats
from .model_rows import ModelRows
from .moments import moment_number


@dataclass(frozen=True, repr=False)
class FeatureGrid:
    """Values of a feature.

    Attributes
    ----------
    name : str
        Name of the feature.
    index : int
        Index of the feature.
    kind : str
        "number", "category", "ordered", "date", "datetime", "time" or "duration".
    points : list
        The values: numbers, or categories; None is a missing value, always the last one. If there
        are ``cuts``, numbers are those that end an interval, and one above all cuts.
    cuts : ndarray or None
        The thresholds of the trees; an effect is constant from above one up to the next. None if
        points were chosen.
    codes : ndarray
        The values as numbers; NaN is missing.
    coding : Coding or None
        How dates, times and ordered categories are numbers.
    bounds : tuple of float
        The smallest and the largest value in the rows, as numbers; NaN without values.
    """

    name: str
    index: int
    kind: str
    points: list[Any]
    cuts: Floats | None
    codes: Floats
    coding: Coding | None = None
    bounds: tuple[float, float] = (np.nan, np.nan)

    def __len__(self) -> int:
        return len(self.points)

    def __repr__(self) -> str:
        return f"FeatureGrid({self.name!r}, {len(self)} points)"

    @property
    def has_missing(self) -> bool:
        """Whether the last point is a missing value."""
        return bool(len(self.codes) and np.isnan(self.codes[-1]))

    def positions(self, values: Floats) -> Any:
        """Return the index of the point of each value; needs cuts, or categories."""
        if self.cuts is None:
            found = np.clip(np.nan_to_num(values), 0, len(self) - 1).astype(np.intp)
        else:
            found = np.searchsorted(self.cuts, values, side="left")
        missing = np.isnan(values) if self.has_missing else np.zeros(len(values), dtype=bool)
        return np.where(missing, len(self) - 1, found)


def names_of(rows: ModelRows) -> list[str]:
    model = rows.model
    return list(model.feature_names or (f"x{j}" for j in range(model.n_features)))


def make_grid(
    rows: ModelRows, j: int, cuts: Floats | None, given: Any = None, missing: bool = True
) -> FeatureGrid:
    """Return the points of a feature: all intervals between cuts, or those that the user chose.

    ``given`` is a number of quantiles, or a list of values.
    """
    i, own = rows.source(j)
    schema = rows.model.parts[i].schema
    known, kind = schema.known(own), schema.kind(own)
    column = rows.column(j)
    present = column[~np.isnan(column)]
    kept = None
    if given is not None and not isinstance(given, int):
        codes = given_codes(given, known, schema.codings.get(own), names_of(rows)[j])
    elif known is not None:
        codes = np.arange(len(known), dtype=np.float64)
    elif given is not None or cuts is None:
        shares = np.linspace(0, 1, given or 50)
        codes = np.unique(np.quantile(present, shares)) if len(present) else np.zeros(1)
    else:
        codes, kept = interval_ends(cuts, present), cuts
    if missing and len(present) < len(column) and not np.isnan(codes).any():
        codes = np.append(codes, np.nan)
    coding = schema.codings.get(own)
    points = point_labels(codes, known, coding)
    bounds = (float(present.min()), float(present.max())) if len(present) else (np.nan, np.nan)
    return FeatureGrid(names_of(rows)[j], j, kind, points, kept, codes, coding, bounds)


def interval_ends(cuts: Floats, present: Floats) -> Floats:
    """Return a value in each interval between cuts: its upper end, or one above all cuts."""
    largest = present.max(initial=-np.inf)
    if not len(cuts):
        return np.array([largest if np.isfinite(largest) else 0.0])
    return np.append(cuts, max(largest, np.nextafter(cuts[-1], np.inf)))


def given_codes(given: Any, known: Any, coding: Coding | None, name: str) -> Floats:
    """Return the numbers of the values that the user chose; missing ones last."""
    values = [None if value is None or value != value else value for value in given]
    if not values:
        raise ValueError(f"grid has no values for the feature {name!r}.")
    if known is not None:
        unseen = [v for v in values if v is not None and plain_label(v) not in known]
        if unseen:
            raise ValueError(f"grid: {unseen[0]!r} is not a category of the feature {name!r}.")
        codes = [np.nan if v is None else known[plain_label(v)] for v in values]
    else:
        codes = [np.nan if v is None else given_number(v, coding, name) for v in values]
    found = np.array(codes, dtype=np.float64)
    return np.append(found[~np.isnan(found)], found[np.isnan(found)][:1])


def given_number(value: Any, coding: Coding | None, name: str) -> float:
    """Return a number, or the one of a date, time or duration."""
    is_number = isinstance(value, (int, float, np.number)) and not is_time_type(type(value))
    if is_number:
        return float(value)
    if coding is not None:
        return moment_number(value, coding, name, "grid")
    raise ValueError(f"grid: the feature {name!r} needs numbers, got {value!r:.100}.")


def point_labels(codes: Floats, known: Any, coding: Any) -> list[Any]:
    if known is not None:
        labels: Sequence[Any] = list(known)
        return [None if np.isnan(code) else labels[int(code)] for code in codes]
    if coding is not None:
        times = as_times(np.nan_to_num(codes), coding).tolist()
        return [None if np.isnan(code) else time for code, time in zip(codes, times, strict=True)]
    return [None if np.isnan(code) else code for code in codes.tolist()]
