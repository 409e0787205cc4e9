"""A walk down the tree, one row at a time, written from what the policies say.

A row is a list of numbers: NaN is missing, and a category at or above ``levels`` was never seen.
"""

import numpy as np

LEFT, RIGHT, MISSING, UNKNOWN, UNSEEN = "left", "right", "missing", "unknown", "unseen"


def ask_number(x, threshold, above_left=False):
    if np.isnan(x):
        return MISSING
    return LEFT if (x <= threshold) != above_left else RIGHT


def ask_category(x, levels, left, right):
    if np.isnan(x) or x < 0:
        return MISSING
    if x >= levels:
        return UNKNOWN
    return LEFT if x in left else RIGHT if x in right else UNSEEN


def ask_node(tree, node, row, levels):
    x, j = row[tree.feature[node]], tree.feature[node]
    if tree.kind[node] == 1:
        return ask_number(x, tree.threshold[node])
    left, seen = tree.categories_left(node), tree.categories_seen(node)
    return ask_category(x, levels[j], left, set(seen) - set(left))


def ask_surrogates(tree, node, row, levels):
    """The answer of the first surrogate that has one, or None."""
    for other in tree.surrogates(node):
        x = row[other.feature]
        if levels[other.feature]:
            answer = ask_category(
                x, levels[other.feature], other.categories_left, other.categories_right
            )
        else:
            answer = ask_number(x, other.threshold, other.above_left)
        if answer in (LEFT, RIGHT):
            return answer
    return None


def heavier(tree, node):
    left = tree.children_left[node]
    weight = tree.weighted_n_node_samples
    return LEFT if weight[left] > weight[left + 1] else RIGHT


def turn(tree, node, row, levels, missing, unknown):
    """Where a row goes: to one side, to "both" or to "neither"; and whether it had an answer."""
    answer = ask_node(tree, node, row, levels)
    if answer in (LEFT, RIGHT):
        return answer, "question"
    j = tree.feature[node]
    policy = missing[j] if answer != UNKNOWN or unknown[j] == "missing" else unknown[j]
    if policy == "surrogate":
        other = ask_surrogates(tree, node, row, levels)
        if other is not None:
            return other, "surrogate"
        # The majority of the training rows that had the value.
        return (LEFT if tree.missing_go_to_left[node] else RIGHT), "policy"
    if policy == "fractional":
        return "both", "policy"
    if policy == "stop":
        return "neither", "policy"
    if policy == "learned" and answer != UNSEEN:
        return (LEFT if tree.missing_go_to_left[node] else RIGHT), "policy"
    return heavier(tree, node), "policy"


def walk(tree, row, levels, missing, unknown):
    """Every node that the row passes: (node, its share of the row, it ends here, how it turned)."""
    todo = [(0, 1.0)]
    while todo:
        node, share = todo.pop(0)
        if tree.kind[node] == 0:
            yield node, share, True, None
            continue
        way, how = turn(tree, node, row, levels, missing, unknown)
        yield node, share, way == "neither", how
        left = tree.children_left[node]
        if way == "both":
            weight = tree.weighted_n_node_samples
            part = weight[left] / (weight[left] + weight[left + 1])
            todo += [(left, share * part), (left + 1, share * (1 - part))]
        elif way != "neither":
            todo.append((left + (way == RIGHT), share))


def value_of(tree, row, *policies):
    """What the tree says of a row: the values of the nodes where its parts end, by their shares."""
    ends = [(node, share) for node, share, ends, _ in walk(tree, row, *policies) if ends]
    return sum(share * tree.value[node] for node, share in ends)


def uses(tree, rows, *policies):
    """(features, 2): questions without an answer, met by a surrogate or by the policy."""
    counts = np.zeros((tree.n_features, 2), int)
    for row in rows:
        for node, _, _, how in walk(tree, row, *policies):
            if how in ("surrogate", "policy"):
                counts[tree.feature[node], int(how == "policy")] += 1
    return counts


def shares(tree, rows, *policies):
    """(nodes, rows): the share of each row that passes each node."""
    passing = np.zeros((tree.node_count, len(rows)))
    for i, row in enumerate(rows):
        for node, share, _, _ in walk(tree, row, *policies):
            passing[node, i] += share
    return passing
