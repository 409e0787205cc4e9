"""Trees as text."""

import itertools
import re

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.exceptions import NotFittedError

from spinney import DecisionTreeClassifier, DecisionTreeRegressor
from spinney.datasets import load_penguins


def test_small_tree():
    X = np.array([[1.0], [2.0], [3.0], [4.0]])
    tree = DecisionTreeClassifier().fit(X, ["low", "low", "high", "high"])
    assert tree.text().splitlines() == [
        "all rows: high 50% (4 rows)",
        "|-- x0 <= 2.5: low 100% (2 rows)",
        "`-- x0 > 2.5: high 100% (2 rows)",
    ]
    assert tree.text(show_counts=False).splitlines()[1] == "|-- x0 <= 2.5: low 100%"


def test_one_line_per_node_in_depth_first_order():
    X, y = load_iris(return_X_y=True)
    tree = DecisionTreeClassifier().fit(X, y)
    lines = tree.text().splitlines()
    assert len(lines) == tree.tree_.node_count
    depths = [len(re.match(r"(?:[|`] {3}|    |[|`]-- )*", line).group()) // 4 for line in lines]
    assert max(depths) == tree.get_depth()
    assert all(b <= a + 1 for a, b in itertools.pairwise(depths))


def test_max_depth_cuts():
    X, y = load_iris(return_X_y=True)
    tree = DecisionTreeClassifier().fit(X, y)
    lines = tree.text(max_depth=1).splitlines()
    assert len(lines) == 3
    assert sum(line.endswith(" ...") for line in lines) == 1


def test_categories_and_missing_values_by_name():
    X, y = load_penguins(return_X_y=True)
    tree = DecisionTreeClassifier(max_depth=3).fit(X[["island", "sex"]], y)
    text = tree.text(show_missing=True)
    assert re.search(r"island in \{[A-Z]\w+", text)
    assert "not in" not in text
    n_mentions = text.count(" or missing:") + text.count(" is missing:")
    assert n_mentions == tree.tree_.node_count - tree.get_n_leaves()
    assert "or missing" not in tree.text()


def test_long_sets_and_labels_are_cut():
    labels = [f"level {i} " + "x" * 10_000 for i in range(40)]
    X = np.array(labels, dtype=object).reshape(-1, 1)
    tree = DecisionTreeRegressor(max_depth=1, categorical_features=[0]).fit(X, np.arange(40) > 19)
    text = tree.text()
    assert "12 more" in text
    assert max(map(len, text.splitlines())) < 500


def test_regression_and_several_outputs():
    X, y = load_diabetes(return_X_y=True)
    tree = DecisionTreeRegressor(max_depth=1).fit(X, y)
    assert tree.text().startswith(f"all rows: {y.mean():.2f} (442 rows)")
    both = DecisionTreeRegressor(max_depth=1).fit(X, np.column_stack([y, -y]))
    assert both.text().startswith(f"all rows: {y.mean():.2f}, {-y.mean():.2f} (442 rows)")


def test_deep_tree_does_not_recurse():
    X = np.arange(3000.0).reshape(-1, 1)
    tree = DecisionTreeRegressor().fit(X, 4.0 ** -np.arange(0, 300, 0.1))
    assert len(tree.text().splitlines()) == tree.tree_.node_count


X = np.array([[1.0], [2.0], [3.0], [4.0], [5.0]])
Y = ["low", "low", "high", "high", "high"]


@pytest.mark.parametrize(
    ("missing", "lines"),
    [
        ("learned", ["all rows: high 60% (5 rows)", "x <= 2.5: low", "x > 2.5 or missing: high"]),
        ("majority", ["all rows: high 60% (5 rows)", "x <= 2.5: low", "x > 2.5 or missing: high"]),
        (
            "fractional",
            [
                "all rows: high 60% (5 rows)",
                "x <= 2.5 or missing (40%): low",
                "x > 2.5 or missing (60%): high",
            ],
        ),
        (
            "stop",
            [
                "all rows: high 60% (5 rows); stops here if missing",
                "x <= 2.5: low",
                "x > 2.5: high",
            ],
        ),
        (
            "median",
            [
                "all rows: high 60% (5 rows)",
                "x <= 2.5: low",
                "x > 2.5 or missing (imputed as 3): high",
            ],
        ),
        ("error", ["all rows: high 60% (5 rows)", "x <= 2.5: low", "x > 2.5: high"]),
    ],
)
def test_destinations_of_missing_values(missing, lines):
    tree = DecisionTreeClassifier(missing=missing).fit(X, Y)
    text = tree.text(show_missing=True, feature_names=["x"])
    assert text.splitlines() == [
        lines[0],
        f"|-- {lines[1]} 100% (2 rows)",
        f"`-- {lines[2]} 100% (3 rows)",
    ]


def test_surrogates_are_mentioned():
    both = np.column_stack([X, X[::-1]])
    tree = DecisionTreeClassifier(missing="surrogate").fit(both, Y)
    assert tree.text(show_missing=True).splitlines()[1:] == [
        "|-- x0 <= 2.5 or missing (by surrogates): low 100% (2 rows)",
        "`-- x0 > 2.5 or missing (by surrogates, else here): high 100% (3 rows)",
    ]
    alone = DecisionTreeClassifier(missing="surrogate").fit(X, Y)
    assert alone.text(show_missing=True).endswith("x0 > 2.5 or missing: high 100% (3 rows)")


def test_missing_values_in_a_branch_of_their_own():
    numbers = np.array([[1.0], [2.0], [np.nan]])
    assert DecisionTreeRegressor().fit(numbers, [1, 1, 5]).text(show_missing=True) == "\n".join(
        [
            "all rows: 2.33 (3 rows)",
            "|-- x0 is not missing: 1 (2 rows)",
            "`-- x0 is missing: 5 (1 row)",
        ]
    )
    labels = np.array([["a"], ["b"], [None]], dtype=object)
    tree = DecisionTreeRegressor(missing="category", categorical_features=[0])
    text = tree.fit(labels, [1, 1, 5]).text(show_missing=True)
    assert "x0 in {a, b}: 1 (2 rows)" in text
    assert "x0 in {(missing)}: 5 (1 row)" in text


def test_errors():
    with pytest.raises(NotFittedError):
        DecisionTreeClassifier().text()
    tree = DecisionTreeClassifier().fit([[0.0], [1.0]], [0, 1])
    with pytest.raises(ValueError, match="2 names"):
        tree.text(feature_names=["a", "b"])
