"""The core's WeightedTrees, weighted_medians and with_scores."""

import numpy as np
import pytest

from core_options import make_options
from spinney import _core

from .reference import weighted_median

rng = np.random.default_rng(0)
X = np.column_stack(
    [rng.normal(size=150), rng.integers(0, 5, 150), rng.integers(0, 4, 150), rng.normal(size=150)]
)
X[rng.random(150) < 0.1, 0] = np.nan
TABLE = _core.Table.from_matrix(X, [0, 0, 4, 0])
CLASSES = ((X[:, 1] > 2) ^ (X[:, 3] > 0.2)).astype(np.int32).reshape(-1, 1)
NUMBERS = (X[:, 1] + X[:, 3] ** 2).reshape(-1, 1)
WEIGHTS = {
    "uneven": rng.random(150) + 0.1,
    "counts": rng.poisson(1, 150).astype(float),
    "tiny and large": np.where(rng.random(150) < 0.5, 1e-40, 1.0),
    "one row": np.eye(150)[3],
}


def tree_options(**settings):
    return make_options(_core.TreeOptions, max_features=4, max_surrogates=2, **settings)


@pytest.mark.parametrize("route", [0, 1, 2])
@pytest.mark.parametrize("depth", [1, 4])
@pytest.mark.parametrize("task", ["gini", "squared_error"])
def test_reweighted_tree_equals_a_tree_grown_from_scratch(task, depth, route):
    y, n_classes = (CLASSES, [2]) if task == "gini" else (NUMBERS, [])
    options = tree_options(criterion=task, max_depth=depth, missing_routes=[route] * 4)
    trees = _core.WeightedTrees(TABLE, y, n_classes, options)
    options.min_weight_leaf, options.seed = 0.5, 7
    for weight in [*WEIGHTS.values(), WEIGHTS["uneven"]]:
        reweighted = trees.grow(weight, 0.5, 7)
        expected = _core.grow_tree(TABLE, y, weight, n_classes, options)
        for name, array in expected.__getstate__().items():
            np.testing.assert_array_equal(reweighted.__getstate__()[name], array, err_msg=name)


def test_invalid_weights():
    trees = _core.WeightedTrees(TABLE, CLASSES, [2], tree_options(max_depth=1))
    with pytest.raises(ValueError, match="entry per row"):
        trees.grow(np.ones(149))
    with pytest.raises(ValueError, match="positive"):
        trees.grow(np.zeros(150))
    with pytest.raises(ValueError, match="monotonic"):
        _core.WeightedTrees(TABLE, CLASSES, [2], tree_options(monotonic=[1]))


@pytest.mark.parametrize("n_members", [1, 2, 5, 40])
def test_weighted_medians(n_members):
    values = rng.integers(0, 9, (2100, n_members)).astype(float)
    votes = rng.integers(1, 5, n_members).astype(float)
    medians = _core.weighted_medians(values, votes, 2)
    assert medians[:50].tolist() == [weighted_median(row, votes) for row in values[:50]]
    assert (medians == _core.weighted_medians(values, votes, 1)).all()
    with pytest.raises(ValueError, match="column"):
        _core.weighted_medians(values, np.ones(n_members + 1))


def test_with_scores_replaces_node_values():
    options = tree_options(max_depth=2)
    tree = _core.WeightedTrees(TABLE, CLASSES, [2], options).grow(np.ones(150))
    scores = np.arange(float(tree.node_count))
    scored = _core.with_scores(tree, scores)
    assert (scored.predict(TABLE)[:, 0, 0] == tree.apply(TABLE)).all()
    with pytest.raises(ValueError, match="entry per node"):
        _core.with_scores(tree, scores[1:])
