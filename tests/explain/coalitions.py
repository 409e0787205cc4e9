"""SHAP values by brute force over all coalitions, from the definition of the value function."""

from itertools import combinations
from math import factorial, isnan

import numpy as np

from spinney.base.fitted_tree import FittedTree
from spinney.data.containers import take_columns, take_rows
from spinney.inspection.row import read_cell
from spinney.inspection.split_kinds import read_alternative
from spinney.inspection.split_table import SplitTable


class PathValue:
    """The expected value of a tree for one row when only some features are known.

    At a split whose deciding feature is known the row goes where ``predict`` sends it, otherwise
    to all children by their weights. The deciding feature is that of the split, or of the
    surrogate that replaces it.
    """

    def __init__(self, tree, part, X):
        self.splits = SplitTable(FittedTree(part.schema, tree, [], part.missing))
        widths = tree.n_classes or [1] * tree.n_outputs
        self.values = np.hstack([tree.value[:, k, :width] for k, width in enumerate(widths)])
        frame = part.schema.read(X, "test")
        self.cells = [read_cell(frame, j, part.schema) for j in range(part.schema.n_features)]

    def __call__(self, known, node=0):
        if self.splits.is_leaf(node):
            return self.values[node] + self.terms(node, known)
        feature, target = self.decision(node)
        if target == "stop" and feature in known:
            return self.values[node]
        children = self.splits.children(node)
        if isinstance(target, int) and feature in known:
            return self(known, children[target])
        weights = np.array([self.splits.weight[child] for child in children])
        shares = (
            weights / weights.sum()
            if weights.sum() > 0
            else np.full(len(weights), 1 / len(weights))
        )
        return sum(
            share * self(known, child) for share, child in zip(shares, children, strict=True)
        )

    def terms(self, leaf, known):
        """Return the terms of a linear leaf; those of features that are not known are 0."""
        terms = zip(*self.splits.tree.terms(leaf), strict=True)
        offsets = {j: self.cells[j].code - center for j, _, center, _ in terms if j in known}
        return sum(
            factor * min(max(offsets[j], -reach), reach)
            for j, factor, _, reach in zip(*self.splits.tree.terms(leaf), strict=True)
            if j in offsets and not isnan(offsets[j])
        )

    def decision(self, node):
        """Return the deciding feature, and a child, "all" or "stop"."""
        split = self.splits.split(node)
        [feature] = split.features
        cell = self.cells[feature]
        fill = None if cell.state == "known" else self.splits.fill_value(feature, cell.state)
        code = cell.code if fill is None else fill
        child = None if isnan(code) else split.child({feature: code})
        if child is not None:
            return feature, child
        absent = "unseen" if not isnan(code) else cell.state
        target = self.splits.destination(node, absent)
        if target != "surrogate":
            return feature, target
        for surrogate in self.splits.tree.surrogates(node):
            other, reverse = read_alternative(surrogate)
            cell = self.cells[surrogate.feature]
            child = None if isnan(cell.code) else other.child({surrogate.feature: cell.code})
            if child is not None:
                return surrogate.feature, 1 - child if reverse else child
        return feature, self.splits.missing_child[node]


def path_values(model, X, row):
    """Return the value function of a model for one row: a function of a set of features."""
    functions = []
    for part in model.parts:
        columns = np.arange(model.n_features) if part.columns is None else part.columns
        one = take_columns(take_rows(X, np.array([row])), columns)
        functions += [
            (part, i, {int(c): j for j, c in enumerate(columns)}, PathValue(tree, part, one))
            for i, tree in enumerate(part.each_tree())
        ]

    def value(known):
        total = model.offset.copy()
        for part, i, column, function in functions:
            found = part.scale * function({column[f] for f in known if f in column})
            outputs = np.arange(model.n_outputs) if part.outputs is None else part.outputs
            total[outputs if len(found) == part.n_outputs else outputs[[i % part.n_outputs]]] += (
                found
            )
        return total

    return value


def shapley(value, players):
    """Return base value, Shapley values and interaction values of a game.

    ``players`` are sets of features that become known together.
    """
    n = len(players)
    worth = {
        chosen: value(set().union(*(players[i] for i in chosen)))
        for size in range(n + 1)
        for chosen in combinations(range(n), size)
    }
    base = worth[()]
    phi = np.zeros((n, len(base)))
    pairs = np.zeros((n, n, len(base)))

    def with_(chosen, *more):
        return worth[tuple(sorted((*chosen, *more)))]

    for chosen, own in worth.items():
        size = len(chosen)
        left = [i for i in range(n) if i not in chosen]
        for i in left:
            weight = factorial(size) * factorial(n - size - 1) / factorial(n)
            phi[i] += weight * (with_(chosen, i) - own)
        for i, j in combinations(left, 2):
            weight = factorial(size) * factorial(n - size - 2) / factorial(n - 1)
            joint = with_(chosen, i, j) - with_(chosen, i) - with_(chosen, j) + own
            pairs[i, j] += weight * joint / 2
            pairs[j, i] += weight * joint / 2
    for i in range(n):
        pairs[i, i] = phi[i] - pairs[i].sum(axis=0)
    return base, phi, pairs


def hybrid_values(predict, X, row, background, weight=None):
    """Return the value function of one row with a background.

    The mean of ``predict`` over hybrid rows: cells of the row for known features, and those of a
    background row for others.
    """

    def value(known):
        hybrid = background.copy()
        for j in known:
            cells = take_rows(X.iloc[:, j], np.full(len(background), row))
            hybrid[X.columns[j]] = cells.set_axis(background.index)
        outputs = np.asarray(predict(hybrid)).reshape(len(background), -1)
        return np.average(outputs, axis=0, weights=weight)

    return value
