"""Small tables, and enumeration of all subtrees of a tree."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from spinney import DecisionTreeClassifier, DecisionTreeRegressor


@st.composite
def tables(draw, task, min_rows=2):
    """Draw X, y and weights with few distinct values, so that ties are common."""
    n = draw(st.integers(min_rows, 16))
    numbers = st.sampled_from([0.0, 1.0, 2.0, 3.0])
    X = draw(arrays(np.float64, (n, 2), elements=numbers, fill=st.nothing()))
    element = st.integers(0, 2) if task == "classes" else st.integers(0, 6)
    y = draw(arrays(np.int64, n, elements=element, fill=st.nothing()))
    weight = None
    if draw(st.booleans()):
        weight = draw(arrays(np.float64, n, elements=st.sampled_from([0.5, 1.0, 3.0])))
    return X, y if task == "classes" else y.astype(float), weight


def make(task, **parameters):
    cls = DecisionTreeClassifier if task == "classes" else DecisionTreeRegressor
    return cls(**parameters)


def subtrees(tree, node=0):
    """Return all prunings of the subtree at a node, as sets of leaves."""
    found = [frozenset([node])]
    left = tree.first_child[node]
    if left >= 0:
        for a in subtrees(tree, left):
            found += [a | b for b in subtrees(tree, left + 1)]
    return found


def count_subtrees(tree):
    """Return the number of prunings of a tree."""
    count = np.ones(tree.node_count)
    for node in reversed(range(tree.node_count)):
        left = tree.first_child[node]
        if left >= 0:
            count[node] += count[left] * count[left + 1]
    return count[0]


def leaves_of(pruned, whole):
    """Return the leaves of a pruned tree as nodes of the whole tree."""
    pairs, leaves = [(0, 0)], set()
    while pairs:
        a, b = pairs.pop()
        left = pruned.first_child[a]
        if left < 0:
            leaves.add(b)
        else:
            below = whole.first_child[b]
            pairs += [(left, below), (left + 1, below + 1)]
    return frozenset(leaves)
