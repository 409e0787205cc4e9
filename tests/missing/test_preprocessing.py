"""Policies applied to the table before growth, against manual preprocessing."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from estimators.helpers import assert_same_tree
from spinney.data.missing import MissingRules
from spinney.data.schema import Schema

from .tables import ESTIMATORS, KINDS, table_with_missing, target_of

TASKS = pytest.mark.parametrize("task", ESTIMATORS)
EVERY_KIND = pytest.mark.parametrize("kinds", KINDS)
WEIGHTED = pytest.mark.parametrize("weighted", [False, True], ids=["", "weighted"])


def training(task, kinds="both", weighted=False, n_rows=120):
    """Return X, y and weights, some of them 0."""
    rng = np.random.default_rng(5)
    X = table_with_missing(rng, n_rows, kinds=kinds)
    y = target_of(task, X, rng)
    weight = rng.integers(0, 5, n_rows).astype(float) if weighted else None
    return X, y, weight


def imputed_value(policy, column, weight):
    """Return the value that a policy imputes in a column."""
    weight = np.ones(len(column)) if weight is None else weight
    present = column.notna().to_numpy() & (weight > 0)
    values = np.repeat(column.to_numpy()[present], weight[present].astype(int))
    if column.dtype == object or policy == "mode":
        found, counts = np.unique(values, return_counts=True)
        return found[counts.argmax()]
    return math.fsum(values) / len(values) if policy == "mean" else np.median(values)


def filled(X, policy, weight):
    """Return a copy with imputed values, and the imputed values."""
    fills = {name: imputed_value(policy, column, weight) for name, column in X.items()}
    return X.assign(
        **{name: column.where(column.notna(), fills[name]) for name, column in X.items()}
    ), fills


@TASKS
@EVERY_KIND
@WEIGHTED
@pytest.mark.parametrize("policy", ["mean", "median", "mode"])
def test_imputation(task, kinds, weighted, policy):
    X, y, weight = training(task, kinds, weighted)
    whole, fills = filled(X, policy, weight)
    model = ESTIMATORS[task](missing=policy).fit(X, y, weight)
    expected = ESTIMATORS[task]().fit(whole, y, weight)
    assert_same_tree(model, expected)
    new = table_with_missing(np.random.default_rng(6), kinds=kinds)
    by_column = {name: column.where(column.notna(), fills[name]) for name, column in new.items()}
    assert np.array_equal(model.predict(new), expected.predict(new.assign(**by_column)))
    assert np.array_equal(model.predict(X), expected.predict(whole))


@TASKS
@WEIGHTED
def test_missing_category(task, weighted):
    X, y, weight = training(task, "categories", weighted)
    model = ESTIMATORS[task](missing="category").fit(X, y, weight)
    expected = ESTIMATORS[task]().fit(X.fillna("~ sorted last"), y, weight)
    assert_same_tree(model, expected)
    new = table_with_missing(np.random.default_rng(6), kinds="categories")
    assert np.array_equal(model.predict(new), expected.predict(new.fillna("~ sorted last")))
    assert np.array_equal(model.predict(new), model.predict(new.fillna("(missing)")))


@TASKS
def test_category_policy_of_numbers_is_learned(task):
    X, y, _ = training(task, "numbers")
    assert_same_tree(ESTIMATORS[task](missing="category").fit(X, y), ESTIMATORS[task]().fit(X, y))


@TASKS
@EVERY_KIND
@WEIGHTED
def test_drop_equals_fit_on_complete_rows(task, kinds, weighted):
    X, y, weight = training(task, kinds, weighted)
    model = ESTIMATORS[task](missing="drop").fit(X, y, weight)
    complete = X.notna().all(axis=1).to_numpy()
    kept = None if weight is None else weight[complete]
    assert_same_tree(model, ESTIMATORS[task]().fit(X[complete], y[complete], kept))
    assert_same_tree(
        model, ESTIMATORS[task]().fit(X, y, complete * (1.0 if weight is None else weight))
    )


@TASKS
def test_imputation_ignores_dropped_rows(task):
    X, y, _ = training(task, "numbers")
    policies = {"height": "drop", "girth": "mean"}
    model = ESTIMATORS[task](missing=policies).fit(X, y)
    kept = X["height"].notna().to_numpy()
    girth = X["girth"].where(X["girth"].notna(), X["girth"][kept].mean())
    expected = ESTIMATORS[task]().fit(X.assign(girth=girth)[kept], y[kept])
    np.testing.assert_allclose(
        model._fitted().tree.threshold, expected._fitted().tree.threshold, rtol=1e-12
    )
    assert np.array_equal(model._fitted().tree.value, expected._fitted().tree.value)


def test_dropping_every_row():
    X = pd.DataFrame({"a": [np.nan, 1.0, 2.0], "b": ["u", None, None]})
    model = ESTIMATORS["classifier"](missing="drop")
    with pytest.raises(ValueError, match=r"'drop' drops every row.*'a', column 'b'"):
        model.fit(X, [0, 1, 1])
    with pytest.raises(ValueError, match="'drop' drops every row"):
        model.fit(X.fillna({"b": "v"}), [0, 1, 1], sample_weight=[1, 0, 0])


@TASKS
def test_error_names_column_and_row(task):
    X, y, _ = training(task)
    whole, _ = filled(X, "mode", None)
    model = ESTIMATORS[task](missing="error").fit(whole, y)
    assert_same_tree(model, ESTIMATORS[task]().fit(whole, y))
    for name in X:
        incomplete = whole.copy()
        incomplete.loc[[7, 9], name] = None
        with pytest.raises(ValueError, match=f"NaN or null: row 7, column '{name}'"):
            model.predict(incomplete)
        with pytest.raises(ValueError, match=f"row 7, column '{name}'"):
            ESTIMATORS[task](missing={name: "error"}).fit(incomplete, y)
        others = {other: "error" for other in X if other != name}
        ESTIMATORS[task](missing=others).fit(incomplete, y).predict(incomplete)


def test_error_in_arrays_and_sparse_matrices():
    X = np.arange(12.0).reshape(4, 3)
    X[2, 1] = np.nan
    for matrix in (X, np.asfortranarray(X), X.tolist(), sparse.csr_array(X), X.astype(object)):
        with pytest.raises(ValueError, match=r"row 2, column 1\b"):
            ESTIMATORS["classifier"](missing="error").fit(matrix, [0, 1, 0, 1])


@TASKS
@pytest.mark.parametrize("policy", ["mean", "median", "mode", "category"])
def test_column_without_values_stays_missing(task, policy):
    X, y, _ = training(task)
    X = X.assign(girth=np.nan, soil=pd.Categorical([None] * len(X), categories=["clay"]))
    model = ESTIMATORS[task](missing=policy).fit(X, y)
    assert np.isin([1, 4], model._fitted().tree.feature).tolist() == [False, False]
    full = X.assign(girth=1.0, soil="loam")
    assert np.array_equal(model.predict(full), model.predict(X))


@pytest.mark.parametrize("policy", ["mean", "median", "mode"])
def test_columns_without_missing_values_are_not_copied(policy):
    X = np.random.default_rng(0).normal(size=(50, 3)).astype(np.float32)
    X[3, 1] = np.nan
    schema, frame = Schema.learn(X)
    rules = MissingRules.learn(policy, "missing", schema, frame, None).rules
    assert rules.fills.keys() == {0, 1, 2}
    columns = [schema.column(frame, j, True, rules.fills[j]) for j in range(3)]
    assert [np.shares_memory(column, X) for column in columns] == [True, False, True]
