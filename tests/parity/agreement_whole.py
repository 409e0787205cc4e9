"""Our trees with surrogates against rpart's: blanked rows, importance, pruning, CP tables."""

from collections import Counter
from dataclasses import fields
from functools import cached_property

import numpy as np

from spinney import DecisionTreeClassifier, DecisionTreeRegressor

from .agreement import Agreement
from .alternatives import their_splits
from .compare import DIVERGING
from .compare_whole import MOVED, WholeComparison, WholeTree
from .flat_tree import LEAF, FlatTree
from .references import read_arrays
from .whole import (
    COMPETITOR,
    SURROGATE,
    blank_some,
    fold_numbers,
    read_alternatives,
)

# Differences of a node that may send a row to another child.
ACCEPTED = DIVERGING | {"twin", "no error decrease", "no gain"}


class WholeAgreement(Agreement):
    """One case of rpart, with surrogates, competitors, pruning and predictions."""

    def __init__(self, case):
        self.splits, self.arrays = read_alternatives(case), read_arrays(case)
        super().__init__(case, DecisionTreeClassifier, DecisionTreeRegressor)

    def fit(self, rows, params):
        """Fit our tree without splits that do not decrease the error: rpart prunes them."""
        return self.fit_whole(rows, params).prune(0.0)

    def fit_whole(self, rows, params):
        return super().fit(rows, params | {"ccp_risk": "error"})

    def check_predictions(self, rows):
        """Compare the predictions for rows whose whole path agrees."""
        node, X = self.reference.leaf[rows], self.sample.X[rows]
        assert self.same_predictions(X, node).all()

    def same_predictions(self, X, node):
        """Mask of the rows whose prediction equals that of the given reference nodes."""
        wanted = self.reference.value[node]
        if not self.sample.is_class:
            return np.isclose(self.model.predict(X), wanted[:, 0], rtol=1e-10, atol=1e-10)
        label = self.arrays["label"][node].astype(int) - 1
        close = np.abs(self.model.predict_proba(X) - wanted) < 1e-10
        return close.all(axis=1) & (self.model.predict(X) == label)

    def flatten(self, model, X):
        tree = FlatTree.of(model, X)
        codes = [
            np.unique(column[~np.isnan(column)]) if n else np.zeros(0)
            for column, n in zip(X.T, self.sample.levels, strict=True)
        ]
        plain = {field.name: getattr(tree, field.name) for field in fields(FlatTree)}
        return WholeTree(**plain, core=model._fitted().tree, codes=codes)

    def comparison(self, ours):
        return WholeComparison(
            ours, self.reference, self.sample, self.criterion, self.case, self.splits
        )

    def compare_from(self, ours, root):
        return self.comparison(ours).run(root)

    @cached_property
    def report(self):
        return self.compare()

    @property
    def same_nodes(self):
        """Whether our tree has rpart's nodes, apart from splits that do not decrease the error."""
        return not DIVERGING & self.report.differences.keys()

    def agrees(self, b):
        """Whether a reference node has a partner with the same split and surrogates."""
        a = self.report.partner.get(b)
        if (
            a is None
            or self.reference.is_leaf(b)
            or self.model._fitted().tree.children_left[a] == LEAF
        ):
            return False
        names = set(self.report.names.get(b, []))
        return all(name.startswith("competitor") for name in names)

    def blanked_differences(self):
        """Reasons why predictions for blanked rows differ from rpart's, counted."""
        X = blank_some(self.sample)
        node = self.arrays["blanked"]
        same = self.same_predictions(X, node)
        paths = self.model.decision_path(X)
        reasons = Counter()
        for row in np.flatnonzero(~same):
            passed = set(paths[row].indices.tolist())
            reasons[self.reason(X[row], passed, self.ancestry(node[row]))] += 1
        return reasons

    def ancestry(self, node):
        """Reference nodes from the root to a node."""
        path = [node]
        while path[0] != 0:
            above = (self.reference.left == path[0]) | (self.reference.right == path[0])
            path.insert(0, int(np.flatnonzero(above)[0]))
        return path

    def reason(self, x, passed, path):
        """Where a row leaves the reference path in our tree, and the reason."""
        together = [b for b in path if self.report.partner.get(b) in passed]
        b = together[-1]
        names = set(self.report.names.get(b, []))
        absent = not self.reference.is_leaf(b) and np.isnan(x[self.reference.feature[b]])
        if absent and b == path[-1] and self.full.has_equal_sides(b):
            return "equal sides"
        if not self.reference.is_leaf(b) and self.is_on_threshold(b, x):
            return "on threshold"
        reasons = names & (ACCEPTED | (MOVED if absent else set()))
        assert reasons, f"a row leaves the path at node {b}: {x}"
        return min(reasons)

    def is_on_threshold(self, b, x):
        """Whether the value equals the threshold: rpart sends it up, we send it down."""
        chosen = (self.splits.node == b) & (self.splits.kind != COMPETITOR)
        for split in their_splits(self.splits, np.flatnonzero(chosen)):
            if split.goes(x[[split.feature]])[0]:
                return np.isclose(x[split.feature], split.threshold, rtol=1e-12, atol=0)
        return False

    @cached_property
    def full(self):
        return self.comparison(self.flatten(self.model, self.sample.X))

    def route(self, X):
        """Reference node in which each row ends, by its recorded splits and surrogates."""
        node = np.zeros(len(X), int)
        for b in np.flatnonzero(self.reference.left != LEAF):
            rows = np.flatnonzero(node == b)
            goes = np.zeros(len(rows), int)
            chosen = (self.splits.node == b) & (self.splits.kind != COMPETITOR)
            for split in their_splits(self.splits, np.flatnonzero(chosen)):
                goes = np.where(goes == 0, split.goes(X[rows, split.feature]), goes)
            goes = np.where(goes == 0, self.majority(b), goes)
            sides = np.array([b, self.reference.left[b], self.reference.right[b]])
            node[rows] = sides[goes]
        return node

    def majority(self, b):
        """The side with more known weight: 1 left, 2 right, 0 neither."""
        known, left = self.full.known(b)
        more = self.sample.weight[known] @ np.where(left[known], 1, -1)
        return 1 if more > 0 else 2 if more < 0 else 0

    def importances(self):
        """Our importance and rpart's from the nodes that agree, in rpart's unit."""
        tree = self.model._fitted().tree
        unit = tree.weighted_n_node_samples[0]
        if self.criterion == "entropy":
            unit *= np.log(2)
        ours = tree.feature_importances(normalize=False, surrogates=True) * unit
        theirs = self.arrays["importance"].copy()
        inner = np.flatnonzero(self.reference.left != LEAF)
        agreed = {self.report.partner[b] for b in inner if self.agrees(b)}
        for a in set(np.flatnonzero(tree.children_left != LEAF).tolist()) - agreed:
            gain = tree.gain[a] * unit
            ours[tree.feature[a]] -= gain
            for surrogate in tree.surrogates(a):
                ours[surrogate.feature] -= gain * surrogate.adjusted
        for b in (b for b in inner if not self.agrees(b)):
            primary, surrogates = self.splits.of(b, 0)[0], self.splits.of(b, SURROGATE)
            gain = self.splits.score[primary]
            if not self.sample.is_class:
                gain = gain * self.arrays["error"][b]
            theirs[self.reference.feature[b]] -= gain
            np.subtract.at(
                theirs, self.splits.feature[surrogates], gain * self.splits.adjusted[surrogates]
            )
        return ours, theirs, len(agreed)

    @property
    def folds(self):
        return fold_numbers(self.sample)
