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
# Peers whose thresholds are midpoints between values of the node, not of the table.
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
        # Least squares have a hessian of 1 per row.
        self.hessian = self.sample.weight if self.terms.classic else hessian[k]
        self.midway = agreement.case.peer in MIDWAY_PEERS
        largest = max(np.abs(self.scores[k]).max(), np.abs(self.reference.value).max())
        self.tolerance = agreement.precision * largest

    @cached_property
    def size(self):
        """Scale of the gains: that of the root as a leaf, and that of its split."""
        root = np.full(len(self.sample.y), True)
        return self.terms.objective_decrease(*self.sums(root)) + self.reference.gain[0]

    def sums(self, rows):
        """Sums of gradients and hessians of some rows (or of many sets of rows)."""
        rows = rows.astype(float)
        return rows @ self.gradient, rows @ self.hessian

    def is_constant(self, rows):
        """Whether the gradients of some rows differ by rounding only."""
        gradient = self.gradient[rows] / self.sample.weight[rows]
        return np.ptp(gradient) <= 1e-14 * np.abs(gradient).max()

    def grow(self, rows, depth):
        """Grow our tree on some rows, as a subtree at this depth."""
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
    """One case: its rows, its recorded model, and our parameters for it."""

    def __init__(self, case):
        self.case, self.sample, self.model = case, take_rows(case), read_model(case)
        self.terms = read_terms(case, self.sample)

    @property
    def precision(self):
        """Precision of leaves and scores; the other peers have gradients in single precision."""
        return 1e-10 if self.case.peer == "sklearn_boosting" else 1e-6

    @property
    def is_whole(self):
        """Whether a split depends on rows elsewhere, so that no subtree can be grown alone."""
        return "max_leaf_nodes" in self.case.params or self.terms.loss == "huber"

    @property
    def loss(self):
        n_classes = len(np.unique(self.sample.y)) if self.sample.is_class else 0
        params = self.terms.params
        named = {"huber": "alpha", "quantile": "alpha", "tweedie": "power"}
        parameter = params[named[self.terms.loss]] if self.terms.loss in named else 0.0
        return _core.Loss(self.terms.loss, n_classes, parameter)

    def grow(self, scores, rows, depth, round_):
        """Our trees on some rows with these scores, and the table of the rows."""
        options = {k: v for k, v in self.terms.params.items() if k not in ("alpha", "power")}
        rate = options.pop("learning_rate")
        options |= {name: options.get(name) for name in ("max_leaf_nodes", "max_depth", "max_bins")}
        if options["max_depth"] and depth == options["max_depth"]:
            options["min_samples_split"] = len(rows) + 1
        elif options["max_depth"]:
            options["max_depth"] -= depth
        table = _core.Table.from_matrix(np.ascontiguousarray(self.sample.X[rows]))
        booster = _core.Booster(
            table,
            self.sample.y[rows],
            self.sample.weight[rows] if self.case.weighted else None,
            self.loss,
            np.ascontiguousarray(scores[:, rows]),
            make_options(_core.BoostingOptions, **options),
        )
        return booster.step(round_, rate), table

    def stages(self):
        for round_, trees in enumerate(self.model.trees):
            for k in range(len(trees)):
                yield Stage(self, round_, k)

    def count(self):
        """Number of compared nodes, and the accepted differences."""
        nodes, differences = 0, Counter()
        for stage in self.stages():
            report = stage.compare()
            nodes += len(report.pairs)
            differences += report.differences
        return {"nodes": nodes} | dict(sorted(differences.items()))

    def check(self):
        """Compare the trees of every round; fail on more differences than expected."""
        found, known = self.count(), read_expected()[str(self.case)]
        assert found.pop("nodes") >= known["nodes"]
        more = {name: n for name, n in found.items() if n > known.get(name, 0)}
        assert not more, f"more differences than the known {known}: {more}"
