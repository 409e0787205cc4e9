"""Minimal cost-complexity pruning, compared with all subtrees and with scikit-learn."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.tree import DecisionTreeClassifier as SklearnClassifier
from sklearn.tree import DecisionTreeRegressor as SklearnRegressor

from spinney import DecisionTreeClassifier, DecisionTreeRegressor

from .tables import count_subtrees, leaves_of, make, subtrees, tables

RISKS = st.sampled_from(["impurity", "error"])


def leaf_risk(model, weight_share, kind):
    """Return the risk of each node as a leaf, by definition."""
    tree = model._fitted().tree
    if kind == "impurity" or isinstance(model, DecisionTreeRegressor):
        return tree.impurity * weight_share
    return (1 - tree.value.max(axis=2)).mean(axis=1) * weight_share


def minimal_subtree(tree, risk, alpha):
    """Return the leaves of the smallest subtree of minimum cost."""
    costs = {leaves: sum(risk[t] + alpha for t in leaves) for leaves in subtrees(tree)}
    minimum = min(costs.values())
    return min((s for s, cost in costs.items() if cost <= minimum + 1e-12), key=len)


@pytest.mark.parametrize("task", ["classes", "numbers"])
@given(data=st.data(), kind=RISKS, position=st.floats(0, 1.2))
def test_pruned_tree_minimizes_risk_plus_alpha_leaves(task, data, kind, position):
    X, y, weight = data.draw(tables(task))
    model = make(task, ccp_risk=kind).fit(X, y, weight)
    tree = model._fitted().tree
    assume(1 < count_subtrees(tree) < 3000)
    risk = leaf_risk(model, tree.weighted_n_node_samples / tree.weighted_n_node_samples[0], kind)
    steps = model.cp_table_["alpha"]
    # At the alphas of the sequence, where trees tie, and between them.
    for alpha in [*steps, position * steps[0]]:
        pruned = model.prune(alpha)
        assert leaves_of(pruned._fitted().tree, tree) == minimal_subtree(tree, risk, alpha)


@pytest.mark.parametrize("task", ["classes", "numbers"])
@given(data=st.data(), kind=RISKS)
def test_sequence_is_nested_and_matches_the_table(task, data, kind):
    X, y, weight = data.draw(tables(task))
    model = make(task, ccp_risk=kind).fit(X, y, weight)
    table = model.cp_table_
    share = (
        model._fitted().tree.weighted_n_node_samples
        / model._fitted().tree.weighted_n_node_samples[0]
    )
    error = leaf_risk(model, share, "error")
    assert (np.diff(table["alpha"]) < 0).all()
    assert table["nsplit"][0] == 0
    assert table["alpha"][-1] == 0
    before = None
    for alpha, n_splits, relative in zip(
        table["alpha"], table["nsplit"], table["rel_error"], strict=True
    ):
        leaves = leaves_of(model.prune(alpha)._fitted().tree, model._fitted().tree)
        assert len(leaves) == n_splits + 1
        if error[0] > 0:
            assert sum(error[list(leaves)]) / error[0] == pytest.approx(relative, abs=1e-12)
        if before is not None:
            assert len(leaves) > len(before)
            assert not (before - leaves) & descendants(model._fitted().tree, leaves)
        before = leaves


def descendants(tree, nodes):
    """Return all nodes below the given nodes."""
    found, todo = set(), list(nodes)
    while todo:
        left = tree.first_child[todo.pop()]
        if left >= 0:
            found |= {left, left + 1}
            todo += [left, left + 1]
    return found


SKLEARN_CASES = {
    "breast_cancer": (load_breast_cancer, DecisionTreeClassifier, SklearnClassifier, {}),
    "iris_entropy": (
        load_iris,
        DecisionTreeClassifier,
        SklearnClassifier,
        {"criterion": "entropy"},
    ),
    "diabetes": (load_diabetes, DecisionTreeRegressor, SklearnRegressor, {"max_leaf_nodes": 60}),
}


@pytest.mark.parametrize("case", SKLEARN_CASES)
@pytest.mark.parametrize("weighted", [False, True])
def test_path_equals_scikit_learn(case, weighted):
    """Compare the paths as step functions, because ties may be in any order."""
    load, ours, theirs, parameters = SKLEARN_CASES[case]
    X, y = load(return_X_y=True)
    X = X.astype(np.float32).astype(np.float64)
    # Noise avoids ties between splits, which the libraries break differently.
    X = (X + np.random.default_rng(0).normal(0, 1e-3, X.shape)).astype(np.float32).astype(float)
    weight = np.random.default_rng(1).integers(1, 4, len(y)).astype(float) if weighted else None
    path = ours(**parameters).cost_complexity_pruning_path(X, y, weight)
    peer = theirs(random_state=0, **parameters).cost_complexity_pruning_path(X, y, weight)
    assert len(path.ccp_alphas) > 5
    scale = peer.impurities[-1]
    np.testing.assert_allclose(path.ccp_alphas[-1], peer.ccp_alphas[-1], rtol=1e-12)
    for alpha in np.append(peer.ccp_alphas[1:] * (1 + 1e-9), 0.0):
        ours_at = path.impurities[path.ccp_alphas <= alpha][-1]
        assert ours_at == pytest.approx(
            peer.impurities[peer.ccp_alphas <= alpha][-1], abs=1e-12 * scale
        )
    for alpha in peer.ccp_alphas[:: max(1, len(peer.ccp_alphas) // 8)]:
        a = ours(ccp_alpha=alpha * (1 + 1e-9), **parameters).fit(X, y, weight)
        b = theirs(ccp_alpha=alpha * (1 + 1e-9), random_state=0, **parameters).fit(X, y, weight)
        assert a.get_n_leaves() == b.get_n_leaves()
        predicted = a.predict(X), b.predict(X)
        np.testing.assert_allclose(*(p.astype(float) for p in predicted), atol=1e-9)


def test_ccp_alpha_prunes_subtrees_of_equal_alpha():
    """Subtrees whose effective alpha equals ccp_alpha are pruned; 0 prunes nothing."""
    X, y = load_iris(return_X_y=True)
    path = DecisionTreeClassifier().cost_complexity_pruning_path(X, y)
    for alpha in path.ccp_alphas[1:]:
        at = DecisionTreeClassifier(ccp_alpha=alpha).fit(X, y)
        below = DecisionTreeClassifier(ccp_alpha=alpha * (1 - 1e-9)).fit(X, y)
        assert at.get_n_leaves() < below.get_n_leaves()
        assert at.ccp_alpha_ == alpha
        assert at.n_leaves_grown_ == DecisionTreeClassifier().fit(X, y).get_n_leaves()


def test_prune_returns_a_copy():
    X, y = load_iris(return_X_y=True)
    model = DecisionTreeClassifier(ccp_alpha="cv", cv=5).fit(X, y)
    whole = DecisionTreeClassifier().fit(X, y)
    n_leaves, table = whole.get_n_leaves(), whole.cp_table_
    pruned = whole.prune(0.02)
    assert whole.get_n_leaves() == n_leaves > pruned.get_n_leaves()
    assert whole.cp_table_ is table
    assert pruned.ccp_alpha_ == 0.02
    np.testing.assert_array_equal(
        pruned.predict(X), DecisionTreeClassifier(ccp_alpha=0.02).fit(X, y).predict(X)
    )
    kept = table["alpha"] > 0.02
    assert len(pruned.cp_table_["alpha"]) == kept.sum() + 1
    assert pruned.cp_table_["alpha"][-1] == 0.02
    assert pruned.cp_table_["CP"][-1] == pytest.approx(0.02 * table["CP"][0] / table["alpha"][0])
    assert pruned.cp_table_["nsplit"][-1] == pruned.get_n_leaves() - 1
    assert "xerror" in model.prune(0.1).cp_table_
    for copied in (pickle.loads(pickle.dumps(pruned)), copy.deepcopy(pruned)):
        np.testing.assert_array_equal(copied.predict_proba(X), pruned.predict_proba(X))
        assert repr(copied.cp_table_) == repr(pruned.cp_table_)
    assert not hasattr(clone(pruned), "tree_")
    assert clone(pruned).get_params() == whole.get_params()


def test_repeated_pruning():
    X, y = load_diabetes(return_X_y=True)
    whole = DecisionTreeRegressor(max_leaf_nodes=50).fit(X, y)
    once, twice = whole.prune(100.0), whole.prune(30.0).prune(100.0)
    np.testing.assert_array_equal(once.predict(X), twice.predict(X))
    np.testing.assert_allclose(once.cp_table_["alpha"], twice.cp_table_["alpha"])
    assert whole.prune(100.0).prune(1.0).ccp_alpha_ == 100.0


def test_snip():
    X, y = load_iris(return_X_y=True)
    model = DecisionTreeClassifier().fit(X, y)
    inner = np.flatnonzero(model._fitted().tree.kind)
    snipped = model.snip(int(inner[1]))
    rows = model.decision_path(X)[:, [inner[1]]].toarray().ravel() == 1
    assert rows.any()
    np.testing.assert_allclose(
        snipped.predict_proba(X)[rows],
        np.broadcast_to(model._fitted().tree.value[inner[1], 0], (rows.sum(), 3)),
    )
    np.testing.assert_array_equal(snipped.predict(X)[~rows], model.predict(X)[~rows])
    assert snipped.cp_table_["nsplit"][-1] <= snipped.get_n_leaves() - 1
    assert model.snip(inner).get_n_leaves() == 1
    assert model.snip([]).get_n_leaves() == model.get_n_leaves()


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        (1, "is a leaf"),
        (99, "nodes 0 to"),
        (-1, "nodes 0 to"),
        (1.5, "integers"),
        (["a"], "integers"),
    ],
)
def test_snip_invalid_nodes(nodes, message):
    X, y = load_iris(return_X_y=True)
    model = DecisionTreeClassifier(max_depth=2).fit(X, y)
    with pytest.raises(ValueError, match=message):
        model.snip(nodes)


@pytest.mark.parametrize("alpha", [-1.0, np.nan, "cv", True])
def test_prune_invalid_alpha(alpha):
    model = DecisionTreeRegressor().fit([[1], [2]], [0, 1])
    with pytest.raises(ValueError, match="alpha must be a number"):
        model.prune(alpha)


def test_overflow_of_the_impurity_raises():
    model = DecisionTreeRegressor().fit([[1], [2], [3]], [1e300, -1e300, 0])
    with pytest.raises(ValueError, match="spread of y is too large"):
        model.prune(1.0)


def test_very_deep_tree():
    """No function recurses over the depth of the tree."""
    X = np.arange(1500.0).reshape(-1, 1)
    y = 1.2 ** np.arange(1500.0)
    model = DecisionTreeRegressor(ccp_alpha="cv", cv=3).fit(X, y)
    assert DecisionTreeRegressor().fit(X, y).get_depth() > 1000
    assert (np.diff(model.cp_table_["alpha"]) < 0).all()
    assert np.isfinite(model.cp_table_["xstd"]).all()
