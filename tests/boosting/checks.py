"""A tree of the core against the reference, node by node, by the training rows of each."""

import numpy as np
import pytest

from properties.checks import rows_of_nodes

from .reference import Reference


def keys_of_nodes(tree, sample):
    """The rows of each node, as bytes."""
    return [np.flatnonzero(rows).tobytes() for rows in rows_of_nodes(tree, sample)]


def guide_of(tree, keys):
    """For each split of a tree: the rows of the node and those of its left child."""
    inner = np.flatnonzero(tree.kind)
    return {keys[node]: keys[tree.children_left[node]] for node in inner}


def weighted(sample, gradient, hessian):
    weight = 1.0 if sample.weight is None else sample.weight
    return gradient * weight, hessian * weight


def check_tree(tree, sample, gradient, hessian, rules, rate=1.0, leaf_value=None):
    """The same nodes, sums, gains and values; returns what the reference adds to each row.

    ``leaf_value(rows)`` replaces the reference's value of a leaf, before the rate.
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
    """The gain of a split, its threshold, and the side of missing values it did not see."""
    assert tree.gain[i] == pytest.approx(node.split.gain, rel=1e-7, abs=10 * node.split.slack)
    children = [tree.children_left[i], tree.children_right[i]]
    column = sample.columns[tree.feature[i]][node.rows]
    if not np.isnan(column).any():
        left, right = tree.weighted_n_node_samples[children]
        if abs(left - right) > 1e-9 * (left + right):
            assert tree.missing_go_to_left[i] == (left > right)


def describe(keys, expected):
    """Where the two trees part: a node that both have, but not with the same children."""
    mine = {key: np.frombuffer(key, dtype=np.int64).tolist() for key in keys}
    lines = ["nodes that only the core has:"]
    lines += [str(mine[key]) for key in mine if key not in expected]
    lines += ["nodes that only the reference has:"]
    lines += [str(node.rows.tolist()) for key, node in expected.items() if key not in mine]
    lines += [
        f"the reference parts {node.rows.tolist()} by feature {node.split.feature}, left "
        f"{node.rows[node.split.left].tolist()}, gain {node.split.gain!r}"
        for key, node in expected.items()
        if key in mine and node.split
    ]
    return "\n".join(lines)
