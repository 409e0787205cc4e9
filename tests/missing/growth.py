"""Check the nodes of a grown tree against the fractional rows that each should contain."""

import numpy as np
import pytest

from properties import oracle

from .reference import LEFT, RIGHT, node_side, surrogate_side

MIN_FRACTION = 1e-3


def sides(tree, node, rows, levels, missing, share, w):
    """Return (2, rows): the share of each row that growth sends to each child of a node."""
    found = [node_side(tree, node, row, levels) for row in rows]
    known = np.array([[side == LEFT for side in found], [side == RIGHT for side in found]], float)
    sent = (known * share * w).sum(axis=1)
    policy = missing[tree.feature[node]]
    to = known.copy()
    for i in np.flatnonzero((known.sum(axis=0) == 0) & (share > 0)):
        other = surrogate_side(tree, node, rows[i], levels) if policy == "surrogate" else None
        if policy == "learned":
            to[:, i] = [tree.missing_go_to_left[node], 1 - tree.missing_go_to_left[node]]
        elif other is not None:
            to[:, i] = [other == LEFT, other == RIGHT]
        elif policy == "fractional":
            to[:, i] = sent / sent.sum()
            small = share[i] * to[:, i] < MIN_FRACTION
            if small.any():
                to[:, i] = ~small
        elif policy != "stop":
            to[:, i] = sent[0] > sent[1], sent[0] <= sent[1]
    return to * share, known.sum(axis=0) > 0


def check_growth(tree, sample, criterion, missing):
    """Check the rows and statistics of every node, and that no split has a larger gain."""
    rows = np.column_stack(sample.columns)
    w = sample.weight
    shares = np.zeros((tree.node_count, len(rows)))
    shares[0] = 1
    for node in range(tree.node_count):
        share = shares[node]
        check_node(tree, node, sample, criterion, share * w)
        if tree.kind[node] == 0:
            continue
        first = tree.children_left[node]
        shares[first : first + 2], known = sides(tree, node, rows, sample.levels, missing, share, w)
        check_gain(tree, node, sample, criterion, missing, share, known, shares[first] > 0)


def check_node(tree, node, sample, criterion, w):
    here = w > 0
    y, w = sample.y[here], w[here]
    assert tree.weighted_n_node_samples[node] == pytest.approx(w.sum(), rel=1e-9)
    assert tree.n_node_samples[node] == here.sum()
    expected = oracle.impurity(criterion, y, w)
    assert tree.impurity[node] == pytest.approx(expected, rel=1e-7, abs=1e-9)
    value = oracle.leaf_value(criterion, y, w, sample.n_classes)
    np.testing.assert_allclose(tree.value[node], value, rtol=1e-7, atol=1e-9)


def check_gain(tree, node, sample, criterion, missing, share, known, left):
    """Check the gain on the rows with a value, times their weight share; no other is larger."""
    here = share > 0
    subset = sample.rows(here)
    w = (share * sample.weight)[here]
    total = sample.weight.sum()
    learned = missing[tree.feature[node]] == "learned"
    seen = np.ones(here.sum(), bool) if learned else known[here]
    gain = oracle.gain(criterion, subset.y[seen], w[seen], left[here][seen]) * w[seen].sum() / total
    assert tree.gain[node] == pytest.approx(gain, rel=1e-7, abs=1e-9)
    best = max(gains_of_features(subset, w, criterion, missing)) / total
    assert gain == pytest.approx(best, rel=1e-7, abs=1e-9)


def gains_of_features(subset, w, criterion, missing):
    """Yield the best gain of each feature on the rows it is searched on, times their weight."""
    rules = oracle.Rules(criterion)
    for j, column in enumerate(subset.columns):
        seen = np.ones(len(w), bool) if missing[j] == "learned" else ~np.isnan(column)
        if not seen.any():
            continue
        best = oracle.best_gain([column[seen]], [subset.levels[j]], subset.y[seen], w[seen], rules)
        if best is not None:
            yield best * w[seen].sum()
