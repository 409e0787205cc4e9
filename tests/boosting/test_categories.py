"""Categories in boosting: ordering, one-hot splits, many levels, unseen levels."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from properties.growing import Sample

from .core_booster import boost, one_tree
from .problem_strategies import rngs
from .reference import Rules
from .test_growth import every_bin_count
from .test_properties import both_roundings, few_examples
from .tree_comparison import check_tree


def category_problem(rng, n_rows=120, n_levels=9, missing=0.1):
    """One informative categorical column and one of noise."""
    level = rng.integers(n_levels, size=n_rows).astype(float)
    gradient = rng.normal(size=n_levels)[level.astype(int)] + rng.normal(size=n_rows)
    level[rng.random(n_rows) < missing] = np.nan
    other = rng.integers(n_levels, size=n_rows).astype(float)
    sample = Sample([level, other], [n_levels] * 2, np.zeros((n_rows, 1)))
    return sample, gradient, rng.uniform(0.1, 1, n_rows)


@every_bin_count
@few_examples
@given(
    rng=rngs,
    levels=st.sampled_from([3, 9, 40]),
    rules=st.fixed_dictionaries(
        {
            "cat_smooth": st.sampled_from([0.0, 1.0, 10.0]),
            "cat_l2": st.sampled_from([0.0, 3.0]),
            "min_samples_category": st.sampled_from([0.0, 2.7, 10.3]),
            "max_onehot": st.sampled_from([1, 4, 12]),
        }
    ),
    weighted=st.booleans(),
)
def test_against_reference(max_bins, rng, levels, rules, weighted):
    sample, gradient, hessian = category_problem(rng, n_levels=levels)
    weight = rng.choice([0.5, 1.0, 3.0], sample.n_rows) if weighted else None
    sample = replace(sample, weight=weight)
    parameters = rules | {"max_depth": 3, "min_samples_leaf": 3}
    tree = one_tree(sample, gradient, hessian, max_bins=max_bins, **parameters)
    check_tree(tree, sample, gradient, hessian, Rules(**parameters))


@every_bin_count
@both_roundings
@few_examples
@given(rng=rngs)
def test_level_names_do_not_matter(max_bins, quantize, rng):
    sample, gradient, hessian = category_problem(rng)
    names = rng.permutation(9)
    renamed = [
        np.where(np.isnan(c), c, names[np.nan_to_num(c).astype(int)]) for c in sample.columns
    ]
    other = replace(sample, columns=renamed)
    search = {"max_bins": max_bins, "quantize": quantize, "min_samples_leaf": 5}
    here, there = (one_tree(s, gradient, hessian, **search) for s in (sample, other))
    np.testing.assert_allclose(
        here.predict(sample.table), there.predict(other.table), rtol=1e-9, atol=1e-12
    )


@every_bin_count
@few_examples
@given(rng=rngs)
def test_one_hot_splits_equal_dummy_columns(max_bins, rng):
    """With one-hot splits only, a category is equivalent to a 0/1 column per level."""
    sample, gradient, hessian = category_problem(rng, n_levels=6, missing=0.0)
    dummies = [(c == v).astype(float) for c in sample.columns for v in range(6)]
    other = replace(sample, columns=dummies, levels=[0] * 12)
    options = {"max_bins": max_bins, "max_depth": 3, "min_samples_leaf": 4}
    here = one_tree(sample, gradient, hessian, max_onehot=6, **options)
    there = one_tree(other, gradient, hessian, **options)
    np.testing.assert_allclose(
        here.predict(sample.table), there.predict(other.table), rtol=1e-9, atol=1e-12
    )
    assert np.sort(here.gain) == pytest.approx(np.sort(there.gain))


@every_bin_count
@both_roundings
def test_thousands_of_levels(max_bins, quantize):
    rng = np.random.default_rng(0)
    n_rows, n_levels = 20_000, 5_000
    level = rng.integers(n_levels, size=n_rows).astype(float)
    gradient = np.where(level % 2, 1.0, -1.0) + 0.1 * rng.normal(size=n_rows)
    sample = Sample([level], [n_levels], np.zeros((n_rows, 1)))
    search = {"max_bins": max_bins, "quantize": quantize, "max_depth": 1}
    alone = {"cat_smooth": 1.0, "cat_l2": 0.0, "min_samples_category": 0.0}
    tree = one_tree(sample, gradient, np.ones(n_rows), **alone, **search)
    left = np.isin(level, tree.categories_left(0))
    agreement = np.mean(left == (level % 2 == 1))
    assert max(agreement, 1 - agreement) > 0.99
    assert set(tree.categories_seen(0).tolist()) == set(level.astype(int).tolist())


@every_bin_count
@both_roundings
def test_rare_levels_form_one_group(max_bins, quantize):
    """Grouping rare levels prevents overfitting to their noise."""
    rng = np.random.default_rng(0)
    n_rows, n_levels = 2_000, 500
    level = rng.integers(n_levels, size=n_rows).astype(float)
    sample = Sample([level], [n_levels], np.zeros((n_rows, 1)))
    gradient = rng.normal(size=n_rows)
    search = {"max_bins": max_bins, "quantize": quantize, "max_depth": 1}
    ungrouped = one_tree(sample, gradient, np.ones(n_rows), min_samples_category=0.0, **search)
    assert ungrouped.n_leaves == 2
    assert (
        one_tree(sample, gradient, np.ones(n_rows), min_samples_category=50.0, **search).n_leaves
        == 1
    )


@every_bin_count
@both_roundings
def test_rare_levels_are_smoothed(max_bins, quantize):
    """Smoothing moves a level with a single row to the middle of the order."""
    level = np.repeat([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [40, 40, 40, 40, 40, 1])
    mean = np.repeat([-1.0, -0.9, 0.0, 0.9, 1.0, -5.0], [40, 40, 40, 40, 40, 1])
    sample = Sample([level], [6], np.zeros((len(level), 1)))
    search = {"max_bins": max_bins, "quantize": quantize, "max_depth": 1, "min_samples_leaf": 30}

    def left_levels(smooth):
        tree = one_tree(sample, mean, np.ones(len(level)), cat_smooth=smooth, **search)
        return set(tree.categories_left(0).tolist())

    assert 5 in left_levels(0.0)
    assert left_levels(0.0) in ({0, 1, 5}, {0, 1, 2, 5})
    assert left_levels(1000.0) in ({0, 1}, {0, 1, 5}, {0, 1, 2, 5})


@every_bin_count
@both_roundings
@few_examples
@given(rng=rngs)
def test_unseen_and_unknown_levels(max_bins, quantize, rng):
    """Unseen levels go to the heavier child; unknown levels are treated as missing."""
    sample, gradient, hessian = category_problem(rng, n_levels=9, missing=0.0)
    sample = replace(sample, columns=sample.columns[:1], levels=[12])
    search = {"max_bins": max_bins, "quantize": quantize, "max_depth": 1, "min_samples_leaf": 5}
    tree = one_tree(sample, gradient, hessian, **search)
    assume(tree.node_count == 3)  # the penalty of sorted categories may exceed every gain
    left, right = tree.children_left[0], tree.children_right[0]
    weight = tree.weighted_n_node_samples
    heavy = left if weight[left] > weight[right] else right
    absent = np.array([10.0, 11.0, 12.0, 99.0, np.nan, -1.0])
    table = replace(sample, columns=[absent], y=np.zeros((6, 1))).table
    assert tree.apply(table).tolist() == [heavy] * 6


@every_bin_count
@both_roundings
def test_categories_and_numbers_in_rounds(max_bins, quantize):
    rng = np.random.default_rng(5)
    sample, gradient, _ = category_problem(rng, n_rows=500)
    number = rng.normal(size=500)
    y = -gradient + (number > 0)
    sample = Sample([*sample.columns, number], [9, 9, 0], y[:, None])
    search = {"max_bins": max_bins, "quantize": quantize, "min_samples_leaf": 10}
    trained = boost(sample, "squared_error", 20, 0.3, **search)
    assert np.array_equal(trained.scores, trained.predict(sample.table))
    assert np.mean((trained.scores[0] - y) ** 2) < 0.8 * y.var()
