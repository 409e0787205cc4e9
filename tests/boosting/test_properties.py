"""Invariances of boosting: order of rows and features, scales, formats, precision."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .core_booster import boost, make_booster, make_loss
from .problem_strategies import rngs
from .tables import LOSSES, SMOOTH, make_sample

few_examples = settings(max_examples=settings().max_examples // 5)
BINS = {"max_bins": 255, "min_samples_leaf": 5}
GROWTH = {
    "best first": BINS | {"max_leaf_nodes": 8, "max_depth": 0},
    "level by level": BINS | {"growth": "level"},
    "symmetric": BINS | {"growth": "symmetric"},
    "exact": BINS | {"max_bins": 0},
    "many bins": BINS | {"max_bins": 1000},
    "classic": BINS | {"algorithm": "classic"},
}
SAMPLING = {
    "rows": {"subsample": 0.7},
    "columns": {"colsample_bytree": 0.8, "colsample_bylevel": 0.8, "colsample_bynode": 0.8},
}
every_loss = pytest.mark.parametrize(("loss", "n_classes"), LOSSES.values(), ids=LOSSES)
smooth_losses = pytest.mark.parametrize(("loss", "n_classes"), SMOOTH.values(), ids=SMOOTH)
every_growth = pytest.mark.parametrize("growth", GROWTH.values(), ids=GROWTH)
both_roundings = pytest.mark.parametrize("quantize", [False, True], ids=["precise", "quantized"])


def assert_same_trees(here, there, rtol=1e-9, but=()):
    """Compare splits exactly, and values up to rounding."""
    for one, other in zip(here, there, strict=True):
        for name in ("feature", "threshold", "n_node_samples", "missing_go_to_left"):
            if name not in but:
                np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
        np.testing.assert_allclose(one.value, other.value, rtol=rtol, atol=rtol)


@every_loss
@every_growth
@both_roundings
@few_examples
@given(rng=rngs)
def test_scores_follow_the_trees(loss, n_classes, growth, quantize, rng):
    sample = make_sample(rng, loss, n_classes)
    trained = boost(sample, loss, quantize=quantize, **growth)
    assert max(tree.n_leaves for tree in trained.trees) > 2
    assert np.array_equal(trained.scores, trained.predict(sample.table))


@every_loss
@every_growth
@few_examples
@given(rng=rngs)
def test_row_order_does_not_matter(loss, n_classes, growth, rng):
    sample = make_sample(rng, loss, n_classes)
    order = rng.permutation(sample.n_rows)
    here, there = boost(sample, loss, **growth), boost(sample.rows(order), loss, **growth)
    assert here.bits()[0] == there.bits()[0]
    assert np.array_equal(here.scores[:, order], there.scores)


@smooth_losses
@every_growth
@both_roundings
@few_examples
@given(rng=rngs)
def test_feature_order_does_not_matter(loss, n_classes, growth, quantize, rng):
    sample = make_sample(rng, loss, n_classes)
    order = rng.permutation(len(sample.columns))
    columns = [sample.columns[j] for j in order]
    other = replace(sample, columns=columns, levels=[sample.levels[j] for j in order])
    here, there = (boost(s, loss, quantize=quantize, **growth) for s in (sample, other))
    np.testing.assert_allclose(here.scores, there.scores, rtol=1e-9, atol=1e-9)


@smooth_losses
@pytest.mark.parametrize("max_bins", [0, 255, 1000])
@few_examples
@given(rng=rngs)
def test_integer_weights_are_repeated_rows(loss, n_classes, max_bins, rng):
    check_integer_weights(loss, n_classes, max_bins, rng)


@pytest.mark.parametrize("max_bins", [0, 255])
def test_integer_weights_at_the_limit_of_rare_categories(max_bins):
    """A category has exactly the weight that min_samples_category requires."""
    check_integer_weights("squared_error", 0, max_bins, np.random.default_rng(259))


def check_integer_weights(loss, n_classes, max_bins, rng):
    sample = make_sample(rng, loss, n_classes, weighted=False)
    times = rng.integers(1, 4, sample.n_rows)
    repeated = sample.rows(np.repeat(np.arange(sample.n_rows), times))
    weighted = replace(sample, weight=times.astype(float))
    # Random scores, for which no two splits have equal gains.
    objective = make_loss(sample, loss)
    scores = rng.normal(size=(objective.n_scores, sample.n_rows))
    options = {"max_bins": max_bins, "min_child_weight": 8.0}
    here = make_booster(weighted, objective, scores, **options)
    there = make_booster(repeated, objective, np.repeat(scores, times, axis=1), **options)
    for i in range(3):
        assert_same_trees(here.step(i, 0.5), there.step(i, 0.5), but=["n_node_samples"])


@smooth_losses
@pytest.mark.parametrize("max_bins", [0, 255, 1000])
@both_roundings
@few_examples
@given(rng=rngs)
def test_monotone_transform_keeps_the_partition(loss, n_classes, max_bins, quantize, rng):
    sample = make_sample(rng, loss, n_classes)
    columns = list(sample.columns)
    for j in np.flatnonzero(np.array(sample.levels) == 0):
        present = ~np.isnan(columns[j])
        values, ranks = np.unique(columns[j][present], return_inverse=True)
        columns[j] = columns[j].copy()
        columns[j][present] = np.cumsum(rng.uniform(0.1, 9, len(values)))[ranks]
    other = replace(sample, columns=columns)
    here, there = (boost(s, loss, max_bins=max_bins, quantize=quantize) for s in (sample, other))
    assert here.bits(but=["threshold"]) == there.bits(but=["threshold"])


@smooth_losses
@every_growth
@both_roundings
@few_examples
@given(rng=rngs, power=st.integers(-20, 20))
def test_weights_times_a_power_of_two(loss, n_classes, growth, quantize, rng, power):
    sample = make_sample(rng, loss, n_classes, missing=False)
    # Without categories and penalties, which depend on the scale of weights.
    sample = replace(sample, levels=[0, 0, 0, 0])
    scaled = replace(sample, weight=np.ldexp(sample.weight, power))
    options = growth | {"reg_lambda": 0.0, "quantize": quantize}
    here, there = boost(sample, loss, **options), boost(scaled, loss, **options)
    in_weight = ["weighted_n_node_samples", "gain", "impurity"]
    assert here.bits(but=in_weight) == there.bits(but=in_weight)


@every_loss
@every_growth
@both_roundings
@few_examples
@given(rng=rngs)
def test_sparse_equals_dense(loss, n_classes, growth, quantize, rng):
    sample = make_sample(rng, loss, n_classes)
    columns = [np.where(rng.random(sample.n_rows) < 0.6, 0.0, c) for c in sample.columns]
    sample = replace(sample, columns=columns)
    here = boost(sample, loss, quantize=quantize, **growth)
    there = boost(sample, loss, table=sample.sparse_table, quantize=quantize, **growth)
    assert here.bits() == there.bits()
    assert np.array_equal(here.predict(sample.sparse_table), there.scores)


@every_loss
@every_growth
@both_roundings
@few_examples
@given(rng=rngs)
def test_single_precision_columns(loss, n_classes, growth, quantize, rng):
    sample = make_sample(rng, loss, n_classes)
    narrow = replace(sample, columns=[column.astype(np.float32) for column in sample.columns])
    wide = replace(narrow, columns=[column.astype(np.float64) for column in narrow.columns])
    here, there = (boost(s, loss, quantize=quantize, **growth) for s in (narrow, wide))
    assert here.bits() == there.bits()


@every_loss
@pytest.mark.parametrize("shape", ["best first", "level by level", "classic"])
@both_roundings
@few_examples
@given(rng=rngs)
def test_enough_bins_equal_exact_search(loss, n_classes, shape, quantize, rng):
    sample = make_sample(rng, loss, n_classes)
    options = GROWTH[shape] | {"quantize": quantize}
    exact, *binned = (boost(sample, loss, **options | {"max_bins": n}) for n in (0, 255, 1000))
    # Values of inner nodes are summed in a different order; leaf values are part of the scores.
    excluded = ["threshold", "value"]
    for other in binned:
        assert exact.bits(but=excluded) == other.bits(but=excluded)
        assert np.array_equal(exact.leaves(sample.table), other.leaves(sample.table))


@every_loss
@every_growth
@pytest.mark.parametrize("sampling", [{}, *SAMPLING.values()], ids=["all", *SAMPLING])
@both_roundings
def test_continued_rounds(loss, n_classes, growth, sampling, quantize):
    sample = make_sample(np.random.default_rng(3), loss, n_classes)
    options = growth | sampling | {"quantize": quantize, "seed": 11}
    whole = boost(sample, loss, n_rounds=6, **options)
    first = boost(sample, loss, n_rounds=3, **options)
    rest = make_booster(sample, make_loss(sample, loss), first.scores.copy(), **options)
    rounds = first.rounds + [rest.step(i, 0.5) for i in (3, 4, 5)]
    assert replace(first, rounds=rounds, scores=rest.scores.copy()).bits() == whole.bits()
