"""Counterfactuals by brute force: every combination of the nearest values of all cells."""

from itertools import product

import numpy as np
import pandas as pd

from spinney.explain.cell_values import NumberType
from spinney.explain.counterfactual import make_finder


def is_absent(value):
    return value is None or value != value


def candidates(finder, j, name, x, unit, immutable, allowed):
    """(value, cost) of the row's own value and the nearest value of every other cell."""
    feature = finder.cells.features[j]
    found = [(x, 0.0)]
    if name in immutable:
        return found
    if feature.is_category:
        labels = allowed or feature.labels
        return found + [(label, 1.0) for label in labels if label != x]
    cuts = feature.cuts
    values = finder.rules.values(j, NumberType())
    own = None if is_absent(x) else int(np.searchsorted(cuts, x))
    for cell in range(len(cuts) + 1):
        if cell == own:
            continue
        value = (values.low if own is None or cell > own else values.high)[cell]
        direction = allowed if isinstance(allowed, str) else None
        wrong_way = direction == "increase" and own is not None and cell < own
        if np.isnan(value) or wrong_way:
            continue
        assert cell == 0 or value > cuts[cell - 1]
        assert cell == len(cuts) or value <= cuts[cell]
        found.append((value, 1.0 if own is None else abs(value - x) / unit))
    return found


def cheapest_by_brute_force(model, row, is_wanted, max_changes=99, **options):
    """The lowest cost of an allowed change that leads to a wanted prediction."""
    finder = make_finder(model, **options)
    immutable, ranges = options.get("immutable", ()), options.get("ranges", {})
    columns = [
        candidates(finder, j, name, row[name].iloc[0], unit, immutable, ranges.get(name))
        for j, (name, unit) in enumerate(zip(row.columns, finder.rules.units, strict=True))
    ]
    assert np.prod([len(column) for column in columns]) < 300_000
    points = list(product(*columns))
    table = pd.DataFrame(
        {
            name: pd.Series([point[j][0] for point in points], dtype=row.dtypes.iloc[j])
            for j, name in enumerate(row.columns)
        }
    )
    costs = np.array([[cell[1] for cell in point] for point in points])
    wanted = is_wanted(model, table) & ((costs > 0).sum(axis=1) <= max_changes)
    return costs.sum(axis=1)[wanted].min(initial=np.inf)
