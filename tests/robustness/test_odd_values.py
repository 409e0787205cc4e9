"""Extreme numbers, labels and weights are handled exactly, or refused with a clear error."""

import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.exceptions import DataConversionWarning

from .estimators import (
    CLASSIFIER,
    clean_table,
    clean_y,
    each_estimator,
    each_reader,
    each_variant,
    fit_or_refuse,
    is_classifier,
    is_regressor,
    predictions,
    takes_empty_columns,
    takes_missing,
)
from .inputs import all_kinds_of_nan

SINGLE_LEAF = {
    "one row": (clean_table(1), None),
    "constant columns": (np.full((60, 3), 7.0), None),
    "missing columns": (np.full((60, 3), np.nan), None),
    "constant target": (clean_table(), np.ones(60)),
    "one row counts": (clean_table(), np.eye(60)[9]),
}


@each_variant(takes_empty_columns)
@pytest.mark.parametrize(("X", "special"), SINGLE_LEAF.values(), ids=SINGLE_LEAF)
def test_nothing_to_split(entry, X, special):
    y = clean_y(entry.task, clean_table())[: len(X)]
    weight = None
    if special is not None and special.sum() == 1:
        weight = special
    elif special is not None:
        y = special.astype(y.dtype)
    if entry.cross_fits and (len(X) == 1 or weight is not None):
        assert fit_or_refuse(entry, "cv=2, 1 row", X, y, sample_weight=weight) is None
        return
    model = entry.make().fit(X, y, sample_weight=weight)
    predicted = model.predict(clean_table())
    assert len(np.unique(predicted)) == 1
    expected = np.average(y, weights=weight)
    if entry.task == CLASSIFIER:
        assert predicted[0] == round(expected)
    elif not entry.stacks or special is not None:  # the means of the folds differ
        assert predicted[0] == pytest.approx(expected)
    if hasattr(model, "tree_"):
        assert model.tree_.node_count == 1


ADJACENT = {
    "dates": (20180130.0, 20180131.0),
    "tiny": (0.0, 1e-7),
    "subnormal": (0.0, 5e-324),
    "two subnormals": (5e-324, 1e-323),
    "next float": (1.0, np.nextafter(1.0, 2.0)),
    "next negative": (np.nextafter(-1.0, -2.0), -1.0),
    "largest": (np.nextafter(np.finfo(float).max, 0), np.finfo(float).max),
    "both ends": (-np.finfo(float).max, np.finfo(float).max),
    "2**53": (2.0**53 - 1, 2.0**53),
}


@each_variant(lambda entry: not entry.standardizes)
@pytest.mark.parametrize(("low", "high"), ADJACENT.values(), ids=ADJACENT)
def test_adjacent_numbers_are_separated(entry, low, high):
    X = np.array([[low], [high]] * 20)
    y = np.array([0, 1] * 20)
    assert entry.recovers(entry.make().fit(X, y).predict(X), y)


@each_variant()
def test_minus_zero_is_zero(entry):
    X, y = np.array([[0.0], [-0.0]] * 20), np.array([0, 1] * 20)
    assert len(np.unique(entry.make().fit(X, y).predict(X))) == 1


@each_reader()
@pytest.mark.parametrize("dtype", ["i8", "u8", "object"])
def test_integers_that_float64_cannot_represent(entry, dtype):
    """Adjacent integers above 2**53 are separated, or a warning says that they are rounded."""
    large = 2**53 if dtype == "i8" else 2**63
    X, y = np.array([[large], [large + 1]] * 20, dtype=dtype), np.array([0, 1] * 20)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        predicted = entry.make().fit(X, y).predict(X)
    warned = any("column 0" in str(w.message) and "2**53" in str(w.message) for w in caught)
    assert warned or entry.recovers(predicted, y)


@each_variant(lambda entry: not entry.standardizes)
@pytest.mark.filterwarnings("error")
def test_large_integers_that_float64_represents(entry):
    X, y = np.array([[2**60], [2**60 + 2**10]] * 20), np.array([0, 1] * 20)
    assert entry.recovers(entry.make().fit(X, y).predict(X), y)


@each_reader()
def test_bool_columns(entry):
    X = clean_table() > 25
    y = clean_y(entry.task, X)
    expected = predictions(entry.make().fit(X.astype(float), y), X.astype(float))
    assert predictions(entry.make().fit(X, y), X) == expected


@each_variant(takes_empty_columns)
def test_missing_cells(entry):
    """An empty column is never split on; an empty row gets a finite prediction."""
    X = clean_table()
    y = clean_y(entry.task, X)
    X[:, 2] = np.nan
    X[7] = np.nan
    model = entry.make().fit(X, y)
    assert np.isfinite(model.predict(X)).all()
    if not entry.blends:
        assert model.feature_importances_[2] == 0


@each_reader(takes_missing)
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_every_nan_is_missing(entry, dtype):
    """NaN of any sign and payload, also in a column of many values."""
    X = np.random.default_rng(6).permutation(1000).astype(dtype)[:, None]
    y = clean_y(entry.task, np.column_stack([X, X]))
    X[::3] = np.nan
    expected = predictions(entry.make().fit(X, y), X)
    changed = all_kinds_of_nan(X)
    assert predictions(entry.make().fit(changed, y), changed) == expected


@each_variant(takes_missing)
def test_missing_only_at_predict(entry):
    """Predictions are leaf values or between them, and the same for any layout."""
    X = clean_table()
    model = entry.make().fit(X, clean_y(entry.task, X))
    holes = X.copy()
    holes[::2, 0] = np.nan
    holes[::3, 1] = np.nan
    expected = predictions(model, holes)
    full, predicted = model.predict(X), model.predict(holes)
    if entry.sums_trees:
        assert np.isfinite(predicted).all()  # the sum may combine leaves in new ways
    elif entry.variant in ("fractional", "stop"):
        assert full.min() <= predicted.min() <= predicted.max() <= full.max()
    else:
        assert set(predicted) <= set(full)
    assert predictions(model, sparse.csr_array(holes)) == expected
    assert predictions(model, holes.astype(object)) == expected


LABELS = {
    "-1/1": [-1, 1],
    "3/4/5": [3, 4, 5],
    "text": ["no", "yes"],
    "bool": [False, True],
    "floats": [1.0, 2.0],
    "uint8": np.array([0, 255], dtype=np.uint8),
    "large": [2**40, 2**40 + 1],
    "objects": np.array(["a", "bb", "ccc"], dtype=object),
    "one class": ["only"],
}


@each_estimator(is_classifier)
@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
def test_any_labels(entry, labels):
    X = clean_table()
    labels = np.asarray(labels)
    y = labels[(X[:, 0] * len(labels) / 50).astype(int)]
    model = entry.make().fit(X, y)
    assert np.array_equal(model.classes_, np.unique(y))
    assert entry.recovers(model.predict(X), y)
    assert np.array_equal(model.predict_proba(X).argmax(axis=1), np.searchsorted(model.classes_, y))


@each_estimator()
def test_a_column_as_target(entry):
    X = clean_table()
    y = clean_y(entry.task, X)
    expected = predictions(entry.make().fit(X, y), X)
    with pytest.warns(DataConversionWarning, match="1d array"):
        model = entry.make().fit(X, y[:, None])
    assert predictions(model, X) == expected
    series = pd.Series(y, index=np.arange(60)[::-1])
    assert predictions(entry.make().fit(X, series), X) == expected
    assert predictions(entry.make().fit(X, list(y)), X) == expected


@each_variant()
def test_zero_weights_remove_rows(entry):
    X = clean_table()
    y = clean_y(entry.task, X)
    weight = np.arange(60) % 3.0
    kept = weight > 0
    model = entry.make().fit(X, y, sample_weight=weight)
    reference = entry.make().fit(X[kept], y[kept], sample_weight=weight[kept])
    assert predictions(model, X) == predictions(reference, X)


@each_variant()
@pytest.mark.parametrize("weights", [[1e300], [1e-300], [1e-300, 1e300], [1e-300, 1.0], [5e-324]])
def test_extreme_weights(entry, weights):
    """Predictions are finite, or an error names the weights."""
    X = clean_table()
    y = clean_y(entry.task, X)
    weight = np.resize(weights, 60)
    model = fit_or_refuse(entry, "weight", X, y, sample_weight=weight)
    if model is None:
        return
    assert np.isfinite(model.predict(X)).all()
    if len(weights) == 1:
        expected = y if entry.interpolates else entry.make().fit(X, y).predict(X)
        assert entry.recovers(model.predict(X), expected)


@each_estimator(is_regressor)
@pytest.mark.parametrize("light", [1e-3, 1e-6, 1e-9, 1e-12])
def test_light_rows_beside_heavy_ones(entry, light):
    """The mean of a leaf of light rows is exact although other rows are much heavier."""
    rng = np.random.default_rng(7)
    X = np.repeat([[0.0], [1.0]], 1000, axis=0)
    weight = np.where(X[:, 0] == 0, light, 1.0) * rng.uniform(0.5, 1.5, 2000)
    y = rng.normal(size=2000) + 5 * (X[:, 0] + 1)
    if entry.stacks or (entry.shallow and light < 1e-11):
        return  # fits to other rows; errors that differ by less count as equal
    expected = np.average(y[:1000], weights=weight[:1000])
    predicted = entry.make(max_depth=1).fit(X, y, sample_weight=weight).predict([[0.0]])
    assert predicted[0] == pytest.approx(expected, rel=1e-6)


@each_estimator(is_regressor)
@pytest.mark.parametrize("scale", [1e300, 1e-300, 1e150, 1e-200])
def test_extreme_targets(entry, scale):
    X = clean_table()
    y = clean_y(entry.task, X) * scale
    model = fit_or_refuse(entry, r"\by\b", X, y)
    if model is not None:
        predicted = model.predict(X)
        expected = entry.make().fit(X, y / scale).predict(X) * scale if entry.shallow else y
        if entry.stacks:
            assert y.min() <= predicted.min() < predicted.max() <= y.max()
        else:
            np.testing.assert_allclose(predicted, expected, rtol=1e-9)


@each_estimator()
def test_huge_limits_equal_no_limit(entry):
    X = clean_table()
    y = clean_y(entry.task, X)
    expected = predictions(entry.make().fit(X, y), X)
    large = {"max_depth": 10**9, "n_jobs": 10**6}
    if entry.shallow:
        del large["max_depth"]  # defines the problem of an optimal tree
    known = {name: value for name, value in large.items() if entry.has_parameters([name])}
    assert predictions(entry.make(**known).fit(X, y), X) == expected
    if entry.has_parameters(["max_leaf_nodes"]):
        model = entry.make(max_leaf_nodes=2**31 - 1).fit(X, y)
        assert np.array_equal(model.predict(X), entry.make().fit(X, y).predict(X))
