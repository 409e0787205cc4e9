"""The core compared with a slow C4.5 on small tables that the references do not cover."""

from types import SimpleNamespace

import numpy as np
import pytest

from spinney import DecisionTreeClassifier

from .agreement import differences
from .cases import C45
from .slow_growth import SlowC45
from .slow_pruning import Node, SlowPruning


def synthetic_table(seed, n=160):
    """Numbers and categories with missing values, and noisy classes that depend on some of them."""
    rng = np.random.default_rng(seed)
    numbers = rng.integers(0, 12, (n, 3)) / 4
    labels = rng.integers(0, 4, (n, 2)).astype(float)
    y = (numbers[:, 0] > 1.5) + (labels[:, 0] == 2)
    y = np.where(rng.random(n) < 0.3, rng.integers(0, 3, n), y)
    X = np.column_stack([numbers, labels])
    X[rng.random(X.shape) < 0.08] = np.nan
    return X, y, [0, 0, 0, 4, 4]


def flat(root):
    """Arrays of a tree of nodes, for the comparison."""
    nodes, parent, branch = [root], [-1], [-1]
    for number, node in enumerate(nodes):
        for b, child in node.children.items():
            if child.counts.sum() > 0:
                nodes.append(child)
                parent.append(number)
                branch.append(b)
    parent = np.array(parent)
    return SimpleNamespace(
        counts=np.array([node.counts for node in nodes]),
        feature=[node.feature for node in nodes],
        threshold=[node.threshold for node in nodes],
        children=lambda node: {branch[c]: int(c) for c in np.flatnonzero(parent == node)},
    )


def copied(tree, slow, node=0, rows=None, weight=None):
    """Copy a grown tree of numeric splits to nodes with their rows."""
    if rows is None:
        rows, weight = np.arange(len(slow.y)), np.ones(len(slow.y))
    copy = Node(rows, weight, slow.count(rows, weight))
    if tree.kind[node]:
        copy.feature, copy.threshold = int(tree.feature[node]), tree.threshold[node]
        for b, (below, share) in slow.divide(copy, rows, weight).items():
            copy.children[b] = copied(tree, slow, int(tree.first_child[node]) + b, below, share)
    return copy


@pytest.mark.parametrize("raising", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_c45_on_synthetic_tables(seed, raising):
    X, y, levels = synthetic_table(seed)
    slow = SlowC45(X, y, levels, confidence=0.4, raising=raising)
    model = DecisionTreeClassifier(
        categorical_features=[3, 4],
        min_samples_leaf=2,
        pruning="pessimistic",
        confidence=0.4,
        subtree_raising=raising,
        **C45,
    ).fit(X, y)
    assert differences(model._fitted().tree, flat(slow.prune(slow.collapse(slow.grow())))) == []


@pytest.mark.parametrize("raising", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_pruning_of_binary_trees(seed, raising):
    X, y, _ = synthetic_table(seed)
    X = X[:, :3]
    shape = {"criterion": "gini", "min_samples_leaf": 3, "missing": "fractional"}
    slow = SlowPruning(X, y, [0, 0, 0], raising=raising)
    grown = DecisionTreeClassifier(**shape).fit(X, y)
    expected = slow.prune(slow.collapse(copied(grown._fitted().tree, slow)))
    model = DecisionTreeClassifier(pruning="pessimistic", subtree_raising=raising, **shape).fit(
        X, y
    )
    assert differences(model._fitted().tree, flat(expected)) == []
