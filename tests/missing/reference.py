"""Reference prediction for one row at a time, written from the definitions of the policies.

A row is a list of numbers: NaN is missing, and a category index at or above ``levels`` is unknown.
"""

import numpy as np

LEFT, RIGHT, MISSING, UNKNOWN, UNSEEN = "left", "right", "missing", "unknown", "unseen"


def numeric_side(x, threshold, above_left=False):
    if np.isnan(x):
        return MISSING
    return LEFT if (x <= threshold) != above_left else RIGHT


def category_side(x, levels, left, right):
    if np.isnan(x) or x < 0:
        return MISSING
    if x >= levels:
        return UNKNOWN
    return LEFT if x in left else RIGHT if x in right else UNSEEN


def node_side(tree, node, row, levels):
    x, j = row[tree.feature[node]], tree.feature[node]
    if tree.kind[node] == 1:
        return numeric_side(x, tree.threshold[node])
    left, seen = tree.categories_left(node), tree.categories_seen(node)
    return category_side(x, levels[j], left, set(seen) - set(left))


def surrogate_side(tree, node, row, levels):
    """Return the side of the first surrogate whose feature has a value, or None."""
    for other in tree.surrogates(node):
        x = row[other.feature]
        if levels[other.feature]:
            side = category_side(
                x, levels[other.feature], other.categories_left, other.categories_right
            )
        else:
            side = numeric_side(x, other.threshold, other.above_left)
        if side in (LEFT, RIGHT):
            return side
    return None


def heavier_side(tree, node):
    left = tree.children_left[node]
    weight = tree.weighted_n_node_samples
    return LEFT if weight[left] > weight[left + 1] else RIGHT


def route(tree, node, row, levels, missing, unknown):
    """Return the side of a row, "both" or "neither", and how it was routed."""
    side = node_side(tree, node, row, levels)
    if side in (LEFT, RIGHT):
        return side, "split"
    j = tree.feature[node]
    policy = missing[j] if side != UNKNOWN or unknown[j] == "missing" else unknown[j]
    if policy == "surrogate":
        other = surrogate_side(tree, node, row, levels)
        if other is not None:
            return other, "surrogate"
        # The majority of the training rows with a value.
        return (LEFT if tree.missing_go_to_left[node] else RIGHT), "policy"
    if policy == "fractional":
        return "both", "policy"
    if policy == "stop":
        return "neither", "policy"
    if policy == "learned" and side != UNSEEN:
        return (LEFT if tree.missing_go_to_left[node] else RIGHT), "policy"
    return heavier_side(tree, node), "policy"


def walk(tree, row, levels, missing, unknown):
    """Yield (node, share of the row, whether it ends here, how it was routed) along the path."""
    todo = [(0, 1.0)]
    while todo:
        node, share = todo.pop(0)
        if tree.kind[node] == 0:
            yield node, share, True, None
            continue
        side, how = route(tree, node, row, levels, missing, unknown)
        yield node, share, side == "neither", how
        left = tree.children_left[node]
        if side == "both":
            weight = tree.weighted_n_node_samples
            left_share = weight[left] / (weight[left] + weight[left + 1])
            todo += [(left, share * left_share), (left + 1, share * (1 - left_share))]
        elif side != "neither":
            todo.append((left + (side == RIGHT), share))


def value_of(tree, row, *policies):
    """Return the prediction for a row: the mean value of the nodes where it ends, by share."""
    ends = [(node, share) for node, share, ends, _ in walk(tree, row, *policies) if ends]
    return sum(share * tree.value[node] for node, share in ends)


def uses(tree, rows, *policies):
    """Return (features, 2): counts of routings by a surrogate and by the policy."""
    counts = np.zeros((tree.n_features, 2), int)
    for row in rows:
        for node, _, _, how in walk(tree, row, *policies):
            if how in ("surrogate", "policy"):
                counts[tree.feature[node], int(how == "policy")] += 1
    return counts


def shares(tree, rows, *policies):
    """Return (nodes, rows): the share of each row that passes each node."""
    passing = np.zeros((tree.node_count, len(rows)))
    for i, row in enumerate(rows):
        for node, share, _, _ in walk(tree, row, *policies):
            passing[node, i] += share
    return passing
