"""The cost of the best tree by trying all of them, for small tables."""

import numpy as np


def class_cost(y, weight):
    """Weight of the rows that the majority gets wrong."""
    return weight.sum() - max(weight[y == k].sum() for k in np.unique(y))


def square_cost(y, weight):
    """Squared error of the mean."""
    return float((weight * (y - np.average(y, weights=weight)) ** 2).sum())


def number_questions(column):
    """Masks of the rows on the left of every threshold."""
    return [column <= value for value in np.unique(column)[:-1]]


def level_questions(column):
    """Masks of one level against the others."""
    return [column == value for value in np.unique(column)]


def best_cost(questions, y, weight, cost, depth, *, leaf_price=0.0, max_leaves=None, min_rows=1):
    """Cost plus ``leaf_price`` per leaf of the best tree that asks ``questions`` (masks)."""
    limit = 2**depth if max_leaves is None else max_leaves

    def best(rows, depth, leaves):
        found = cost(y[rows], weight[rows]) + leaf_price
        if depth == 0 or leaves < 2:
            return found
        for mask in questions:
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
