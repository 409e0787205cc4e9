"""Weighted means, medians and modes, and their invariances."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spinney.data.missing.fills import STATISTICS, weighted_mean, weighted_median, weighted_mode

WEIGHTS = st.integers(1, 5).map(float)
NUMBERS = st.floats(-1e6, 1e6) | st.sampled_from([0.0, 1.0, 2.5])
CELLS = st.lists(st.tuples(NUMBERS, WEIGHTS), min_size=1, max_size=12)
every_statistic = pytest.mark.parametrize("of", STATISTICS.values(), ids=STATISTICS)


def arrays(cells):
    return np.array([x for x, _ in cells]), np.array([w for _, w in cells])


@given(cells=CELLS)
def test_against_numpy_on_repeated_values(cells):
    values, weight = arrays(cells)
    repeated = np.repeat(values, weight.astype(int))
    scale = np.abs(values).max()
    assert weighted_mean(values, weight) == pytest.approx(repeated.mean(), abs=1e-14 * scale)
    assert weighted_median(values, weight) == np.median(repeated)
    found, counts = np.unique(repeated, return_counts=True)
    assert weighted_mode(values, weight) == found[counts.argmax()]


@every_statistic
@given(cells=CELLS, seed=st.integers(0, 99), power=st.integers(-50, 50))
def test_invariance_to_order_copies_and_scale(of, cells, seed, power):
    values, weight = arrays(cells)
    order = np.random.default_rng(seed).permutation(len(values))
    expected = of(values, weight)
    assert of(values[order], weight[order]) == expected
    assert of(values, np.ldexp(weight, power)) == expected
    repeated = np.repeat(values, weight.astype(int))
    assert of(repeated, np.ones(len(repeated))) == expected


@pytest.mark.parametrize("weight", [0.1, 0.7, 1e-300, 1e300])
def test_equal_weights_halve_exactly(weight):
    """Half of the rows have half of the weight, although ten times 0.1 is not 1 in floats."""
    values = np.arange(10.0)
    assert weighted_median(values, np.full(10, weight)) == 4.5
    assert weighted_mean(values, np.full(10, weight)) == pytest.approx(4.5, rel=1e-15)
    assert weighted_mode(np.repeat([2.0, 1.0], 5), np.full(10, weight)) == 1


@every_statistic
@pytest.mark.parametrize("ends", [(-1.0, 1.0), (0.5, 1.0), (1.0, 1.0)])
def test_largest_numbers(of, ends):
    values = np.array(ends * 5) * np.finfo(float).max
    assert values.min() <= of(values, np.full(10, 1e307)) <= values.max()


@every_statistic
def test_smallest_numbers(of):
    assert 0 <= of(np.array([0.0, 5e-324, 5e-324]), np.ones(3)) <= 5e-324
