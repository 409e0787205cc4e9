"""Valid and invalid targets, weights and parameters."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn import datasets
from sklearn.exceptions import DataConversionWarning

from spinney import DecisionTreeClassifier, DecisionTreeRegressor
from spinney.data.targets import encode_classes

from .helpers import tree_of

X = np.array([[0.0], [1.0], [2.0], [3.0]])
IRIS = datasets.load_iris(return_X_y=True)

LABELS = [
    np.array([-1, 1, 1, -1]),
    np.array([3, 5, 4, 3], dtype=np.int8),
    np.array([2**63, 2**63 + 5, 2**63, 2**64 - 1], dtype=np.uint64),
    np.array([-(2**63), 2**63 - 1, 0, 0]),
    np.array([127, -128, 0, 0], dtype=np.int8),
    np.array([10**9, 5, 5, 5]),
    np.array([True, False, True, True]),
    np.array([0.0, 1.0, 2.0, 0.0]),
    np.array([1e300, 0.0, 1e300, 0.0]),
    np.array(["b", "a", "c", "a"]),
    np.array(["b", "a", "c", "a"], dtype=object),
    np.array([1, 2, 1, 7], dtype=object),
    np.array([b"x", b"y", b"x", b"x"]),
]


@pytest.mark.parametrize("y", LABELS, ids=lambda y: f"{y.dtype} {y[0]}")
def test_labels_of_any_type(y):
    classes, codes = encode_classes(y)
    expected, inverse = np.unique(y, return_inverse=True)
    assert classes.tolist() == expected.tolist()
    assert codes.tolist() == inverse.tolist()
    assert codes.dtype == np.int32
    if y.dtype != object:
        assert classes.dtype == y.dtype
    model = tree_of(X, y)
    assert model.predict(X).tolist() == y.tolist()


@pytest.mark.parametrize(
    "y",
    [
        list("abca"),
        pd.Series(list("abca")),
        pd.Series(list("abca"), dtype="category"),
        pl.Series(list("abca")),
        pd.DataFrame({"y": list("abca")}),
    ],
    ids=lambda y: type(y).__module__,
)
@pytest.mark.filterwarnings("ignore:A column-vector y")
def test_containers_of_labels(y):
    assert tree_of(X, y).classes_.tolist() == ["a", "b", "c"]


def test_column_vector_warns():
    for model in (DecisionTreeClassifier(), DecisionTreeRegressor()):
        with pytest.warns(DataConversionWarning, match="column-vector"):
            model.fit(X, np.array([[0], [1], [1], [0]]))
        assert model.predict(X).shape == (4,)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([0.0, np.nan, 1.0, 0.0], "y contains NaN: row 1"),
        ([0.0, 1.0, np.inf, 0.0], "y contains infinity: row 2"),
        ([0.5, 1.0, 2.0, 3.0], "continuous"),
        (np.array(["a", None, "b", "a"], dtype=object), "y contains NaN: row 1"),
        (np.array(["a", 1, "b", "a"], dtype=object), "Unknown label type"),
        ([0, 1, 1], "4 rows, y has 3"),
        (None, "y is None"),
        (np.zeros((4, 1, 1)), "shape"),
        (np.array([1j, 0, 0, 0]), "Complex"),
    ],
)
def test_invalid_labels(y, message):
    with pytest.raises(ValueError, match=message):
        tree_of(X, y)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([0.0, np.nan, 1.0, 0.0], "y contains NaN: row 1"),
        ([0.0, 1.0, 2.0, -np.inf], "y contains infinity: row 3"),
        (list("abcd"), r"'a' in y, row 0\. Use a classifier"),
        (list("1234"), r"'1' in y, row 0\. It is a number stored as text: convert y"),
        (np.array([1.0, "a", 2.0, 3.0], dtype=object), r"'a' in y, row 1\. Use a classifier"),
        (np.array(["2020"] * 4, dtype="M8[Y]"), "y must be numeric"),
        ([[1.0, 2.0]], "4 rows, y has 1"),
    ],
)
def test_invalid_numeric_targets(y, message):
    with pytest.raises(ValueError, match=message):
        DecisionTreeRegressor().fit(X, y)


def test_poisson_requires_non_negative_targets():
    model = DecisionTreeRegressor(criterion="poisson")
    with pytest.raises(ValueError, match="negative in row 2"):
        model.fit(X, [1, 0, -1, 0])
    with pytest.raises(ValueError, match="not positive"):
        model.fit(X, [0, 0, 0, 0])


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ([1, 1, -1, 1], "sample_weight contains a negative value.*row 2"),
        ([1, np.nan, 1, 1], "sample_weight contains NaN: row 1"),
        ([1, np.inf, 1, 1], "sample_weight contains infinity"),
        ([0, 0, 0, 0], "sample_weight is zero"),
        ([1e308, 1e308, 1e308, 1e308], "sample_weight"),
        (list("abcd"), "sample_weight must contain one number per row"),
        ([1, 1, 1], "sample_weight has 3 entries, but X has 4"),
        ([[1, 1, 1, 1]], "sample_weight must be a 1D"),
    ],
)
def test_invalid_weights(weight, message):
    for model in (DecisionTreeClassifier(), DecisionTreeRegressor()):
        with pytest.raises(ValueError, match=message):
            model.fit(X, [0, 1, 1, 0], sample_weight=weight)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("criterion", "mse"),
        ("splitter", "worst"),
        ("max_depth", 0),
        ("max_depth", 2.5),
        ("min_samples_split", 1),
        ("min_samples_split", 1.5),
        ("min_samples_leaf", 0),
        ("min_weight_fraction_leaf", 0.6),
        ("max_features", 0),
        ("max_features", "auto"),
        ("max_leaf_nodes", 1),
        ("min_impurity_decrease", -1.0),
        ("min_impurity_decrease", np.nan),
        ("max_bins", 1),
        ("random_state", "seed"),
        ("n_jobs", 0),
        ("n_jobs", 1.5),
        ("categorical_features", "some"),
    ],
)
def test_invalid_parameters(name, value):
    for model in (DecisionTreeClassifier, DecisionTreeRegressor):
        with pytest.raises(ValueError, match=name):
            model(**{name: value}).fit(X, [0, 1, 1, 0])


def test_huge_limits():
    huge = {"max_depth": 10**9, "max_leaf_nodes": 10**12, "n_jobs": 10**6}
    assert tree_of(X, [0, 1, 2, 3], **huge).get_n_leaves() == 4
    assert tree_of(X, [0, 1, 2, 3], min_samples_leaf=10**30).get_n_leaves() == 1
    with pytest.raises(TypeError, match="depth"):
        DecisionTreeClassifier(depth=3)


def test_monotonic_constraints():
    A, y = datasets.load_diabetes(return_X_y=True)
    steps = np.linspace(-0.2, 0.2, 50)
    for sign in (1, -1):
        constraints = np.zeros(10, dtype=int)
        constraints[2] = sign
        rows = np.repeat(A[:30], 50, axis=0)
        rows[:, 2] = np.tile(steps, 30)
        model = DecisionTreeRegressor(monotonic_cst=constraints).fit(A, y)
        assert (sign * np.diff(model.predict(rows).reshape(30, 50)) >= 0).all()
        classifier = DecisionTreeClassifier(monotonic_cst=constraints).fit(A, y > 140)
        proba = classifier.predict_proba(rows)[:, 1].reshape(30, 50)
        assert (sign * np.diff(proba) >= 0).all()
    frame = pd.DataFrame(A, columns=[f"f{j}" for j in range(10)])
    by_name = DecisionTreeRegressor(monotonic_cst={"f2": -1}).fit(frame, y)
    np.testing.assert_array_equal(by_name.predict(frame), model.predict(A))


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        ([1], r"shape 1 .*4 features"),
        ([2, 0, 0, 0], "-1, 0 or 1"),
        ([0.5, 0, 0, 0], "-1, 0 or 1"),
        ({"z": 1}, "no feature names"),
        ([0, 0, 0, 1], "column 3, which is categorical"),
    ],
)
def test_invalid_monotonic_constraints(constraints, message):
    A, y = IRIS
    A = np.round(A)
    model = DecisionTreeClassifier(monotonic_cst=constraints, categorical_features=[3])
    with pytest.raises(ValueError, match=message):
        model.fit(A, y > 0)
    with pytest.raises(ValueError, match="multiclass"):
        DecisionTreeClassifier(monotonic_cst=[0, 0, 0, 1]).fit(A, y)
    with pytest.raises(ValueError, match="multiple outputs"):
        DecisionTreeRegressor(monotonic_cst=[0, 0, 0, 1]).fit(A, np.column_stack([y, y]))
    with pytest.raises(ValueError, match="'z'"):
        DecisionTreeRegressor(monotonic_cst={"z": 1}).fit(pd.DataFrame(A, columns=list("abcd")), y)
