"""Compare our tree with another one, node by node from the root down."""

import numpy as np


def differences(tree, other, node=0, twin=0):
    """Describe the first difference on each path."""
    counts = tree.value[node, 0] * tree.weighted_n_node_samples[node]
    theirs = other.counts[twin]
    if not np.allclose(counts, theirs, rtol=1e-9, atol=1e-9):
        return [f"node {node}: class weights {counts}, not {theirs}"]
    feature = int(tree.feature[node]) if tree.kind[node] else -1
    if feature != other.feature[twin]:
        return [f"node {node}: feature {feature}, not {other.feature[twin]}"]
    if feature < 0:
        return []
    number = tree.kind[node] == 1
    if number and tree.threshold[node] != other.threshold[twin]:
        return [f"node {node}: threshold {tree.threshold[node]}, not {other.threshold[twin]}"]
    branches = [0, 1] if number else tree.level_children(node)
    ours = {b: int(tree.first_child[node]) + int(c) for b, c in enumerate(branches) if c >= 0}
    below = other.children(twin)
    if ours.keys() != below.keys():
        return [f"node {node}: branches {sorted(ours)}, not {sorted(below)}"]
    return [d for b in ours for d in differences(tree, other, ours[b], below[b])]
