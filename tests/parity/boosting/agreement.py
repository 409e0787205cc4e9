"""Grow our trees for each round of a recorded model, from its scores, and compare them."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache, cached_property

import numpy as np

from core_options import make_options
from spinney import _core

from ..compare import compare_everywhere
from ..references import read_cases
from ..tables import REFERENCE
from .boosted import BoostedTree, read_model, take_rows
from .comparison import BoostedComparison
from .losses import derive
from .terms import read_terms

PEERS = ("xgboost", "sklearn_boosting", "lightgbm", "hist_gradient_boosting")
EXPECTED = REFERENCE / "expected_boosting.json"
# Peers that put thresholds midway between values of the node, not of the table.
MIDWAY_PEERS = {"xgboost", "sklearn_boosting"}


def list_cases():
    return [case for peer in PEERS for case in read_cases(peer)]


@cache
def read_expected():
    return json.loads(EXPECTED.read_text())


class Stage:
    """One round of a recorded model for one score: rows, their derivatives, and the tree."""

    def __init__(self, agreement, round_, k):
        self.agreement, self.round, self.k = agreement, round_, k
        self.sample, self.terms = agreement.sample, agreement.terms
        self.reference = agreement.model.trees[round_][k]
        self.scores = agreement.model.scores_after(round_)
        gradient, hessian = derive(self.terms.loss, self.sample, self.scores, self.terms.params)
        self.gradient, self.loss_hessian = gradient[k], hessian[k]
        # Least squares have a hessian of their own, 1 a row.
        self.hessian = self.sample.weight if self.terms.classic else hessian[k]
        self.midway = agreement.case.peer in MIDWAY_PEERS
        largest = max(np.abs(self.scores[k]).max(), np.abs(self.reference.value).max())
        self.tolerance = agreement.precision * largest

    @cached_property
    def size(self):
        """What gains are measured by: the root's as a leaf, and its split's."""
        root = np.full(len(self.sample.y), True)
        return self.terms.lessening(*self.sums(root)) + self.reference.gain[0]

    def sums(self, rows):
        """Gradients and hessians of some rows (or of many sets of rows), added up."""
        rows = rows.astype(float)
        return rows @ self.gradient, rows @ self.hessian

    def is_constant(self, rows):
        """Whether the gradients of some rows differ by rounding only."""
        gradient = self.gradient[rows] / self.sample.weight[rows]
        return np.ptp(gradient) <= 1e-14 * np.abs(gradient).max()

    def grow(self, rows, depth):
        """Our tree on some rows, as if it hung this deep in a larger one."""
        tree, table = self.agreement.grow(self.scores, rows, depth, self.round)
        grown = BoostedTree.of(tree[self.k], table)
        leaf = np.full(len(rows), -1)
        leaf[rows] = grown.leaf
        return replace(grown, leaf=leaf)

    def compare_from(self, ours, root):
        return BoostedComparison(ours, self.reference, self).run(root)

    def compare(self):
        if self.agreement.is_whole:
            return self.compare_from(self.grow(np.full(len(self.sample.y), True), 0), 0)
        report = compare_everywhere(self.grow, self.reference, self.compare_from)
        for node in set(range(len(self.reference.left))) - {b for _, b in report.pairs}:
            assert self.is_constant(self.reference.inside[node]), f"node {node} was not compared"
        return report


class BoostedAgreement:
    """One case: its rows, its recorded model, and our terms for it."""

    def __init__(self, case):
        self.case, self.sample, self.model = case, take_rows(case), read_model(case)
        self.terms = read_terms(case, self.sample)

    @property
    def precision(self):
        """Of leaves and scores; the other peers keep gradients in single precision."""
        return 1e-10 if self.case.peer == "sklearn_boosting" else 1e-6

    @property
    def is_whole(self):
        """Whether a node's fate hangs on rows elsewhere, so that no part can be grown alone."""
        return "max_leaf_nodes" in self.case.params or self.terms.loss == "huber"

    @property
    def loss(self):
        n_classes = len(np.unique(self.sample.y)) if self.sample.is_class else 0
        params = self.terms.params
        named = {"huber": "alpha", "quantile": "alpha", "tweedie": "power"}
        parameter = params[named[self.terms.loss]] if self.terms.loss in named else 0.0
        return _core.Loss(self.terms.loss, n_classes, parameter)

    def grow(self, scores, rows, depth, round_):
        """Our trees on some rows that stand at these scores, and the table of the rows."""
        asked = {k: v for k, v in self.terms.params.items() if k not in ("alpha", "power")}
        rate = asked.pop("learning_rate")
        asked |= {name: asked.get(name) for name in ("max_leaf_nodes", "max_depth", "max_bins")}
        if asked["max_depth"] and depth == asked["max_depth"]:
            asked["min_samples_split"] = len(rows) + 1
        elif asked["max_depth"]:
            asked["max_depth"] -= depth
        table = _core.Table.from_matrix(np.ascontiguousarray(self.sample.X[rows]))
        booster = _core.Booster(
            table,
            self.sample.y[rows],
            self.sample.weight[rows] if self.case.weighted else None,
            self.loss,
            np.ascontiguousarray(scores[:, rows]),
            make_options(_core.BoostingOptions, **asked),
        )
        return booster.step(round_, rate), table

    def stages(self):
        for round_, trees in enumerate(self.model.trees):
            for k in range(len(trees)):
                yield Stage(self, round_, k)

    def count(self):
        """How many nodes were compared, and the differences that were accepted."""
        nodes, differences = 0, Counter()
        for stage in self.stages():
            report = stage.compare()
            nodes += len(report.pairs)
            differences += report.differences
        return {"nodes": nodes} | dict(sorted(differences.items()))

    def check(self):
        """The whole test: the trees of every round, and no more differences than known."""
        found, known = self.count(), read_expected()[str(self.case)]
        assert found.pop("nodes") >= known["nodes"]
        more = {name: n for name, n in found.items() if n > known.get(name, 0)}
        assert not more, f"more differences than the known {known}: {more}"
