"""Traversal of trees with any number of children per node."""

import numpy as np
import pandas as pd
import pytest

from spinney import DecisionTreeClassifier
from spinney.pruning.fractional_rows import fractional_rows
from spinney.pruning.tree_structure import (
    children,
    minimum_cost_subtree,
    parents,
    split_levels,
    sum_of_children,
)


def rows(seed=0, missing=0.0):
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({"size": rng.normal(size=300), "weight": rng.normal(size=300)})
    X["color"] = rng.choice(list("abcdefg"), 300)
    y = (X["size"] > 0) + X["color"].isin(["a", "d"]) + (rng.random(300) < 0.1)
    return X.mask(rng.random(X.shape) < missing), y


@pytest.fixture(scope="module", params=["binary", "multiway", "oblique"])
def model(request):
    return DecisionTreeClassifier(split_kind=request.param, missing="fractional", max_depth=4).fit(
        *rows(missing=0.2)
    )


def test_parents_and_sums_over_children(model):
    tree = model._fitted().tree
    parent = parents(tree)
    assert parent[0] == -1
    for node in range(tree.node_count):
        assert np.flatnonzero(parent == node).tolist() == list(children(tree, node))
    value = np.random.default_rng(1).random(tree.node_count)
    split = np.flatnonzero(tree.kind)
    expected = [sum(value[child] for child in children(tree, node)) for node in split]
    assert np.allclose(sum_of_children(tree, value, split), expected)


def test_levels_contain_each_inner_node_once_deepest_first(model):
    tree = model._fitted().tree
    depth = np.zeros(tree.node_count, dtype=int)
    for node in range(1, tree.node_count):
        depth[node] = depth[parents(tree)[node]] + 1
    levels = list(split_levels(tree))
    assert sorted(np.concatenate(levels)) == np.flatnonzero(tree.kind).tolist()
    assert [set(depth[level].tolist()) for level in levels] == [
        {d} for d in reversed(range(len(levels)))
    ]


def test_fractional_rows_sum_to_the_prediction(model):
    X, _ = rows(seed=2, missing=0.3)
    fitted = model._fitted()
    table = fitted.missing.table(fitted.schema, fitted.schema.read(X, "tree"), 1)
    row, end, fraction = fractional_rows(fitted.tree, table)
    assert np.allclose(np.bincount(row, fraction), 1)
    found = np.zeros((len(X), fitted.tree.value.shape[2]))
    np.add.at(found, row, fraction[:, None] * fitted.tree.value[end, 0])
    assert np.allclose(found, model.predict_proba(X), atol=1e-3)


def test_minimum_cost_subtree(model):
    """Compare with recursion: a node is a leaf unless its subtree costs less."""
    tree = model._fitted().tree
    rng = np.random.default_rng(3)
    as_leaf = rng.random(tree.node_count) * tree.n_node_samples
    stopped = np.where(tree.kind > 0, 0.1, 0.0)

    def best(node):
        child_nodes = children(tree, node)
        if not child_nodes:
            return as_leaf[node]
        return min(as_leaf[node], stopped[node] + sum(best(child) for child in child_nodes))

    collapse, cost = minimum_cost_subtree(tree, as_leaf, stopped)
    assert cost == pytest.approx(best(0))
    for node in np.flatnonzero(tree.kind):
        below = stopped[node] + sum(best(child) for child in children(tree, node))
        assert collapse[node] == (as_leaf[node] <= below)
