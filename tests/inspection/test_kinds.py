"""Text of multiway splits and of splits on several features."""

import re

import numpy as np
import pandas as pd
import pytest

from spinney import DecisionTreeClassifier, DecisionTreeRegressor


@pytest.fixture(scope="module")
def shop():
    """Return a table where the class depends on the color and, for one color, on the size."""
    color = np.repeat(["red", "green", "blue"], 20)
    size = np.tile(np.arange(20.0), 3)
    label = np.where(color == "red", "buy", np.where(color == "blue", "leave", "ask"))
    label = np.where((color == "green") & (size > 14.5), "buy", label)
    return pd.DataFrame({"color": color, "size": size}), label


def grown(shop, **parameters):
    X, y = shop
    return DecisionTreeClassifier(split_kind="multiway", n_buckets=4, **parameters).fit(X, y)


def test_line_per_child(shop):
    assert grown(shop).text().splitlines() == [
        "all rows: buy 42% (60 rows)",
        "|-- color = blue: leave 100% (20 rows)",
        "|-- color = green: ask 75% (20 rows)",
        "|   |-- size <= 4.5: ask 100% (5 rows)",
        "|   |-- 4.5 < size <= 9.5: ask 100% (5 rows)",
        "|   |-- 9.5 < size <= 14.5: ask 100% (5 rows)",
        "|   `-- size > 14.5: buy 100% (5 rows)",
        "`-- color = red: buy 100% (20 rows)",
    ]


def test_destinations_of_missing_values(shop):
    stopped = grown(shop, missing="stop").text(show_missing=True).splitlines()
    assert stopped[0].endswith("; stops here if missing or unknown")
    assert stopped[2].endswith("(20 rows); stops here if missing")
    parts = grown(shop, missing="fractional").text(show_missing=True).splitlines()
    assert parts[1].startswith("|-- color = blue or missing (33%): ")
    assert parts[3].startswith("|   |-- size <= 4.5 or missing (25%): ")
    learned = grown(shop).text(show_missing=True)
    assert learned.count(" or missing") == 2


def test_unseen_categories_stop():
    X = pd.DataFrame({"kind": list("aabbb") * 20, "color": ["red", "green"] * 50})
    X.loc[X["kind"] == "b", "color"] = np.tile(["red", "green", "blue"], 20)
    y = np.where(X["kind"] == "b", "z", np.where(X["color"] == "red", "x", "y"))
    model = DecisionTreeClassifier(split_kind="multiway").fit(X, y)
    assert model.text(show_missing=True).splitlines()[1].endswith("; stops here if unseen")
    found = model.explain_row({"kind": "a", "color": "blue"})
    assert found.steps[1].text == (
        "stops at split color "
        "(value blue, not seen at this node in training; predicts from this node)"
    )
    assert found.nodes == [1]


def test_rules_intersect_intervals_and_name_the_category(shop):
    rules = grown(shop).rules()
    assert rules[2].startswith("if color = green and 4.5 < size <= 9.5 then ask ")
    y = np.repeat(np.arange(16.0), 4)
    tree = DecisionTreeRegressor(split_kind="multiway", n_buckets=4, min_samples_leaf=4)
    numbers = tree.fit(np.arange(64.0)[:, None], y).rules()
    assert all(len(rule.conditions) == 1 for rule in numbers)
    ends = [(rule.conditions[0].low, rule.conditions[0].high) for rule in numbers]
    assert [low for low, _ in ends[1:]] == [high for _, high in ends[:-1]]


def test_explain_row(shop):
    model = grown(shop)
    found = model.explain_row({"color": "green", "size": 7.0})
    assert found.text.splitlines() == [
        "1. color = green (value green)",
        "2. 4.5 < size <= 9.5 (value 7)",
        "prediction: ask 100% (5 rows, 8% of the training data)",
    ]
    assert [step.goes for step in found.steps] == ["child 1", "child 1"]
    divided = grown(shop, missing="fractional").explain_row({"color": None, "size": 7.0})
    assert divided.steps[0].text == (
        "33% color = blue, 33% color = green, 33% color = red "
        "(value missing; divided by the weights of the branches)"
    )
    assert divided.steps[0].goes == "all"
    assert divided.steps[1].weight == pytest.approx(1 / 3)
    assert len(divided.nodes) == 3


def test_dot_and_table(shop):
    model = grown(shop)
    dot = model.to_dot()
    assert r"60 rows, 100%\ncolor?" in dot
    assert '  0 -> 2 [label="green"];' in dot
    frame = model.to_frame(backend="dict")
    assert frame["kind"] == ["categories", "leaf", "intervals", *["leaf"] * 5]
    assert frame["parent"] == [-1, 0, 0, 0, 2, 2, 2, 2]
    assert frame["missing"][0].startswith("child ")
    nested = model.to_dict()["tree"]
    assert nested["split"]["categories"] == [["blue"], ["green"], ["red"]]
    assert nested["children"][1]["split"]["thresholds"] == [4.5, 9.5, 14.5]


def slanted(n=400):
    X = np.random.default_rng(3).uniform(0, 10, (n, 2))
    return X, X[:, 1] > 1 + 0.7 * X[:, 0]


def test_oblique_split_is_a_valid_formula():
    X, y = slanted()
    model = DecisionTreeClassifier(split_kind="oblique", max_depth=1, random_state=0).fit(X, y)
    formula = model.text(feature_names=["a", "b"]).splitlines()[1]
    number = r"(-?[\d.]+) \* "
    found = re.search(rf"-- {number}(\w) ([+-]) {number}(\w) <= (-?[\d.]+)", formula).groups()
    first, name, sign, second, other, cut = found
    value = {name: float(first), other: float(sign + second)}
    below = value["a"] * X[:, 0] + value["b"] * X[:, 1] <= float(cut)
    assert np.mean(below == (model.apply(X) == 1)) > 0.98
    assert f"{second} * {other} > {cut}" in model.text(feature_names=["a", "b"])


def test_sphere_is_a_valid_center_and_radius():
    X = np.random.default_rng(5).normal(size=(500, 2)) * [1, 30]
    y = np.hypot(X[:, 0] - 0.5, (X[:, 1] - 20) / 30) < 1
    model = DecisionTreeClassifier(split_kind="sphere", max_depth=1, random_state=0).fit(X, y)
    line = next(line for line in model.text().splitlines() if "within" in line)
    radius, places, units = re.search(
        r"within ([\d.]+) of \((.*)\) in units of \((.*)\):", line
    ).groups()
    distance = 0
    for place, unit in zip(places.split(", "), units.split(", "), strict=True):
        name, center = place.split()
        distance = distance + ((X[:, int(name[1:])] - float(center)) / float(unit)) ** 2
    inside = np.sqrt(distance) <= float(radius)
    assert np.mean(inside == (model.apply(X) == 1)) > 0.98


def test_row_with_missing_values_of_a_sum():
    X, y = slanted()
    model = DecisionTreeClassifier(split_kind="oblique", max_depth=1, random_state=0).fit(X, y)
    [whole] = model.explain_row(X[0]).steps
    assert whole.value == {"x0": X[0, 0], "x1": X[0, 1]}
    assert re.search(r" \(sum -?[\d.]+\)$", whole.text)
    [part] = model.explain_row([3.0, None]).steps
    assert part.text.endswith("; x1 missing)")
    [none] = model.explain_row([None, None]).steps
    assert none.text.endswith("(all values missing; default direction learned in training)")


def test_conditions_on_the_same_principal_axis_are_intersected():
    X = np.random.default_rng(7).normal(size=(300, 2)) @ [[3.0, 1.0], [0.0, 0.3]]
    y = np.digitize(X @ [0.9, 0.4], [-2, 0, 2])
    rules = DecisionTreeClassifier(split_kind="pca", max_depth=2).fit(X, y).rules()
    assert any(re.match(r"if -?[\d.]+ < .* \* x.* \* x.* <= -?[\d.]+ then", rule) for rule in rules)
