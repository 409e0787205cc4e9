"""Blends of structured arrays, whose fields are columns."""

import numpy as np
import pandas as pd
import pytest
from numpy.lib import recfunctions
from sklearn.base import is_regressor

import spinney
from spinney.datasets import load_penguins

TREES = [spinney.DecisionTreeClassifier(max_depth=d, missing="mode") for d in (2, 4)]
REGRESSION_TREES = [spinney.DecisionTreeRegressor(max_depth=d, missing="mode") for d in (2, 4)]
BLENDS = {
    "soft voting": spinney.VotingClassifier(TREES, voting="soft"),
    "hard voting": spinney.VotingClassifier(TREES),
    "linear": spinney.LinearBlendClassifier(TREES, cv=3),
    "stacking": spinney.StackingClassifier(TREES, cv=3),
    "passthrough": spinney.StackingClassifier(TREES, TREES[1], cv=3, passthrough=True),
    "voting regression": spinney.VotingRegressor(REGRESSION_TREES),
    "linear regression": spinney.LinearBlendRegressor(REGRESSION_TREES, cv=3),
    "stacking regression": spinney.StackingRegressor(REGRESSION_TREES, REGRESSION_TREES[1], cv=3),
}
every_blend = pytest.mark.parametrize("blend", BLENDS.values(), ids=BLENDS)


def penguins(blend):
    """A structured array, the same data as a dataframe, and a target for the blend."""
    X, species = load_penguins(return_X_y=True)
    frame = pd.DataFrame({name: X[name] for name in X.dtype.names})
    return X, frame, X["year"].astype(float) if is_regressor(blend) else species


@every_blend
def test_structured_array_equals_dataframe(blend):
    X, frame, y = penguins(blend)
    weight = np.arange(len(y)) % 3.0
    on_frame = blend.fit(frame, y, sample_weight=weight)
    expected = on_frame.predict(frame).tobytes()
    assert on_frame.predict(X).tobytes() == expected
    on_array = blend.fit(X, y, sample_weight=weight)
    assert on_array.predict(X).tobytes() == expected
    assert on_array.predict(frame).tobytes() == expected
    assert on_array.n_features_in_ == 7
    assert tuple(on_array.feature_names_in_) == X.dtype.names


@every_blend
def test_fields_must_match_the_fit(blend):
    X, _, y = penguins(blend)
    blend.fit(X, y)
    fewer = recfunctions.drop_fields(X, "year", usemask=False)
    with pytest.raises(ValueError, match="now missing:\n- year"):
        blend.predict(fewer)
    reversed_fields = X[list(X.dtype.names[::-1])]
    assert blend.predict(reversed_fields).tobytes() == blend.predict(X).tobytes()
    with pytest.raises(ValueError, match=r"0 sample.* 1 is required"):
        blend.predict(X[:0])


def test_array_without_fields():
    X = np.zeros(5, dtype=np.dtype([]))
    with pytest.raises(ValueError, match=r"0 feature.* 1 is required by VotingClassifier"):
        spinney.VotingClassifier(TREES).fit(X, [0, 1, 0, 1, 0])


def test_passthrough_keeps_fields():
    X, _, y = penguins(BLENDS["passthrough"])
    stack = spinney.StackingClassifier([("a", TREES[0])], TREES[1], passthrough=True).fit(X, y)
    columns = stack.transform(X)
    assert columns.dtype.names == tuple(stack.get_feature_names_out())
    assert columns.dtype.names[3:] == X.dtype.names
    assert np.array_equal(columns["island"], X["island"])
    proba = stack.estimators_[0].predict_proba(X)
    assert np.array_equal(columns["stackingclassifier_a1"], proba[:, 1])


def test_field_with_the_name_of_a_member():
    X = np.zeros(9, dtype=[("stackingclassifier_a", float), ("b", float)])
    stack = spinney.StackingClassifier([("a", TREES[0])], TREES[1], cv=3, passthrough=True)
    with pytest.raises(ValueError, match="a column 'stackingclassifier_a'"):
        stack.fit(X, [0, 1, 0] * 3)
