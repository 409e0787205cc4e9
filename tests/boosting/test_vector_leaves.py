"""Trees with a value per class: common splits, leaf values, engines and limits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core_options import make_options
from spinney import GradientBoostingClassifier, _core

from .core_booster import PLAIN

VECTORS = {"multi_strategy": "multi_output_tree"}
GROWTH = ["leaf", "level", "symmetric"]


def table(seed=0, n=300, n_classes=4, missing=0.05, categories=True):
    """Numbers with missing values and a column of categories; classes depend on all of them."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4)).round(1)
    X[:, 3] = rng.integers(0, 9, n) if categories else X[:, 3]
    signal = X[:, 0] + np.sin(3 * X[:, 1]) + np.isin(X[:, 3], [1, 4, 5])
    y = np.digitize(signal + 0.3 * rng.normal(size=n), np.linspace(-1, 2, n_classes - 1))
    y[:n_classes] = np.arange(n_classes)
    X[rng.random(X.shape) < missing] = np.nan
    return X, y


def model(**parameters):
    settings = {"n_estimators": 8, "min_samples_leaf": 3, "random_state": 0} | VECTORS
    return GradientBoostingClassifier(**settings | parameters)


def tree_of(columns, gradient, hessian, weight=None, **options):
    """Grow one tree from derivatives, (scores, rows), with full precision."""
    n_scores, n = gradient.shape
    settings = PLAIN | {"max_bins": 255, "vector_leaves": True} | options
    booster = _core.Booster(
        _core.Table.from_columns(list(columns), n, None),
        *(np.zeros(n), weight, None, np.zeros((n_scores, n))),
        make_options(_core.BoostingOptions, **settings),
    )
    [tree] = booster.step(0, 1.0, gradient, hessian)
    return tree, booster


def gain(gradient, hessian, left, reg_lambda):
    """The decrease of the objective; ``hessian`` is common to all scores."""

    def score(rows):
        total = gradient[:, rows].sum(axis=1)
        return (total**2).sum() / (hessian[rows].sum() + reg_lambda)

    everything = np.ones(len(left), bool)
    return (score(left) + score(~left) - score(everything)) / 2


@pytest.mark.parametrize("growth", ["leaf", "level"])
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(4, 14),
    n_scores=st.integers(2, 6),
    least=st.integers(1, 3),
    weighted=st.booleans(),
)
def test_splits_are_the_best_for_all_scores(growth, seed, n, n_scores, least, weighted):
    rng = np.random.default_rng(seed)
    columns = rng.integers(0, 5, (2, n)).astype(float)
    gradient, hessian = rng.normal(size=(n_scores, n)), rng.uniform(0.1, 1, (n_scores, n))
    weight = rng.integers(1, 4, n).astype(float) if weighted else None
    limits = {"growth": growth, "max_depth": 2, "min_samples_leaf": least, "reg_lambda": 0.5}
    tree, booster = tree_of(columns, gradient, hessian, weight, **limits)
    w = np.ones(n) if weight is None else weight
    G, H = gradient * w, hessian * w
    members = {0: np.arange(n)}
    for node in range(len(tree.kind)):
        rows = members[node]
        candidates = [
            gain(G[:, rows], H[:, rows].mean(axis=0), left, 0.5)
            for column in columns[:, rows]
            for cut in np.unique(column)[:-1]
            for left in [column <= cut]
            if min(left.sum(), (~left).sum()) >= least
        ]
        expected = -G[:, rows].sum(axis=1) / (H[:, rows].sum(axis=1) + 0.5)
        np.testing.assert_allclose(tree.value[node, :, 0], expected, rtol=1e-9)
        np.testing.assert_allclose(tree.weighted_n_node_samples[node], H[:, rows].sum(), rtol=1e-9)
        if tree.kind[node] == 0:
            for row in rows:
                np.testing.assert_allclose(booster.scores[:, row], expected, rtol=1e-9)
            at_limit = tree.max_depth == 2 or len(rows) < 2 * least
            assert at_limit or max(candidates, default=0) < 1e-9
            continue
        np.testing.assert_allclose(tree.gain[node], max(candidates), rtol=1e-6)
        left = columns[tree.feature[node], rows] <= tree.threshold[node]
        first = tree.first_child[node]
        members |= {first: rows[left], first + 1: rows[~left]}


@given(seed=st.integers(0, 10**6), n_scores=st.integers(2, 6))
def test_symmetric_splits_are_the_best_for_all_nodes(seed, n_scores):
    rng = np.random.default_rng(seed)
    columns = rng.integers(0, 4, (2, 12)).astype(float)
    gradient, hessian = rng.normal(size=(n_scores, 12)), rng.uniform(0.1, 1, (n_scores, 12))
    tree, _ = tree_of(columns, gradient, hessian, growth="symmetric", max_depth=2)
    shared = hessian.mean(axis=0)
    nodes = [np.arange(12)]
    for level in [[0], [1, 2]][: tree.max_depth]:
        found = {}
        for j, column in enumerate(columns):
            for cut in range(3):
                sides = [column[rows] <= cut for rows in nodes]
                found[j, cut] = sum(
                    gain(gradient[:, rows], shared[rows], left, 1.0)
                    for rows, left in zip(nodes, sides, strict=True)
                    if left.any() and not left.all()
                )
        split = [i for i in level if tree.kind[i] != 0]
        total = sum(tree.gain[i] for i in split)
        np.testing.assert_allclose(total, max(found.values()), rtol=1e-6)
        left = columns[tree.feature[split[0]]] <= tree.threshold[split[0]]
        nodes = [part for rows in nodes for part in (rows[left[rows]], rows[~left[rows]])]
        nodes = [rows for rows in nodes if len(rows)]


@pytest.mark.parametrize("growth", GROWTH)
@pytest.mark.parametrize("n_classes", [3, 9])
def test_any_number_of_threads(growth, n_classes):
    X, y = table(n=2500, n_classes=n_classes)
    fitted = [
        model(growth=growth, n_jobs=n, subsample=0.8, categorical_features=[3]).fit(X, y)
        for n in (1, 2, 3, 8)
    ]
    raw = [one.decision_function(X).tobytes() for one in fitted]
    assert len(set(raw)) == 1
    assert fitted[0]._model.n_rounds == len(fitted[0]._model.trees)


@pytest.mark.parametrize("quantize", [True, False])
@pytest.mark.parametrize("growth", GROWTH)
def test_zero_weight_is_removal(growth, quantize):
    X, y = table(n_classes=8)
    weight = np.random.default_rng(1).integers(0, 3, len(y)).astype(float)
    weight[:8] = 1
    kept = weight > 0
    settings = {"growth": growth, "quantize": quantize, "categorical_features": [3]}
    a = model(**settings).fit(X, y, weight)
    b = model(**settings).fit(X[kept], y[kept], weight[kept])
    np.testing.assert_array_equal(a.predict_proba(X), b.predict_proba(X))


def test_integer_weights_are_repeated_rows():
    X, y = table(n_classes=3)
    weight = np.random.default_rng(1).integers(1, 4, len(y))
    settings = {"quantize": False, "min_samples_leaf": 1, "min_child_weight": 0}
    a = model(**settings).fit(X, y, weight.astype(float))
    b = model(**settings).fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    np.testing.assert_allclose(a.predict_proba(X), b.predict_proba(X), rtol=1e-9)


@pytest.mark.parametrize("settings", [{"growth": g} for g in GROWTH] + [{"max_leaf_nodes": 90}])
def test_engines_equal_the_interpreter(settings):
    X, y = table(n=900)
    fitted = model(min_samples_leaf=1, categorical_features=[3], **settings)
    for rows in (X, np.nan_to_num(X)):
        fitted.fit(rows, y)
        boosted, core = fitted._model, fitted._table(rows)[1]
        expected = boosted.start(len(rows))
        leaves = []
        for tree in boosted.trees:
            expected = expected + tree.predict(core)[:, :, 0].T
            leaves.append(tree.apply(core))
        np.testing.assert_array_equal(fitted._scores(rows)[1], expected)
        np.testing.assert_array_equal(fitted.apply(rows), np.array(leaves).T)
        np.testing.assert_array_equal(fitted._scores(rows[:5])[1], expected[:, :5])


def test_numbers_that_need_double_precision():
    X, y = table()
    X = X * (1 + 1e-12)
    for growth in GROWTH:
        fitted = model(growth=growth).fit(X, y)
        core = fitted._table(X)[1]
        expected = fitted._model.start(len(X))
        for tree in fitted._model.trees:
            expected = expected + tree.predict(core)[:, :, 0].T
        np.testing.assert_array_equal(fitted._scores(X)[1], expected)


def test_classic_trees_take_the_steps_of_the_loss():
    X, y = table()
    fitted = model(algorithm="classic", n_estimators=30).fit(X, y)
    assert fitted.score(X, y) > 0.8
    again = fitted.refit(X, y)
    np.testing.assert_allclose(again.predict_proba(X), fitted.predict_proba(X))


REFUSED = {
    "forced": {"forced_splits": {"feature": 0, "threshold": 0.5}, "max_leaf_nodes": 5},
    "exact": {"max_bins": None, "max_leaf_nodes": 5},
    "surrogates": {"missing": "surrogate", "max_leaf_nodes": 5},
    "linear": {"leaf": "linear"},
}


@pytest.mark.parametrize("settings", REFUSED.values(), ids=REFUSED)
def test_unsupported_combinations(settings):
    X, y = table()
    with pytest.raises(ValueError, match="use multi_strategy='one_output_per_tree'"):
        model(**settings).fit(X, y)


def test_two_classes_have_one_score():
    X, y = table()
    a, b = (
        GradientBoostingClassifier(n_estimators=3, **settings).fit(X, y > 1)
        for settings in (VECTORS, {})
    )
    np.testing.assert_array_equal(a.predict_proba(X), b.predict_proba(X))
