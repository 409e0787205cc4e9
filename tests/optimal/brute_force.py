"""Cost of the best tree of a small table, by enumeration."""

import numpy as np


def class_cost(y, weight):
    """Weight of the rows outside the majority class."""
    return weight.sum() - max(weight[y == k].sum() for k in np.unique(y))


def square_cost(y, weight):
    """Squared error of the mean."""
    return float((weight * (y - np.average(y, weights=weight)) ** 2).sum())


def threshold_masks(column):
    """Masks of the rows to the left of every threshold."""
    return [column <= value for value in np.unique(column)[:-1]]


def category_masks(column):
    """Masks of one category against the others."""
    return [column == value for value in np.unique(column)]


def best_cost(masks, y, weight, cost, depth, *, leaf_price=0.0, max_leaves=None, min_rows=1):
    """Cost plus ``leaf_price`` per leaf of the best tree with splits by ``masks``."""
    limit = 2**depth if max_leaves is None else max_leaves

    def best(rows, depth, leaves):
        found = cost(y[rows], weight[rows]) + leaf_price
        if depth == 0 or leaves < 2:
            return found
        for mask in masks:
            left, right = rows & mask, rows & ~mask
            if min(left.sum(), right.sum()) < min_rows:
                continue
            for on_left in range(1, min(leaves - 1, 2 ** (depth - 1)) + 1):
                found = min(
                    found,
                    best(left, depth - 1, on_left) + best(right, depth - 1, leaves - on_left),
                )
        return found

    return best(np.ones(len(y), dtype=bool), depth, min(limit, 2**depth))
