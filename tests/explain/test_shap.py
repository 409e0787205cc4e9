"""Path-dependent SHAP values against brute force."""

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spinney
from spinney import explain
from spinney.explain.additive import read_additive
from spinney.explain.feature_groups import read_players
from spinney.explain.part_reader import PartReader
from spinney.explain.shap_sums import ShapOptions, add_trees, start_sums

from .coalitions import path_values, shapley

TREES = {
    "plain": {},
    "surrogate": {"missing": "surrogate", "max_surrogates": 3},
    "fractional": {"missing": "fractional"},
    "stop": {"missing": "stop", "unknown": "stop"},
    "majority": {"missing": "majority"},
    "mean": {"missing": "mean"},
    "multiway": {"split_kind": "multiway"},
    "c4.5": {"split_kind": "multiway", "missing": "fractional"},
    "weights": {"min_weight_fraction_leaf": 0.05},
}
ENSEMBLES = {
    "forest": lambda: spinney.RandomForestClassifier(4, random_state=0),
    "extra trees": lambda: spinney.ExtraTreesClassifier(4, random_state=0),
    "bagged trees": lambda: spinney.BaggingClassifier(n_estimators=3, random_state=0),
    "bagging of pruned trees": lambda: spinney.BaggingClassifier(
        spinney.DecisionTreeClassifier(ccp_alpha=0.01), 3, max_features=0.7, random_state=0
    ),
    "AdaBoost": lambda: spinney.AdaBoostClassifier(n_estimators=4, random_state=0),
    "boosting": lambda: spinney.GradientBoostingClassifier(
        preset="fast", n_estimators=4, min_samples_leaf=2
    ),
    "symmetric boosting": lambda: spinney.GradientBoostingClassifier(
        preset="fast", n_estimators=4, min_samples_leaf=2, grow_policy="symmetric"
    ),
    "vector boosting": lambda: spinney.GradientBoostingClassifier(
        n_estimators=4, min_samples_leaf=2, multi_strategy="multi_output_tree"
    ),
    "soft voting": lambda: spinney.VotingClassifier(
        [
            ("tree", spinney.DecisionTreeClassifier(max_depth=3)),
            ("forest", spinney.RandomForestClassifier(3, random_state=0)),
        ],
        voting="soft",
        weights=[1, 2],
    ),
    "blend": lambda: spinney.LinearBlendClassifier(
        [
            ("tree", spinney.DecisionTreeClassifier(max_depth=3)),
            ("forest", spinney.RandomForestClassifier(3, random_state=0)),
        ]
    ),
}


def table(seed, n_rows=60, n_numbers=3, n_classes=3):
    """Mixed columns with missing values, and classes that depend on them."""
    rng = np.random.default_rng(seed)
    columns = {f"n{j}": np.round(rng.normal(size=n_rows), 1) for j in range(n_numbers)}
    codes = rng.integers(0, 4, n_rows)
    signal = columns["n0"] * columns["n1"] + codes + rng.normal(0, 0.3, n_rows)
    for column in columns.values():
        column[rng.random(n_rows) < 0.15] = np.nan
    labels = np.array([*"abcd"], dtype=object)[codes]
    labels[rng.random(n_rows) < 0.15] = None
    X = pd.DataFrame({**columns, "c": pd.Categorical(labels)})
    y = np.digitize(signal, np.quantile(signal, np.linspace(0, 1, n_classes + 1)[1:-1]))
    return X, y, rng.integers(1, 4, n_rows).astype(float)


def check_rows(model, X, rows=3, groups=None):
    result = explain.shap(model, X, interactions=True, groups=groups)
    additive = read_additive(model)
    names = list(X.columns)
    members = [[name] for name in names] if groups is None else list(groups.values())
    alone = [[name] for name in names if not any(name in group for group in members)]
    players = [{names.index(name) for name in group} for group in [*members, *alone]]
    for row in range(rows):
        base, phi, pairs = shapley(path_values(additive, X, row), players)
        scale = np.abs(base).max() + np.abs(phi).sum()
        np.testing.assert_allclose(result.base_values, base, atol=1e-13 * scale)
        np.testing.assert_allclose(result.values[row], phi, atol=1e-12 * scale)
        np.testing.assert_allclose(result.interactions[row], pairs, atol=1e-12 * scale)
    return result


def output_of(model, X):
    scores = hasattr(model, "decision_function")
    return model.decision_function(X) if scores else model.predict_proba(X)


def check_additive(model, X, result):
    expected = output_of(model, X).reshape(len(X), -1)
    total = result.base_values + result.values.sum(axis=1)
    scale = np.abs(result.base_values) + np.abs(result.values).sum(axis=1)
    assert (np.abs(total - expected) <= 1e-12 * scale + 1e-15).all()
    np.testing.assert_allclose(result.interactions.sum(axis=2), result.values, atol=1e-12)


@pytest.mark.parametrize("options", TREES.values(), ids=TREES.keys())
@given(seed=st.integers(0, 1000), depth=st.integers(1, 6))
@settings(max_examples=10, deadline=None)
def test_trees_equal_brute_force(options, seed, depth):
    X, y, weight = table(seed)
    model = spinney.DecisionTreeClassifier(max_depth=depth, random_state=0, **options)
    model.fit(X[:40], y[:40], sample_weight=weight[:40])
    unseen = X[40:].reset_index(drop=True)
    check_additive(model, unseen, check_rows(model, unseen))


@pytest.mark.parametrize("make", ENSEMBLES.values(), ids=ENSEMBLES.keys())
@pytest.mark.parametrize("n_classes", [2, 3])
def test_ensembles_equal_brute_force(make, n_classes):
    X, y, _ = table(3, n_classes=n_classes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = make().fit(X, y)
    check_additive(model, X, check_rows(model, X))


def test_groups_are_single_players():
    X, y, _ = table(5, n_numbers=4)
    model = spinney.GradientBoostingClassifier(
        preset="fast", n_estimators=5, min_samples_leaf=2
    ).fit(X, y)
    check_rows(model, X, groups={"first": ["n0", "c"], "rest": ["n2", "n3"]})


def test_sums_are_finished_once():
    X, y, _ = table(0)
    tree = spinney.DecisionTreeClassifier(max_depth=2).fit(X[["n0"]], y)
    additive = read_additive(tree)
    reader = PartReader(additive.parts[0], "tree", None)
    sums = start_sums(
        reader, X[["n0"]], read_players(additive, None), ShapOptions(), None, None, None
    )
    add_trees(sums, additive.parts[0], 0)
    assert sums.finish()[1].any()
    with pytest.raises(ValueError, match="finish\\(\\) was called before"):
        sums.finish()
    with pytest.raises(ValueError, match="after finish"):
        add_trees(sums, additive.parts[0], 0)
