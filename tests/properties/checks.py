"""Checks of trees against their training rows."""

from dataclasses import replace

import numpy as np
import pytest

from . import oracle
from .growing import grow


def rows_of_nodes(tree, sample):
    """Mask of the rows that reach each node: (nodes, rows)."""
    indptr, indices = tree.decision_path(sample.table)
    passes = np.zeros((tree.node_count, sample.n_rows), dtype=bool)
    passes[indices, np.repeat(np.arange(sample.n_rows), np.diff(indptr))] = True
    return passes


def bounds_of_nodes(tree, sample, rules, passes):
    """Bounds on the node values implied by monotone constraints."""
    bounds = [rules.bounds] * tree.node_count
    for node in np.flatnonzero(tree.kind):
        children = [tree.children_left[node], tree.children_right[node]]
        direction = rules.monotonic[tree.feature[node]] if rules.monotonic else 0
        low, high = bounds[node]
        parts = [sample.rows(passes[child]) for child in children]
        middle = np.mean([oracle.monotone_value(rules.criterion, p.y, p.weight) for p in parts])
        sides = [(low, middle), (middle, high)][::direction] if direction else [bounds[node]] * 2
        bounds[children[0]], bounds[children[1]] = sides
    return bounds


def clip(value, low, high):
    """Clip a leaf's value to its bounds; for two classes the share of the second one."""
    if value.size == 2 and np.isfinite([low, high]).any():
        share = np.clip(value[0, 1], low, high)
        return np.array([[1 - share, share]])
    return np.clip(value, low, high)


def check_nodes(tree, sample, criterion, passes, bounds=None):
    """Check the statistics of every node, and that apply() returns the leaves."""
    assert np.array_equal(passes.sum(axis=1), tree.n_node_samples)
    leaves = tree.children_left < 0
    assert np.array_equal(np.argmax(passes & leaves[:, None], axis=0), tree.apply(sample.table))
    scale = max(1, oracle.impurity(criterion, sample.y, sample.weight))
    for node, rows in enumerate(passes):
        y, w = sample.y[rows], sample.weight[rows]
        assert tree.weighted_n_node_samples[node] == pytest.approx(w.sum(), rel=1e-12)
        expected = oracle.impurity(criterion, y, w)
        assert tree.impurity[node] == pytest.approx(expected, rel=1e-9, abs=1e-12 * scale)
        value = oracle.leaf_value(criterion, y, w, sample.n_classes)
        value = clip(value, *bounds[node]) if bounds else value
        size = np.abs(y).max(initial=1)
        np.testing.assert_allclose(tree.value[node], value, rtol=1e-12, atol=1e-14 * size)


def check_equal_up_to_ties(here, there):
    """Check that two trees have the same splits and statistics, except below tied splits.

    Statistics derived from scores of splits have nine digits, and rounding may break ties.
    """
    pairs = [(0, 0)]
    while pairs:
        nodes = pairs.pop()
        for name in ("weighted_n_node_samples", "impurity", "gain", "value"):
            one, other = (getattr(t, name)[i] for t, i in zip((here, there), nodes, strict=True))
            np.testing.assert_allclose(one, other, rtol=1e-8, atol=1e-12, err_msg=name)
        splits = [split_of(t, i) for t, i in zip((here, there), nodes, strict=True)]
        if splits[0] == splits[1] != ():
            first, second = here.first_child[nodes[0]], there.first_child[nodes[1]]
            pairs += [(first + i, second + i) for i in range(here.n_children[nodes[0]])]


def split_of(tree, node):
    """Kind, feature and threshold or categories of a split; nothing for a leaf."""
    kind = tree.kind[node]
    if kind == 0:
        return ()
    cut = tuple(tree.categories_left(node)) if kind == 2 else str(tree.threshold[node])
    return kind, tree.feature[node], cut, tree.missing_child[node]


def check_threshold(tree, node, column, left):
    """Check that the threshold is the midpoint of the adjacent values."""
    if tree.kind[node] != 1:
        return
    present = ~np.isnan(column)
    below, above = column[left & present], column[~left & present]
    if len(below) and len(above):
        assert tree.threshold[node] == (below.max() + above.min()) / 2


def check_split(tree, node, sample, rules, passes, best):
    """Check the reported gain of a node, and that no split is better."""
    rows = passes[node]
    left = passes[tree.children_left[node]][rows]
    right = passes[tree.children_right[node]][rows]
    assert np.array_equal(left, ~right)
    y, w = sample.y[rows], sample.weight[rows]
    share = w.sum() / sample.weight.sum()
    tolerance = 1e-9 * oracle.impurity(rules.criterion, y, w) + 1e-15
    gain = oracle.gain(rules.criterion, y, w, left)
    assert tree.gain[node] == pytest.approx(share * gain, rel=1e-9, abs=share * tolerance)
    assert gain == pytest.approx(best, rel=1e-9, abs=tolerance)
    check_threshold(tree, node, sample.columns[tree.feature[node]][rows], left)


def check_tree(sample, rules, **options):
    """Grow a tree and check every node: inner nodes have the best split, leaves none."""
    limits = {"min_samples_leaf": rules.min_samples_leaf, "min_weight_leaf": rules.min_weight_leaf}
    tree = grow(sample, rules.criterion, monotonic=rules.monotonic, **limits | options)
    sample = sample.weighted()
    passes = rows_of_nodes(tree, sample)
    bounds = bounds_of_nodes(tree, sample, rules, passes)
    check_nodes(tree, sample, rules.criterion, passes, bounds)
    depth = np.zeros(tree.node_count, dtype=int)
    for node, rows in enumerate(passes):
        part, here = sample.rows(rows), replace(rules, bounds=bounds[node])
        may_split = (
            depth[node] < options.get("max_depth", np.inf)
            and part.n_rows >= options.get("min_samples_split", 2)
            and oracle.impurity(rules.criterion, part.y, part.weight) > 1e-12
        )
        best = None
        if may_split:
            best = oracle.best_gain(part.columns, part.levels, part.y, part.weight, here)
        if best is None:
            assert tree.kind[node] == 0
            continue
        assert tree.kind[node] != 0
        check_split(tree, node, sample, rules, passes, best)
        depth[[tree.children_left[node], tree.children_right[node]]] = depth[node] + 1
    assert tree.max_depth == depth.max()
