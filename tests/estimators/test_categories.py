"""Categorical features are encoded by their labels."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest

from spinney import DecisionTreeRegressor
from spinney.data.columns import EncodedColumn
from spinney.data.frames import read_frame
from spinney.data.schema import Schema

from .helpers import assert_same_tree, tree_of


def test_encoding_does_not_depend_on_the_order_of_rows_or_categories():
    colors = ["red", "blue", "green", "red", "blue", "yellow", "green", "red"]
    y = np.array([0, 1, 0, 0, 1, 2, 1, 2])
    model = tree_of(pd.DataFrame({"c": colors}), y)
    assert_same_tree(model, tree_of(pd.DataFrame({"c": colors[::-1]}), y[::-1]))
    order = ["yellow", "red", "pink", "blue", "green"]
    by_category = tree_of(pd.DataFrame({"c": pd.Categorical(colors, order)}), y)
    assert list(by_category._model.schema.categories[0]) == ["blue", "green", "red", "yellow"]
    assert_same_tree(model, by_category)


def test_unseen_label_is_routed_as_missing():
    colors = ["a", "b", "c"] * 10
    model = tree_of(pd.DataFrame({"c": colors}), np.array([0, 1, 1] * 10))
    unseen, missing = pd.DataFrame({"c": ["new"]}), pd.DataFrame({"c": [None]}, dtype=object)
    assert model.apply(unseen) == model.apply(missing)
    schema, _ = Schema.learn(pd.DataFrame({"c": colors}))
    column = read_frame(pd.DataFrame({"c": ["b", "new", None, "a"]})).column(0)
    assert column.encode(schema.categories[0]).tolist() == [1, 3, -1, 0]


LABELS = ["", "x" * 10_000, "naïve 🌲", "\udcff broken", "new\nline", "NaN", "None"]


@pytest.mark.parametrize("labels", [LABELS, [b"", b"\xff\xfe", b"a"]], ids=["text", "bytes"])
def test_odd_labels_round_trip(labels):
    X = np.array(labels * 3, dtype=object).reshape(-1, 1)
    y = np.arange(len(labels) * 3) % len(labels)
    model = pickle.loads(pickle.dumps(tree_of(X, y, categorical_features=[0])))
    assert set(model._model.schema.categories[0]) == set(labels)
    assert model.predict(X).tolist() == y.tolist()
    assert model.predict(X[::-1]).tolist() == y[::-1].tolist()


@pytest.mark.parametrize("n_categories", [300, 70_000])
def test_many_categories(n_categories):
    codes = np.random.default_rng(0).permutation(n_categories)
    y = (codes % 3 == 0).astype(float)
    by_code = DecisionTreeRegressor(max_depth=1, categorical_features=[0]).fit(codes[:, None], y)
    assert by_code.predict(codes[:, None]).tolist() == y.tolist()
    frame = pd.DataFrame({"c": [f"category {code}" for code in codes]})
    by_label = DecisionTreeRegressor(max_depth=1).fit(frame, y)
    assert by_label.predict(frame.astype("category")).tolist() == y.tolist()
    assert by_label.predict(frame[:1]).tolist() == y[:1].tolist()


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.uint16, np.float32, bool, object])
def test_numbers_declared_categorical(dtype):
    codes = np.array([0, 1, 0, 1, 1, 0]).astype(dtype)
    X = np.column_stack([codes, np.ones(6).astype(dtype)])
    model = tree_of(X, [0, 1, 0, 1, 1, 0], categorical_features=[0])
    assert model._fitted().tree.kind[0] == 2
    assert list(model._model.schema.categories[0]) == [0, 1]
    assert model.predict(X.astype(float)).tolist() == [0, 1, 0, 1, 1, 0]


def test_large_and_missing_codes():
    big = 2**60
    X = np.array([big, big + 1, big, big + 1])[:, None]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert tree_of(X, [0, 1, 0, 1], categorical_features=[0]).predict(X).tolist() == [
            0,
            1,
            0,
            1,
        ]
    X = np.array([[0.0], [1.0], [np.nan], [1.0]])
    assert tree_of(X, [0, 1, 0, 1], categorical_features=[0]).score(X, [0, 1, 0, 1]) == 1
    tree_of(np.array([[np.nan, 1.0], [np.nan, 2.0]]), [0, 1], categorical_features=[0])


@pytest.mark.parametrize("code", [-1, 0.5, np.inf])
def test_invalid_codes(code):
    X = np.array([[0.0], [1.0], [code], [1.0]])
    with pytest.raises(ValueError, match=r"column 0 .* row 2 holds"):
        tree_of(X, [0, 1, 0, 1], categorical_features=[0])


@pytest.mark.parametrize(
    "chosen", [["b"], [1], np.array([1]), [False, True], np.array([False, True])]
)
def test_selection_of_categorical_features(chosen):
    X = pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0], "b": [0, 1, 2, 0]})
    schema, _ = Schema.learn(X, chosen)
    assert schema.categories == (None, {0: 0, 1: 1, 2: 2})


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (["z"], "'z'"),
        ([2], "index 2 .*2 features"),
        ([-1], "index -1"),
        ([True], "2 entries"),
        ("all", "from_dtype"),
        ([0.5], "names, indices or booleans"),
        ([[0]], "1-D"),
    ],
)
def test_invalid_selection_of_categorical_features(chosen, message):
    X = pd.DataFrame({"a": [1.0, 2.0], "b": [0, 1]})
    with pytest.raises(ValueError, match=message):
        Schema.learn(X, chosen)
    with pytest.raises(ValueError, match="no feature names"):
        Schema.learn(X.to_numpy(), ["a"])


@pytest.mark.parametrize("nothing", [None, [], ()])
def test_no_categories(nothing):
    assert Schema.learn(pd.DataFrame({"a": [1.0, 2.0]}), nothing)[0].categories is None
    with pytest.raises(ValueError, match=r"'red' in column 'a', row 1"):
        tree_of(pd.DataFrame({"a": [None, "red"]}), [0, 1], categorical_features=nothing)


def test_unsortable_labels_keep_their_order():
    column = EncodedColumn(["b", 1, "a"], np.array([0, 1, 2, 0]))
    assert column.categories() == {"b": 0, 1: 1, "a": 2}
