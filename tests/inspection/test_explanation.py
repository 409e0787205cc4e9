"""The way of a row through a tree, told step by step."""

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
        "1. petal length <= 2.45? no, it is 4.8",
        "2. petal width <= 1.75? no, it is 1.8",
        "answer: virginica 98%, versicolor 2% (46 rows, 31% of all)",
    ]


@pytest.mark.parametrize(
    ("missing", "told"),
    [
        ("learned", "no, the side learned at fit"),
        ("majority", "no, with the majority"),
        ("fractional", "both ways, 33% yes and 67% no"),
        ("stop", "it stops here"),
        ("mean", "no, taken as 3.76"),
        ("surrogate", "yes, by surrogate petal width <= 0.8 (agrees 100%)"),
    ],
)
def test_a_missing_value(iris, missing, told):
    found = explain(iris, [5.0, 3.0, None, 0.2], missing=missing)
    assert found.text.splitlines()[0] == f"1. petal length <= 2.45? missing: {told}"
    assert found.steps[0].value is None


def test_no_surrogate_has_a_value_either(iris):
    found = explain(iris, [None] * 4, missing="surrogate")
    assert found.steps[0].reason == "with the majority"


def test_parts_of_a_row(iris):
    found = explain(iris, [5.0, 3.0, np.nan, 1.0], missing="fractional")
    assert str(found).splitlines() == [
        "1. petal length <= 2.45? missing: both ways, 33% yes and 67% no",
        "2. [67% of the row] petal width <= 1.75? yes, it is 1",
        "answer: versicolor 60%, setosa 33%, virginica 6% (from 2 nodes)",
    ]
    assert [step.part for step in found.steps] == [1.0, pytest.approx(2 / 3)]
    assert found.nodes == [1, 3]


def test_categories_never_seen():
    X = pd.DataFrame({"size": [0, 0, 1, 1, 1] * 4, "colour": list("rgbbw") * 4})
    y = list("aabbc") * 4
    tree = DecisionTreeClassifier().fit(X, y)
    assert tree.explain_row({"size": 1, "colour": "pink"}).text.splitlines() == [
        "1. size <= 0.5? no, it is 1",
        "2. colour in {b}? pink, never seen at fit: yes, the side learned at fit",
        "answer: b 100% (8 rows, 40% of all)",
    ]
    assert tree.explain_row({"size": 1, "colour": "g"}).steps[1].text == (
        "colour in {b}? g, not seen here at fit: yes, with the majority"
    )
    tree = DecisionTreeClassifier(unknown="stop").fit(X, y)
    found = tree.explain_row({"size": 1, "colour": "pink"})
    assert found.steps[1].text == "colour in {b}? pink, never seen at fit: it stops here"
    assert (found.prediction, found.nodes) == ("b", [2])


def test_own_category():
    X = np.array([["a"], ["b"], [None]] * 3, dtype=object)
    tree = DecisionTreeClassifier(missing="category", categorical_features=[0])
    found = tree.fit(X, ["x", "x", "y"] * 3).explain_row([None])
    assert found.steps[0].reason == "a category of its own"
    assert found.prediction == "y"
    assert tree.explain_row(["z"]).steps[0].text.endswith("never seen at fit: no, taken as missing")


def test_single_leaf():
    model, X = SAMPLES["single leaf"]()
    found = model.explain_row(X[0])
    assert repr(found) == "answer: only 100% (4 rows, 100% of all)"
    assert (found.steps, found.nodes, found.shares) == ([], [0], {"only": 1.0})


def test_many_classes_are_cut_short():
    X, y = np.zeros((7, 1)), list("abcdefg")
    assert str(DecisionTreeClassifier().fit(X, y).explain_row([0])) == (
        "answer: a 14%, b 14%, c 14%, d 14%, e 14%, ... (7 rows, 100% of all)"
    )


def test_a_value_beside_its_threshold_keeps_its_digits():
    X = np.array([[1.0], [1.0 + 1e-9]])
    tree = DecisionTreeRegressor().fit(X, [0, 1])
    [step] = tree.explain_row(X[1]).steps
    question, told = step.text.split("? ")
    assert float(question.split()[-1]) < float(told.split()[-1])


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
def test_a_row_may_be_given_in_many_ways(iris, row):
    assert explain(iris, row).nodes == [4]


def test_bad_rows(iris):
    X, _ = iris
    with pytest.raises(ValueError, match="explains one row, but x has 150"):
        explain(iris, X)
    with pytest.raises(ValueError, match="explains one row, but x has 2"):
        explain(iris, X[:2])
    with pytest.raises(
        ValueError, match="x has 3 values, but DecisionTreeClassifier is expecting 4"
    ):
        explain(iris, [1, 2, 3])
    with pytest.raises(ValueError, match=r"It lacks \['sepal length'.*It has \['size'\]"):
        explain(iris, {"size": 1})
    with pytest.raises(ValueError, match="could not convert string to float"):
        explain(iris, [1, 2, "long", 3])
    with pytest.raises(ValueError, match="infinity"):
        explain(iris, [1, 2, np.inf, 3])
    tree = DecisionTreeRegressor().fit([[0], [1]], [0, 1])
    with pytest.raises(ValueError, match="without feature names"):
        tree.explain_row({"x0": 1})


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_answer_is_that_of_predict(sample):
    model, X = SAMPLES[sample]()
    rows = X if isinstance(X, np.ndarray) else X.to_numpy(dtype=object)
    for i in range(0, len(X), 7):
        found = model.explain_row(rows[i])
        expected = model.predict(X[i : i + 1])[0]
        assert np.array_equal(found.prediction, expected)
        assert model.apply(X[i : i + 1])[0] in found.nodes
        asked = [step.node for step in found.steps]
        passed = model.decision_path(X[i : i + 1]).indices
        assert sorted({*asked, *found.nodes}) == sorted(passed)


@pytest.mark.parametrize("missing", ["learned", "surrogate", "fractional", "stop", "majority"])
def test_new_rows_with_missing_and_unknown_values(missing):
    X, score = mixed_rows(seed=8)
    model = DecisionTreeRegressor(max_depth=5, missing=missing).fit(X, score)
    rows, _ = mixed_rows(n=60, seed=10, missing=0.4)
    rows.loc[::3, "colour"] = "never seen"
    for row, expected in zip(rows.to_numpy(dtype=object), model.predict(rows), strict=True):
        found = model.explain_row(row)
        assert found.prediction == expected
        asked = {step.node for step in found.steps}
        for step in found.steps:
            first = model.tree_.first_child[step.node]
            expected = {"left": {first}, "right": {first + 1}, "both": {first, first + 1}}
            assert {first, first + 1} & {*asked, *found.nodes} == expected.get(step.goes, set())
