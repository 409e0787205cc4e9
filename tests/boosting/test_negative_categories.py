"""Negative numbers in categorical columns are missing values, as in LightGBM."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import spinney

from .small_data import classifier


def table():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.integers(-2, 5, 400), rng.integers(0, 4, 400)]).astype(float)
    return X, np.isin(X[:, 0], [-1, -2, 1, 3]) ^ (rng.random(400) < 0.1)


def model(**options):
    return classifier(categorical_features=[0], min_samples_leaf=5, **options)


@pytest.mark.parametrize("container", [np.asarray, sp.csr_array, pd.DataFrame, np.int64])
def test_negative_codes_are_missing(container, tmp_path):
    X, y = table()
    missing = np.where(X < 0, np.nan, X)
    expected = model().fit(missing, y)
    fitted = model().fit(container(X), y)
    np.testing.assert_array_equal(
        fitted.predict_proba(container(X)), expected.predict_proba(missing)
    )
    if container is np.asarray:
        fitted.save(tmp_path / "model.spinney")
        loaded = spinney.load(tmp_path / "model.spinney")
        np.testing.assert_array_equal(loaded.predict_proba(X), fitted.predict_proba(X))
        np.testing.assert_array_equal(fitted.predict_proba(missing), fitted.predict_proba(X))


def test_single_trees_read_negative_codes():
    X, y = table()
    tree = model().fit(X, y).estimators_[0, 0]
    missing = np.where(X < 0, np.nan, X)
    np.testing.assert_array_equal(tree.predict(X), tree.predict(missing))
    np.testing.assert_array_equal(tree.tree_.apply(X), tree.tree_.apply(missing))


def test_policies_of_missing_values_apply():
    X, y = table()
    with pytest.raises(ValueError, match="missing"):
        model(missing="error").fit(X, y)
    filled = model(missing="mode").fit(X, y)
    mode = pd.Series(X[X[:, 0] >= 0, 0]).mode()[0]
    np.testing.assert_array_equal(
        filled.predict_proba([[-3, 1], [np.nan, 1]]), filled.predict_proba([[mode, 1]] * 2)
    )


def test_labels_of_other_types_stay_categories():
    X, y = table()
    labels = pd.DataFrame({"a": pd.Categorical(X[:, 0].astype(int)), "b": X[:, 1]})
    fitted = classifier(min_samples_leaf=5).fit(labels, y)
    assert -1 in fitted._model.schema.categories[0]
    mixed = np.array([[-1, 0.0], ["x", 1.0]] * 20, dtype=object)
    known = model().fit(mixed, [0, 1] * 20)
    np.testing.assert_array_equal(
        known.predict_proba(np.array([[-1.0, 0.0]])), known.predict_proba(mixed)[:1]
    )
