"""Explanations of the prediction for one row."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csr_array
from sklearn.datasets import load_iris

from spinney import DecisionTreeClassifier, DecisionTreeRegressor

from .samples import SAMPLES, mixed_rows

NAMES = ["sepal length", "sepal width", "petal length", "petal width"]


@pytest.fixture(scope="module")
def iris():
    X, y = load_iris(return_X_y=True)
    X = pd.DataFrame(X, columns=NAMES)
    return X, np.array(["setosa", "versicolor", "virginica"])[y]


def explain(iris, row, **parameters):
    X, y = iris
    return DecisionTreeClassifier(max_depth=2, **parameters).fit(X, y).explain_row(row)


def test_known_values(iris):
    assert str(explain(iris, [6.0, 3.0, 4.8, 1.8])).splitlines() == [
        "1. petal length > 2.45 (value 4.8)",
        "2. petal width > 1.75 (value 1.8)",
        "prediction: virginica 98%, versicolor 2% (46 rows, 31% of the training data)",
    ]


@pytest.mark.parametrize(
    ("missing", "branch", "reason"),
    [
        ("learned", "petal length > 2.45", "default direction learned in training"),
        ("majority", "petal length > 2.45", "follows the majority"),
        (
            "fractional",
            "33% petal length <= 2.45, 67% petal length > 2.45",
            "divided by the weights of the branches",
        ),
        ("stop", "stops at split petal length <= 2.45", "predicts from this node"),
        ("mean", "petal length > 2.45", "imputed as 3.76"),
        (
            "surrogate",
            "petal length <= 2.45",
            "surrogate split petal width <= 0.8 (agreement 100%)",
        ),
    ],
)
def test_missing_value(iris, missing, branch, reason):
    found = explain(iris, [5.0, 3.0, None, 0.2], missing=missing)
    assert found.text.splitlines()[0] == f"1. {branch} (value missing; {reason})"
    assert found.steps[0].value is None


def test_surrogates_without_values(iris):
    found = explain(iris, [None] * 4, missing="surrogate")
    assert found.steps[0].reason == "follows the majority"


def test_divided_row(iris):
    found = explain(iris, [5.0, 3.0, np.nan, 1.0], missing="fractional")
    assert str(found).splitlines() == [
        "1. 33% petal length <= 2.45, 67% petal length > 2.45 "
        "(value missing; divided by the weights of the branches)",
        "2. [67% of the row] petal width <= 1.75 (value 1)",
        "prediction: versicolor 60%, setosa 33%, virginica 6% (weighted mean of 2 nodes)",
    ]
    assert [step.weight for step in found.steps] == [1.0, pytest.approx(2 / 3)]
    assert found.nodes == [1, 3]


def test_unknown_and_unseen_categories():
    X = pd.DataFrame({"size": [0, 0, 1, 1, 1] * 4, "color": list("rgbbw") * 4})
    y = list("aabbc") * 4
    tree = DecisionTreeClassifier().fit(X, y)
    assert tree.explain_row({"size": 1, "color": "pink"}).text.splitlines() == [
        "1. size > 0.5 (value 1)",
        "2. color in {b} (value pink, not seen in training; default direction learned in training)",
        "prediction: b 100% (8 rows, 40% of the training data)",
    ]
    assert tree.explain_row({"size": 1, "color": "g"}).steps[1].text == (
        "color in {b} (value g, not seen at this node in training; follows the majority)"
    )
    tree = DecisionTreeClassifier(unknown="stop").fit(X, y)
    found = tree.explain_row({"size": 1, "color": "pink"})
    assert found.steps[1].text == (
        "stops at split color in {b} (value pink, not seen in training; predicts from this node)"
    )
    assert (found.prediction, found.nodes) == ("b", [2])


def test_own_category():
    X = np.array([["a"], ["b"], [None]] * 3, dtype=object)
    tree = DecisionTreeClassifier(missing="category", categorical_features=[0])
    found = tree.fit(X, ["x", "x", "y"] * 3).explain_row([None])
    assert found.steps[0].reason == "missing is a category"
    assert found.prediction == "y"
    text = tree.explain_row(["z"]).steps[0].text
    assert text.endswith("(value z, not seen in training; treated as missing)")


def test_single_leaf():
    model, X = SAMPLES["single leaf"]()
    found = model.explain_row(X[0])
    assert repr(found) == "prediction: only 100% (4 rows, 100% of the training data)"
    assert (found.steps, found.nodes, found.shares) == ([], [0], {"only": 1.0})


def test_many_classes_are_cut_short():
    X, y = np.zeros((7, 1)), list("abcdefg")
    assert str(DecisionTreeClassifier().fit(X, y).explain_row([0])) == (
        "prediction: a 14%, b 14%, c 14%, d 14%, e 14%, ... (7 rows, 100% of the training data)"
    )


def test_a_value_beside_its_threshold_keeps_its_digits():
    X = np.array([[1.0], [1.0 + 1e-9]])
    tree = DecisionTreeRegressor().fit(X, [0, 1])
    [step] = tree.explain_row(X[1]).steps
    condition, value = step.text.rstrip(")").split(" (value ")
    assert float(condition.split()[-1]) < float(value)


ROW = [6.0, 3.0, 4.8, 1.8]


@pytest.mark.parametrize(
    "row",
    [
        ROW,
        tuple(ROW),
        np.array(ROW),
        np.array([ROW]),
        [ROW],
        dict(zip(NAMES, ROW, strict=True)),
        dict(zip(NAMES[::-1], ROW[::-1], strict=True)),
        pd.DataFrame([ROW], columns=NAMES),
        pd.Series(ROW, index=NAMES),
        pl.DataFrame([ROW], schema=NAMES, orient="row"),
        pl.Series(ROW),
        csr_array(np.array([ROW])),
        np.array([tuple(ROW)], dtype=[(name, float) for name in NAMES])[0],
    ],
    ids=lambda row: type(row).__name__,
)
@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
def test_row_formats(iris, row):
    assert explain(iris, row).nodes == [4]


def test_bad_rows(iris):
    X, _ = iris
    with pytest.raises(ValueError, match="expects one row, but x has 150"):
        explain(iris, X)
    with pytest.raises(ValueError, match="expects one row, but x has 2"):
        explain(iris, X[:2])
    with pytest.raises(
        ValueError, match="row has 3 values, but DecisionTreeClassifier is expecting 4"
    ):
        explain(iris, [1, 2, 3])
    with pytest.raises(ValueError, match="not feature names:\n- size\nFeature names at fit time"):
        explain(iris, {"size": 1})
    with pytest.raises(ValueError, match="could not convert string to float"):
        explain(iris, [1, 2, "long", 3])
    with pytest.raises(ValueError, match="infinity"):
        explain(iris, [1, 2, np.inf, 3])
    tree = DecisionTreeRegressor().fit([[0], [1]], [0, 1])
    with pytest.raises(ValueError, match="without feature names"):
        tree.explain_row({"x0": 1})


@pytest.mark.parametrize("sample", SAMPLES)
def test_prediction_equals_predict(sample):
    model, X = SAMPLES[sample]()
    rows = X if isinstance(X, np.ndarray) else X.to_numpy(dtype=object)
    for i in range(0, len(X), 7):
        found = model.explain_row(rows[i])
        expected = model.predict(X[i : i + 1])[0]
        assert np.array_equal(found.prediction, expected)
        assert model.apply(X[i : i + 1])[0] in found.nodes
        nodes = {step.node for step in found.steps} | {*found.nodes}
        assert sorted(nodes) == sorted(model.decision_path(X[i : i + 1]).indices)


@pytest.mark.parametrize("missing", ["learned", "surrogate", "fractional", "stop", "majority"])
def test_new_rows_with_missing_and_unknown_values(missing):
    X, score = mixed_rows(seed=8)
    model = DecisionTreeRegressor(max_depth=5, missing=missing).fit(X, score)
    rows, _ = mixed_rows(n=60, seed=10, missing=0.4)
    rows.loc[::3, "color"] = "never seen"
    for row, expected in zip(rows.to_numpy(dtype=object), model.predict(rows), strict=True):
        found = model.explain_row(row)
        assert found.prediction == expected
        nodes = {step.node for step in found.steps} | {*found.nodes}
        for step in found.steps:
            first = model.tree_.first_child[step.node]
            expected = {"left": {first}, "right": {first + 1}, "both": {first, first + 1}}
            assert {first, first + 1} & nodes == expected.get(step.goes, set())


def test_absent_keys_are_missing_values(iris):
    """The rule of ``predictor()``."""
    X, y = iris
    tree = DecisionTreeClassifier(max_depth=2).fit(pd.DataFrame(X, columns=NAMES), y)
    for name in NAMES:
        given = {key: value for key, value in zip(NAMES, ROW, strict=True) if key != name}
        found = tree.explain_row(given)
        assert found.nodes == tree.explain_row({**given, name: None}).nodes
        assert found.prediction == tree.predictor().predict(given)
