"""Large nodes are searched in coarse bins; the split must still be the best one."""

import numpy as np
import pytest

from spinney import DecisionTreeClassifier, DecisionTreeRegressor

N_ROWS = 60_000  # above the core's limit for coarse bins
COPIES = 10  # with 8 kinds of columns: too many cells for presorted columns


def columns(rng, dtype):
    """Columns of many distributions: smooth, skewed, discrete, constant, with missing values."""
    n = N_ROWS
    kinds = [
        rng.normal(size=n),
        np.exp(4 * rng.normal(size=n)),
        rng.integers(0, 1000, n) / 7,
        np.where(rng.random(n) < 0.9, 0.0, rng.normal(size=n)),
        np.where(rng.random(n) < 0.3, np.nan, rng.normal(size=n)),
        np.where(rng.random(n) < 0.5, 1e-30, 1e30) * rng.random(n),
        1e6 + rng.random(n),
        np.sort(rng.normal(size=n)),
    ]
    return np.column_stack([column.astype(dtype) for column in kinds])


def best_score(x, y, w):
    """Largest sum over both sides of (sum of w y)^2 / (sum of w), over all splits of x."""
    present = ~np.isnan(x)
    order = np.argsort(x[present], kind="stable")
    value = x[present][order]
    weight, moment = (np.cumsum(v[present][order]) for v in (w, w * y))
    cuts = np.flatnonzero(np.append(value[1:] > value[:-1], not present.all()))
    best = -np.inf
    for missing_left in (False, True):
        cuts = cuts[cuts < len(value) - 1] if missing_left else cuts
        left_weight = weight[cuts] + missing_left * w[~present].sum()
        left_moment = moment[cuts] + missing_left * (w * y)[~present].sum()
        right_weight, right_moment = w.sum() - left_weight, (w * y).sum() - left_moment
        best = max(best, np.max(left_moment**2 / left_weight + right_moment**2 / right_weight))
    return best


@pytest.mark.parametrize("dtype", [np.float32, pytest.param(np.float64, marks=pytest.mark.slow)])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("task", ["classes", "numbers"])
def test_split_of_a_large_node(task, weighted, dtype):
    rng = np.random.default_rng([task == "classes", weighted, dtype == np.float32])
    base = columns(rng, dtype)
    noise = np.concatenate([rng.permuted(base, axis=0) for _ in range(COPIES)], axis=1)
    w = rng.random(N_ROWS) + 0.5 if weighted else np.ones(N_ROWS)
    tree_type = DecisionTreeClassifier if task == "classes" else DecisionTreeRegressor
    for feature, column in enumerate(base.T):
        y = 2.0 * (column > np.nanquantile(column, 0.63)) + rng.normal(size=N_ROWS)
        y = (y > 0.5).astype(float) if task == "classes" else y
        X = noise.copy()
        X[:, 30] = column
        tree = tree_type(max_depth=1).fit(X, y, w if weighted else None)._fitted().tree
        goes_left = np.where(
            np.isnan(column), bool(tree.missing_go_to_left[0]), column <= tree.threshold[0]
        )
        sides = [(w[side].sum(), (w * y)[side].sum()) for side in (goes_left, ~goes_left)]
        assert tree.feature[0] == 30, feature
        assert sum(m * m / v for v, m in sides) == pytest.approx(
            best_score(column, y, w), rel=1e-12
        )


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_large_weights_do_not_depend_on_the_order_of_rows(criterion):
    """Squares of the sums exceed 2^53. The columns 0 and 1 have the same splits, which tie."""
    rng = np.random.default_rng(0)
    x = rng.integers(0, 50, N_ROWS)
    X = np.column_stack([x, -x, rng.integers(0, 9, N_ROWS)])
    y, weight = rng.integers(0, 3, N_ROWS), rng.integers(1, 2**14, N_ROWS)
    trees = set()
    for _ in range(4):
        order = rng.permutation(N_ROWS)
        model = DecisionTreeClassifier(criterion=criterion, max_depth=7)
        tree = model.fit(X[order], y[order], weight[order]).tree_
        trees.add((*tree.feature, *tree.threshold))
    assert len(trees) == 1
