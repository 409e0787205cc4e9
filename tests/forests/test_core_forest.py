"""Packed forests predict like their trees, and unpack to the same trees."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from properties.growing import Sample, grow
from properties.test_ensemble import ROUTES, as_csc
from spinney import _core

from .core_samples import grow_trees, mean_prediction, new_rows

CRITERIA = ["gini", "entropy", "squared_error", "absolute_error", "poisson"]
PLAIN = ["learned", "majority"]

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=settings().max_examples // 5)
kinds = {
    "n_outputs": st.sampled_from([1, 2]),
    "weighted": st.sampled_from(["none", "bag", "any"]),
    "min_samples_leaf": st.sampled_from([1, 4]),
}


def arrays(tree):
    """Return the arrays that packing preserves exactly."""
    names = ["kind", "feature", "threshold", "first_child", "missing_go_to_left"]
    exact = [getattr(tree, name).tobytes() for name in (*names, "n_node_samples")]
    leaf = tree.kind == 0
    exact += [tree.value[leaf].tobytes(), tree.weighted_n_node_samples[leaf].tobytes()]
    nodes = np.flatnonzero(tree.kind == 2)
    sets = [(*tree.categories_left(i), -1, *tree.categories_seen(i)) for i in nodes]
    return exact, sets, list(tree.missing_route), list(tree.unknown_route)


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("route", PLAIN)
@few
@given(rng=seeds, **{name: kinds[name] for name in kinds})
def test_unpacked_trees_equal_the_originals(criterion, route, rng, **kind):
    trees = grow_trees(rng, criterion, route=route, **kind)
    forest = _core.Forest(trees)
    assert forest.n_nodes == sum(tree.node_count for tree in trees)
    for i, tree in enumerate(trees):
        unpacked = forest.tree(i)
        assert arrays(unpacked) == arrays(tree)
        scale = np.abs(tree.value).max()
        np.testing.assert_allclose(unpacked.value, tree.value, rtol=0, atol=1e-12 * scale)
        weight = tree.weighted_n_node_samples
        np.testing.assert_allclose(unpacked.weighted_n_node_samples, weight, rtol=1e-12)
        np.testing.assert_allclose(
            unpacked.gain, tree.gain, rtol=2e-6, atol=1e-12 * tree.gain.max()
        )
        top = tree.impurity.max()
        np.testing.assert_allclose(unpacked.impurity, tree.impurity, rtol=2e-6, atol=1e-9 * top)


def check_prediction(trees, forest, table):
    nodes = np.stack([tree.apply(table) for tree in trees], axis=1)
    assert np.array_equal(forest.apply(table), nodes)
    assert forest.predict(table).tobytes() == mean_prediction(trees, table).tobytes()


@pytest.mark.parametrize("criterion", ["gini", "squared_error"])
@pytest.mark.parametrize("route", ROUTES)
@few
@given(
    rng=seeds,
    n_rows=st.sampled_from([1, 7, 9, 64, 200]),
    absent=st.sampled_from([0.0, 0.2]),
    **{name: kinds[name] for name in kinds},
)
def test_prediction_equals_the_mean_of_the_trees(criterion, route, rng, n_rows, absent, **kind):
    trees = grow_trees(rng, criterion, route=route, **kind)
    table = new_rows(rng, n_rows, absent)
    forest = _core.Forest(trees)
    check_prediction(trees, forest, table)
    check_prediction([forest.tree(i) for i in range(5)], forest, table)


def reference_mode(predicted):
    """Return the most frequent value over trees (axis 0), the smallest in case of ties."""
    found = np.empty(predicted.shape[1:])
    for at in np.ndindex(found.shape):
        numbers, counts = np.unique(predicted[(slice(None), *at)], return_counts=True)
        found[at] = numbers[np.argmax(counts)]
    return found


@pytest.mark.parametrize("criterion", ["gini", "squared_error"])
@pytest.mark.parametrize("route", ["learned", "fractional"])
@few
@given(rng=seeds, **{name: kinds[name] for name in kinds})
def test_mode_and_median(criterion, route, rng, **kind):
    trees = grow_trees(rng, criterion, route=route, **kind)
    trees += trees[1:2]
    table, forest = new_rows(rng), _core.Forest(trees)
    predicted = np.stack([tree.predict(table) for tree in trees])
    if criterion == "gini":
        votes = (np.arange(predicted.shape[-1]) == predicted.argmax(axis=-1)[..., None]).mean(
            axis=0
        )
        np.testing.assert_allclose(forest.predict(table, "mode"), votes, rtol=1e-15)
        medians = np.median(predicted, axis=0)
        total = medians.sum(axis=-1, keepdims=True)
        used = np.arange(predicted.shape[-1]) < np.array(forest.n_classes)[:, None]
        uniform = np.broadcast_to(used / used.sum(axis=-1, keepdims=True), medians.shape)
        medians = np.divide(medians, total, out=uniform.copy(), where=total > 0)
    else:
        assert np.array_equal(forest.predict(table, "mode"), reference_mode(predicted))
        medians = np.median(predicted, axis=0)
    np.testing.assert_allclose(forest.predict(table, "median"), medians, rtol=1e-14, atol=1e-15)


@pytest.fixture(scope="module", params=["gini", "squared_error"])
def large(request):
    """Return fully grown trees on bootstrap samples, and rows to predict."""
    rng = np.random.default_rng(7)
    x = rng.normal(size=(3_000, 6)).astype(np.float32)
    signal = x[:, 0] + x[:, 1] * x[:, 2] + rng.normal(size=len(x))
    y = (signal > 0).astype(np.int32) if request.param == "gini" else signal.astype(float)
    trees = []
    for seed in range(10):
        bag = np.bincount(rng.integers(len(x), size=len(x)), minlength=len(x)).astype(float)
        classes = (2,) if request.param == "gini" else ()
        sample = Sample(list(x.T), [0] * 6, y[:, None], bag, classes)
        trees.append(grow(sample, request.param, max_features=2, seed=seed))
    return trees, np.concatenate([x, rng.normal(size=x.shape).astype(np.float32)])


def test_node_uses_at_most_sixteen_bytes(large):
    trees, _ = large
    forest = _core.Forest(trees)
    print(f"{forest.nbytes / forest.n_nodes:.2f} bytes per node")
    assert forest.nbytes <= 16 * forest.n_nodes


def test_any_number_of_threads(large):
    trees, x = large
    forest, table = _core.Forest(trees), _core.Table.from_matrix(x)
    check_prediction(trees, forest, table)
    for aggregate in ("mean", "mode", "median"):
        reference = forest.predict(table, aggregate).tobytes()
        for n_threads in (2, 3, 8):
            assert forest.predict(table, aggregate, n_threads).tobytes() == reference
    assert np.array_equal(forest.apply(table, 3), forest.apply(table))


@pytest.mark.parametrize(
    "layout",
    [
        lambda x: _core.Table.from_matrix(np.asfortranarray(x)),
        lambda x: _core.Table.from_matrix(x.astype(np.float64)),
        lambda x: _core.Table.from_matrix(np.repeat(x, 2, axis=1)[:, ::2]),
        lambda x: _core.Table.from_columns(list(x.T), len(x)),
        as_csc,
    ],
    ids=["F order", "float64", "strided", "columns", "sparse"],
)
def test_any_layout(large, layout):
    trees, x = large
    x = np.where(np.abs(x) < 0.2, np.float32(0), x)
    x[::7, 1] = np.nan
    reference = _core.Forest(trees).predict(_core.Table.from_matrix(x))
    assert _core.Forest(trees).predict(layout(x)).tobytes() == reference.tobytes()


def test_values_outside_float32(large):
    """Only some rows have values that float32 cannot represent."""
    trees, x = large
    x = x.astype(np.float64)
    x[2_000:, 3] += 1e-12
    check_prediction(trees, _core.Forest(trees), _core.Table.from_matrix(x))


def test_single_rows(large):
    trees, x = large
    forest = _core.Forest(trees)
    whole = forest.predict(_core.Table.from_matrix(x))
    for row in range(0, 300, 17):
        one = forest.predict(_core.Table.from_matrix(x[row : row + 1]))
        assert one.tobytes() == whole[row : row + 1].tobytes()


@pytest.mark.parametrize("route", ["learned", "surrogate"])
def test_joined_and_sliced(route):
    rng = np.random.default_rng(2)
    trees, others = grow_trees(rng, "gini", route=route), grow_trees(rng, "gini", route=route)
    table = new_rows(rng)
    forest = _core.Forest(trees)
    both = forest.joined(_core.Forest(others))
    check_prediction(trees + others, both, table)
    check_prediction((trees + others)[3:8], both.sliced(3, 8), table)
    check_prediction(trees + trees, forest.joined(forest), table)
    assert forest.n_trees == 5
    assert (
        both.sliced(4, 4).joined(forest).predict(table).tobytes() == forest.predict(table).tobytes()
    )


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("route", ROUTES)
def test_saved_and_restored(criterion, route):
    rng = np.random.default_rng(3)
    forest = _core.Forest(grow_trees(rng, criterion, route=route, n_outputs=2, weighted="any"))
    table = new_rows(rng)
    for twin in (pickle.loads(pickle.dumps(forest)), copy.deepcopy(forest)):
        assert twin.predict(table).tobytes() == forest.predict(table).tobytes()
        assert np.array_equal(twin.apply(table), forest.apply(table))
        for i in range(forest.n_trees):
            first, second = forest.tree(i).__getstate__(), twin.tree(i).__getstate__()
            assert all(
                np.array_equal(first[k], second[k], equal_nan=True) for k in first if k in second
            )


def test_importances(large):
    trees, _ = large
    reference = np.stack([tree.feature_importances(normalize=False) for tree in trees])
    np.testing.assert_allclose(_core.Forest(trees).feature_importances(), reference, rtol=1e-6)


def test_invalid_arguments(large):
    trees, x = large
    forest, table = _core.Forest(trees), _core.Table.from_matrix(x)
    narrow = grow(Sample([x[:9, 0]], [0], np.arange(9.0)[:, None]), "squared_error")
    shares = grow(Sample(list(x[:9].T), [0] * 6, np.ones((9, 1), np.int32), None, (5,)), "gini")
    for wrong in [
        lambda: _core.Forest([]),
        lambda: _core.Forest([*trees, narrow]),
        lambda: _core.Forest([*trees, shares]),
        lambda: forest.joined(_core.Forest([narrow])),
        lambda: forest.tree(10),
        lambda: forest.tree(-1),
        lambda: forest.sliced(3, 11),
        lambda: forest.sliced(3, 2),
        lambda: forest.predict(_core.Table.from_matrix(x[:, :5])),
        lambda: forest.apply(_core.Table.from_matrix(x[:, :5])),
        lambda: forest.predict(table, "average"),
        lambda: forest.sliced(0, 0).predict(table),
    ]:
        with pytest.raises(ValueError, match=r"tree|forest|aggregate"):
            wrong()
    with pytest.raises(TypeError, match="made of trees"):
        _core.Forest([None])


def test_trees_agree_on_categorical_features():
    y = np.arange(9.0)[:, None]
    column = np.arange(9.0)
    number, category = (grow(Sample([column], [k], y), "squared_error") for k in (0, 9))
    with pytest.raises(ValueError, match="a number for a tree of the forest and a category"):
        _core.Forest([number, category])
    with pytest.raises(ValueError, match="a number for a tree of the forest and a category"):
        _core.Forest([number]).joined(_core.Forest([category]))


@pytest.mark.parametrize("criterion", ["gini", "squared_error"])
def test_damaged_states_raise(criterion):
    forest = _core.Forest(grow_trees(np.random.default_rng(4), criterion, weighted="any"))
    state = forest.__getstate__()
    features, threshold = state["feature_and_flags"], state["threshold"]
    damages = {
        "feature_and_flags": [features | (2**25 - 1), features | 3 << 25, features[1:]],
        "threshold": [np.full_like(threshold, np.nan), np.full_like(threshold, 1e9)],
        "set_words": [state["set_words"][:1]],
        "set_words_lengths": [state["set_words_lengths"][:-1], state["set_words_lengths"] + 1],
        "count": [state["count"][:-1]],
        "weight_lengths": [state["weight_lengths"][::-1].copy()],
        "gain_lengths": [state["gain_lengths"] + 2**63],
        "missing_route": [np.array([9] * 7, np.uint8), np.zeros(3, np.uint8)],
        "whole": [[None] * 3, [*state["whole"], None]],
        "n_features": [1],
        "n_outputs": [0, 2],
        "n_classes": [[3, 3], [0]],
    }
    if criterion == "gini":
        damages["share_rows"] = [np.full_like(state["share_rows"], 2**32 - 1)]
    else:
        damages["numbers"] = [state["numbers"][:-1]]
    for name, values in damages.items():
        for value in values:
            with pytest.raises(ValueError, match=r"tree|forest|route|feature"):
                _core.Forest.__new__(_core.Forest).__setstate__(state | {name: value})
