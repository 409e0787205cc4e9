"""Targets that a report rejects or warns of."""

import warnings

import numpy as np
import pandas as pd
import pytest

import spinney


def table():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(60, 3)), columns=["a", "b", "c"])
    return X, pd.Series(np.where(X["a"] > 0, "yes", "no"), name="answer")


def classifier():
    X, y = table()
    return spinney.DecisionTreeClassifier(max_depth=2).fit(X, y), X, y


def test_unknown_labels():
    model, X, y = classifier()
    found = spinney.report(model, X, y.replace("yes", "maybe")).data["warnings"][0]
    n = int((y == "yes").sum())
    assert found["kind"] == "unknown class"
    assert found["text"].startswith(f"The model does not know 'maybe' of answer: {n} rows")
    with pytest.raises(ValueError, match=r"knows no label of answer: .*'nox'.* are 'no', 'yes'"):
        spinney.report(model, X, y + "x")


def test_wrong_targets():
    model, X, y = classifier()
    missing = y.astype(object)
    missing[4] = np.nan
    for wrong, message in (
        (missing, "^Input y contains NaN: row 4"),
        ("answer", "y should be a 1d array"),
        (y[:5], "X has 60 rows, y has 5"),
        (np.column_stack([y, y, y]), "^The model predicts 1 target, but y has 3 columns.$"),
    ):
        with pytest.raises(ValueError, match=message):
            spinney.report(model, X, wrong)
    for train, message in (
        (X, r"train must be a pair \(X, y\), got DataFrame"),
        ((X, missing), "^train: Input y contains NaN: row 4"),
        ((X, np.column_stack([y, y])), "y of train has 2 columns, but y has 1"),
    ):
        with pytest.raises(ValueError, match=message):
            spinney.report(model, X, y, train=train)


def test_text_for_a_regressor():
    _, X, y = classifier()
    model = spinney.DecisionTreeRegressor(max_depth=2).fit(X, X["a"])
    with pytest.raises(ValueError, match=r"'yes' in y, row 0\. Use a classifier"):
        spinney.report(model, X, y)


def test_target_as_a_column():
    model, X, y = classifier()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = spinney.report(model, X, y.to_frame()).data
    assert data["summary"]["n_targets"] == 1


def test_rows_without_names_warn_once():
    model, X, y = classifier()
    with pytest.warns(UserWarning, match="valid feature names") as caught:
        spinney.report(model, X.to_numpy(), y, train=(X.to_numpy(), y))
    assert len(caught) == 1
    assert caught[0].filename == __file__


@pytest.mark.parametrize("labels", [["no", "no"], ["no", "yes"]])
def test_two_rows(labels):
    model, X, y = classifier()
    rows = [y[y == label].index[k] for k, label in enumerate(labels)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = spinney.report(model, X.loc[rows], y.loc[rows]).data
    assert np.sum(data["evaluation"]["outputs"][0]["confusion"]["matrix"]) == 2
