"""Grow our trees for a case and compare them with its reference."""

import json
from dataclasses import replace
from functools import cache

import numpy as np

from .compare import Comparison, compare_everywhere
from .flat_tree import FlatTree
from .references import read_tree
from .tables import REFERENCE, take_sample

EXPECTED = REFERENCE / "expected.json"
# With these, a split depends on the rest of the tree: no subtree can be grown on its own.
WHOLE_TREE_RULES = {"max_leaf_nodes", "min_impurity_decrease", "priors", "loss_matrix"}


@cache
def read_expected():
    return json.loads(EXPECTED.read_text())


class Agreement:
    """One case: its sample, its reference, and our estimator fitted with the same parameters."""

    def __init__(self, case, classifier, regressor):
        self.case, self.reference = case, read_tree(case)
        self.sample = take_sample(case.table, case.peer, case.weighted)
        self.kind = classifier if self.sample.is_class else regressor
        self.criterion = case.params.get("criterion", self.kind().criterion)
        self.model = self.fit(np.full(len(self.sample.y), True), case.params)

    def fit(self, rows, params):
        sample = self.sample
        categories = {"categorical_features": sample.categorical} if sample.categorical else {}
        weight = sample.weight[rows] if self.case.weighted else None
        model = self.kind(random_state=0, **categories, **params)
        return model.fit(sample.X[rows], sample.y[rows], sample_weight=weight)

    def grow(self, rows, depth):
        """Grow our tree on some rows, as a subtree at this depth."""
        params = dict(self.case.params)
        if "max_depth" in params:
            params["max_depth"] -= depth
            if params["max_depth"] == 0:
                params |= {"max_depth": None, "min_samples_split": len(rows) + 1}
        model = self.fit(rows, params)
        tree = self.flatten(model, self.sample.X[rows])
        leaf = np.full(len(rows), -1)
        leaf[rows] = tree.leaf
        value = tree.value
        if self.sample.is_class:
            value = np.zeros((len(tree.left), self.reference.value.shape[1]))
            value[:, model.classes_] = tree.value
        return replace(tree, leaf=leaf, value=value)

    def flatten(self, model, X):
        return FlatTree.of(model, X)

    def compare_from(self, ours, root):
        return Comparison(ours, self.reference, self.sample, self.criterion).run(root)

    def compare(self):
        if WHOLE_TREE_RULES & self.case.params.keys():
            return self.compare_from(self.flatten(self.model, self.sample.X), 0)
        report = compare_everywhere(self.grow, self.reference, self.compare_from)
        self.check_all_seen(report)
        return report

    def check_all_seen(self, report):
        """Check that all nodes that were not compared are pure."""
        inside = self.reference.inside
        for node in set(range(len(inside))) - {b for _, b in report.pairs}:
            assert np.ptp(self.sample.y[inside[node]]) == 0, f"node {node} was not compared"

    def check_predictions(self, rows):
        """Compare the predictions for rows whose whole path agrees."""
        X, wanted = self.sample.X[rows], self.reference.value[self.reference.leaf[rows]]
        if self.sample.is_class:
            np.testing.assert_allclose(self.model.predict_proba(X), wanted, 1e-10, 1e-10)
            np.testing.assert_array_equal(self.model.predict(X), wanted.argmax(axis=1))
        else:
            np.testing.assert_allclose(self.model.predict(X), wanted[:, 0], 1e-10, 1e-10)

    def check(self):
        """Compare nodes and predictions; fail on more differences than expected."""
        report = self.compare()
        self.check_predictions(report.rows)
        known = dict(read_expected()[str(self.case)])
        assert len(report.pairs) >= known.pop("nodes")
        more = {k: n for k, n in report.differences.items() if n > known.get(k, 0)}
        assert not more, f"more differences than the known {known}: {more}"
