"""Values of features in the rows of SHAP values."""

import numpy as np
import polars as pl
import scipy.sparse as sp

from spinney import BaggingClassifier, GradientBoostingRegressor, explain

from .mixed_table import X, Y
from .mixed_table import shap_of_mixed as result


def test_feature_values_are_read_as_the_model_does():
    found = result()
    street = found.feature_values("street")
    assert street.categories == ("Ash", "Elm", "Oak")
    assert [street.text(i) for i in range(9)] == [
        "missing" if value is None or value != value else value for value in X["street"][:9]
    ]
    assert found.feature_values("built").text(1) == str(X["built"][1].date())
    assert found.feature_values("size").text(2) == X["size"][2]
    assert np.array_equal(found.feature_values(0).numbers, X.iloc[:, 0], equal_nan=True)


def test_feature_values_in_any_order_and_container():
    given = result().feature_values("noise").numbers
    for data in (X[X.columns[::-1]], pl.from_pandas(X)):
        found = result(data=data)
        assert np.array_equal(found.feature_values("noise").numbers, given)
        assert found.feature_values("street").text(1) == X["street"][1]
    cells = sp.random(50, 3, 0.4, random_state=0, format="csr")
    model = GradientBoostingRegressor(preset="fast", n_estimators=3).fit(
        cells, cells.toarray()[:, 1]
    )
    values = explain.shap(model, cells).feature_values(1).numbers
    assert np.array_equal(values, cells.toarray()[:, 1])


def test_unknown_categories_are_shown():
    new = X.copy()
    new.loc[1, "street"] = "Pine"
    assert result(data=new).feature_values("street").text(1) == "Pine"


def test_values_of_members_with_some_of_the_columns():
    model = BaggingClassifier(n_estimators=4, max_features=0.5, random_state=0).fit(X, Y)
    found = explain.shap(model, X)
    for name in ("street", "size", "built"):
        feature, expected = found.feature_values(name), result().feature_values(name)
        if name in {X.columns[j] for own in model.estimators_features_ for j in own}:
            assert [feature.text(i) for i in range(9)] == [expected.text(i) for i in range(9)]
