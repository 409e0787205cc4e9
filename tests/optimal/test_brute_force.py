"""Optimal trees have the cost of the best tree found by enumeration."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spinney import OptimalTreeClassifier, OptimalTreeRegressor
from spinney.optimal.search import objective_of

from .brute_force import (
    best_cost,
    category_masks,
    class_cost,
    square_cost,
    threshold_masks,
)

CLOSE = 1e-9


@st.composite
def tables(draw):
    """A small numeric table, class labels, numeric targets and weights."""
    rng = np.random.default_rng(draw(st.integers(0, 2**31)))
    n_rows = draw(st.integers(2, 14))
    n_values = draw(st.sampled_from([2, 4, 30]))
    X = rng.integers(0, n_values, size=(n_rows, draw(st.integers(1, 3)))).astype(float)
    classes = rng.integers(0, draw(st.integers(2, 3)), size=n_rows)
    numbers = np.round(rng.normal(size=n_rows), draw(st.integers(0, 2)))
    weight = draw(
        st.sampled_from(
            [
                np.ones(n_rows),
                rng.integers(1, 4, size=n_rows).astype(float),
                rng.random(n_rows) + 0.1,
            ]
        )
    )
    return X, classes, numbers, weight


def all_threshold_masks(X):
    return [mask for column in X.T for mask in threshold_masks(column)]


@settings(max_examples=120, deadline=None)
@given(
    table=tables(),
    depth=st.integers(1, 3),
    penalty=st.sampled_from([0.0, 0.03, 0.2]),
    max_leaves=st.sampled_from([None, 2, 3, 5]),
    min_rows=st.sampled_from([1, 1, 2, 3]),
)
def test_classification(table, depth, penalty, max_leaves, min_rows):
    X, y, _, weight = table
    tree = OptimalTreeClassifier(
        max_depth=depth,
        leaf_penalty=penalty,
        max_leaf_nodes=max_leaves,
        min_samples_leaf=min_rows,
    ).fit(X, y, weight)
    expected = best_cost(
        all_threshold_masks(X),
        y,
        weight,
        class_cost,
        depth,
        leaf_price=penalty * weight.sum(),
        max_leaves=max_leaves,
        min_rows=min_rows,
    )
    assert tree.proven_
    assert tree.objective_ == pytest.approx(expected / weight.sum(), abs=CLOSE)
    assert objective_of(tree._fitted().tree, penalty) == pytest.approx(tree.objective_, abs=CLOSE)
    assert tree._fitted().tree.max_depth <= depth
    assert tree._fitted().tree.n_node_samples.min() >= min(min_rows, len(y))
    assert max_leaves is None or tree._fitted().tree.n_leaves <= max_leaves
    wrong = weight[tree.predict(X) != y].sum() / weight.sum()
    assert wrong + penalty * tree._fitted().tree.n_leaves == pytest.approx(
        tree.objective_, abs=CLOSE
    )


@settings(max_examples=80, deadline=None)
@given(
    table=tables(),
    depth=st.integers(1, 3),
    penalty=st.sampled_from([0.0, 0.03]),
    max_leaves=st.sampled_from([None, 3]),
    min_rows=st.sampled_from([1, 2]),
)
def test_regression(table, depth, penalty, max_leaves, min_rows):
    X, _, y, weight = table
    tree = OptimalTreeRegressor(
        max_depth=depth,
        leaf_penalty=penalty,
        max_leaf_nodes=max_leaves,
        min_samples_leaf=min_rows,
    ).fit(X, y, weight)
    total = square_cost(y, weight)
    if total < CLOSE:
        assert tree._fitted().tree.n_leaves == 1
        return
    expected = best_cost(
        all_threshold_masks(X),
        y,
        weight,
        square_cost,
        depth,
        leaf_price=penalty * total,
        max_leaves=max_leaves,
        min_rows=min_rows,
    )
    assert tree.proven_
    assert tree.objective_ == pytest.approx(expected / total, abs=1e-8)
    left = float((weight * (tree.predict(X) - y) ** 2).sum()) / total
    assert left + penalty * tree._fitted().tree.n_leaves == pytest.approx(tree.objective_, abs=1e-8)


@pytest.mark.parametrize("seed", range(8))
def test_categories(seed):
    """With three classes, a split separates one category from the others."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({"a": rng.choice(list("pqrst"), 25), "b": rng.normal(size=25).round(1)})
    y = rng.integers(0, 3, size=25)
    tree = OptimalTreeClassifier(max_depth=2).fit(X, y)
    masks = category_masks(X["a"].to_numpy()) + threshold_masks(X["b"].to_numpy())
    assert tree.objective_ * 25 == pytest.approx(
        best_cost(masks, y, np.ones(25), class_cost, 2), abs=CLOSE
    )
    assert np.mean(tree.predict(X) != y) == pytest.approx(tree.objective_)


@pytest.mark.parametrize("seed", range(8))
def test_ordered_categories(seed):
    """In regression, splits also separate the categories with the lowest means."""
    rng = np.random.default_rng(seed)
    labels = rng.choice(list("pqrstu"), 40)
    X = pd.DataFrame({"a": labels, "b": rng.integers(0, 4, size=40)})
    y = rng.normal(size=40).round(1) + (labels > "q")
    tree = OptimalTreeRegressor(max_depth=2).fit(X, y)
    means = pd.Series(y).groupby(labels).mean()
    masks = category_masks(labels) + threshold_masks(X["b"].to_numpy())
    masks += threshold_masks(means[labels].to_numpy())
    weight = np.ones(40)
    expected = best_cost(masks, y, weight, square_cost, 2) / square_cost(y, weight)
    assert tree.objective_ == pytest.approx(expected, abs=1e-8)
    assert tree.score(X, y) == pytest.approx(1 - expected, abs=1e-8)
