"""Oblique splits need few nodes for rotated borders."""

import numpy as np
import pytest

from properties.growing import Sample

from .grown import LINEAR, grow_kind, make_sample, multivariate_nodes


def rotated(n_rows, n_columns, seed, classes=2):
    """Classes are bands perpendicular to a random direction."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n_rows, n_columns))
    across = np.linalg.qr(rng.normal(size=(n_columns, n_columns)))[0][:, 0]
    y = np.searchsorted([0.2, 1.0][: classes - 1], x @ across).astype(np.int32)
    return Sample(list(np.ascontiguousarray(x.T)), [0] * n_columns, y[:, None], None, (classes,))


def accuracy(tree, sample):
    return np.mean(tree.predict(sample.table)[:, 0].argmax(axis=1) == sample.y[:, 0])


@pytest.mark.parametrize(("n_columns", "classes"), [(2, 2), (5, 2), (10, 2), (5, 3)])
def test_ten_times_fewer_nodes(n_columns, classes):
    sample = rotated(3000, n_columns, 1, classes)
    rows = np.arange(3000) < 2000
    train, test = sample.rows(rows), sample.rows(~rows)
    plain, oblique = grow_kind(train, "binary"), grow_kind(train, "oblique")
    assert oblique.node_count <= plain.node_count / 10
    assert accuracy(oblique, test) > accuracy(plain, test)


def test_the_direction_is_found():
    """The coefficients of the root are those of the border, up to scale and a few degrees."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(4000, 4)) * [1, 10, 0.1, 1]
    border = np.array([1, -0.2, 5, 0])
    y = (x @ border > 0.5).astype(np.int32)[:, None]
    tree = grow_kind(Sample(list(np.ascontiguousarray(x.T)), [0] * 4, y, None, (2,)), "oblique")
    features, factors, _, _ = tree.terms(0)
    found = np.zeros(4)
    found[features] = factors
    found, wanted = found * [1, 10, 0.1, 1], border * [1, 10, 0.1, 1]
    cosine = found @ wanted / np.linalg.norm(found) / np.linalg.norm(wanted)
    assert abs(cosine) > 0.998


def test_regression():
    """A linear target in a rotated direction."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=(1500, 3))
    y = (x @ [1, 1, -1])[:, None]
    sample = Sample(list(np.ascontiguousarray(x.T)), [0] * 3, y)
    errors = []
    for kind in ("binary", "oblique"):
        tree = grow_kind(sample, kind, max_leaf_nodes=16)
        errors.append(np.mean((tree.predict(sample.table)[:, 0] - y) ** 2))
    assert errors[1] < errors[0] / 10


def test_a_single_informative_column_is_split_univariately():
    sample = make_sample(np.random.default_rng(2), 300, 4)
    sample.y[:, 0] = sample.columns[2] > 0.3
    tree = grow_kind(sample, "oblique")
    assert tree.kind.tolist() == [1, 0, 0]
    assert tree.feature[0] == 2


def test_large_nodes():
    """A sample selects the direction, all rows the threshold."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=(30_000, 6)).astype(np.float32)
    y = (x[:, 0] - x[:, 3] > 0.25).astype(np.int32)[:, None]
    sample = Sample(list(np.ascontiguousarray(x.T)), [0] * 6, y, None, (2,))
    tree = grow_kind(sample, "oblique", max_depth=1)
    assert tree.kind[0] == LINEAR
    assert accuracy(tree, sample) > 0.98


def test_max_features():
    """Different seeds lead to different splits."""
    sample = make_sample(np.random.default_rng(4), 300, 9)
    used = {
        tuple(tree.terms(int(multivariate_nodes(tree)[0]))[0])
        for tree in (grow_kind(sample, "oblique", max_features=3, seed=seed) for seed in range(10))
    }
    assert len(used) > 3


def test_many_columns():
    """More columns than a linear model uses: the most informative ones are selected."""
    rng = np.random.default_rng(5)
    x = rng.normal(size=(800, 120))
    y = (x[:, 17] + x[:, 63] - x[:, 99] > 0).astype(np.int32)[:, None]
    sample = Sample(list(np.ascontiguousarray(x.T)), [0] * 120, y, None, (2,))
    tree = grow_kind(sample, "oblique", max_depth=1)
    assert {17, 63, 99} <= set(tree.terms(0)[0])
    assert accuracy(tree, sample) > 0.93
