"""Interventional SHAP values against brute force, and their independence of threads and batches."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spinney
from spinney import explain

from .coalitions import hybrid_values, shapley
from .test_shap import ENSEMBLES, TREES, check_additive, output_of, table

OBLIQUE = {
    "oblique": {"split_kind": "oblique"},
    "sphere": {"split_kind": "sphere"},
    "pca": {"split_kind": "pca"},
}


def check_rows(model, X, background, weight=None, rows=3, groups=None):
    result = explain.shap(
        model, X, background, background_weight=weight, interactions=True, groups=groups
    )
    names = list(X.columns)
    members = [[name] for name in names] if groups is None else list(groups.values())
    alone = [[name] for name in names if not any(name in group for group in members)]
    players = [{names.index(name) for name in group} for group in [*members, *alone]]
    for row in range(rows):
        value = hybrid_values(lambda hybrid: output_of(model, hybrid), X, row, background, weight)
        base, phi, pairs = shapley(value, players)
        scale = np.abs(base).max() + np.abs(phi).sum()
        np.testing.assert_allclose(result.base_values, base, atol=1e-13 * scale)
        np.testing.assert_allclose(result.values[row], phi, atol=1e-12 * scale)
        np.testing.assert_allclose(result.interactions[row], pairs, atol=1e-12 * scale)
    assert result.method == "interventional"
    return result


@pytest.mark.parametrize("options", [*TREES.values(), *OBLIQUE.values()], ids=[*TREES, *OBLIQUE])
@given(seed=st.integers(0, 1000), depth=st.integers(1, 6))
@settings(max_examples=5, deadline=None)
def test_trees_equal_brute_force(options, seed, depth):
    X, y, weight = table(seed)
    model = spinney.DecisionTreeClassifier(max_depth=depth, random_state=0, **options)
    if options in OBLIQUE.values():
        X = X[["n0", "n1", "n2"]]
    model.fit(X[:40], y[:40], sample_weight=weight[:40])
    background, unseen = X[30:42].reset_index(drop=True), X[40:].reset_index(drop=True)
    check_additive(model, unseen, check_rows(model, unseen, background, weight[30:42], rows=2))


@pytest.mark.parametrize("make", ENSEMBLES.values(), ids=ENSEMBLES.keys())
@pytest.mark.parametrize("n_classes", [2, 3])
def test_ensembles_equal_brute_force(make, n_classes):
    X, y, _ = table(3, n_classes=n_classes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = make().fit(X, y)
    check_additive(model, X, check_rows(model, X, X[:9], rows=2))


def test_groups_are_single_players():
    X, y, _ = table(5, n_numbers=4)
    model = spinney.GradientBoostingClassifier(
        preset="fast", n_estimators=5, min_samples_leaf=2
    ).fit(X, y)
    check_rows(model, X, X[:9], groups={"first": ["n0", "c"], "rest": ["n2", "n3"]})


def test_long_paths_equal_brute_force():
    rng = np.random.default_rng(0)
    X, y, _ = table(0, n_rows=120, n_numbers=9)
    model = spinney.ExtraTreesRegressor(2, random_state=0).fit(X, y + rng.normal(size=len(y)))
    result = explain.shap(model, X, X[:40])
    for row in range(2):
        value = hybrid_values(lambda hybrid: model.predict(hybrid)[:, None], X, row, X[:40])
        _, phi, _ = shapley(value, [{j} for j in range(X.shape[1])])
        np.testing.assert_allclose(result.values[row], phi, atol=1e-12)


@pytest.mark.parametrize("missing", ["learned", "fractional", "surrogate"])
@pytest.mark.parametrize("interactions", [False, True])
def test_same_bits_for_threads_and_batches(missing, interactions):
    X, y, weight = table(1, n_rows=700, n_numbers=5)
    model = spinney.BaggingClassifier(
        spinney.DecisionTreeClassifier(missing=missing, max_depth=5), 5, random_state=0
    ).fit(X, y)

    def values(rows, n_jobs):
        result = explain.shap(
            model,
            rows,
            X[:30],
            background_weight=weight[:30],
            interactions=interactions,
            n_jobs=n_jobs,
        )
        return result.interactions if interactions else result.values

    expected = values(X, 1)
    assert np.array_equal(expected, values(X, 2))
    assert np.array_equal(expected, values(X, 3))
    for row in (0, 5, 699):
        assert np.array_equal(expected[[row]], values(X[row : row + 1], 1))


def test_bad_weights_are_refused():
    X, y, _ = table(1)
    model = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
    with pytest.raises(ValueError, match="needs a background"):
        explain.shap(model, X, background_weight=np.ones(3))
    with pytest.raises(ValueError, match="one weight for each of the 9"):
        explain.shap(model, X, X[:9], background_weight=np.ones(3))
    with pytest.raises(ValueError, match="not all 0"):
        explain.shap(model, X, X[:9], background_weight=np.zeros(9))


def test_method_of_estimators():
    X, y, _ = table(1)
    model = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
    expected = explain.shap(model, X, X[:9]).values
    assert np.array_equal(model.shap_values(X, X[:9]), expected)
    assert np.array_equal(model.shap_values(X, background=X[:9]), expected)


def test_additive_in_a_deep_tree():
    n = 201
    X = np.triu(np.ones((n, n - 1)))  # row i has zeros in its first i columns
    y = 2.0 ** -np.arange(n)  # each split separates one row, so every feature is on the path
    model = spinney.DecisionTreeRegressor(random_state=0).fit(X, y)
    assert model.get_depth() > 150
    rows = np.random.default_rng(0).integers(0, 2, (20, n - 1)).astype(float)
    result = explain.shap(model, rows, X)
    total = result.base_values + result.values.sum(axis=1)
    scale = np.abs(result.base_values) + np.abs(result.values).sum(axis=1)
    assert (np.abs(total[:, 0] - model.predict(rows)) <= 1e-12 * scale[:, 0]).all()
