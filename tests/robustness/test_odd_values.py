"""Odd numbers, labels and weights: exact, kept apart, or refused in words."""

import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.exceptions import DataConversionWarning

from .estimators import (
    CLASSIFIER,
    answers,
    clean_table,
    clean_y,
    every_classifier,
    every_estimator,
    every_regressor,
    every_variant,
    every_variant_that_tells_neighbours_apart,
    every_variant_with_empty_columns,
    every_variant_with_missing,
    fit_or_refuse,
)

SINGLE_LEAF = {
    "one row": (clean_table(1), None),
    "constant columns": (np.full((60, 3), 7.0), None),
    "missing columns": (np.full((60, 3), np.nan), None),
    "constant target": (clean_table(), np.ones(60)),
    "one row counts": (clean_table(), np.eye(60)[9]),
}


@every_variant_with_empty_columns
@pytest.mark.parametrize(("X", "special"), SINGLE_LEAF.values(), ids=SINGLE_LEAF)
def test_nothing_to_split(entry, X, special):
    y = clean_y(entry.task, clean_table())[: len(X)]
    weight = None
    if special is not None and special.sum() == 1:
        weight = special
    elif special is not None:
        y = special.astype(y.dtype)
    if entry.holds_out and (len(X) == 1 or weight is not None):
        assert fit_or_refuse(entry, "cv=2, 1 row", X, y, sample_weight=weight) is None
        return
    model = entry.make().fit(X, y, sample_weight=weight)
    guess = model.predict(clean_table())
    assert len(np.unique(guess)) == 1
    expected = np.average(y, weights=weight)
    if entry.task == CLASSIFIER:
        assert guess[0] == round(expected)
    elif not entry.stacks or special is not None:  # the halves of the rows have other means
        assert guess[0] == pytest.approx(expected)
    if hasattr(model, "tree_"):
        assert model.tree_.node_count == 1


NEIGHBOURS = {
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


@every_variant_that_tells_neighbours_apart
@pytest.mark.parametrize(("low", "high"), NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_neighbouring_numbers_are_told_apart(entry, low, high):
    X = np.array([[low], [high]] * 20)
    y = np.array([0, 1] * 20)
    assert entry.recovers(entry.make().fit(X, y).predict(X), y)


@every_variant
def test_minus_zero_is_zero(entry):
    X, y = np.array([[0.0], [-0.0]] * 20), np.array([0, 1] * 20)
    assert len(np.unique(entry.make().fit(X, y).predict(X))) == 1


@every_variant
@pytest.mark.parametrize("dtype", ["i8", "u8", "object"])
def test_integers_that_float64_cannot_hold(entry, dtype):
    """Neighbours above 2**53 are told apart, or the user is told that they are not."""
    large = 2**53 if dtype == "i8" else 2**63
    X, y = np.array([[large], [large + 1]] * 20, dtype=dtype), np.array([0, 1] * 20)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        guess = entry.make().fit(X, y).predict(X)
    told = any("column 0" in str(w.message) and "2**53" in str(w.message) for w in caught)
    assert told or entry.recovers(guess, y)


@every_variant_that_tells_neighbours_apart
@pytest.mark.filterwarnings("error")
def test_large_integers_that_float64_holds(entry):
    X, y = np.array([[2**60], [2**60 + 2**10]] * 20), np.array([0, 1] * 20)
    assert entry.recovers(entry.make().fit(X, y).predict(X), y)


@every_variant
def test_bool_columns(entry):
    X = clean_table() > 25
    y = clean_y(entry.task, X)
    expected = answers(entry.make().fit(X.astype(float), y), X.astype(float))
    assert answers(entry.make().fit(X, y), X) == expected


@every_variant_with_empty_columns
def test_missing_cells(entry):
    """A column without values is never asked, a row without values has an answer."""
    X = clean_table()
    y = clean_y(entry.task, X)
    X[:, 2] = np.nan
    X[7] = np.nan
    model = entry.make().fit(X, y)
    assert np.isfinite(model.predict(X)).all()
    if not entry.blends:
        assert model.feature_importances_[2] == 0


@every_variant_with_missing
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_every_nan_is_missing(entry, dtype):
    """Whatever its sign and payload, also in a column of many values."""
    X = np.random.default_rng(6).permutation(1000).astype(dtype)[:, None]
    y = clean_y(entry.task, np.column_stack([X, X]))
    X[::3] = np.nan
    expected = answers(entry.make().fit(X, y), X)
    width = np.dtype(dtype).itemsize
    odd = X.copy()
    cells = odd.view(f"u{width}")
    cells[::6] |= 1 << (8 * width - 1)
    cells[::9] |= 5
    assert np.array_equal(np.isnan(odd), np.isnan(X))
    assert answers(entry.make().fit(odd, y), odd) == expected


@every_variant_with_missing
def test_missing_only_at_predict(entry):
    """The answer is one that leaves give, or between them, and the same however rows arrive."""
    X = clean_table()
    model = entry.make().fit(X, clean_y(entry.task, X))
    holes = X.copy()
    holes[::2, 0] = np.nan
    holes[::3, 1] = np.nan
    expected = answers(model, holes)
    full, guess = model.predict(X), model.predict(holes)
    if entry.sums:
        assert np.isfinite(guess).all()  # the trees' answers may meet in new ways
    elif entry.variant in ("fractional", "stop"):
        assert full.min() <= guess.min() <= guess.max() <= full.max()
    else:
        assert set(guess) <= set(full)
    assert answers(model, sparse.csr_array(holes)) == expected
    assert answers(model, holes.astype(object)) == expected


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


@every_classifier
@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
def test_any_labels(entry, labels):
    X = clean_table()
    labels = np.asarray(labels)
    y = labels[(X[:, 0] * len(labels) / 50).astype(int)]
    model = entry.make().fit(X, y)
    assert np.array_equal(model.classes_, np.unique(y))
    assert entry.recovers(model.predict(X), y)
    assert np.array_equal(model.predict_proba(X).argmax(axis=1), np.searchsorted(model.classes_, y))


@every_estimator
def test_a_column_as_target(entry):
    X = clean_table()
    y = clean_y(entry.task, X)
    expected = answers(entry.make().fit(X, y), X)
    with pytest.warns(DataConversionWarning, match="1d array"):
        model = entry.make().fit(X, y[:, None])
    assert answers(model, X) == expected
    series = pd.Series(y, index=np.arange(60)[::-1])
    assert answers(entry.make().fit(X, series), X) == expected
    assert answers(entry.make().fit(X, list(y)), X) == expected


@every_variant
def test_zero_weights_remove_rows(entry):
    X = clean_table()
    y = clean_y(entry.task, X)
    weight = np.arange(60) % 3.0
    kept = weight > 0
    model = entry.make().fit(X, y, sample_weight=weight)
    reference = entry.make().fit(X[kept], y[kept], sample_weight=weight[kept])
    assert answers(model, X) == answers(reference, X)


@every_variant
@pytest.mark.parametrize("weights", [[1e300], [1e-300], [1e-300, 1e300], [1e-300, 1.0], [5e-324]])
def test_weights_at_the_ends_of_the_scale(entry, weights):
    """Finite answers, or an error that says why not."""
    X = clean_table()
    y = clean_y(entry.task, X)
    weight = np.resize(weights, 60)
    model = fit_or_refuse(entry, "weight", X, y, sample_weight=weight)
    if model is None:
        return
    assert np.isfinite(model.predict(X)).all()
    if len(weights) == 1:
        expected = y if entry.recalls else entry.make().fit(X, y).predict(X)
        assert entry.recovers(model.predict(X), expected)


@every_regressor
@pytest.mark.parametrize("light", [1e-3, 1e-6, 1e-9, 1e-12])
def test_light_rows_beside_heavy_ones(entry, light):
    """Rows of small weight that share a leaf are averaged as if there were no others."""
    rng = np.random.default_rng(7)
    X = np.repeat([[0.0], [1.0]], 1000, axis=0)
    weight = np.where(X[:, 0] == 0, light, 1.0) * rng.uniform(0.5, 1.5, 2000)
    y = rng.normal(size=2000) + 5 * (X[:, 0] + 1)
    if entry.stacks or (entry.small and light < 1e-11):
        return  # answers of halves of the rows; trees whose errors differ by less are equal
    expected = np.average(y[:1000], weights=weight[:1000])
    guess = entry.make(max_depth=1).fit(X, y, sample_weight=weight).predict([[0.0]])
    assert guess[0] == pytest.approx(expected, rel=1e-6)


@every_regressor
@pytest.mark.parametrize("scale", [1e300, 1e-300, 1e150, 1e-200])
def test_targets_at_the_ends_of_the_scale(entry, scale):
    X = clean_table()
    y = clean_y(entry.task, X) * scale
    model = fit_or_refuse(entry, r"\by\b", X, y)
    if model is not None:
        guess = model.predict(X)
        expected = entry.make().fit(X, y / scale).predict(X) * scale if entry.small else y
        if entry.stacks:
            assert y.min() <= guess.min() < guess.max() <= y.max()
        else:
            np.testing.assert_allclose(guess, expected, rtol=1e-9)


@every_estimator
def test_no_limit_costs_nothing(entry):
    X = clean_table()
    y = clean_y(entry.task, X)
    expected = answers(entry.make().fit(X, y), X)
    large = {"max_depth": 10**9, "n_jobs": 10**6}
    if entry.small:
        del large["max_depth"]  # of a proof it is no limit but what is proven
    known = {name: value for name, value in large.items() if entry.takes([name])}
    assert answers(entry.make(**known).fit(X, y), X) == expected
    if entry.takes(["max_leaf_nodes"]):
        model = entry.make(max_leaf_nodes=2**31 - 1).fit(X, y)
        assert np.array_equal(model.predict(X), entry.make().fit(X, y).predict(X))
