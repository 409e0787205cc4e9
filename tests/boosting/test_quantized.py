"""Gradients rounded to small integers: unbiased, accurate, and only used for the search."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from properties.growing import Sample, bits

from .core_booster import boost, make_loss, one_tree
from .problem_strategies import rngs
from .tables import make_sample, noise
from .test_growth import every_shape
from .test_properties import every_loss, few_examples

ROUNDED = {"max_bins": 255, "quantize": True}


@every_loss
def test_training_loss_matches_precise_gradients(loss, n_classes):
    sample = make_sample(np.random.default_rng(0), loss, n_classes, n_rows=2000)
    objective = make_loss(sample, loss)
    y = sample.y[:, 0].astype(float)
    options = {"n_rounds": 30, "rate": 0.2, "min_samples_leaf": 20, "max_bins": 255}

    def loss_after(**more):
        return objective.value(y, boost(sample, loss, **options, **more).scores, sample.weight)

    start = boost(sample, loss, n_rounds=0)
    decrease = objective.value(y, start.scores, sample.weight) - loss_after(quantize=False)
    rounded = [loss_after(quantize=True, seed=seed) for seed in range(3)]
    assert np.mean(rounded) - loss_after(quantize=False) < 0.02 * decrease


@pytest.mark.parametrize("unit", [True, False])
def test_rounding_has_no_bias(unit):
    """A step below the rounding unit is found in the sums of many rows."""
    rng = np.random.default_rng(0)
    sample, gradient, hessian = noise(rng, 20_000, 1)
    gradient = 1e-3 * gradient + 0.02 * (sample.columns[0] > 0.5)
    gradient[0] = 4000.0  # makes the rounding unit larger than all other gradients
    hessian = hessian if unit else rng.uniform(0.01, 1, len(hessian))
    options = {"max_depth": 1, "min_samples_leaf": 50}
    precise = one_tree(sample, gradient, hessian, max_bins=255, **options)
    rounded = [
        one_tree(sample, gradient, hessian, round=i, **ROUNDED, **options) for i in range(20)
    ]
    thresholds = np.array([tree.threshold[0] for tree in rounded])
    assert np.median(thresholds) == pytest.approx(precise.threshold[0], abs=0.3)


@every_shape
@few_examples
@given(rng=rngs, power=st.integers(-30, 30))
def test_gradient_scale_does_not_matter(shape, rng, power):
    sample, gradient, hessian = noise(rng, 300, 4)
    options = ROUNDED | {"growth": shape, "reg_lambda": 0.0}
    here = one_tree(sample, gradient, hessian, **options)
    there = one_tree(sample, np.ldexp(gradient, power), hessian, **options)
    scaled = ["value", "gain", "impurity"]
    assert bits(here, but=scaled) == bits(there, but=scaled)
    assert np.array_equal(np.ldexp(here.value, power), there.value)


@every_shape
@few_examples
@given(rng=rngs, unit=st.booleans())
def test_values_use_precise_gradients(shape, rng, unit):
    sample, gradient, hessian = noise(rng, 300, 4)
    gradient[:3] *= 1000
    hessian = hessian if unit else rng.uniform(1e-6, 1, 300)
    tree = one_tree(sample, gradient, hessian, **ROUNDED, growth=shape, max_depth=4)
    leaf = tree.apply(sample.table)
    for node in np.flatnonzero(tree.kind == 0):
        value = -gradient[leaf == node].sum() / (hessian[leaf == node].sum() + 1)
        assert tree.value[node, 0, 0] == pytest.approx(value, rel=1e-5, abs=1e-5)


@every_shape
@few_examples
@given(rng=rngs, rows=st.integers(1, 40))
def test_min_samples_leaf(shape, rng, rows):
    """Rows are counted exactly, even if rounded hessians are 0 or equal."""
    sample, gradient, hessian = noise(rng, 300, 4)
    for curve in (hessian, rng.choice([1e-9, 1.0], 300), np.full(300, 1e-12)):
        options = ROUNDED | {"growth": shape, "min_samples_leaf": rows, "max_depth": 5}
        tree = one_tree(sample, gradient, curve, **options)
        leaf = tree.apply(sample.table)
        counts = np.bincount(leaf, minlength=tree.node_count)[tree.kind == 0]
        assert np.array_equal(counts, tree.n_node_samples[tree.kind == 0])
        assert counts.min() >= rows


@every_shape
@pytest.mark.parametrize("n_rows", [300, 6000])
@pytest.mark.parametrize("unit", [True, False])
def test_rounding_keeps_the_gain(shape, n_rows, unit):
    """Also with a large min_samples_leaf and small hessians."""
    rng = np.random.default_rng(n_rows)
    sample, gradient, hessian = noise(rng, n_rows, 4)
    gradient += np.where(sample.columns[0] > 1.2, 3.0, sample.columns[1] > 0)
    if not unit:
        hessian = np.where(sample.columns[0] > 1, 0.02, 1.0) * rng.uniform(0.5, 1, n_rows)
        gradient *= np.sqrt(hessian)
    options = {"growth": shape, "max_leaf_nodes": 8, "max_depth": 0, "max_bins": 255}
    for rows in (1, n_rows // 20, n_rows // 8):
        trees = [
            one_tree(sample, gradient, hessian, **options, min_samples_leaf=rows, quantize=q)
            for q in (False, True)
        ]
        precise, rounded = (tree.gain.sum() for tree in trees)
        assert rounded == pytest.approx(precise, rel=0.02)


def test_rounding_differs_between_rounds():
    sample, gradient, hessian = noise(np.random.default_rng(1), 300, 4)
    options = ROUNDED | {"max_depth": 6}
    trees = [one_tree(sample, gradient, hessian, round=i, **options) for i in (0, 0, 1)]
    assert bits(trees[0]) == bits(trees[1])
    assert bits(trees[0]) != bits(trees[2])


def test_rounding_depends_on_the_seed():
    sample, gradient, hessian = noise(np.random.default_rng(1), 300, 4)
    trees = [one_tree(sample, gradient, hessian, seed=i, **ROUNDED, max_depth=6) for i in (0, 1)]
    assert bits(trees[0]) != bits(trees[1])


def test_many_rows_do_not_overflow():
    """Sums of half a million gradients of maximum size are correct."""
    n = 500_000
    rng = np.random.default_rng(0)
    sample, _, hessian = noise(rng, n, 1)
    gradient = np.where(sample.columns[0] > 0.3, 1.0, 1.0 - 2e-3)
    tree = one_tree(sample, gradient, hessian, **ROUNDED, max_depth=1, reg_lambda=0.0)
    assert tree.threshold[0] == pytest.approx(0.3, abs=0.02)
    assert tree.weighted_n_node_samples[0] == pytest.approx(n)


@every_loss
def test_perfect_fit_is_finite(loss, n_classes):
    x = np.repeat(np.arange(6.0), 20)
    y = (x % n_classes).astype(np.int32) if n_classes else x
    sample = Sample([x], [0], y[:, None], None, (n_classes,) if n_classes else ())
    trained = boost(sample, loss, 60, 1.0, **ROUNDED)
    assert np.isfinite(trained.scores).all()


@pytest.mark.parametrize("scale", [1e-30, 1e-36])
def test_tiny_targets_are_split(scale):
    """The inverse of a rounding unit must be a finite float."""
    x = np.repeat(np.arange(6.0), 20)
    sample = Sample([x], [0], scale * (x > 2)[:, None])
    (tree,) = boost(sample, "squared_error", 1, **ROUNDED).trees
    assert tree.n_leaves == 2
    assert tree.threshold[0] == 2.5
