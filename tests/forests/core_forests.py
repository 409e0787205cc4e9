"""Small forests of the core with known bags, and the paths of rows in their trees."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from properties.growing import Sample, grow
from spinney import _core

N_CATEGORIES = 5
ROUTES = {"learned": 0, "surrogate": 1, "fractional": 2, "stop": 3, "majority": 4}


def make_sample(kind="numbers", n_rows=60, seed=0, *, weighted=False, absent=True):
    """Return three numeric columns and a categorical one, with targets of one kind."""
    rng = np.random.default_rng(seed)
    columns = [rng.integers(0, 12, n_rows) / 4 for _ in range(3)]
    columns.append(rng.integers(0, N_CATEGORIES, n_rows).astype(float))
    signal = columns[0] + columns[1] * columns[2] + (columns[3] % 2) + rng.normal(size=n_rows)
    if absent:
        for column in columns:
            column[rng.random(n_rows) < 0.15] = np.nan
    thirds = np.searchsorted(np.quantile(signal, [1 / 3, 2 / 3]), signal)
    y, n_classes = {
        "numbers": (signal[:, None], ()),
        "two numbers": (np.column_stack([signal, columns[1] ** 2]), ()),
        "classes": (thirds[:, None].astype(np.int32), (3,)),
        "two outputs": (np.column_stack([thirds, signal > 2]).astype(np.int32), (3, 2)),
    }[kind]
    weight = rng.choice([0.0, 0.5, 1.0, 3.0], n_rows) if weighted else None
    return Sample(columns, [0, 0, 0, N_CATEGORIES], np.nan_to_num(y), weight, n_classes)


@dataclass(frozen=True)
class Grown:
    """A sample, the counts of its rows in each bag, and a tree for each bag."""

    sample: Sample
    counts: np.ndarray
    trees: list[_core.Tree]

    @property
    def bags(self):
        return _core.Bags(self.sample.n_rows, 1, True, 0, given=self.counts)

    @property
    def forest(self):
        return _core.Forest(self.trees)

    @property
    def weight(self):
        sample = self.sample
        return np.ones(sample.n_rows) if sample.weight is None else sample.weight

    def left_out(self, tree):
        return np.flatnonzero((self.counts[tree] == 0) & (self.weight > 0))


def draw_counts(n_trees, n_rows, seed=0):
    rng = np.random.default_rng(seed)
    draws = rng.integers(0, n_rows, (n_trees, n_rows))
    return np.stack([np.bincount(d, minlength=n_rows) for d in draws]).astype(np.uint32)


def grow_bags(sample, n_trees=4, route="learned", counts=None, **options):
    """Grow trees on bags drawn with replacement, or on the given bags."""
    counts = draw_counts(n_trees, sample.n_rows) if counts is None else counts
    weight = 1.0 if sample.weight is None else sample.weight
    routes = [ROUTES[route]] * len(sample.columns)
    options = {"missing_routes": routes, "unknown_routes": routes, "max_surrogates": 3} | options
    criterion = "gini" if sample.n_classes else "squared_error"
    trees = [
        grow(
            Sample(sample.columns, sample.levels, sample.y, count * weight, sample.n_classes),
            criterion,
            **{"max_features": 2, "seed": i} | options,
        )
        for i, count in enumerate(counts)
    ]
    return Grown(sample, counts, trees)


def children(tree, node):
    return {tree.first_child[node], tree.first_child[node] + 1} if tree.kind[node] else set()


def shares(tree, table):
    """Return for each row a dict with the share of it that passes each node."""
    indptr, indices = tree.decision_path(table)
    weight = tree.weighted_n_node_samples
    rows = []
    for begin, end in pairwise(indptr):
        passed = {0: 1.0}
        nodes = set(indices[begin:end].tolist())
        for node in sorted(nodes):
            below = nodes & children(tree, node)
            total = sum(weight[child] for child in below)
            passed |= {child: passed[node] * weight[child] / total for child in below}
        rows.append(passed)
    return rows


def ends(tree, passed):
    """Return the share of a row in each node where it, or a fraction of it, ends."""
    return {n: share for n, share in passed.items() if not children(tree, n) & passed.keys()}
