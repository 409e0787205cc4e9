"""Subsets, copies and threads of a Dataset, and invalid ones."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from tests.inputs.test_dataset import FRAME, X, Y, boosting, counts, saved
from tests.persistence.models import predictions, same

import spinney
from spinney.data import dataset as dataset_module


@pytest.mark.parametrize("rows", [X, FRAME], ids=["numbers", "frame"])
def test_cross_validation(rows):
    data = spinney.Dataset(rows)
    expected = cross_val_score(boosting(), rows, Y)
    np.testing.assert_array_equal(cross_val_score(boosting(), data, Y), expected)
    np.testing.assert_array_equal(cross_val_score(boosting(), data, Y, n_jobs=2), expected)


def test_grid_search_reuses_the_encodings_of_its_subsets():
    data = spinney.Dataset(X)
    grid = {"learning_rate": [0.1, 0.3], "max_depth": [2, 3]}
    found = GridSearchCV(boosting(), grid, cv=3).fit(data, Y)
    expected = GridSearchCV(boosting(), grid, cv=3).fit(X, Y)
    scores = "mean_test_score"
    assert found.cv_results_[scores].tolist() == expected.cv_results_[scores].tolist()
    assert same(predictions(found.best_estimator_, X), predictions(expected.best_estimator_, X))
    subsets = data._subsets.results()
    assert sorted(map(counts, subsets)) == [(0, 0)] * 3 + [(1, 3)] * 3


def test_subsets_are_dropped_when_memory_is_short(monkeypatch):
    data = spinney.Dataset(X)
    assert data[:20] is data[np.arange(20)]
    monkeypatch.setattr(dataset_module, "MEMORY_SHARE", 0)
    part = data[:30]
    assert data._subsets.results() == []
    np.testing.assert_array_equal(part.X, X[:30])


def test_only_the_latest_encodings_are_kept():
    data = spinney.Dataset(X)
    for max_bins in range(2, 12):
        boosting(max_bins=max_bins).fit(data, Y)
    kept = data.nbytes
    for max_bins in range(12, 22):
        boosting(max_bins=max_bins).fit(data, Y)
    assert counts(data) == (20, 0)
    assert data.nbytes <= 1.5 * kept
    boosting(max_bins=21).fit(data, Y)
    boosting(max_bins=2).fit(data, Y)
    assert counts(data) == (21, 1)


@pytest.mark.parametrize("value", [[1, 0], (0, 1), [True, True], np.array([0, 1])])
def test_equal_feature_kinds_in_other_words(value):
    rows = np.random.default_rng(0).integers(0, 3, (60, 2)).astype(float)
    data = spinney.Dataset(rows, categorical_features=[0, 1])
    tree = spinney.DecisionTreeClassifier(categorical_features=value)
    assert same(predictions(tree.fit(data, rows[:, 0]), rows), predictions(tree, rows))
    other = spinney.DecisionTreeClassifier(categorical_features=[True, False])
    with pytest.raises(ValueError, match="contradicts"):
        other.fit(data, rows[:, 0])


def test_rows():
    data = spinney.Dataset(X)
    mask = Y == 1
    for rows, expected in [
        (slice(3, 9), X[3:9]),
        (mask, X[mask]),
        ([4, 4, -1], X[[4, 4, -1]]),
        ((np.array([1, 2]), ...), X[1:3]),
    ]:
        np.testing.assert_array_equal(data[rows].X, expected)


def test_threads(tmp_path):
    data = spinney.Dataset(X)
    estimators = [boosting(n_jobs=n_jobs) for n_jobs in (1, 2)] * 4
    with ThreadPoolExecutor(4) as pool:
        models = list(pool.map(lambda one: one.fit(data, Y), estimators))
    expected = saved(boosting(n_jobs=1).fit(X, Y).set_params(n_jobs=None), tmp_path)
    assert {saved(one.set_params(n_jobs=None), tmp_path) for one in models} == {expected}
    assert counts(data) == (1, 7)


def test_pickled(tmp_path):
    data = spinney.Dataset(FRAME, categorical_features=["colour"])
    copied = pickle.loads(pickle.dumps(data))
    assert copied.nbytes == 0
    options = {"categorical_features": ["colour"], "missing": {}}
    frame = FRAME[["a", "colour"]]
    data = pickle.loads(pickle.dumps(spinney.Dataset(frame, categorical_features=["colour"])))
    model = boosting().fit(data, Y)
    expected = boosting(categorical_features=options["categorical_features"]).fit(frame, Y)
    assert same(predictions(model, frame), predictions(expected, frame))


def test_reports_and_explanations():
    data, model = spinney.Dataset(X), boosting().fit(X, Y)
    assert model.score(data, Y) == model.score(X, Y)
    np.testing.assert_array_equal(model.shap_values(data), model.shap_values(X))
    assert spinney.report(model, data, Y) is not None


def test_repr():
    data = spinney.Dataset(X)
    assert repr(data) == "Dataset(90 rows, 4 columns, encodings: 0)"
    boosting().fit(data, Y)
    assert repr(data).startswith("Dataset(90 rows, 4 columns, encodings: 1, ")


INVALID = {
    "no rows": (lambda: spinney.Dataset(X[:0]), ValueError, "0 sample"),
    "one column": (lambda: spinney.Dataset(X[:, 0]), ValueError, "Expected 2D array"),
    "a Dataset": (lambda: spinney.Dataset(spinney.Dataset(X)), TypeError, "is a Dataset already"),
    "a name": (
        lambda: spinney.Dataset(X, categorical_features=["a"]),
        ValueError,
        "'a' is a feature name, but X has no feature names",
    ),
    "another order": (
        lambda: spinney.Dataset(X, ordered_features="a"),
        ValueError,
        "ordered_features must be",
    ),
    "no targets": (lambda: boosting().fit(spinney.Dataset(X)), ValueError, "y"),
    "few targets": (lambda: boosting().fit(spinney.Dataset(X), Y[:-1]), ValueError, "89"),
    "infinity": (
        lambda: boosting().fit(spinney.Dataset(np.where(X[3, 1] == X, np.inf, X)), Y),
        ValueError,
        "infinity: row 3, column 1",
    ),
    "other columns": (
        lambda: boosting().fit(X, Y).predict(spinney.Dataset(X[:, :2])),
        ValueError,
        "X has 2 features",
    ),
    "an array of it": (lambda: np.asarray(spinney.Dataset(X)), TypeError, "attribute X"),
    "another estimator": (
        lambda: LogisticRegression().fit(spinney.Dataset(X), Y),
        TypeError,
        "attribute X",
    ),
    "its rows one by one": (lambda: list(spinney.Dataset(X)), TypeError, "attribute X"),
    "columns": (lambda: spinney.Dataset(X)[:, 1], IndexError, "select the columns of X"),
    "a row that is not there": (lambda: spinney.Dataset(X)[[90]], IndexError, "out of bounds"),
    "a short mask": (lambda: spinney.Dataset(X)[[True]], IndexError, "1 entries for 90 rows"),
    "a row name": (lambda: spinney.Dataset(X)[["a"]], IndexError, "Rows must be"),
}


@pytest.mark.parametrize(("call", "error", "message"), INVALID.values(), ids=INVALID)
def test_invalid(call, error, message):
    with pytest.raises(error, match=message):
        call()
