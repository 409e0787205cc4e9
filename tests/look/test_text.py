"""Trees as text."""

import itertools
import re

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.exceptions import NotFittedError

from spinney import DecisionTreeClassifier, DecisionTreeRegressor, export_text
from spinney.datasets import load_penguins
from spinney.look.words import share, short


def test_small_tree():
    X = np.array([[1.0], [2.0], [3.0], [4.0]])
    tree = DecisionTreeClassifier().fit(X, ["low", "low", "high", "high"])
    assert export_text(tree).splitlines() == [
        "all rows: high 50% (4 rows)",
        "|-- x0 <= 2.5: low 100% (2 rows)",
        "`-- x0 > 2.5: high 100% (2 rows)",
    ]
    assert export_text(tree, show_counts=False).splitlines()[1] == "|-- x0 <= 2.5: low 100%"


def test_one_line_per_node_in_depth_first_order():
    X, y = load_iris(return_X_y=True)
    tree = DecisionTreeClassifier().fit(X, y)
    lines = export_text(tree).splitlines()
    assert len(lines) == tree.tree_.node_count
    depths = [len(re.match(r"(?:[|`] {3}|    |[|`]-- )*", line).group()) // 4 for line in lines]
    assert max(depths) == tree.get_depth()
    assert all(b <= a + 1 for a, b in itertools.pairwise(depths))


def test_max_depth_cuts():
    X, y = load_iris(return_X_y=True)
    tree = DecisionTreeClassifier().fit(X, y)
    lines = export_text(tree, max_depth=1).splitlines()
    assert len(lines) == 3
    assert sum(line.endswith(" ...") for line in lines) == 1


def test_categories_and_missing_values_by_name():
    X, y = load_penguins()
    tree = DecisionTreeClassifier(max_depth=3).fit(X[["island", "sex"]], y)
    text = export_text(tree, show_missing=True)
    assert re.search(r"island in \{[A-Z]\w+", text)
    assert re.search(r"island not in \{[A-Z]\w+", text)
    assert text.count("or missing") == tree.tree_.node_count - tree.get_n_leaves()
    assert "or missing" not in export_text(tree)


def test_long_sets_and_labels_are_cut():
    labels = [f"level {i} " + "x" * 10_000 for i in range(40)]
    X = np.array(labels, dtype=object).reshape(-1, 1)
    tree = DecisionTreeRegressor(max_depth=1, categorical_features=[0]).fit(X, np.arange(40) > 19)
    text = export_text(tree)
    assert "12 more" in text
    assert max(map(len, text.splitlines())) < 500


def test_regression_and_several_outputs():
    X, y = load_diabetes(return_X_y=True)
    tree = DecisionTreeRegressor(max_depth=1).fit(X, y)
    assert export_text(tree).startswith(f"all rows: {y.mean():.2f} (442 rows)")
    both = DecisionTreeRegressor(max_depth=1).fit(X, np.column_stack([y, -y]))
    assert export_text(both).startswith(f"all rows: {y.mean():.2f}, {-y.mean():.2f} (442 rows)")


def test_deep_tree_does_not_recurse():
    X = np.arange(3000.0).reshape(-1, 1)
    tree = DecisionTreeRegressor().fit(X, 4.0 ** -np.arange(0, 300, 0.1))
    assert len(export_text(tree).splitlines()) == tree.tree_.node_count


def test_thresholds_keep_the_digits_that_separate():
    assert short(20180130.5, np.array([]), 2) == "20180130.5"
    assert short(5e-8, np.array([5e-8]), 2) == "5e-08"
    assert short(0.0, np.array([0.0, 1.0]), 2) == "0"
    assert short(2.0, np.array([]), 2) == "2"
    assert short(1.00002, np.array([1.00002, 1.00003]), 2) == "1.00002"
    assert short(-0.004, np.array([-0.004]), 2) == "-0.004"
    assert short(1e300, np.array([]), 2) == "1e+300"
    close = np.nextafter(1.0, 2.0)
    assert float(short(close, np.array([1.0]), 2)) == close


def test_share_is_100_percent_only_if_all():
    assert share(1.0) == "100%"
    assert share(0.9999) == "99%"
    assert share(0.256) == "26%"


def test_errors():
    with pytest.raises(NotFittedError):
        export_text(DecisionTreeClassifier())
    tree = DecisionTreeClassifier().fit([[0.0], [1.0]], [0, 1])
    with pytest.raises(ValueError, match="2 names"):
        export_text(tree, feature_names=["a", "b"])
