"""Out-of-bag predictions and errors of the core, compared with a loop over trees."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from properties.growing import Sample, grow
from properties.test_ensemble import LEVELS, ROUTES, any_columns
from spinney import _core

from .core_samples import targets

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=settings().max_examples // 5)


def grow_on_bags(rng, criterion, n_outputs, route="learned", n_rows=150, n_trees=8):
    """Grow trees on bags; return them with the table, targets and bags."""
    columns = any_columns(rng, n_rows)
    y, n_classes = targets(rng, criterion, n_rows, n_outputs)
    bags = _core.Bags(n_rows, n_rows, True, int(rng.integers(2**32)))
    codes = [ROUTES[route]] * len(LEVELS)
    options = {
        "missing_routes": codes,
        "unknown_routes": codes,
        "max_surrogates": 2,
        "min_samples_leaf": 2,
    }
    trees = []
    for i in range(n_trees):
        sample = Sample(columns, LEVELS, y, bags.counts(i).astype(float), n_classes)
        trees.append(grow(sample, criterion, max_features=3, seed=i, **options))
    return trees, sample.table, y, n_classes, bags


def most_frequent(predicted):
    numbers, counts = np.unique(predicted, return_counts=True)
    return numbers[np.argmax(counts)]


def combine(predicted, aggregate, n_classes):
    """Combine the predictions of trees for one row: (trees, outputs, width)."""
    if aggregate == "mean":
        return np.add.accumulate(predicted)[-1] / len(predicted)
    if not n_classes:
        middle = np.median if aggregate == "median" else most_frequent
        return np.apply_along_axis(middle, 0, predicted)
    if aggregate == "mode":
        return (np.arange(predicted.shape[-1]) == predicted.argmax(axis=-1)[..., None]).mean(axis=0)
    medians = np.median(predicted, axis=0)
    for output, k in enumerate(n_classes):
        total = medians[output].sum()
        medians[output, :k] = medians[output, :k] / total if total > 0 else 1 / k
    return medians


def error(prediction, y, n_classes, weight):
    """Return the weighted mean loss of the rows with a prediction, averaged over outputs."""
    known = ~np.isnan(prediction[:, 0, 0]) & (weight > 0)
    if not known.any():
        return np.nan
    chosen = prediction[known]
    losses = chosen.argmax(axis=-1) != y[known] if n_classes else (chosen[..., 0] - y[known]) ** 2
    return np.average(losses.mean(axis=1), weights=weight[known])


def reference_out_of_bag(trees, table, y, n_classes, bags, weight, aggregate):
    """Return final predictions, errors after each tree, and the out-of-bag trees per row."""
    predicted = np.stack([tree.predict(table) for tree in trees])
    left_out = np.stack([bags.counts(i) == 0 for i in range(len(trees))]) & (weight > 0)
    real = np.arange(predicted.shape[-1]) < np.array(n_classes or (1,))[:, None]
    errors = []
    for n in range(1, len(trees) + 1):
        prediction = np.where(real, np.nan, np.zeros(predicted.shape[1:]))
        for row in np.flatnonzero(left_out[:n].any(axis=0)):
            out_of_bag = predicted[:n, row][left_out[:n, row]]
            prediction[row] = combine(out_of_bag, aggregate, n_classes)
        errors.append(error(prediction, y, n_classes, weight))
    return prediction, errors, left_out.sum(axis=0)


@pytest.mark.parametrize("criterion", ["gini", "squared_error"])
@pytest.mark.parametrize("aggregate", ["mean", "mode", "median"])
@few
@given(
    rng=seeds,
    n_outputs=st.sampled_from([1, 2]),
    weighted=st.booleans(),
    route=st.sampled_from(["learned", "majority", "fractional"]),
)
def test_equals_reference(criterion, aggregate, rng, n_outputs, weighted, route):
    trees, table, y, n_classes, bags = grow_on_bags(rng, criterion, n_outputs, route)
    weight = rng.choice([0.0, 0.5, 1.0, 3.0], size=len(y)) if weighted else None
    oob = _core.OutOfBag(y, n_classes, weight, aggregate)
    errors = oob.add(_core.Forest(trees), table, bags, 0)
    expected, curve, n_trees = reference_out_of_bag(
        trees, table, y, n_classes, bags, np.ones(len(y)) if weight is None else weight, aggregate
    )
    assert np.array_equal(oob.n_trees, n_trees)
    np.testing.assert_allclose(oob.prediction, expected, rtol=1e-13, atol=1e-300)
    np.testing.assert_allclose(errors, curve, rtol=1e-12)


@pytest.fixture(scope="module")
def many_rows():
    """A forest on more rows than one parallel task handles."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=(5_000, 4))
    y = np.stack([x[:, 0] + rng.normal(size=len(x)), x[:, 1] * x[:, 2]], axis=1)
    bags = _core.Bags(len(x), len(x), True, 3)
    trees = []
    for i in range(40):
        sample = Sample(list(x.T), [0] * 4, y, bags.counts(i).astype(float))
        trees.append(grow(sample, "squared_error", max_features=2, min_samples_leaf=20, seed=i))
    return _core.Forest(trees), sample.table, y, bags


@pytest.mark.parametrize("aggregate", ["mean", "median"])
def test_any_number_of_threads(many_rows, aggregate):
    forest, table, y, bags = many_rows
    weight = np.random.default_rng(2).random(len(y))
    found = []
    for n_threads in (1, 2, 5):
        oob = _core.OutOfBag(y, [], weight, aggregate)
        errors = oob.add(forest, table, bags, 0, n_threads)
        found.append((errors.tobytes(), oob.prediction.tobytes()))
    assert len(set(found)) == 1


def test_trees_added_in_batches(many_rows):
    forest, table, y, bags = many_rows
    whole, batches = _core.OutOfBag(y, []), _core.OutOfBag(y, [])
    errors = whole.add(forest, table, bags, 0)
    by_batch = [
        batches.add(forest.sliced(first, last), table, bags, first)
        for first, last in ((0, 1), (1, 20), (20, 40))
    ]
    assert np.concatenate(by_batch).tobytes() == errors.tobytes()
    assert batches.prediction.tobytes() == whole.prediction.tobytes()
    assert np.array_equal(batches.n_trees, whole.n_trees)


def test_rows_in_every_bag(many_rows):
    forest, table, y, _ = many_rows
    given = np.ones((3, len(y)), np.uint32)
    given[1, :10] = 0
    bags = _core.Bags(len(y), len(y), True, 0, given=given)
    oob = _core.OutOfBag(y, [])
    errors = oob.add(forest.sliced(0, 3), table, bags, 0)
    assert np.isnan(errors[0])
    assert errors[1] == errors[2] > 0
    assert np.array_equal(np.isnan(oob.prediction[:, 0, 0]), np.arange(len(y)) >= 10)
    assert oob.n_trees.sum() == 10


def test_invalid_arguments(many_rows):
    forest, table, y, bags = many_rows
    fewer = _core.Table.from_matrix(np.zeros((9, 4)))
    for wrong in [
        lambda: _core.OutOfBag(y, [], None, "average"),
        lambda: _core.OutOfBag(y, [], np.ones(3)),
        lambda: _core.OutOfBag(y, []).add(forest, fewer, bags, 0),
        lambda: _core.OutOfBag(y[:9].copy(), []).add(forest, table, bags, 0),
        lambda: _core.OutOfBag(y[:, :1].copy(), []).add(forest, table, bags, 0),
        lambda: _core.OutOfBag(np.zeros(y.shape, np.int32), [2, 2]).add(forest, table, bags, 0),
        lambda: _core.OutOfBag(y, []).add(forest, table, _core.Bags(9, 9, True, 0), 0),
    ]:
        with pytest.raises(ValueError, match=r"aggregate|weight|rows|outputs"):
            wrong()
