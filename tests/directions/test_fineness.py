"""How fine spheres and axes tell numbers apart, as docs/METHODS.md has it."""

import numpy as np
import pytest

from spinney import DecisionTreeClassifier


def tells_apart(splits, low, high, others=()):
    """Whether each of the numbers gets a class of its own; training and prediction must agree."""
    numbers = np.array([low, high, *others])
    X, y = np.tile(numbers, 10)[:, None], np.tile(np.arange(len(numbers)), 10)
    model = DecisionTreeClassifier(split_kind=splits, random_state=0).fit(X, y)
    tree = model.tree_
    reached = np.bincount(model.apply(X), minlength=tree.node_count)
    leaves = tree.kind == 0
    assert np.array_equal(reached[leaves], tree.n_node_samples[leaves])
    return np.array_equal(model.predict(X), y)


@pytest.mark.parametrize("splits", ["sphere", "pca"])
@pytest.mark.parametrize("low", [20180130.0, 0.0, -1.0, 1e90])
def test_numbers_that_differ_a_little(splits, low):
    assert tells_apart(splits, low, low + max(1e-7, 1e-12 * abs(low)))


@pytest.mark.parametrize("splits", ["sphere", "pca"])
@pytest.mark.parametrize("low", [1.0, -1.0, 2.0**53, 2.0**60])
def test_numbers_that_differ_in_the_last_digit(splits, low):
    assert tells_apart(splits, low, np.nextafter(low, np.inf))


def test_spheres_look_closer_in_a_smaller_node():
    assert tells_apart("sphere", 1.0, 1.0 + 1e-12, others=[0.0])


def test_axes_do_not():
    assert tells_apart("pca", 1.0, 1.0 + 1e-6, others=[0.0])
    assert not tells_apart("pca", 1.0, 1.0 + 1e-9, others=[0.0])


@pytest.mark.parametrize("splits", ["sphere", "pca"])
@pytest.mark.parametrize(
    ("low", "high"),
    [(0.0, 5e-324), (-np.finfo(float).max, np.finfo(float).max), (1.0, np.nextafter(1.0, 2.0))],
    ids=["tiny", "huge", "next"],
)
def test_thresholds_beside_them_tell_all_apart(splits, low, high):
    assert tells_apart(["binary", splits], low, high, others=[0.5])
