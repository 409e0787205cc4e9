"""Columns of a table are matched by name in predict."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.linear_model import LogisticRegression
from tests.robustness.estimators import ESTIMATORS, predictions

import spinney

RNG = np.random.default_rng(0)
X = pd.DataFrame(RNG.random((60, 3)).round(2), columns=["a", "b", "c"])
Y = (X["a"] > X["b"]).to_numpy().astype(int)
OTHER_ORDER = ["c", "a", "b"]


@pytest.mark.parametrize("entry", ESTIMATORS, ids=lambda entry: entry.label)
def test_another_order(entry):
    model = entry.make().fit(X, Y)
    assert predictions(model, X[OTHER_ORDER]) == predictions(model, X)


FOREIGN = [
    spinney.BaggingClassifier(LogisticRegression(), 3, random_state=0),
    spinney.BaggingClassifier(LogisticRegression(), 3, max_features=2, random_state=0),
    spinney.AdaBoostClassifier(LogisticRegression(), n_estimators=3),
    spinney.VotingClassifier([("a", LogisticRegression())]),
    spinney.StackingClassifier([("a", LogisticRegression())], passthrough=True),
]


@pytest.mark.parametrize("model", FOREIGN, ids=lambda model: type(model).__name__)
def test_members_of_other_libraries(model):
    model.fit(X, Y)
    expected = model.predict_proba(X)
    np.testing.assert_array_equal(model.predict_proba(X[OTHER_ORDER]), expected)
    with pytest.raises(ValueError, match="now missing:\n- b"):
        model.predict(X[["a", "c"]])
    with pytest.raises(ValueError, match="unseen at fit time:\n- d"):
        model.predict(X.assign(d=1.0))


@pytest.mark.parametrize("convert", [pl.from_pandas, pa.Table.from_pandas, lambda frame: frame])
def test_containers(convert):
    model = spinney.DecisionTreeClassifier().fit(X, Y)
    given = convert(X[OTHER_ORDER])
    np.testing.assert_array_equal(model.predict_proba(given), model.predict_proba(X))
    np.testing.assert_array_equal(model.apply(given), model.apply(X))
    records = X[OTHER_ORDER].to_records(index=False)
    np.testing.assert_array_equal(model.predict_proba(records), model.predict_proba(X))


def test_validation_data():
    def predictions(X_val):
        model = spinney.GradientBoostingClassifier(
            preset="fast", n_estimators=30, early_stopping=True
        )
        return model.fit(X, Y, X_val=X_val, y_val=Y).predict_proba(X)

    np.testing.assert_array_equal(predictions(X[OTHER_ORDER]), predictions(X))


def test_continued_fit():
    model = spinney.RandomForestClassifier(3, random_state=0, warm_start=True).fit(X, Y)
    model.set_params(n_estimators=6).fit(X[OTHER_ORDER], Y)
    expected = spinney.RandomForestClassifier(6, random_state=0).fit(X, Y).predict_proba(X)
    np.testing.assert_array_equal(model.predict_proba(X), expected)
