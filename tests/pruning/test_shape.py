"""Trees with any number of children, walked by the helpers of pruning."""

import numpy as np
import pandas as pd
import pytest

from spinney import DecisionTreeClassifier
from spinney.pruning.parts import parts_of_rows
from spinney.pruning.shape import cheapest_subtree, children, parents, split_levels, sum_of_children


def rows(seed=0, missing=0.0):
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({"size": rng.normal(size=300), "weight": rng.normal(size=300)})
    X["colour"] = rng.choice(list("abcdefg"), 300)
    y = (X["size"] > 0) + X["colour"].isin(["a", "d"]) + (rng.random(300) < 0.1)
    return X.mask(rng.random(X.shape) < missing), y


@pytest.fixture(scope="module", params=["binary", "multiway", "oblique"])
def model(request):
    return DecisionTreeClassifier(split_kind=request.param, missing="fractional", max_depth=4).fit(
        *rows(missing=0.2)
    )


def test_parents_and_sums_over_children(model):
    tree = model.tree_
    above = parents(tree)
    assert above[0] == -1
    for node in range(tree.node_count):
        assert np.flatnonzero(above == node).tolist() == list(children(tree, node))
    value = np.random.default_rng(1).random(tree.node_count)
    split = np.flatnonzero(tree.kind)
    expected = [sum(value[child] for child in children(tree, node)) for node in split]
    assert np.allclose(sum_of_children(tree, value, split), expected)


def test_levels_have_every_split_once_deepest_first(model):
    tree = model.tree_
    depth = np.zeros(tree.node_count, dtype=int)
    for node in range(1, tree.node_count):
        depth[node] = depth[parents(tree)[node]] + 1
    levels = list(split_levels(tree))
    assert sorted(np.concatenate(levels)) == np.flatnonzero(tree.kind).tolist()
    assert [set(depth[level].tolist()) for level in levels] == [
        {d} for d in reversed(range(len(levels)))
    ]


def test_parts_of_rows_add_up_to_the_prediction(model):
    X, _ = rows(seed=2, missing=0.3)
    fitted = model._fitted()
    table = fitted.missing.table(fitted.schema, fitted.schema.read(X, "tree"), 1)
    row, end, share = parts_of_rows(fitted.tree, table)
    assert np.allclose(np.bincount(row, share), 1)
    found = np.zeros((len(X), fitted.tree.value.shape[2]))
    np.add.at(found, row, share[:, None] * fitted.tree.value[end, 0])
    assert np.allclose(found, model.predict_proba(X), atol=1e-3)


def test_the_cheapest_subtree_is_that_of_trying_all(model):
    """By recursion over the children: a node is a leaf if that costs no more than what is below."""
    tree = model.tree_
    rng = np.random.default_rng(3)
    as_leaf = rng.random(tree.node_count) * tree.n_node_samples
    stopped = np.where(tree.kind > 0, 0.1, 0.0)

    def best(node):
        family = children(tree, node)
        if not family:
            return as_leaf[node]
        return min(as_leaf[node], stopped[node] + sum(best(child) for child in family))

    collapse, cost = cheapest_subtree(tree, as_leaf, stopped)
    assert cost == pytest.approx(best(0))
    for node in np.flatnonzero(tree.kind):
        below = stopped[node] + sum(best(child) for child in children(tree, node))
        assert collapse[node] == (as_leaf[node] <= below)
