"""Trees of the cross-validation folds, pruned for every alpha at once by either rule.

Where our tree of a fold predicts a held-out row differently from rpart's, the reason is one of

on threshold  the row's value equals the threshold: rpart sends it up, we send it down.
tie           another split at a node of the row's path has the same gain.
surrogates    the value is missing at such a node, and its surrogates tie or are too good.
tie below     the same below the predicting node: another subtree there, another alpha.
"""

from functools import cached_property

import numpy as np

from .alternatives import our_splits
from .flat_tree import LEAF
from .split_ties import SplitTies
from .whole import class_factors, losses, prior_factors

ROUNDING = 1e-12


class FoldTree:
    """Our tree of all rows but one fold, with the cost and prediction of its nodes."""

    def __init__(self, agreement, fold):
        self.agreement, self.sample = agreement, agreement.sample
        self.held_out = np.flatnonzero(agreement.folds == fold)
        self.rows = agreement.folds != fold
        self.model = agreement.fit_whole(self.rows, self.params())
        self.tree = agreement.flatten(self.model, self.sample.X[self.rows])
        self.risk, self.prediction = self.risks_and_predictions()
        self.paths = self.model.decision_path(self.sample.X[self.held_out])

    def params(self):
        """Our parameters: rpart weights classes in a fold as in the whole table."""
        params = self.agreement.case.params | {"max_competitors": self.sample.X.shape[1]}
        if "priors" in params:
            part = np.bincount(self.sample.y[self.rows], self.sample.weight[self.rows])
            weighed = prior_factors(self.agreement.case, self.sample) * part
            params["priors"] = (weighed / weighed.sum()).tolist()
        return params

    def risks_and_predictions(self):
        """Cost of each node as a leaf on the training rows, and its prediction."""
        y, weight = self.sample.y[self.rows], self.sample.weight[self.rows]
        inside = self.tree.inside
        if not self.sample.is_class:
            prediction = self.tree.value[:, 0]
            return ((y - prediction[:, None]) ** 2 * inside) @ weight, prediction
        case = self.agreement.case
        factor = prior_factors(case, self.sample)
        cost = (inside * weight) @ np.eye(len(factor))[y] * factor @ losses(case, self.sample)
        lowest = cost.min(axis=1, keepdims=True)
        # Costs that differ by rounding are equal: the first class is predicted.
        prediction = (cost <= lowest + ROUNDING * cost.max()).argmax(axis=1)
        return lowest[:, 0], prediction + 1.0

    def predicting_nodes(self, rule, limits):
        """Nodes that predict the held-out rows at each limit (of the whole table)."""
        share = self.sample.weight[self.rows].sum() / self.sample.weight.sum()
        alpha = rule(self.tree.left, self.tree.right, self.risk)
        nodes = np.empty((len(self.held_out), len(limits)), int)
        for i in range(len(self.held_out)):
            path = self.path(i)
            stops = alpha[path][:, None] <= limits * share + ROUNDING * self.risk[0]
            stops[-1] = True
            nodes[i] = path[stops.argmax(axis=0)]
        return nodes

    def path(self, i):
        return np.sort(self.paths[i].indices)

    @cached_property
    def split_ties(self):
        sample, case = self.sample, self.agreement.case
        weight = sample.weight
        if sample.is_class:
            weight = weight * class_factors(case, sample)[sample.y]
        return SplitTies(
            self.tree,
            sample.X[self.rows],
            sample.y[self.rows],
            weight[self.rows],
            self.agreement.criterion,
            case.params["min_samples_leaf"],
        )

    def reason(self, i, node):
        """Why rpart may predict a held-out row differently from one of our nodes."""
        x = self.sample.X[self.held_out[i]]
        path = [n for n in self.path(i) if self.tree.left[n] != LEAF]
        if any(self.is_on_threshold(n, x) for n in path):
            return "on threshold"
        if any(self.split_ties.is_tied(n) for n in path):
            return "tie"
        absent = [n for n in path if np.isnan(x[self.tree.feature[n]])]
        if any(self.split_ties.has_doubtful_surrogates(n) for n in absent):
            return "surrogates"
        if any(self.is_doubtful(n) for n in self.below(self.parent(node))):
            return "tie below"
        raise AssertionError(f"row {self.held_out[i]} has another prediction in node {node}: {x}")

    @property
    def has_tie(self):
        return any(self.split_ties.is_tied(node) for node in np.flatnonzero(self.tree.left != LEAF))

    def is_doubtful(self, node):
        rows, _ = self.split_ties.known(node)
        absent = (self.tree.inside[node] & ~rows).any()
        surrogates = absent and self.split_ties.has_doubtful_surrogates(node)
        return surrogates or self.split_ties.is_tied(node)

    def is_on_threshold(self, node, x):
        """Whether the value equals the threshold, up to rounding."""
        value, threshold = x[self.tree.feature[node]], self.tree.threshold[node]
        if np.isnan(value):
            for split in our_splits(self.tree.core.surrogates(node), self.tree.codes):
                if split.goes(x[[split.feature]])[0]:
                    value, threshold = x[split.feature], split.threshold
                    break
        return np.isclose(value, threshold, rtol=1e-12, atol=0)

    def parent(self, node):
        above = np.flatnonzero((self.tree.left == node) | (self.tree.right == node))
        return int(above[0]) if len(above) else node

    def below(self, node):
        """Inner nodes of a subtree."""
        todo = [node] if self.tree.left[node] != LEAF else []
        for n in todo:
            children = (self.tree.left[n], self.tree.right[n])
            todo += [child for child in children if self.tree.left[child] != LEAF]
        return todo
