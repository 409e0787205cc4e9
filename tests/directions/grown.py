"""Trees with multivariate splits, and their routing reimplemented in numpy."""

import numpy as np

from properties.growing import Sample, grow

KINDS = ("oblique", "sphere", "pca")
LINEAR, SPHERE = 5, 6


def make_sample(
    rng, n_rows, n_columns, *, classes=2, missing=0.0, dtype=np.float64, weighted=False
):
    """Normal columns, three of them informative; ``classes=0``: a numeric target."""
    x = rng.normal(size=(n_rows, n_columns)).astype(dtype)
    score = x[:, 0] + 0.7 * x[:, 1 % n_columns] - 0.5 * x[:, 2 % n_columns] ** 2
    score = score + 0.2 * rng.normal(size=n_rows)
    x[rng.random(x.shape) < missing] = np.nan
    y = score.astype(np.float64)
    if classes:
        cuts = np.quantile(score, np.arange(1, classes) / classes)
        y = np.searchsorted(cuts, score).astype(np.int32)
    weight = rng.integers(1, 5, n_rows) / 2 if weighted else None
    columns = [np.ascontiguousarray(column) for column in x.T]
    counts = (classes,) if classes else ()
    return Sample(columns, [0] * n_columns, y[:, None], weight, counts)


def criterion_of(sample):
    return "gini" if sample.n_classes else "squared_error"


def grow_kind(sample, *splits, **options):
    return grow(sample, criterion_of(sample), split_kinds=splits, **options)


def measured(tree, node, columns):
    """Value that a node compares with its threshold; NaN where every cell is missing."""
    total = np.zeros(len(columns[0]))
    there = np.zeros(len(total), dtype=bool)
    for feature, factor, center, _ in zip(*tree.terms(node), strict=True):
        cell = columns[feature].astype(np.float64)
        distance = cell - center
        value = factor * (distance * distance) if tree.kind[node] == SPHERE else factor * distance
        here = ~np.isnan(cell)
        total[here] += value[here]
        there |= here
    return np.where(there, total, np.nan)


def expected_leaves(tree, columns):
    """Leaf of every row, from the tree's arrays."""
    at = np.zeros(len(columns[0]), dtype=np.int64)
    for node in np.flatnonzero(tree.kind):
        rows = np.flatnonzero(at == node)
        part = [column[rows] for column in columns]
        if tree.kind[node] in (LINEAR, SPHERE):
            number = measured(tree, node, part)
        else:
            number = part[tree.feature[node]].astype(np.float64)
        left = np.where(
            np.isnan(number), tree.missing_go_to_left[node], number <= tree.threshold[node]
        )
        at[rows] = np.where(left, tree.children_left[node], tree.children_right[node])
    return at


def multivariate_nodes(tree):
    """Indices of the nodes with multivariate splits."""
    return np.flatnonzero((tree.kind == LINEAR) | (tree.kind == SPHERE))


def tree_state(tree):
    """Complete state of a tree, as bytes."""
    return {name: np.asarray(value).tobytes() for name, value in tree.__getstate__().items()}
