"""Neighbors, prototypes and outliers against their definitions."""

import numpy as np
import polars as pl
import pytest

import spinney
from spinney import explain

from .test_similarity import rows_of


def test_neighbors():
    model, X, _, _ = rows_of("random forest")
    full = explain.proximity(model, X, dense=True)
    np.fill_diagonal(full, 0)
    order = np.argsort(-full, axis=1, kind="stable")[:, :6]
    expected = np.take_along_axis(full, order, 1)
    near = explain.neighbors(model, X, 6)
    np.testing.assert_array_equal(near.rows, np.where(expected > 0, order, -1))
    np.testing.assert_array_equal(near.similarity, expected)
    new = explain.neighbors(model, X.iloc[:4], 1, Y=X)
    assert new.rows[:, 0].tolist() == [0, 1, 2, 3]
    frame = near.to_frame("dict")
    assert len(frame["row"]) == (near.rows >= 0).sum()
    assert frame["neighbor"][0] == near.rows[0, 0]
    many = explain.neighbors(model, X, 100)
    assert many.rows.shape == (60, 100)
    assert (many.rows[:, -1] == -1).all()
    same = explain.neighbors(model, pl.from_pandas(X), 6)
    np.testing.assert_array_equal(same.rows, near.rows)


def test_prototypes_represent_their_class():
    model, X, y, _ = rows_of("stratified")
    found = explain.prototypes(model, X, y, 3, n_neighbors=8)
    full = explain.proximity(model, X, dense=True)
    np.fill_diagonal(full, 0)
    near = [
        [j for j in np.argsort(-row, kind="stable")[:8] if row[j] > 0] + [i]
        for i, row in enumerate(full)
    ]
    for label in np.unique(y):
        covered = set()
        own = [i for i, other in enumerate(found.labels) if other == label]
        for i in own:
            sets = {
                r: {j for j in near[r] if y[j] == label} - covered
                for r in np.flatnonzero(y == label)
            }
            largest = max(len(rows) for rows in sets.values())
            assert len(found.neighborhoods[i]) == largest
            assert set(found.neighborhoods[i]) == sets[found.rows[i]]
            assert found.coverage[i] == pytest.approx(largest / (y == label).sum())
            assert y[found.rows[i]] == label
            covered |= sets[found.rows[i]]
        assert len(own) == 3 or len(covered) == (y == label).sum()
    assert found.to_frame("dict")["row"] == found.rows.tolist()


def test_prototypes_without_classes():
    model, X, y, _ = rows_of("random forest")
    found = explain.prototypes(model, X, y, 60)
    assert set(found.labels) == {None}
    assert found.coverage.sum() == pytest.approx(1)
    again = explain.prototypes(model, X, n_prototypes=60)
    np.testing.assert_array_equal(found.rows, again.rows)


@pytest.mark.parametrize("kind", ["original", "oob", "gap"])
def test_outliers_follow_breiman(kind, monkeypatch):
    model, X, y, _ = rows_of("stratified")
    full = explain.proximity(model, X, kind=kind, dense=True)
    expected = np.zeros(len(y))
    for label in np.unique(y):
        own = np.flatnonzero(y == label)
        with np.errstate(divide="ignore"):
            raw = len(y) / (full[np.ix_(own, own)] ** 2).sum(axis=1)
        finite = raw[np.isfinite(raw)]
        middle = np.median(finite)
        expected[own] = (raw - middle) / np.median(np.abs(finite - middle))
    np.testing.assert_allclose(explain.outliers(model, X, y, kind=kind), expected, atol=1e-9)
    monkeypatch.setattr("spinney.explain.similarity.BLOCK_ENTRIES", 7 * len(y))
    np.testing.assert_allclose(explain.outliers(model, X, y, kind=kind), expected, atol=1e-9)
    raw = len(y) / (full**2).sum(axis=1)
    away = raw - np.median(raw)
    alone = explain.outliers(model, X, kind=kind)
    np.testing.assert_allclose(alone, away / np.median(np.abs(away)), atol=1e-9)


def test_outliers_without_deviation():
    X = np.zeros((6, 1))
    tree = spinney.DecisionTreeRegressor().fit(X, np.arange(6))
    assert (explain.outliers(tree, X) == 0).all()
