"""The handle of ``predictor()``: the same bits as the estimator, for every kind of row."""

import pickle
import threading
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest

import spinney
from persistence.models import MODELS, mixed

METHODS = ("predict", "predict_proba", "decision_function")
GENERAL = ("one by one", "of forests", "in parts", "Voting", "LinearBlend", "Stacking")
"""Models whose rows the core does not read, or for which AdaBoost has no sums of trees."""
FEW = 12


def same(found, expected):
    """Compare the prediction of one row with the row of a batch."""
    if isinstance(expected, np.ndarray):
        assert type(found) is np.ndarray
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)
    else:
        assert not isinstance(found, np.generic)
        assert type(found) is type(expected.item() if hasattr(expected, "item") else expected)
        assert found == expected


def rows_in_every_form(X, i):
    """Yield a row as a list, tuple and, with names, as a dict and a Series."""
    if not isinstance(X, pd.DataFrame):
        yield from (X[i], X[i].tolist(), tuple(X[i]), X[i].astype(np.float32).astype(float))
        return
    values = [X[name].iloc[i] for name in X]
    yield values
    yield tuple(values)
    yield dict(zip(X, values, strict=True))
    yield pd.Series(values, list(X), dtype=object)


@pytest.mark.parametrize("name", MODELS)
def test_rows_are_predicted_as_by_the_estimator(name):
    model, X = MODELS[name]()
    X = X[:FEW]
    handle = model.predictor()
    for method in METHODS:
        if not hasattr(model, method):
            assert not hasattr(handle, method)
            continue
        expected = getattr(model, method)(X)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for i in range(FEW):
                for row in rows_in_every_form(X, i):
                    found = getattr(handle, method)(row)
                    if isinstance(expected, list):
                        for one, of_batch in zip(found, expected, strict=True):
                            same(one, of_batch[i])
                    else:
                        same(found, expected[i])
            batch = getattr(handle, method)(X)
        np.testing.assert_array_equal(batch, expected)


@pytest.mark.parametrize("name", MODELS)
def test_the_core_reads_plain_rows(name):
    model, X = MODELS[name]()
    handle = model.predictor()
    is_general = any(part in name for part in GENERAL) and not name.startswith("DecisionTree")
    for row in rows_in_every_form(X, 1):
        if not isinstance(row, pd.Series):
            assert (handle._predict(row) is None) == is_general


def test_raw_scores_of_regression():
    X = np.random.default_rng(0).random((80, 3))
    model = spinney.GradientBoostingRegressor(preset="fast", n_estimators=5, loss="poisson").fit(
        X, X[:, 0]
    )
    handle = model.predictor()
    assert handle.raw(X[3]) == model.predict(X, raw_score=True)[3]
    np.testing.assert_array_equal(handle.raw(X), model.predict(X, raw_score=True))
    assert handle(X[0]) == handle.predict(X[0])


def penguins(estimator):
    X, y = spinney.datasets.load_penguins(return_X_y=True)
    frame = pd.DataFrame(X)
    return estimator.fit(frame, y), frame


def test_batches_are_those_of_the_estimator():
    model, X = penguins(spinney.RandomForestClassifier(5, random_state=0))
    handle = model.predictor()
    expected = model.predict(X)
    np.testing.assert_array_equal(handle.predict(X), expected)
    np.testing.assert_array_equal(handle.predict(pl.from_pandas(X)), expected)
    np.testing.assert_array_equal(handle.predict(X.to_records(index=False)), expected)
    assert handle.predict(X.to_records(index=False)[5]) == expected[5]
    records = X.to_dict("records")
    np.testing.assert_array_equal(handle.predict(records), expected)
    with pytest.warns(UserWarning, match="valid feature names"):
        np.testing.assert_array_equal(handle.predict(X.to_numpy()), expected)


def test_absent_keys_are_missing_values():
    model, X = penguins(spinney.GradientBoostingClassifier(preset="fast", n_estimators=10))
    handle = model.predictor()
    row = {"island": "Dream", "bill_length_mm": 40.0}
    table = pd.DataFrame([row]).reindex(columns=X.columns)
    np.testing.assert_array_equal(handle.predict_proba(row), model.predict_proba(table)[0])
    nothing = pd.DataFrame([{}], columns=X.columns)
    np.testing.assert_array_equal(handle.predict_proba({}), model.predict_proba(nothing)[0])


@pytest.mark.parametrize(
    ("row", "error", "message"),
    [
        ([1.0, 2.0], ValueError, "The row has 2 values, but .* is expecting 7 features"),
        ([], ValueError, "The row has 0 values"),
        ({"bill_length_mm": 1.0, "wing": 2.0}, ValueError, "not feature names:\n- wing"),
        ({"bill_length_mm": "long"}, ValueError, "could not convert string to float: 'long'"),
        ({"bill_length_mm": "1.5"}, ValueError, "a number stored as text"),
        ({"bill_length_mm": float("inf")}, ValueError, "contains infinity"),
        ({"bill_length_mm": 1 + 2j}, ValueError, "Complex data not supported"),
        ({"bill_length_mm": [1.0]}, TypeError, "real number, not 'list'"),
        ({"island": 2.5}, ValueError, "must be whole and not negative"),
        ({"island": {}}, TypeError, "real number, not 'dict'"),
        ("Dream", ValueError, "The row has 5 values"),
        (np.array(3.0), ValueError, "2D array"),
    ],
)
def test_bad_rows_raise_the_errors_of_the_estimator(row, error, message):
    model, _ = penguins(spinney.DecisionTreeClassifier(max_depth=3))
    for method in ("predict", "predict_proba"):
        with pytest.raises(error, match=message):
            getattr(model.predictor(), method)(row)


def test_policies_of_features_apply_to_rows():
    X = pd.DataFrame({"a": [0.0, 1.0, 2.0, 3.0] * 5, "c": ["x", "y", "z", "x"] * 5})
    y = [0.0, 1.0, 2.0, 3.0] * 5
    model = spinney.DecisionTreeRegressor(missing="error", unknown="error").fit(X, y)
    handle = model.predictor()
    assert handle.predict({"a": 1.0, "c": "y"}) == 1.0
    with pytest.raises(ValueError, match="column 'c', and missing='error'"):
        handle.predict({"a": 1.0})
    with pytest.raises(ValueError, match="column 'a', and missing='error'"):
        handle.predict([None, "x"])
    with pytest.raises(ValueError, match="category 'w' was not seen"):
        handle.predict([1.0, "w"])


def test_dicts_need_names():
    X = np.arange(10.0).reshape(-1, 1)
    handle = spinney.DecisionTreeRegressor().fit(X, X[:, 0]).predictor()
    with pytest.raises(ValueError, match="fitted without feature names"):
        handle.predict({"x0": 1.0})


def test_large_integers_are_read_by_the_estimator():
    X = np.array([[2.0**53], [2.0**54]])
    handle = spinney.DecisionTreeRegressor().fit(X, [0.0, 1.0]).predictor()
    assert handle.predict([2**54]) == 1.0
    with pytest.warns(UserWarning, match="2\\*\\*53"):
        assert handle.predict([2**53 + 1]) == 0.0
    with pytest.raises(ValueError, match="too large"):
        handle.predict([10**400])


def test_handles_do_not_change_with_the_estimator():
    X = np.arange(10.0).reshape(-1, 1)
    model = spinney.DecisionTreeRegressor().fit(X, X[:, 0])
    handle = model.predictor()
    model.fit(X, -X[:, 0])
    assert handle.predict([3.0]) == 3.0
    assert handle.predict(X)[3] == 3.0


def test_predictor_needs_a_fitted_estimator_of_this_library():
    from sklearn.exceptions import NotFittedError
    from sklearn.linear_model import LinearRegression

    with pytest.raises(NotFittedError):
        spinney.DecisionTreeRegressor().predictor()
    X = np.arange(10.0).reshape(-1, 1)
    bagging = spinney.BaggingRegressor(LinearRegression(), n_estimators=2).fit(X, X[:, 0])
    with pytest.raises(ValueError, match="a member of this BaggingRegressor is a LinearRegression"):
        bagging.predictor()


@pytest.mark.parametrize(
    "name",
    ["GradientBoostingClassifier, mixed", "RandomForestRegressor, mixed", "AdaBoostClassifier"],
)
def test_handles_can_be_pickled(name):
    model, X = MODELS[name]()
    handle = pickle.loads(pickle.dumps(model.predictor()))
    row = X.iloc[3].tolist() if isinstance(X, pd.DataFrame) else X[3]
    assert handle._predict(row) == handle.predict(row) == model.predictor().predict(row)
    assert repr(handle) == repr(model.predictor())


def test_threads_share_a_handle():
    X = mixed()
    y = np.arange(len(X)) % 3
    model = spinney.GradientBoostingClassifier(
        preset="fast", n_estimators=30, min_samples_leaf=2
    ).fit(X, y)
    handle, expected = model.predictor(), model.predict_proba(X)
    rows = [[X[name].iloc[i] for name in X] for i in range(len(X))]
    wrong = []

    def work(first):
        for k in range(400):
            i = (first + k) % len(rows)
            found = (
                handle.predict_proba(rows[i]) if k % 5 else handle.predict_proba(X[i : i + 1])[0]
            )
            if found.tobytes() != expected[i].tobytes():
                wrong.append(i)

    threads = [threading.Thread(target=work, args=(11 * t,)) for t in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


class Clearing:
    """A number that empties its row when it is read."""

    def __init__(self, row):
        self.row = row

    @property
    def __class__(self):
        self.row.clear()
        return np.float64

    def __float__(self):
        return 0.5


@pytest.mark.parametrize("kind", [list, dict])
def test_a_row_that_changes_while_it_is_read(kind):
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(50, 6)), columns=list("abcdef"))
    handle = spinney.DecisionTreeRegressor().fit(X, X["a"]).predictor()
    row = kind()
    values = [Clearing(row), *np.linspace(0.1, 0.5, 5).tolist()]
    if kind is list:
        row.extend(values)
        with pytest.raises(ValueError, match="The row has 0 values"):
            handle.predict(row)
    else:
        row.update(zip(X.columns, values, strict=True))
        assert handle.predict(row) == handle.predict({})
