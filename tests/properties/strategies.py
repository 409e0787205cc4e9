"""Random small samples with many ties, missing values and unusual weights."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from spinney.base.criteria import CRITERIA

from .growing import Sample
from .oracle import CLASSIFICATION

MOSTLY_NUMBERS = st.sampled_from([0, 0, 2, 4])
SOMETIMES = st.booleans()
WEIGHTS = st.sampled_from([0.0, 0.5, 1.0, 1.0, 2.0, 3.0])


@st.composite
def columns(draw, n_rows, levels, missing):
    """Small numbers or category indices, NaN where missing."""
    value = st.integers(0, levels - 1) if levels else st.sampled_from([-2, -1, 0, 0.5, 3, 7])
    value = value.map(float)
    if missing:
        value = value | st.just(np.nan)
    return draw(arrays(np.float64, n_rows, elements=value, fill=st.nothing()))


@st.composite
def targets(draw, n_rows, criterion, n_classes, n_outputs):
    if criterion in CLASSIFICATION:
        shape = (n_rows, n_outputs)
        return draw(arrays(np.int32, shape, elements=st.integers(0, n_classes - 1)))
    # Positive for Poisson: a split may leave no child with a sum of 0.
    lowest = 0.25 if CRITERIA[criterion].non_negative else -1.0
    value = st.sampled_from([lowest, 0.5, 1.0, 2.0, 4.0])
    return draw(arrays(np.float64, (n_rows, n_outputs), elements=value, fill=st.nothing()))


@st.composite
def weights(draw, n_rows):
    weight = draw(arrays(np.float64, n_rows, elements=WEIGHTS, fill=st.nothing()))
    weight[draw(st.integers(0, n_rows - 1))] = 1.0  # at least one row counts
    return weight


@st.composite
def samples(
    draw,
    criterion,
    *,
    kinds=MOSTLY_NUMBERS,
    max_rows=14,
    max_columns=3,
    missing=SOMETIMES,
    n_classes=2,
    n_outputs=1,
    weighted=SOMETIMES,
):
    """A Sample; ``kinds`` draws the number of categories of each column (0: numeric)."""
    n_rows = draw(st.integers(2, max_rows))
    levels = draw(st.lists(kinds, min_size=1, max_size=max_columns))
    table = [draw(columns(n_rows, k, draw(missing))) for k in levels]
    y = draw(targets(n_rows, criterion, n_classes, n_outputs))
    weight = draw(weights(n_rows)) if draw(weighted) else None
    counts = (n_classes,) * n_outputs if criterion in CLASSIFICATION else ()
    return Sample(table, levels, y, weight, counts)
