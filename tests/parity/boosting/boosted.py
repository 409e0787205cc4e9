"""A boosted model as plain arrays, the same for every library."""

from dataclasses import dataclass, replace

import numpy as np

from ..flat_tree import LEAF, SplitTree
from ..references import read_arrays, write_arrays
from ..tables import take_sample

# Recorded arrays of each node. The leaf of a row is recomputed from the splits.
KEPT = ("left", "right", "feature", "threshold", "missing_left", "weight", "gain", "value")
# Number of rows whose scores from the library are kept: those of all rows are sums of leaves.
SCORED = 100
# Name of the reported scores in the reference files.
REPORTED = "told"


@dataclass(frozen=True)
class BoostedTree(SplitTree):
    """A tree of a boosted model.

    ``weight`` is the node's sum of hessians (NaN where a library does not report it), ``gain`` the
    reported gain of its split, in the library's own unit, and ``value`` the score that a leaf
    adds, including the learning rate; it is undefined for inner nodes.
    """

    weight: np.ndarray
    gain: np.ndarray
    value: np.ndarray
    leaf: np.ndarray

    @classmethod
    def of(cls, tree, table):
        """A tree of our core that was grown on a table."""
        return cls(
            left=tree.children_left,
            right=tree.children_right,
            feature=tree.feature,
            threshold=tree.threshold,
            missing_left=tree.missing_go_to_left,
            goes_left=np.zeros((tree.node_count, 0), bool),
            leaf=tree.apply(table),
            weight=tree.weighted_n_node_samples,
            gain=tree.gain,
            value=tree.value[:, 0, 0],
        )


@dataclass(frozen=True)
class BoostedModel:
    """The trees of all rounds, one per score in each, and the resulting scores.

    ``start`` are the scores before the first round; ``reported`` are those after the last one as
    returned by the library, for the first training rows: (n_scores, rows).
    """

    trees: list[list[BoostedTree]]
    start: np.ndarray
    reported: np.ndarray

    def scores_after(self, n_rounds):
        """Scores of the training rows after some rounds, summed from leaves."""
        scores = np.repeat(self.start[:, None], len(self.trees[0][0].leaf), axis=1)
        for trees in self.trees[:n_rounds]:
            scores += [tree.value[tree.leaf] for tree in trees]
        return scores


def number_anew(nodes):
    """Renumber the nodes reachable from the root, each parent before its children.

    ``nodes`` are arrays by the names in KEPT; a peer may number nodes in another order, or keep
    pruned nodes.
    """
    order = [0]
    for node in order:
        if nodes["left"][node] != LEAF:
            order += [nodes["left"][node], nodes["right"][node]]
    place = np.full(len(nodes["left"]), LEAF)
    place[order] = np.arange(len(order))
    kept = {name: np.asarray(array)[order] for name, array in nodes.items()}
    for side in ("left", "right"):
        kept[side] = np.where(kept[side] == LEAF, LEAF, place[kept[side]])
    return kept


def write_models(peer, table, version, recorded):
    """Write the models of one table: pairs of a case and (trees as nodes, start, scores).

    Trees are in the order in which they were grown, each as arrays by the names in KEPT.
    """
    arrays = []
    for case, (trees, start, scores) in recorded:
        trees = [number_anew(nodes) for nodes in trees]
        joined = {name: np.concatenate([nodes[name] for nodes in trees]) for name in KEPT}
        sizes = np.array([len(nodes["left"]) for nodes in trees])
        arrays.append(
            (case, joined | {"sizes": sizes, "start": start, REPORTED: scores[:, :SCORED]})
        )
    write_arrays(peer, table, version, arrays)


def read_model(case):
    """Recorded model of a case."""
    arrays, X = read_arrays(case), take_rows(case).X
    ends = np.cumsum(arrays["sizes"])[:-1]
    parts = {name: np.split(arrays[name], ends) for name in KEPT}
    trees = []
    for nodes in zip(*parts.values(), strict=True):
        goes_left = np.zeros((len(nodes[0]), 0), bool)
        named = {name: as_wide(array) for name, array in zip(KEPT, nodes, strict=True)}
        tree = BoostedTree(**named, goes_left=goes_left, leaf=None)
        trees.append(replace(tree, leaf=tree.route(X, [])))
    k = len(arrays["start"])
    rounds = [trees[i : i + k] for i in range(0, len(trees), k)]
    return BoostedModel(rounds, as_wide(arrays["start"]), as_wide(arrays[REPORTED]))


def as_wide(array):
    return array.astype(int if array.dtype.kind in "iu" else float)


def take_rows(case):
    """Rows that a case was fitted on: cells and targets are rounded to float32.

    With "codes" among its parameters, a column has at most that many values: its quantile bins.
    """
    sample = take_sample(case.table, "sklearn", case.weighted)
    X, y = sample.X, sample.y.astype(np.float32).astype(float)
    if "codes" in case.params:
        X = np.column_stack([bin_column(column, case.params["codes"]) for column in X.T])
    return replace(sample, X=X, y=y)


def bin_column(column, n):
    present = ~np.isnan(column)
    cuts = np.unique(np.quantile(column[present], np.arange(1, n) / n))
    return np.where(present, np.searchsorted(cuts, column), np.nan)
