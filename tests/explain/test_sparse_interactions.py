"""Interactions of pairs on a common path: equal to the dense form, with less memory."""

import numpy as np
import pytest

from spinney import (
    BaggingClassifier,
    DecisionTreeClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    VotingClassifier,
    explain,
    plot,
)

from .mixed_table import X, Y, shap_of_mixed

LABELS = np.array(["a", "b", "c"])[np.arange(len(X)) % 3]
MODELS = {
    "boosting": GradientBoostingClassifier(
        preset="fast", n_estimators=10, max_depth=2, random_state=0
    ),
    "vector boosting": GradientBoostingClassifier(
        n_estimators=10, max_depth=2, multi_strategy="multi_output_tree"
    ),
    "forest": RandomForestClassifier(5, max_depth=2, random_state=0),
    "surrogates": DecisionTreeClassifier(max_depth=3, missing="surrogate"),
    "subspaces": BaggingClassifier(
        DecisionTreeClassifier(max_depth=2), 4, max_features=0.6, random_state=0
    ),
    "voting": VotingClassifier(
        [
            ("tree", DecisionTreeClassifier(max_depth=2)),
            ("forest", RandomForestClassifier(3, max_depth=2, random_state=0)),
        ],
        voting="soft",
    ),
}


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("with_background", [False, True])
@pytest.mark.parametrize("groups", [None, {"pair": ["street", "size"]}])
def test_equal_to_the_dense_form(name, with_background, groups):
    model = MODELS[name].fit(X, LABELS)
    background = X[::5] if with_background else None
    dense, sparse = (
        explain.shap(model, X, background, groups=groups, interactions=kind)
        for kind in (True, "sparse")
    )
    assert np.array_equal(dense.values, sparse.values)
    found = sparse.interactions
    assert found.shape == dense.interactions.shape
    np.testing.assert_allclose(found.to_dense(), dense.interactions, atol=1e-14)
    assert (found.pairs[:, 0] < found.pairs[:, 1]).all()


def test_only_pairs_on_a_path():
    """Two stumps do not interact; a third feature does with one of them."""
    rng = np.random.default_rng(0)
    table = rng.integers(2, size=(200, 4)).astype(float)
    y = 3 * table[:, 0] + 2 * table[:, 1] * table[:, 2]
    model = GradientBoostingRegressor(
        preset="fast", n_estimators=10, max_depth=2, interaction_constraints=[[0], [1, 2], [3]]
    ).fit(table, y)
    found = explain.shap(model, table, interactions="sparse").interactions
    assert found.pairs.tolist() == [[1, 2]]
    assert repr(found) == "SparseInteractions(200 rows, 1 pairs of 4 features, 1 outputs)"
    stumps = GradientBoostingRegressor(preset="fast", n_estimators=5, max_depth=1).fit(table, y)
    none = explain.shap(stumps, table, interactions="sparse")
    assert none.interactions.pairs.shape == (0, 2)
    assert np.array_equal(none.interactions.main, none.values)


def test_many_features():
    """The dense form of 2,000 features would take 64 GB."""
    rng = np.random.default_rng(0)
    table = rng.normal(size=(2_000, 2_000)).astype(np.float32)
    y = 5.0 * ((table[:, 3] > 0) & (table[:, 1500] > 0)) + table[:, 7]
    model = GradientBoostingRegressor(preset="fast", n_estimators=10, max_depth=3).fit(table, y)
    found = explain.shap(model, table, interactions="sparse")
    pairs = found.interactions
    strength = np.abs(pairs.values).mean(axis=(0, 2))
    assert pairs.pairs[strength.argmax()].tolist() == [3, 1500]
    total = pairs.main.sum(axis=1) + 2 * pairs.values.sum(axis=1)
    np.testing.assert_allclose(total, found.values.sum(axis=1), atol=1e-12)


def test_plots_and_words_are_the_same():
    dense, sparse = (shap_of_mixed(interactions=kind) for kind in (True, "sparse"))
    colors = [
        plot.shap_dependence(result, X.columns[0]).collections[0].get_facecolors()
        for result in (dense, sparse)
    ]
    assert np.array_equal(*colors)
    maps = [plot.shap_interactions(result).images[0].get_array() for result in (dense, sparse)]
    assert np.allclose(*maps, atol=1e-14)


def test_threads_do_not_change_bits():
    model = MODELS["forest"].fit(X, LABELS)
    found = [explain.shap(model, X, interactions="sparse", n_jobs=n).interactions for n in (1, 3)]
    assert found[0].values.tobytes() == found[1].values.tobytes()


def test_bad_argument():
    model = MODELS["boosting"].fit(X, Y)
    with pytest.raises(ValueError, match='interactions must be True, False or "sparse"'):
        explain.shap(model, X, interactions="dense")


@pytest.mark.parametrize("name", ["boosting", "forest"])
def test_progress_keeps_the_values(name, capsys):
    model = MODELS[name].fit(X, LABELS)
    quiet, shown = (explain.shap(model, X, verbose=verbose) for verbose in (0, 2))
    np.testing.assert_allclose(shown.values, quiet.values, atol=1e-14)
    n_trees = 30 if name == "boosting" else 5
    assert f"tree {n_trees}/{n_trees}" in capsys.readouterr().err
