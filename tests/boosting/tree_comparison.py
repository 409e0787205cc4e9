"""Comparison of a tree of the core with the reference; nodes are matched by their rows."""

import numpy as np
import pytest

from properties.checks import rows_of_nodes

from .reference import Reference


def keys_of_nodes(tree, sample):
    """Rows of each node, as bytes."""
    return [np.flatnonzero(rows).tobytes() for rows in rows_of_nodes(tree, sample)]


def guide_of(tree, keys):
    """Rows of the left child by rows of the node, for each split of a tree."""
    inner = np.flatnonzero(tree.kind)
    return {keys[node]: keys[tree.children_left[node]] for node in inner}


def paths(tree):
    """Sets of features on the paths to the leaves."""
    used = {0: frozenset()}
    for node in np.flatnonzero(tree.kind):
        below = used.pop(node) | {int(tree.feature[node])}
        used |= {int(tree.children_left[node]): below, int(tree.children_right[node]): below}
    return set(used.values())


def weighted(sample, gradient, hessian):
    weight = 1.0 if sample.weight is None else sample.weight
    return gradient * weight, hessian * weight


def check_tree(tree, sample, gradient, hessian, rules, rate=1.0, leaf_value=None):
    """Compare nodes, sums, gains and values; return the reference's leaf value of each row.

    ``leaf_value(rows)`` replaces the reference's leaf value before shrinkage.
    """
    g, h = weighted(sample, gradient, hessian)
    keys = keys_of_nodes(tree, sample)
    weight = 1.0 if sample.weight is None else sample.weight.mean()
    guide = guide_of(tree, keys)
    reference = Reference(sample.columns, sample.levels, g, h, rules, guide, weight)
    expected = {node.key: node for node in reference.root.all()}
    assert set(keys) == set(expected), describe(keys, expected)
    added = np.zeros(sample.n_rows)
    for i, key in enumerate(keys):
        node = expected[key]
        assert tree.n_node_samples[i] == len(node.rows)
        total = reference.sums(node.rows)[1]
        assert tree.weighted_n_node_samples[i] == pytest.approx(total, rel=1e-9)
        if node.split:
            check_split(tree, i, sample, reference, node)
            continue
        value = reference.value(node) if leaf_value is None else leaf_value(node.rows)
        size = np.abs(g[node.rows]).sum() / (h[node.rows].sum() + rules.reg_lambda)
        assert tree.value[i, 0, 0] == pytest.approx(rate * value, rel=1e-9, abs=1e-9 * size)
        added[node.rows] = rate * value
    return added


def check_split(tree, i, sample, reference, node):
    """Check the gain of a split, and the side of missing values if training had none."""
    assert tree.gain[i] == pytest.approx(node.split.gain, rel=1e-7, abs=10 * node.split.slack)
    children = [tree.children_left[i], tree.children_right[i]]
    column = sample.columns[tree.feature[i]][node.rows]
    if not np.isnan(column).any():
        left, right = tree.weighted_n_node_samples[children]
        if abs(left - right) > 1e-9 * (left + right):
            assert tree.missing_go_to_left[i] == (left > right)


def describe(keys, expected):
    """Describe the nodes in which two trees differ."""
    mine = {key: np.frombuffer(key, dtype=np.int64).tolist() for key in keys}
    lines = ["nodes only in the core:"]
    lines += [str(mine[key]) for key in mine if key not in expected]
    lines += ["nodes only in the reference:"]
    lines += [str(node.rows.tolist()) for key, node in expected.items() if key not in mine]
    lines += [
        f"the reference splits {node.rows.tolist()} by feature {node.split.feature}, left "
        f"{node.rows[node.split.left].tolist()}, gain {node.split.gain!r}"
        for key, node in expected.items()
        if key in mine and node.split
    ]
    return "\n".join(lines)
