"""Splits on the principal axes of the whole table."""

import numpy as np

from properties.growing import Sample

from .grown import LINEAR, grow_kind


def axes_of(x, weight):
    """Eigenvectors as columns, by decreasing variance, and the mean."""
    mean = np.average(x, axis=0, weights=weight)
    z = x - mean
    deviation = np.sqrt(np.average(z**2, axis=0, weights=weight))
    z /= deviation
    values, vectors = np.linalg.eigh((z * weight[:, None]).T @ z)
    vectors = vectors[:, np.argsort(-values)]
    signs = np.sign(vectors[np.argmax(np.abs(vectors), axis=0), range(x.shape[1])])
    return vectors * signs / deviation[:, None], mean


def test_axes_match_numpy():
    """Each axis in turn decides the class."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(500, 5)) @ rng.normal(size=(5, 5)) * [1, 100, 0.01, 1, 1] + 3
    weight = rng.integers(1, 4, 500).astype(np.float64)
    axes, mean = axes_of(x, weight)
    for k in range(5):
        y = ((x - mean) @ axes[:, k] > 0).astype(np.int32)[:, None]
        sample = Sample(list(np.ascontiguousarray(x.T)), [0] * 5, y, weight, (2,))
        tree = grow_kind(sample, "pca")
        assert tree.kind.tolist() == [LINEAR, 0, 0]
        features, factors, centers, _ = tree.terms(0)
        assert list(features) == list(range(5))
        np.testing.assert_allclose(factors, axes[:, k], rtol=1e-7)
        np.testing.assert_allclose(centers, mean, rtol=1e-12)


def test_seed_does_not_matter():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(200, 3))
    y = (rng.random((200, 1)) < 0.5).astype(np.int32)
    sample = Sample(list(np.ascontiguousarray(x.T)), [0] * 3, y, None, (2,))
    trees = [grow_kind(sample, "pca", seed=seed) for seed in (1, 2)]
    assert trees[0].threshold.tobytes() == trees[1].threshold.tobytes()


def test_missing_cells_are_replaced_by_the_mean():
    rng = np.random.default_rng(2)
    x = rng.normal(size=(400, 3)) @ rng.normal(size=(3, 3))
    x[rng.random(x.shape) < 0.2] = np.nan
    filled = np.where(np.isnan(x), np.nanmean(x, axis=0), x)
    z = (filled - filled.mean(axis=0)) / np.nanstd(x, axis=0)
    first = np.linalg.eigh(z.T @ z)[1][:, -1] / np.nanstd(x, axis=0)
    y = ((filled - filled.mean(axis=0)) @ first > 0).astype(np.int32)[:, None]
    sample = Sample(list(np.ascontiguousarray(x.T)), [0] * 3, y, None, (2,))
    factors = grow_kind(sample, "pca", max_depth=1).terms(0)[1]
    cosine = factors @ first / np.linalg.norm(factors) / np.linalg.norm(first)
    assert abs(cosine) > 1 - 1e-12


def test_collinear_columns():
    """Axes without variance are not used."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=(300, 2))
    x = np.column_stack([x, x[:, 0] + x[:, 1], x[:, 0]])
    y = (x[:, 0] > x[:, 1]).astype(np.int32)[:, None]
    sample = Sample(list(np.ascontiguousarray(x.T)), [0] * 4, y, None, (2,))
    tree = grow_kind(sample, "pca")
    for node in np.flatnonzero(tree.kind):
        assert (
            np.ptp(sum(f * (x[:, j] - c) for j, f, c, _ in zip(*tree.terms(node), strict=True))) > 1
        )
