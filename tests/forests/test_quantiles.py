"""Quantile regression forests."""

import pickle

import numpy as np
import pytest

from spinney import ExtraTreesRegressor

from .small_tables import bag_counts, numbers, regressor

QUANTILES = [0.0, 0.1, 0.5, 0.9, 1.0]


def expected_quantiles(forest, X, y, weight, rows):
    """Compute quantiles by definition: the rows of a leaf have total weight 1 in each tree."""
    counts = bag_counts(forest, len(X)) * weight
    leaves, own = forest.apply(X), forest.apply(rows)
    order = np.argsort(y, kind="stable")
    result = np.empty((len(rows), len(QUANTILES)))
    for i, reached in enumerate(own):
        share = (leaves == reached).T * counts
        total = (share / share.sum(axis=1, keepdims=True)).mean(axis=0)[order]
        passed = np.cumsum(total)
        present = total > 0
        reach = passed[present] >= np.array(QUANTILES)[:, None] - 1e-9
        result[i] = y[order][present][reach.argmax(axis=1)]
    return result


@pytest.mark.parametrize(
    "forest",
    [
        regressor(min_samples_leaf=5),
        regressor(min_samples_leaf=5, bootstrap=False, max_samples=0.6),
        ExtraTreesRegressor(12, min_samples_leaf=5, random_state=0),
    ],
    ids=repr,
)
@pytest.mark.parametrize("weighted", [False, True])
def test_quantiles_by_their_definition(forest, weighted):
    X, y = numbers(120)
    weight = np.random.default_rng(0).integers(0, 4, 120).astype(float) if weighted else None
    forest.set_params(quantiles=True).fit(X, y, weight)
    # With replacement, weights only determine the sampling probabilities.
    factor = np.ones(120) if weight is None or forest.bootstrap else weight
    rows = X[:25] + 0.05
    found = forest.predict_quantiles(rows, QUANTILES)
    np.testing.assert_array_equal(found, expected_quantiles(forest, X, y, factor, rows))
    assert (np.diff(found, axis=1) >= 0).all()


def test_coverage_of_intervals():
    X, y = numbers(1000)
    new, truth = numbers(500, seed=1)
    forest = regressor(n_estimators=50, min_samples_leaf=10, max_features=None, quantiles=True)
    low, high = forest.fit(X, y).predict_quantiles(new, [0.05, 0.95]).T
    assert np.mean((low <= truth) & (truth <= high)) == pytest.approx(0.9, abs=0.06)


def test_shapes_and_copies():
    X, y = numbers()
    forest = regressor(quantiles=True).fit(X, y)
    assert forest.predict_quantiles(X).shape == (200, 3)
    assert forest.predict_quantiles(X, 0.5).shape == (200,)
    np.testing.assert_array_equal(
        forest.predict_quantiles(X, 0.5), forest.predict_quantiles(X)[:, 1]
    )
    other = pickle.loads(pickle.dumps(forest))
    np.testing.assert_array_equal(other.predict_quantiles(X), forest.predict_quantiles(X))
    np.testing.assert_array_equal(regressor().fit(X, y).predict(X), forest.predict(X))


def test_warm_start():
    X, y = numbers()
    whole = regressor(quantiles=True, n_estimators=20).fit(X, y)
    grown = regressor(quantiles=True, n_estimators=5, warm_start=True).fit(X, y)
    grown.set_params(n_estimators=20).fit(X, y)
    np.testing.assert_array_equal(grown.predict_quantiles(X), whole.predict_quantiles(X))


def test_invalid():
    X, y = numbers()
    with pytest.raises(ValueError, match="y has 2"):
        regressor(quantiles=True).fit(X, np.column_stack([y, y]))
    with pytest.raises(ValueError, match="quantiles=True"):
        regressor().fit(X, y).predict_quantiles(X)
    forest = regressor(quantiles=True).fit(X, y)
    with pytest.raises(ValueError, match="slice"):
        forest[:3].predict_quantiles(X)
    for wrong in (1.5, [-0.1], [[0.5]], [np.nan]):
        with pytest.raises(ValueError, match="from 0 to 1"):
            forest.predict_quantiles(X, wrong)


@pytest.mark.parametrize("unit", [1e-50, 1e40])
def test_quantiles_do_not_depend_on_the_unit_of_weights(unit):
    """Also beyond the range of float32."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    y, weight = X[:, 0], rng.uniform(0.5, 2, 200)
    forest = regressor(min_samples_leaf=20, bootstrap=False, quantiles=True)
    expected = forest.fit(X, y, weight).predict_quantiles(X, QUANTILES)
    found = forest.fit(X, y, weight * unit).predict_quantiles(X, QUANTILES)
    np.testing.assert_array_equal(found, expected)
