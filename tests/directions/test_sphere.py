"""Sphere splits: the distance to a center is compared with a radius."""

import numpy as np
import pytest

from properties.growing import Sample

from .grown import SPHERE, grow_kind


def sample_of(x, y):
    counts = (int(y.max()) + 1,) if y.dtype == np.int32 else ()
    return Sample(list(np.ascontiguousarray(x.T)), [0] * x.shape[1], y[:, None], None, counts)


@pytest.mark.parametrize("n_columns", [1, 2, 3])
def test_a_ball_is_one_split(n_columns):
    """For any units of the columns."""
    rng = np.random.default_rng(0)
    unit = 10.0 ** rng.integers(-6, 6, n_columns)
    z = rng.normal(size=(2500, n_columns))
    ball = np.full(n_columns, 0.4)
    inside = np.linalg.norm(z - ball, axis=1) < 1
    tree = grow_kind(sample_of(z * unit, inside.astype(np.int32)), "sphere", max_depth=1)
    assert tree.kind[0] == SPHERE
    features, factors, centers, _ = tree.terms(0)
    assert list(features) == list(range(n_columns))
    np.testing.assert_allclose(centers / unit, ball, atol=0.12)
    np.testing.assert_allclose(np.sqrt(tree.threshold[0] / factors) / unit, 1, atol=0.12)
    assert tree.value[tree.children_left[0]].max() > 0.95


def test_a_ring():
    """Two concentric circles need far fewer nodes than with binary splits."""
    rng = np.random.default_rng(1)
    x = rng.uniform(-3, 3, (3000, 2))
    radius = np.hypot(*x.T)
    sample = sample_of(x, ((radius > 1) & (radius < 2)).astype(np.int32))
    plain, spheres = grow_kind(sample, "binary"), grow_kind(sample, "sphere")
    assert spheres.node_count < plain.node_count / 2


def test_regression():
    """The target decreases with the distance from a point."""
    rng = np.random.default_rng(2)
    x = rng.normal(size=(1500, 2))
    y = np.exp(-((x - [0.5, -0.3]) ** 2).sum(axis=1))
    sample = sample_of(x, y)
    errors = []
    for kind in ("binary", "sphere"):
        tree = grow_kind(sample, kind, max_leaf_nodes=8)
        errors.append(np.mean((tree.predict(sample.table)[:, 0, 0] - y) ** 2))
    assert errors[1] < errors[0] / 2


def test_more_directions_find_the_informative_columns():
    """Subsets of columns are drawn at random, so more draws find the right one more often."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=(1000, 8))
    sample = sample_of(x, (np.hypot(x[:, 1], x[:, 6]) < 1).astype(np.int32))

    def found(n):
        """Number of trees that use both columns and at most one other."""
        trees = [
            grow_kind(sample, "sphere", max_depth=1, n_projections=n, seed=seed)
            for seed in range(6)
        ]
        used = [set(tree.terms(0)[0].tolist()) for tree in trees]
        return sum({1, 6} <= features and len(features) <= 3 for features in used)

    assert found(2) <= 2
    assert found(200) >= 5
