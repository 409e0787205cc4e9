"""Text of numbers, shares, labels and names."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spinney import DecisionTreeClassifier, DecisionTreeRegressor
from spinney.inspection.numbers import format_date, format_number, format_threshold, parse
from spinney.inspection.phrases import label_text, listed, one_line, rows, share
from spinney.inspection.tree_formatter import TreeFormatter

from .samples import SAMPLES


def test_thresholds_keep_the_digits_that_separate():
    assert format_threshold(20180130.5, np.array([]), 2) == "20,180,130.5"
    assert format_threshold(5e-8, np.array([5e-8]), 2) == "5e-08"
    assert format_threshold(0.0, np.array([0.0, 1.0]), 2) == "0"
    assert format_threshold(2.0, np.array([]), 2) == "2"
    assert format_threshold(1.00002, np.array([1.00002, 1.00003]), 2) == "1.00002"
    assert format_threshold(-0.004, np.array([-0.004]), 2) == "-0.004"
    assert format_threshold(1e300, np.array([]), 2) == "1e+300"
    close = np.nextafter(1.0, 2.0)
    assert parse(format_threshold(close, np.array([1.0]), 2)) == close


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2, unique=True))
def test_short_numbers_keep_their_order(numbers):
    numbers = np.sort(np.array(numbers))
    with np.errstate(over="ignore"):
        shown = [parse(format_threshold(number, numbers, 2)) for number in numbers]
    assert shown == sorted(shown)
    assert np.array_equal(np.sign(shown), np.sign(numbers))


def test_share_is_100_percent_only_if_all_and_0_only_if_nothing():
    assert [share(value) for value in (1.0, 0.9999, 0.256, 0.004, 0.0)] == [
        "100%",
        "99%",
        "26%",
        "<1%",
        "0%",
    ]


def test_labels_show_where_they_end():
    assert label_text("plain") == "plain"
    assert label_text(np.str_("plain")) == "plain"
    assert label_text("") == "''"
    assert label_text(" a") == "' a'"
    assert label_text("a, b") == "'a, b'"
    assert label_text("two\nlines") == r"'two\nlines'"
    assert label_text(b"\xff") == r"b'\xff'"
    assert label_text(7) == "7"
    assert label_text(None) == "None"
    assert len(label_text("x" * 10_000)) == 40


@given(st.text())
def test_text_is_a_single_line(text):
    for line in (label_text(text), one_line(text)):
        assert line.isprintable()
        assert len(line.splitlines()) <= 1


def test_small_parts():
    assert [rows(1), rows(2), rows(2000)] == ["1 row", "2 rows", "2,000 rows"]
    assert [listed(["a"]), listed(["a", "b"]), listed("abc")] == ["a", "a and b", "a, b and c"]


def test_both_sides_of_a_category_split_are_stated_positively():
    X = np.array([["a"], ["b"], ["c"], ["d"]] * 5, dtype=object)
    tree = DecisionTreeClassifier(categorical_features=[0]).fit(X, [0, 0, 0, 1] * 5)
    assert TreeFormatter(tree._fitted()).conditions(0) == ["x0 in {a, b, c}", "x0 in {d}"]


def test_only_conditions_of_a_child_may_exclude_a_small_set():
    X = np.repeat([f"level {i:02}" for i in range(12)], 5).astype(object)[:, None]
    y = np.where(X[:, 0] == "level 11", "last", "first")
    tree = DecisionTreeClassifier(categorical_features=[0]).fit(X, y)
    formatter = TreeFormatter(tree._fitted())
    assert formatter.conditions(0) == ["x0 not in {level 11}", "x0 in {level 11}"]
    assert formatter.split(0).startswith("x0 in {level 00, level 01, ")
    assert formatter.split(0).endswith("level 07, ... 3 more}")
    assert "not in" not in tree.to_dot()


def test_values_have_separators_and_few_digits():
    assert [format_number(value) for value in (59_050.4, 2015.0, 0.123456, 0.0, -1e-7)] == [
        "59,050",
        "2015",
        "0.1235",
        "0",
        "-1e-07",
    ]
    tree = DecisionTreeRegressor().fit([[1000], [250_001]], [10_000.125, 1_234_567.0])
    assert tree.text().splitlines() == [
        "all rows: 622,284 (2 rows)",
        "|-- x0 <= 125,500.5: 10,000 (1 row)",
        "`-- x0 > 125,500.5: 1,234,567 (1 row)",
    ]


def test_dates_are_shown_as_dates():
    X = [[18_262.0, 1.0], [18_263.0, 1.0], [18_293.25, 1.0]]
    tree = DecisionTreeClassifier().fit(X, ["a", "b", "c"])
    text = tree.text(date_features=["x0"])
    assert "x0 <= 2020-01-01" in text
    assert "x0 > 2020-01-17 03:00" in text
    assert tree.text(date_features=[0]) == text
    assert "x0 <= 2020-01-01" in str(tree.rules(date_features=["x0"])[0])
    assert "x0 <= 2020-01-01" in tree.to_dot(date_features=["x0"])
    assert "value 2020-01-01" in str(tree.explain_row(X[0], date_features=["x0"]))
    assert format_date(1e12) == "1e+12"
    with pytest.raises(ValueError, match="date_features: 'x7' is not a feature"):
        tree.text(date_features=["x7"])


def test_only_categories_seen_in_the_node_count():
    X = np.array([[level, size] for size in (0, 1) for level in "abcdef"] * 3, dtype=object)
    keep = (X[:, 1] == 0) | np.isin(X[:, 0], ["a", "b"])
    X = X[keep]
    y = np.where(X[:, 1] == 0, "small", np.where(X[:, 0] == "a", "big a", "big b"))
    tree = DecisionTreeClassifier(categorical_features=[0]).fit(X, y)
    assert tree.text().splitlines()[2:] == [
        "`-- x1 > 0.5: big a 50% (6 rows)",
        "    |-- x0 in {a}: big a 100% (3 rows)",
        "    `-- x0 in {b}: big b 100% (3 rows)",
    ]


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_kind_of_tree_has_every_view(sample):
    model, _ = SAMPLES[sample]()
    n_nodes, n_leaves = model.tree_.node_count, model.get_n_leaves()
    assert len(model.text(show_missing=True).splitlines()) == n_nodes
    assert len(str(model.rules(show_missing=True)).splitlines()) == n_leaves
    assert len(model.to_frame()) == n_nodes
    assert model.to_dot(show_missing=True).count("fillcolor=") == n_nodes


def test_bad_arguments():
    model, _ = SAMPLES["single leaf"]()
    for decimals in (-1, 1.5, None):
        with pytest.raises(ValueError, match="decimals must be a non-negative integer"):
            model.text(decimals=decimals)
    for write in (model.text, model.to_dot):
        with pytest.raises(ValueError, match="max_depth must be a non-negative integer"):
            write(max_depth=-1)
    for write in (model.text, model.rules, model.to_frame, model.to_dict, model.to_dot):
        with pytest.raises(ValueError, match="feature_names has 1 names, but the tree has 2"):
            write(feature_names=["a"])
