"""Importances of every kind against their definitions."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from sklearn.inspection import permutation_importance
from sklearn.linear_model import Ridge
from sklearn.metrics import get_scorer
from sklearn.model_selection import KFold

import spinney
from spinney import explain
from spinney.data.containers import permute_columns

from .test_shap import ENSEMBLES, table


def numbers(n_rows=200, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n_rows, 4))
    return X, 2 * X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(0, 0.1, n_rows)


def boosting(**options):
    return spinney.GradientBoostingRegressor(
        preset="fast", n_estimators=10, min_samples_leaf=5, **options
    )


@pytest.mark.parametrize("kind", ["gain", "total_gain", "cover", "total_cover", "count"])
def test_split_kinds_of_boosting(kind):
    X, y = numbers()
    model = boosting().fit(X, y)
    found = explain.importance(model, kind)
    np.testing.assert_array_equal(found.values, model.importance(kind))
    assert found.names == ("x0", "x1", "x2", "x3")
    assert np.isnan(found.standard_error).all()
    grouped = explain.importance(model, kind, groups={"both": [1, 2]})
    count, values = model.importance("count"), model.importance(kind)
    expected = values[[1, 2]].sum()
    if kind in ("gain", "cover"):
        expected = (values * count)[[1, 2]].sum() / count[[1, 2]].sum()
    assert grouped.names[0] == "both"
    np.testing.assert_allclose(grouped.values[0], expected)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [n for n in ENSEMBLES if n != "bagging of pruned trees"])
def test_counts_of_every_ensemble(name):
    X, y, _ = table(3)
    model = ENSEMBLES[name]().fit(X, y)
    counts = explain.importance(model, "count")
    assert counts.names == tuple(X.columns)
    assert counts.values.sum() > 0
    if name == "AdaBoost":
        inner = sum(len(tree.tree_.feature) - tree.get_n_leaves() for tree in model.estimators_)
        assert counts.values.sum() == inner


def test_gain_of_oblique_splits_is_divided():
    X, y = numbers()
    tree = spinney.DecisionTreeRegressor(max_depth=3, split_kind="oblique").fit(X, y)
    gain = explain.importance(tree, "total_gain").values
    np.testing.assert_allclose(gain / gain.sum(), tree.feature_importances_)


@pytest.mark.parametrize("scoring", [None, "neg_mean_absolute_error"])
@pytest.mark.parametrize("estimator", [boosting(), Ridge()])
def test_permutation_of_any_estimator(estimator, scoring):
    X, y = numbers()
    model = estimator.fit(X, y)
    found = explain.importance(model, "permutation", X, y, scoring=scoring, n_repeats=20)
    peer = permutation_importance(model, X, y, scoring=scoring, n_repeats=20, random_state=0)
    error = 5 * peer.importances_std / np.sqrt(20) + 1e-3
    assert (np.abs(found.values - peer.importances_mean) < 2 * error).all()
    assert (found.low <= found.values).all()
    assert found.per_tree.shape == (20, 4)
    assert "permutation importance, 20 repeats" in repr(found)


def test_permutation_of_a_group_keeps_its_rows_together():
    rng = np.random.default_rng(0)
    a = rng.normal(size=300)
    X = pd.DataFrame({"a": a, "copy": a, "noise": rng.normal(size=300)})
    model = boosting().fit(X, a)
    weight = rng.random(300)
    found = explain.importance(
        model, "permutation", X, a, groups={"both": ["a", "copy"]}, sample_weight=weight
    )
    assert found.names == ("both", "noise")
    assert found.values[0] > 1
    order = np.random.default_rng(0).permutation(300)
    score = get_scorer("r2")
    expected = score(model, X, a, sample_weight=weight) - score(
        model, X.assign(a=a[order], copy=a[order]), a, sample_weight=weight
    )
    np.testing.assert_allclose(found.per_tree[0, 0], expected)


@pytest.mark.parametrize(
    "convert",
    [
        lambda frame: frame,
        lambda frame: frame.set_axis([5, 3, 1], axis=0),
        lambda frame: frame.set_axis([4, 5, 6], axis=1),
        pl.from_pandas,
        lambda frame: frame.to_numpy(),
        lambda frame: sp.csr_matrix(frame.to_numpy()),
        lambda frame: frame.to_records(index=False).view(np.ndarray),
    ],
    ids=["pandas", "index", "integers", "polars", "array", "sparse", "structured"],
)
def test_columns_of_every_container_are_permuted(convert):
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [4.0, 5.0, 6.0], "c": [7.0, 8.0, 9.0]})
    X = convert(frame)
    changed = permute_columns(X, [0, 2], np.array([2, 0, 1]))
    assert type(changed) is type(X)
    dense = changed.toarray() if sp.issparse(changed) else changed
    rows = dense.tolist() if isinstance(dense, np.ndarray) else dense.to_numpy().tolist()
    assert [list(row) for row in rows] == [[3, 4, 9], [1, 5, 7], [2, 6, 8]]
    original = X.toarray() if sp.issparse(X) else X
    kept = original.tolist() if isinstance(original, np.ndarray) else original.to_numpy().tolist()
    assert [list(row) for row in kept] == frame.to_numpy().tolist()


def test_categories_are_permuted():
    X, y, _ = table(1)
    model = spinney.RandomForestClassifier(5, random_state=0).fit(X, y)
    found = explain.importance(model, X=X, y=y)
    assert found.values[list(X.columns).index("c")] > 0.1


def test_shap():
    X, y, _ = table(1)
    model = spinney.RandomForestClassifier(5, random_state=0).fit(X, y)
    values = np.abs(explain.shap(model, X).values).mean(axis=2)
    found = explain.importance(model, "shap", X)
    np.testing.assert_allclose(found.values, values.mean(axis=0))
    assert (found.standard_error > 0).all()
    groups = {"first": ["n0"], "rest": ["n1", "c"]}
    grouped = explain.importance(model, "shap", X, groups=groups, background=X[:20])
    parts = explain.shap(model, X, X[:20], groups=groups).values
    np.testing.assert_allclose(grouped.values, np.abs(parts).mean(axis=(0, 2)))
    assert grouped.names == ("first", "rest", "n2")


def test_drop_column_by_folds_and_on_validation_rows():
    X, y = numbers()
    folds = KFold(3)
    found = explain.importance(boosting(), "drop_column", X, y, cv=folds, groups={"g": [1, 2]})
    expected = [
        boosting().fit(X[train], y[train]).score(X[test], y[test])
        - boosting().fit(X[train][:, [0, 3]], y[train]).score(X[test][:, [0, 3]], y[test])
        for train, test in folds.split(X)
    ]
    np.testing.assert_allclose(found.per_tree[:, 0], expected)
    assert found.names == ("g", "x0", "x3")
    rows = (X[:50], y[:50])
    one = explain.importance(boosting(), "drop_column", X[50:], y[50:], validation=rows)
    assert one.per_tree.shape == (1, 4)
    assert one.values.argmax() == 0


def test_out_of_bag_of_forests_and_bagging():
    X, y = numbers()
    forest = spinney.RandomForestRegressor(20, random_state=0).fit(X, y)
    found = explain.importance(forest, "oob", X, y, n_repeats=2)
    own = forest.importances(X=X, y=y, n_repeats=2)
    np.testing.assert_array_equal(found.per_tree, own.per_tree)
    bagging = spinney.BaggingRegressor(
        spinney.DecisionTreeRegressor(), 20, max_features=0.8, random_state=0
    ).fit(X, y)
    other = explain.importance(bagging, "oob", X, y)
    assert other.values.argmax() == own.mean.argmax()
    assert other.values[3] < other.values[[0, 1, 2]].min()


OUT_OF_BAG = {
    "forest": lambda: spinney.RandomForestRegressor(5, random_state=0),
    "bagging": lambda: spinney.BaggingRegressor(n_estimators=5, random_state=0),
    "bagging of pruned trees": lambda: spinney.BaggingRegressor(
        spinney.DecisionTreeRegressor(ccp_alpha=0.001), 5, random_state=0
    ),
}


@pytest.mark.parametrize("make", OUT_OF_BAG.values(), ids=OUT_OF_BAG.keys())
def test_out_of_bag_needs_the_training_rows(make):
    X, y = numbers()
    model = make().fit(X, y)
    explain.importance(model, "oob", X, y)
    order = np.random.default_rng(0).permutation(len(X))
    for rows, message in (
        (X[order], "needs the training rows in the order of fit"),
        (np.random.default_rng(1).normal(size=X.shape), "needs the training rows in the order"),
        (X[:-1], "the training (rows, of which there were|data)"),
    ):
        with pytest.raises(ValueError, match=message):
            explain.importance(model, "oob", rows, y[: len(rows)])
        if hasattr(model, "importances"):
            with pytest.raises(ValueError, match=message):
                model.importances("corrected", X=rows, y=y[: len(rows)])


def test_other_members_than_trees_need_as_many_rows():
    X, y = numbers()
    model = spinney.BaggingRegressor(Ridge(), n_estimators=5, random_state=0).fit(X, y)
    assert explain.importance(model, "oob", X, y).values.shape == (4,)
    with pytest.raises(ValueError, match="of which there were"):
        explain.importance(model, "oob", X[:-1], y[:-1])


def test_rows_in_place_of_the_kind():
    X, y = numbers()
    model = spinney.RandomForestRegressor(3, random_state=0).fit(X, y)
    with pytest.raises(TypeError, match=r'call importance\(model, "permutation", X, y\)'):
        explain.importance(model, X, y)
    with pytest.raises(TypeError, match="pass the training data as X= and y="):
        model.importances(X)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mean",), "must be one of"),
        (("permutation",), "needs X and y"),
        (("shap",), "needs X"),
        (("oob", np.zeros((3, 4)), np.zeros(3)), 'use kind="permutation"'),
    ],
)
def test_errors(arguments, message):
    X, y = numbers()
    with pytest.raises(ValueError, match=message):
        explain.importance(boosting().fit(X, y), *arguments)


def test_unknown_labels_are_an_error():
    X, y = numbers()
    model = spinney.RandomForestClassifier(5, random_state=0).fit(X, y > 0)
    with pytest.raises(ValueError, match="none of the classes"):
        explain.importance(model, "permutation", X, np.where(y > 0, "yes", "no"))
