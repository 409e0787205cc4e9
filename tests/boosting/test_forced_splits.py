"""Splits that the user defines for the top of every tree."""

import json

import numpy as np
import pandas as pd
import pytest

from spinney import load

from .small_data import classes, classifier, numbers, regressor

FORCED = {
    "feature": 2,
    "threshold": 0.5,
    "left": {"feature": 1, "threshold": -0.3},
    "right": {"feature": 0, "threshold": 0.1},
}


def check_forced(tree, X, forced, node=0):
    """The splits of a tree are the forced ones, with cuts next to the thresholds."""
    if forced is None:
        return
    assert tree.feature[node] == forced["feature"]
    column = np.sort(X[:, forced["feature"]])
    above = column[column > forced["threshold"]]
    assert forced["threshold"] <= tree.threshold[node] < above[min(3, len(above) - 1)]
    left = tree.first_child[node]
    check_forced(tree, X, forced.get("left"), left)
    check_forced(tree, X, forced.get("right"), left + 1)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"growth": "level"},
        {"quantize": False},
        {"max_leaf_nodes": None},
        {"subsample": 0.7, "random_state": 0},
        {"colsample_bytree": 0.34, "random_state": 0},
        {"interaction_cst": [[0, 1, 2]]},
        {"loss": "absolute_error"},
        {"algorithm": "classic"},
    ],
    ids=str,
)
def test_every_tree_starts_with_the_splits(options, tmp_path):
    X, y = numbers(1000)
    given = {"min_samples_leaf": 5, "n_estimators": 4, "max_leaf_nodes": 8} | options
    model = regressor(forced_splits=FORCED, **given).fit(X, y)
    for tree in model.estimators_.ravel():
        check_forced(tree.tree_, X, FORCED)
        assert tree.tree_.n_leaves > 4
    raw = model.predict(X, raw_score=True)
    leaves = zip(model.estimators_.ravel(), model.apply(X).T, strict=True)
    added = sum(tree.tree_.value[leaf].ravel() for tree, leaf in leaves)
    np.testing.assert_allclose(raw, added + model._model.initial[0])
    model.save(tmp_path / "model.spinney")
    np.testing.assert_array_equal(load(tmp_path / "model.spinney").predict(X), model.predict(X))


def test_trees_of_all_classes():
    X, y = classes(3, n_rows=900)
    model = classifier(forced_splits=FORCED, n_estimators=2, n_jobs=1).fit(X, y)
    for tree in model.estimators_.ravel():
        assert tree.tree_.feature[0] == 2
    threads = classifier(forced_splits=FORCED, n_estimators=2, n_jobs=3).fit(X, y)
    np.testing.assert_array_equal(threads.predict_proba(X), model.predict_proba(X))


def test_json_file(tmp_path):
    X, y = numbers()
    path = tmp_path / "splits.json"
    path.write_text(json.dumps(FORCED))
    expected = regressor(forced_splits=FORCED).fit(X, y).predict(X)
    for given in (str(path), path):
        model = regressor(forcedsplits_filename=given).fit(X, y)
        np.testing.assert_array_equal(model.predict(X), expected)
    plain = regressor().fit(X, y).predict(X)
    assert not np.array_equal(plain, expected)
    for nothing in ("", {}, None):
        np.testing.assert_array_equal(regressor(forced_splits=nothing).fit(X, y).predict(X), plain)


def test_category_and_missing_values():
    X, y = numbers(600)
    frame = pd.DataFrame(X, columns=list("abc"))
    frame["a"] = pd.Categorical(np.array(["x", "y", "z"])[np.arange(600) % 3])
    frame.loc[::5, "b"] = np.nan
    y = y + (frame["a"] == "y") - frame["b"].isna()
    forced = {"feature": "a", "threshold": "y", "right": {"feature": "b", "threshold": 0.0}}
    model = regressor(forced_splits=forced, n_estimators=3).fit(frame, y)
    for tree in model.estimators_.ravel():
        first = tree.tree_.first_child[0]
        assert tree.tree_.feature[0] == 0
        assert tree.tree_.n_node_samples[first] == (frame["a"] == "y").sum()
        assert tree.tree_.feature[first + 1] == 1


def test_splits_without_a_gain_are_not_forced():
    X, y = numbers()
    plain = regressor().fit(X, y)
    forced = {"feature": 0, "threshold": 99.0, "left": {"feature": 1, "threshold": 0.0}}
    np.testing.assert_array_equal(
        regressor(forced_splits=forced).fit(X, y).predict(X), plain.predict(X)
    )
    small = {"feature": 0, "threshold": float(np.sort(X[:, 0])[3])}
    tree = regressor(forced_splits=small, min_samples_leaf=20).fit(X, y).estimators_[0, 0].tree_
    assert tree.n_node_samples[tree.kind == 0].min() >= 20


INVALID = {
    "no threshold": ({"feature": 0}, "must be nested dicts"),
    "unknown key": ({"feature": 0, "threshold": 1.0, "middle": {}}, "must be nested dicts"),
    "list": ({"feature": 0, "threshold": 1.0, "left": [1]}, "must be nested dicts"),
    "feature": ({"feature": 7, "threshold": 1.0}, "forced_splits"),
    "text": ({"feature": 0, "threshold": "many"}, "threshold of .* is 'many'"),
    "nan": ({"feature": 0, "threshold": float("nan")}, "threshold of .* is nan"),
    "file": ("no such file", "not a readable JSON file"),
}


@pytest.mark.parametrize(("given", "message"), INVALID.values(), ids=INVALID)
def test_invalid_splits(given, message):
    with pytest.raises(ValueError, match=message):
        regressor(forced_splits=given).fit(*numbers())


@pytest.mark.parametrize(
    "options", [{"growth": "symmetric"}, {"max_bins": None}, {"missing": "surrogate"}], ids=str
)
def test_unsupported_combinations(options):
    with pytest.raises(ValueError, match="forced_splits needs"):
        regressor(forced_splits=FORCED, **options).fit(*numbers())
