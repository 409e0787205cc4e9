"""Multiway trees against a plain ID3: one child per category or quantile interval."""

import pickle

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import given

from spinney import (
    BaggingClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)


def entropy(y, w):
    shares = np.array([w[y == k].sum() for k in np.unique(y)]) / w.sum()
    return float(-(shares * np.log2(shares)).sum())


def variance(y, w):
    mean = np.average(y, weights=w)
    return float(np.average((y - mean) ** 2, weights=w))


def gain(column, y, w, impurity):
    total = w.sum() * impurity(y, w)
    return total - sum(
        w[column == v].sum() * impurity(y[column == v], w[column == v]) for v in np.unique(column)
    )


def id3(columns, y, w, impurity, depth):
    """(feature, children by category), or None for a leaf; ties go to the first feature."""
    varied = [j for j, c in enumerate(columns) if len(np.unique(c)) > 1]
    if depth == 0 or len(np.unique(y)) == 1 or not varied:
        return None
    gains = {j: gain(columns[j], y, w, impurity) for j in varied}
    best = max(gains.values())
    feature = next(j for j in varied if gains[j] > best - 1e-9)
    children = {}
    for level in np.unique(columns[feature]):
        rows = columns[feature] == level
        below = [c[rows] for c in columns]
        children[int(level)] = id3(below, y[rows], w[rows], impurity, depth - 1)
    return feature, children


def shape(tree, node=0):
    """(feature, children by category) of a tree of the core, or None for a leaf."""
    if tree.n_children[node] == 0:
        return None
    assert tree.kind[node] == 4
    children = {}
    for level, child in enumerate(tree.level_children(node)):
        if child >= 0:
            children[level] = shape(tree, int(tree.first_child[node]) + int(child))
    return int(tree.feature[node]), children


samples = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def is_clear(columns, y, w, impurity, depth):
    """Whether no node has two features whose gains differ by rounding only."""
    varied = [j for j, c in enumerate(columns) if len(np.unique(c)) > 1]
    if depth == 0 or len(np.unique(y)) == 1 or not varied:
        return True
    gains = sorted((gain(columns[j], y, w, impurity) for j in varied), reverse=True)
    if len(gains) > 1 and 0 < gains[0] - gains[1] < 1e-6:
        return False
    feature, _ = id3(columns, y, w, impurity, 1)
    for level in np.unique(columns[feature]):
        rows = columns[feature] == level
        if not is_clear([c[rows] for c in columns], y[rows], w[rows], impurity, depth - 1):
            return False
    return True


@given(samples, st.booleans(), st.integers(1, 4))
def test_categorical_splits_match_id3(rng, regression, depth):
    n = int(rng.integers(2, 40))
    X = rng.integers(0, 4, (n, 3))
    y = rng.normal(size=n).round(1) if regression else rng.integers(0, 3, n)
    w = rng.integers(1, 4, n).astype(float)
    impurity = variance if regression else entropy
    columns = list(X.T)
    if not is_clear(columns, y, w, impurity, depth):
        return
    cls = DecisionTreeRegressor if regression else DecisionTreeClassifier
    criterion = "squared_error" if regression else "entropy"
    model = cls(
        split_kind="multiway", criterion=criterion, max_depth=depth, categorical_features=[0, 1, 2]
    ).fit(X, y, sample_weight=w)
    known = [np.unique(c) for c in columns]
    codes = [np.searchsorted(v, c) for v, c in zip(known, columns, strict=True)]
    assert shape(model._fitted().tree) == id3(codes, y, w, impurity, depth)


@given(samples, st.integers(2, 6))
def test_intervals_have_equal_size(rng, n_buckets):
    x = rng.permutation(120).astype(float)
    y = rng.integers(0, 2, 120)
    if len(np.unique(y)) == 1:
        return
    tree = DecisionTreeClassifier(split_kind="multiway", n_buckets=n_buckets, max_depth=1)
    tree = tree.fit(x[:, None], y)._fitted().tree
    assert tree.kind[0] == 3
    assert tree.n_children[0] == n_buckets
    counts = tree.n_node_samples[1:]
    assert counts.sum() == 120
    assert counts.max() - counts.min() <= 1
    cuts = tree.cuts(0)
    assert [(x <= c).sum() for c in cuts] == list(np.cumsum(counts)[:-1])


def test_the_best_split_kind_is_chosen():
    rng = np.random.default_rng(0)
    color = rng.integers(0, 5, 400)
    x = rng.normal(size=400)
    y = color  # one split separates all five colors
    frame = pd.DataFrame({"color": pd.Categorical.from_codes(color, list("abcde")), "x": x})
    both = DecisionTreeClassifier(split_kind=["binary", "multiway"]).fit(frame, y)
    assert both._fitted().tree.kind[0] == 4
    assert both.get_depth() == 1
    two = DecisionTreeClassifier(split_kind=["multiway", "binary"]).fit(frame, x > 0.3)
    assert two._fitted().tree.kind[0] == 1
    assert two.get_n_leaves() == 2


FRAME = pd.DataFrame(
    {
        "color": pd.Categorical(["red", "red", "blue", "green", None, "blue", "red", "green"] * 5),
        "size": [1.0, 2.0, np.nan, 4.0, 5.0, 6.0, 7.0, 8.0] * 5,
    }
)
TARGET = np.array([0, 0, 1, 2, 2, 1, 0, 2] * 5)


@pytest.mark.parametrize(
    "missing",
    ["learned", "fractional", "majority", "stop", "category", "mean", "mode", "drop"],
)
def test_every_policy_for_missing_values(missing):
    model = DecisionTreeClassifier(split_kind="multiway", criterion="entropy", missing=missing)
    model.fit(FRAME, TARGET)
    shares = model.predict_proba(FRAME)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    assert model.score(FRAME, TARGET) > 0.85
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict_proba(FRAME), shares)


def test_fractional_rows_go_to_all_children_by_weight():
    color = pd.Categorical(["a"] * 5 + ["b"] * 3 + ["c"] * 2)
    y = np.array([0] * 5 + [1] * 3 + [2] * 2)
    model = DecisionTreeClassifier(split_kind="multiway", missing="fractional")
    model.fit(pd.DataFrame({"color": color}), y)
    row = pd.DataFrame({"color": pd.Categorical([None], ["a", "b", "c"])})
    np.testing.assert_allclose(model.predict_proba(row), [[0.5, 0.3, 0.2]])


def test_a_category_unseen_in_a_node_gets_the_prediction_of_the_node():
    frame = pd.DataFrame(
        {"first": pd.Categorical(list("aaaabbbb")), "second": pd.Categorical(list("xyxyzxyz"))}
    )
    y = np.array([0, 1, 0, 1, 2, 2, 2, 2])
    model = DecisionTreeClassifier(split_kind="multiway", criterion="entropy").fit(frame, y)
    assert model._fitted().tree.feature[0] == 0
    row = pd.DataFrame(
        {"first": pd.Categorical(["a"], list("ab")), "second": pd.Categorical(["z"], list("xyz"))}
    )
    np.testing.assert_allclose(model.predict_proba(row), [[0.5, 0.5, 0]])


def quantile_cuts(x, weight, n_buckets):
    """Positions of the cuts nearest to the quantiles; the first of a tie."""
    between = np.flatnonzero(x[1:] != x[:-1]) + 1
    below = np.append(0, np.cumsum(weight))
    goals = below[-1] * np.arange(1, n_buckets) / n_buckets
    nearest = np.argmin(np.abs(below[between][None] - goals[:, None]), axis=1)
    return np.unique(between[nearest])


@given(
    st.lists(st.integers(0, 30), min_size=2, max_size=60).filter(lambda x: len(set(x)) > 1),
    st.integers(0, 99),
    st.sampled_from([2, 3, 5, 17, 40, 1000, 20_000]),
)
def test_cuts_are_nearest_to_the_quantiles(values, seed, n_buckets):
    x = np.sort(values).astype(float)
    weight = np.random.default_rng(seed).integers(1, 9, len(x)).astype(float)
    cuts = quantile_cuts(x, weight, n_buckets)
    tree = DecisionTreeRegressor(split_kind="multiway", n_buckets=n_buckets, max_depth=1)
    tree.fit(x[:, None], x, sample_weight=weight)
    assert tree._fitted().tree.n_children[0] == len(cuts) + 1
    leaves = tree.apply(x[:, None])
    assert (np.flatnonzero(np.diff(leaves)) + 1).tolist() == cuts.tolist()


@pytest.mark.parametrize("n_buckets", [10**8, 2**40, 2**70])
def test_more_intervals_than_values(n_buckets):
    X = np.random.default_rng(0).random((2000, 1))
    tree = DecisionTreeRegressor(split_kind="multiway", n_buckets=n_buckets).fit(X, X[:, 0])
    assert tree.get_n_leaves() == 2000


@pytest.mark.parametrize("cls", [RandomForestClassifier, BaggingClassifier])
def test_members_of_ensembles(cls):
    if cls is BaggingClassifier:
        model = cls(DecisionTreeClassifier(split_kind="multiway"), n_estimators=20, random_state=0)
    else:
        model = cls(20, split_kind="multiway", random_state=0, oob_score=True)
    model.fit(FRAME, TARGET)
    assert model.score(FRAME, TARGET) > 0.85
    one, two = (
        pickle.dumps(model.set_params(n_jobs=jobs).fit(FRAME, TARGET).predict_proba(FRAME))
        for jobs in (1, 2)
    )
    assert one == two


def test_regression_forest():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(300, 4))
    y = X[:, 0] + X[:, 1] ** 2
    forest = RandomForestRegressor(
        30, split_kind=["binary", "multiway"], max_features=None, random_state=0
    ).fit(X, y)
    assert forest.score(X, y) > 0.8
    assert forest.feature_importances_[:2].sum() > 0.8


def test_pruning_of_multiway_trees():
    rng = np.random.default_rng(2)
    X = rng.integers(0, 5, (400, 4))
    y = (X[:, 0] > 2) ^ (rng.random(400) < 0.15)
    options = {
        "split_kind": "multiway",
        "criterion": "entropy",
        "categorical_features": [0, 1, 2, 3],
    }
    whole = DecisionTreeClassifier(**options).fit(X, y)
    for changes in (
        {"ccp_alpha": 0.01},
        {"ccp_alpha": "cv", "cv": 3},
        {"pruning": "reduced_error", "random_state": 0},
        {"early_stopping": True, "random_state": 0},
        {"pruning": "pessimistic"},
    ):
        pruned = DecisionTreeClassifier(**options, **changes).fit(X, y)
        assert 1 < pruned.get_n_leaves() < whole.get_n_leaves(), changes
