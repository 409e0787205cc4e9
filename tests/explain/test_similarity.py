"""Similarities of rows against their definitions, row by row and tree by tree."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import Ridge

import spinney
from spinney import _core, explain

from .test_shap import table

FORESTS = {
    "random forest": lambda: spinney.RandomForestRegressor(n_estimators=12, random_state=1),
    "stratified": lambda: spinney.RandomForestClassifier(
        n_estimators=12, stratified=True, max_depth=4, random_state=1
    ),
    "extra trees": lambda: spinney.ExtraTreesRegressor(
        n_estimators=12, bootstrap=True, random_state=1
    ),
    "subsamples": lambda: spinney.RandomForestClassifier(
        n_estimators=12, bootstrap=False, max_samples=0.5, random_state=1
    ),
    "bagging": lambda: spinney.BaggingRegressor(n_estimators=12, random_state=1),
    "bagging of pruned trees": lambda: spinney.BaggingClassifier(
        spinney.DecisionTreeClassifier(ccp_alpha=0.01), n_estimators=12, random_state=1
    ),
    "subspaces": lambda: spinney.BaggingRegressor(
        n_estimators=12, max_features=0.5, random_state=1
    ),
}
OTHERS = {
    "tree": lambda: spinney.DecisionTreeClassifier(max_depth=4),
    "boosting": lambda: spinney.GradientBoostingRegressor(
        preset="fast", n_estimators=7, min_samples_leaf=5
    ),
    "multiclass boosting": lambda: spinney.GradientBoostingClassifier(
        preset="fast", n_estimators=4, min_samples_leaf=5
    ),
    "vector boosting": lambda: spinney.GradientBoostingClassifier(
        n_estimators=4, min_samples_leaf=5, multi_strategy="multi_output_tree"
    ),
    "AdaBoost": lambda: spinney.AdaBoostClassifier(n_estimators=6, random_state=0),
}


def rows_of(name, weighted=False, n_rows=60):
    """Return a fitted model with its table, target and weights, some of them 0."""
    X, y, _ = table(3, n_rows=n_rows)
    rng = np.random.default_rng(4)
    weight = rng.integers(0, 4, n_rows).astype(float) if weighted else None
    make = (FORESTS | OTHERS)[name]
    return make().fit(X, y, sample_weight=weight), X, y, weight


def leaves_of(model, X):
    """Return the leaves by the estimators of single trees."""
    if hasattr(model, "apply"):
        leaves = model.apply(X)
        return leaves.reshape(len(leaves), -1)
    members = model.estimators_
    features = getattr(model, "estimators_features_", [np.arange(X.shape[1])] * len(members))
    return np.column_stack(
        [tree.apply(X.iloc[:, columns]) for tree, columns in zip(members, features, strict=True)]
    )


def bag_counts(model, n_rows):
    return np.array([np.bincount(rows, minlength=n_rows) for rows in model.estimators_samples_]).T


def brute_force(kind, rows, others, counts, weight, same):
    """Compute similarities pair by pair; ``counts`` (others, trees) of the bags."""
    result = np.zeros((len(rows), len(others)))
    for i in range(len(rows)):
        for j in range(len(others)):
            shared = rows[i] == others[j]
            if kind == "original":
                result[i, j] = shared.mean()
                continue
            out = (counts[i] == 0) if same else np.ones(rows.shape[1], bool)
            if kind == "oob":
                both = out & (counts[j] == 0)
                result[i, j] = shared[both].mean() if both.any() else 0
                continue
            for t in np.flatnonzero(out & shared):
                leaf = others[:, t] == rows[i, t]
                mass = counts[:, t] * weight
                if mass[j] > 0:
                    result[i, j] += mass[j] / mass[leaf].sum() / out.sum()
    return result


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", ["original", "oob", "gap"])
@pytest.mark.parametrize("name", FORESTS)
def test_forests_equal_brute_force(name, kind, weighted):
    model, X, _, weight = rows_of(name, weighted)
    counts, leaves = bag_counts(model, len(X)), leaves_of(model, X)
    in_leaf = weight if name == "subsamples" and weighted else np.ones(len(X))
    found = explain.proximity(model, X, kind=kind)
    expected = brute_force(kind, leaves, leaves, counts, in_leaf, same=True)
    np.testing.assert_allclose(found.toarray(), expected, rtol=1e-13)
    assert found.nnz == np.count_nonzero(expected)
    assert found.has_canonical_format
    np.testing.assert_array_equal(
        explain.proximity(model, X, kind=kind, dense=True), found.todense()
    )
    new = X.iloc[::-3]
    found = explain.proximity(model, new, X, kind=kind)
    expected = brute_force(kind, leaves_of(model, new), leaves, counts, in_leaf, same=False)
    np.testing.assert_allclose(found.toarray(), expected, rtol=1e-13)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", OTHERS)
def test_original_of_every_ensemble(name):
    model, X, _, _ = rows_of(name, weighted=True)
    leaves = leaves_of(model, X)
    expected = brute_force("original", leaves, leaves, None, None, same=True)
    found = explain.proximity(model, X)
    np.testing.assert_array_equal(found.toarray(), expected)
    assert (found.diagonal() == 1).all()
    with pytest.raises(ValueError, match='use kind="original" for'):
        explain.proximity(model, X, kind="gap")


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    "make",
    [
        lambda: spinney.RandomForestRegressor(n_estimators=60, random_state=0, oob_score=True),
        lambda: spinney.ExtraTreesRegressor(
            n_estimators=60, random_state=0, oob_score=True, bootstrap=True, min_samples_leaf=3
        ),
        lambda: spinney.RandomForestRegressor(
            n_estimators=60, random_state=0, oob_score=True, bootstrap=False, max_samples=0.4
        ),
        lambda: spinney.BaggingRegressor(n_estimators=60, random_state=0, oob_score=True),
    ],
)
def test_gap_weights_are_those_of_out_of_bag_predictions(make, weighted):
    X, _, _ = table(3, n_rows=150)
    rng = np.random.default_rng(1)
    y = rng.normal(size=150)
    weight = rng.integers(1, 4, 150) / 2 if weighted else None
    model = make().fit(X, y, sample_weight=weight)
    gap = explain.proximity(model, X, kind="gap")
    np.testing.assert_allclose(gap @ y, model.oob_prediction_, rtol=0, atol=1e-13)
    np.testing.assert_allclose(gap.sum(axis=1), 1)
    assert (gap.diagonal() == 0).all()
    new = X.iloc[:20]
    weights = explain.proximity(model, new, X, kind="gap")
    np.testing.assert_allclose(weights @ y, model.predict(new), rtol=0, atol=1e-13)


def test_gap_weights_of_classes_and_whole_bags():
    X, y, _ = table(3, n_rows=150)
    model = spinney.RandomForestClassifier(oob_score=True, smoothing=0, random_state=0).fit(X, y)
    indicators = y[:, None] == model.classes_
    gap = explain.proximity(model, X, kind="gap")
    np.testing.assert_allclose(gap @ indicators, model.oob_decision_function_, atol=1e-13)
    whole = spinney.ExtraTreesClassifier(min_samples_leaf=4, smoothing=0, random_state=0).fit(X, y)
    weights = explain.proximity(whole, X, X, kind="gap")
    np.testing.assert_allclose(weights @ indicators, whole.predict_proba(X), atol=1e-13)
    for kind in ("oob", "gap"):
        with pytest.raises(ValueError, match="was grown on all rows"):
            explain.proximity(whole, X, kind=kind)


@pytest.mark.filterwarnings("ignore")
def test_slices_and_saved_forests_keep_their_bags(tmp_path):
    model, X, _, _ = rows_of("random forest")
    part = model[4:9]
    counts, leaves = bag_counts(part, len(X)), leaves_of(part, X)
    with pytest.warns(UserWarning, match="rows are in the bag of every tree"):
        found = explain.proximity(part, X, kind="gap")
    expected = brute_force("gap", leaves, leaves, counts, np.ones(len(X)), same=True)
    np.testing.assert_allclose(found.toarray(), expected, rtol=1e-13)
    model.save(tmp_path / "model.spinney")
    loaded = spinney.load(tmp_path / "model.spinney")
    for kind in ("original", "oob", "gap"):
        a, b = (explain.proximity(m, X, kind=kind) for m in (model, loaded))
        assert (a != b).nnz == 0


def test_weights_of_trees():
    model, X, _, _ = rows_of("boosting")
    leaves = leaves_of(model, X)
    weight = np.array([3.0, 0, 1, 0.5, 2, 2, 1])
    found = explain.proximity(model, X, tree_weights=weight)
    shared = leaves[:, None] == leaves[None]
    np.testing.assert_allclose(found.toarray(), shared @ weight / weight.sum())
    gain = np.array([tree.gain.sum() for tree in model._fitted().trees])
    found = explain.proximity(model, X, tree_weights="gain")
    np.testing.assert_allclose(found.toarray(), shared @ gain / gain.sum())
    for wrong in ("cover", weight[:3], -weight, 0 * weight):
        with pytest.raises(ValueError, match="tree_weights must"):
            explain.proximity(model, X, tree_weights=wrong)
    forest, X, _, _ = rows_of("random forest")
    with pytest.raises(ValueError, match='tree_weights needs kind="original"'):
        explain.proximity(forest, X, kind="gap", tree_weights="gain")


@pytest.mark.filterwarnings("ignore")
@given(st.integers(0, 10**6), st.sampled_from(["original", "oob", "gap"]), st.integers(1, 12))
def test_core_on_random_leaves(seed, kind, top):
    rng = np.random.default_rng(seed)
    n, m, n_trees = rng.integers(1, 40, 3)
    high = rng.integers(1, 8)
    leaves = rng.integers(0, high, (n, n_trees), dtype=np.int32)
    others = rng.integers(0, high, (m, n_trees), dtype=np.int32)
    counts = rng.integers(0, 3, (m, n_trees), dtype=np.uint32)
    bags = _core.Bags(m, 0, False, 0, given=np.ascontiguousarray(counts.T))
    weight = rng.random(m) + 0.1
    same = rng.random() < 0.5
    rows = others if same else leaves
    arguments = (rows, None if same else others, kind, bags)
    core = _core.Similarity(*arguments, row_weight=weight)
    data = core.rows()
    full = dense_of(data, m)
    expected = brute_force(kind, rows, others, counts, weight, same)
    np.testing.assert_allclose(full, expected, rtol=1e-12)
    for threads in (2, 3):
        again = _core.Similarity(*arguments, row_weight=weight, n_threads=threads)
        again = again.rows(n_threads=threads)
        for a, b in zip(data, again, strict=True):
            np.testing.assert_array_equal(a, b)
    kept = dense_of(core.rows(top=top), m)
    order = np.argsort(-full, axis=1, kind="stable")[:, :top]
    best = np.zeros_like(full)
    np.put_along_axis(best, order, np.take_along_axis(full, order, 1), 1)
    np.testing.assert_array_equal(kept, best)
    middle = len(rows) // 2
    halves = [dense_of(core.rows(a, b), m) for a, b in ((0, middle), (middle, None))]
    np.testing.assert_array_equal(np.vstack(halves), full)


def dense_of(found, n_columns):
    data, indices, starts = found
    result = np.zeros((len(starts) - 1, n_columns))
    result[np.repeat(np.arange(len(starts) - 1), np.diff(starts)), indices] = data
    return result


def test_limits_of_memory(monkeypatch):
    model, X, _, _ = rows_of("tree")
    monkeypatch.setattr("spinney.explain.similarity.MAX_ENTRIES", 100)
    with pytest.raises(ValueError, match="too many entries: pass top=k"):
        explain.proximity(model, X)


def test_wrong_rows_and_models():
    model, X, y, _ = rows_of("random forest")
    with pytest.raises(ValueError, match="the training rows, of which there were 60"):
        explain.proximity(model, X.iloc[:5], kind="gap")
    with pytest.raises(ValueError, match="the training rows in the order of fit"):
        explain.proximity(model, X, X.iloc[::-1], kind="oob")
    with pytest.raises(ValueError, match="kind='distance' must be one of"):
        explain.proximity(model, X, kind="distance")
    for wrong in (0, 1.5, True):
        with pytest.raises(ValueError, match="top must be an int of at least 1"):
            explain.proximity(model, X, top=wrong)
    with pytest.raises(ValueError, match="k must be an int"):
        explain.neighbors(model, X, 0)
    with pytest.raises(ValueError, match="one class for each of the 60 rows"):
        explain.outliers(rows_of("stratified")[0], X, y[:4])
    with pytest.raises(TypeError, match="not an estimator of this library"):
        explain.proximity(RandomForestClassifier().fit(X.iloc[:, :1].fillna(0), y), X)
    blend = spinney.VotingRegressor([("a", spinney.DecisionTreeRegressor())]).fit(X, y)
    with pytest.raises(ValueError, match="Supported are trees, forests"):
        explain.proximity(blend, X)
    bagged = spinney.BaggingRegressor(Ridge(), n_estimators=2).fit(np.eye(4), np.arange(4))
    with pytest.raises(ValueError, match="not decision trees of this library but Ridge"):
        explain.proximity(bagged, np.eye(4))
