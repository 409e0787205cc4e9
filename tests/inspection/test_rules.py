"""Trees as rules."""

import math
import pickle

import numpy as np
import pytest
from sklearn.datasets import load_iris

from spinney import DecisionTreeClassifier, DecisionTreeRegressor
from spinney.inspection.split_kinds import CombinationCondition, NumericCondition

from .samples import SAMPLES, classifier, mixed_rows


@pytest.fixture(scope="module")
def iris():
    data = load_iris(as_frame=True)
    X = data.data.rename(columns=lambda name: name.removesuffix(" (cm)"))
    return DecisionTreeClassifier(max_depth=3).fit(X, data.target_names[data.target])


def test_iris(iris):
    assert str(iris.rules(sort="support")).splitlines() == [
        "if petal length <= 2.45 then setosa (support 33%, 50 rows; confidence 100%)",
        "if 2.45 < petal length <= 4.95 and petal width <= 1.75 then versicolor "
        "(support 32%, 48 rows; confidence 98%)",
        "if petal length > 4.85 and petal width > 1.75 then virginica "
        "(support 29%, 43 rows; confidence 100%)",
        "if petal length > 4.95 and petal width <= 1.75 then virginica "
        "(support 4%, 6 rows; confidence 67%)",
        "if 2.45 < petal length <= 4.85 and petal width > 1.75 then virginica "
        "(support 2%, 3 rows; confidence 67%)",
    ]


def test_orders(iris):
    leaves = [rule.node for rule in iris.rules()]
    assert leaves == [1, 5, 6, 7, 8]
    confidence = [rule.confidence for rule in iris.rules(sort="confidence")]
    assert confidence == sorted(confidence, reverse=True)
    numbers = DecisionTreeRegressor(max_depth=3).fit(np.arange(20.0)[:, None], np.arange(20.0) ** 2)
    spread = [rule.spread for rule in numbers.rules(sort="confidence")]
    assert spread == sorted(spread)
    with pytest.raises(ValueError, match="sort must be 'leaf', 'support' or 'confidence'"):
        iris.rules(sort="size")


def test_a_rule_is_a_string_with_parts(iris):
    rules = iris.rules()
    assert repr(rules) == str(rules) == "\n".join(rules)
    rule = rules[0]
    assert isinstance(rule, str)
    assert (rule.node, rule.prediction, rule.confidence, rule.rows) == (1, "setosa", 1.0, 50)
    assert rule.support == 1 / 3
    assert rule.spread is None
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert again[0].conditions == rule.conditions


def test_numbers_have_a_spread():
    X, y = [[0], [1], [2], [3]], [1.0, 3.0, 10.0, 10.0]
    tree = DecisionTreeRegressor(max_depth=1).fit(X, y)
    assert list(tree.rules()) == [
        "if x0 <= 1.5 then 2 (support 50%, 2 rows; sd 1)",
        "if x0 > 1.5 then 10 (support 50%, 2 rows; sd 0)",
    ]
    tree = DecisionTreeRegressor(max_depth=1, criterion="absolute_error").fit(X, y)
    assert tree.rules()[0].endswith("then 2 (support 50%, 2 rows; mean absolute deviation 1)")
    tree = DecisionTreeRegressor(max_depth=1, criterion="poisson").fit(X, y)
    assert tree.rules()[1].endswith("then 10 (support 50%, 2 rows; deviance 0)")


def test_category_sets_are_intersected():
    X = np.array([[level] for level in "abcde" * 4], dtype=object)
    tree = DecisionTreeClassifier(categorical_features=[0]).fit(X, list("vwxyz" * 4))
    rules = tree.rules()
    assert all(len(rule.conditions) == 1 for rule in rules)
    assert sorted(rules) == [
        f"if x0 in {{{level}}} then {prediction} (support 20%, 4 rows; confidence 100%)"
        for level, prediction in zip("abcde", "vwxyz", strict=True)
    ]


def test_a_range_around_zero():
    X = np.array([[-2.0], [-1.0], [1.0], [2.0]])
    rules = DecisionTreeClassifier().fit(X, list("abba")).rules()
    assert rules[1].startswith("if -1.5 < x0 <= 1.5 then b ")


def test_rule_without_conditions():
    model, _ = SAMPLES["single leaf"]()
    assert list(model.rules()) == ["always only (support 100%, 4 rows; confidence 100%)"]
    assert model.rules()[0].conditions == ()


def test_missing_values_are_said_on_demand():
    model, _ = SAMPLES["only missing apart"]()
    assert list(model.rules(show_missing=True)) == [
        "if x0 is not missing then there (support 50%, 2 rows; confidence 100%)",
        "if x0 is missing then gone (support 50%, 2 rows; confidence 100%)",
    ]
    tree = DecisionTreeClassifier().fit([[1.0], [2.0], [np.nan]], ["a", "b", "a"])
    assert tree.rules(show_missing=True)[0].startswith("if (x0 <= 1.5 or missing) then a ")
    assert tree.rules()[0].startswith("if x0 <= 1.5 then a ")


def satisfies(condition, row, categories):
    """Whether a row satisfies a condition, from its attributes alone."""
    if isinstance(condition, CombinationCondition):
        values = {j: float(row[j]) for j in condition.features if row[j] is not None}
        if all(math.isnan(value) for value in values.values()):
            return condition.missing
        return condition.low < condition.combination.total(values) <= condition.high
    value = row[condition.feature]
    if value is None or value != value:
        return condition.missing
    if isinstance(condition, NumericCondition):
        return condition.low < value <= condition.high
    code = categories[condition.feature].get(value)
    return condition.unknown if code is None else code in condition.codes


def covering(rules, row, categories):
    return [rule for rule in rules if all(satisfies(c, row, categories) for c in rule.conditions)]


@pytest.mark.parametrize(
    "sample",
    [
        *(
            f"{kind} {policy}"
            for kind in ("classes", "numbers")
            for policy in ("learned", "majority")
        ),
        *("classes mean", "numbers category", "26 classes", "odd labels", "bytes and numbers"),
        *("several outputs", "only missing apart", "single leaf", "loss"),
        *("multiway learned", "multiway majority", "multiway mean", "multiway category"),
        *("oblique learned", "oblique majority", "multiway numbers", "sphere", "sphere numbers"),
        "pca",
    ],
)
def test_each_row_has_one_rule_which_is_its_leaf(sample):
    model, X = SAMPLES[sample]()
    rules, categories = model.rules(), model._fitted().schema.categories
    rows = X.to_numpy(dtype=object) if hasattr(X, "to_numpy") else X
    for row, leaf in zip(rows, model.apply(X), strict=True):
        [rule] = covering(rules, row, categories)
        assert rule.node == leaf


def test_new_rows_have_one_rule_too():
    model, _ = classifier()
    X, _ = mixed_rows(seed=9, missing=0.3)
    X.loc[::7, "color"] = "never seen"
    rules, categories = model.rules(), model._fitted().schema.categories
    for row, prediction in zip(X.to_numpy(dtype=object), model.predict(X), strict=True):
        [rule] = covering(rules, row, categories)
        assert rule.prediction == prediction


def test_rows_and_support_add_up():
    for sample in ("classes learned", "26 classes", "odd labels"):
        model, X = SAMPLES[sample]()
        assert sum(rule.rows for rule in model.rules()) == len(X)
        assert math.isclose(sum(rule.support for rule in model.rules()), 1)


def test_the_prediction_is_that_of_least_expected_loss():
    model, X = SAMPLES["loss"]()
    rules = {rule.node: rule for rule in model.rules()}
    predictions = [rules[leaf].prediction for leaf in model.apply(X)]
    assert predictions == model.predict(X).tolist()
    shares = model.tree_.value[list(rules), 0]
    most = model.classes_[shares.argmax(axis=1)]
    assert any(rule.prediction != label for rule, label in zip(rules.values(), most, strict=True))
