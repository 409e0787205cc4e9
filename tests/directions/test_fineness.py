"""Resolution of sphere and pca splits, as documented in docs/METHODS.md."""

import numpy as np
import pytest

from spinney import DecisionTreeClassifier


def separates(splits, low, high, others=()):
    """Whether a tree separates all values; training and prediction must agree."""
    numbers = np.array([low, high, *others])
    X, y = np.tile(numbers, 10)[:, None], np.tile(np.arange(len(numbers)), 10)
    model = DecisionTreeClassifier(split_kind=splits, random_state=0).fit(X, y)
    tree = model._fitted().tree
    reached = np.bincount(model.apply(X), minlength=tree.node_count)
    leaves = tree.kind == 0
    assert np.array_equal(reached[leaves], tree.n_node_samples[leaves])
    return np.array_equal(model.predict(X), y)


@pytest.mark.parametrize("splits", ["sphere", "pca"])
@pytest.mark.parametrize("low", [20180130.0, 0.0, -1.0, 1e90])
def test_close_values(splits, low):
    assert separates(splits, low, low + max(1e-7, 1e-12 * abs(low)))


@pytest.mark.parametrize("splits", ["sphere", "pca"])
@pytest.mark.parametrize("low", [1.0, -1.0, 2.0**53, 2.0**60])
def test_adjacent_floats(splits, low):
    assert separates(splits, low, np.nextafter(low, np.inf))


def test_sphere_resolution_is_relative_to_the_node():
    assert separates("sphere", 1.0, 1.0 + 1e-12, others=[0.0])


def test_pca_resolution_is_relative_to_the_table():
    assert separates("pca", 1.0, 1.0 + 1e-6, others=[0.0])
    assert not separates("pca", 1.0, 1.0 + 1e-9, others=[0.0])


@pytest.mark.parametrize("splits", ["sphere", "pca"])
@pytest.mark.parametrize(
    ("low", "high"),
    [(0.0, 5e-324), (-np.finfo(float).max, np.finfo(float).max), (1.0, np.nextafter(1.0, 2.0))],
    ids=["tiny", "huge", "next"],
)
def test_binary_splits_separate_all_values(splits, low, high):
    assert separates(["binary", splits], low, high, others=[0.5])
