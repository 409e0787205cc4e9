"""Counterfactuals against brute force, and their options, containers and errors."""

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spinney
from spinney import explain

from .all_changes import cheapest_by_brute_force
from .test_shap import ENSEMBLES, TREES, table

EXACT = {name: options for name, options in TREES.items() if "fractional" not in str(options)}


def other_class(row):
    return lambda model, table: model.predict(table) != model.predict(row)[0]


def check(model, row, is_wanted, **options):
    """Compare the cost with brute force and the prediction with what is wanted."""
    limits = {"max_changes": options.pop("max_changes")} if "max_changes" in options else {}
    found = explain.counterfactual(model, row, **limits, **options)
    expected = cheapest_by_brute_force(model, row, is_wanted, **limits, **options)
    assert found.optimal
    np.testing.assert_allclose(found.cost, expected, rtol=1e-9)
    assert found.found == np.isfinite(expected)
    if found.found:
        assert found.bound == found.cost
        assert is_wanted(model, found.row).all()
        assert np.isclose(sum(change.cost for change in found.changes), found.cost)
        changed = [name for name in row if str(row[name].iloc[0]) != str(found.row[name].iloc[0])]
        assert sorted(changed) == sorted(change.feature for change in found.changes)
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("options", EXACT.values(), ids=EXACT.keys())
@pytest.mark.parametrize("n_classes", [2, 3])
def test_trees_equal_brute_force(options, n_classes):
    X, y, weight = table(1, n_classes=n_classes)
    model = spinney.DecisionTreeClassifier(max_depth=5, random_state=0, **options)
    model.fit(X, y, sample_weight=weight)
    for i in range(8):
        row = X.iloc[[i]]
        check(model, row, other_class(row), X=X)
        check(model, row, lambda m, t: m.predict(t) == 1, X=X, desired_class=1, immutable=["n0"])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("make", ENSEMBLES.values(), ids=ENSEMBLES.keys())
@pytest.mark.parametrize("n_classes", [2, 3])
def test_ensembles_equal_brute_force(make, n_classes):
    X, y, _ = table(3, n_rows=40, n_numbers=2, n_classes=n_classes)
    model = make().fit(X, y)
    for i in range(6):
        row = X.iloc[[i]]
        check(model, row, other_class(row), X=X)
        check(
            model,
            row,
            lambda m, t: m.predict(t) == 0,
            X=X,
            desired_class=0,
            ranges={"n1": "increase", "c": ["a", "b"]},
            max_changes=2,
        )


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    family=st.sampled_from(["tree", "forest", "boosting", "vector boosting"]),
    n_classes=st.sampled_from([2, 3]),
    max_changes=st.sampled_from([1, 2, 99]),
    immutable=st.sampled_from([[], ["n0"], ["c", "n1"]]),
)
def test_random_models_equal_brute_force(seed, family, n_classes, max_changes, immutable):
    X, y, weight = table(seed, n_rows=50, n_numbers=2, n_classes=n_classes)
    model = {
        "tree": spinney.DecisionTreeClassifier(max_depth=4, random_state=0),
        "forest": spinney.RandomForestClassifier(5, max_depth=3, random_state=seed),
        "boosting": spinney.GradientBoostingClassifier(
            preset="fast", n_estimators=5, min_samples_leaf=3
        ),
        "vector boosting": spinney.GradientBoostingClassifier(
            n_estimators=4,
            max_leaf_nodes=6,
            min_samples_leaf=3,
            multi_strategy="multi_output_tree",
        ),
    }[family]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(X, y, sample_weight=weight)
    row = X.iloc[[seed % 50]]
    check(model, row, other_class(row), X=X, immutable=immutable, max_changes=max_changes)


@pytest.mark.parametrize("loss", ["squared_error", "poisson"])
@pytest.mark.parametrize("limits", [(2.5, None), (None, 0.8), (1.2, 1.4)])
def test_ranges_of_regression(loss, limits):
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(100, 3)), columns=[*"abc"])
    y = np.exp(X.a + 0.3 * X.b)
    models = [
        spinney.GradientBoostingRegressor(
            preset="fast", n_estimators=5, loss=loss, min_samples_leaf=5
        )
    ]
    if loss == "squared_error":
        models.append(spinney.RandomForestRegressor(4, max_depth=3, random_state=0))
    low, high = (default if v is None else v for v, default in zip(limits, (-9, 99), strict=True))
    for model in models:
        model.fit(X, y)
        for i in range(4):
            check(
                model,
                X.iloc[[i]],
                lambda m, t: (m.predict(t) >= low) & (m.predict(t) <= high),
                X=X,
                desired_range=limits,
            )


@pytest.mark.parametrize("probability", [0.3, 0.6, 0.9, 1.0])
@pytest.mark.parametrize("label", [0, 1])
def test_min_probability(probability, label):
    X, y, _ = table(5, n_rows=60, n_numbers=2, n_classes=2)
    for model in (
        spinney.RandomForestClassifier(4, max_depth=3, random_state=0),
        spinney.GradientBoostingClassifier(preset="fast", n_estimators=4, min_samples_leaf=3),
    ):
        model.fit(X, y)

        def is_wanted(m, t):
            return (m.predict(t) == label) & (m.predict_proba(t)[:, label] >= probability)

        for i in range(3):
            options = {"desired_class": label, "min_probability": probability}
            check(model, X.iloc[[i]], is_wanted, X=X, **options)


def test_no_random_row_is_cheaper():
    X, y, _ = table(2, n_rows=200, n_numbers=3, n_classes=2)
    X = X.dropna()
    y = y[X.index]
    model = spinney.RandomForestClassifier(20, max_depth=5, random_state=0).fit(X, y)
    row = X.iloc[[0]]
    found = explain.counterfactual(model, row, X=X)
    assert found.optimal
    rng = np.random.default_rng(0)
    numbers = [name for name in X if name != "c"]
    spread = X[numbers].std(ddof=0)
    points = pd.concat([row] * 20_000, ignore_index=True)
    points[numbers] += rng.laplace(0, 0.3, (len(points), 3)) * spread.to_numpy()
    costs = (points[numbers] - row[numbers].to_numpy()).abs().div(spread).sum(axis=1)
    wanted = model.predict(points) != model.predict(row)[0]
    assert wanted.sum() > 100
    assert costs[wanted].min() >= found.cost - 0.001 * len(numbers)


@pytest.mark.parametrize("seed", range(3))
def test_number_of_changes(seed):
    X, y, _ = table(seed, n_rows=80, n_numbers=3, n_classes=2)
    model = spinney.GradientBoostingClassifier(
        preset="fast", n_estimators=10, min_samples_leaf=3
    ).fit(X, y)
    row = X.iloc[[3]]
    fewest = explain.counterfactual(model, row, X=X, norm="l0")
    assert fewest.cost == len(fewest.changes)
    assert fewest.optimal
    same = explain.counterfactual(model, row, X=X, max_changes=len(fewest.changes))
    assert same.found
    assert len(same.changes) == len(fewest.changes)
    if len(fewest.changes) > 1:
        fewer = explain.counterfactual(model, row, X=X, max_changes=len(fewest.changes) - 1)
        assert not fewer.found
        assert fewer.optimal


def test_weights_and_units():
    X = pd.DataFrame({"a": [0.0, 1, 0, 1] * 10, "b": [0.0, 0, 1, 1] * 10})
    model = spinney.DecisionTreeClassifier().fit(X, (X.a + X.b > 0).astype(int))
    row = pd.DataFrame({"a": [0.0], "b": [0.0]})
    cheap_b = explain.counterfactual(model, row, weights={"a": 2.0}, scale={"a": 1.0, "b": 1.0})
    assert [change.feature for change in cheap_b.changes] == ["b"]
    cheap_a = explain.counterfactual(model, row, scale={"a": 10.0, "b": 1.0})
    assert [change.feature for change in cheap_a.changes] == ["a"]
    np.testing.assert_allclose(cheap_a.cost, cheap_a.changes[0].new / 10)


def test_time_limit_gives_a_bound():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2000, 20))
    y = (X[:, :10].sum(axis=1) + rng.normal(size=2000) > 0).astype(int)
    model = spinney.RandomForestClassifier(60, max_depth=10, random_state=0).fit(X, y)
    found = explain.counterfactual(model, X[0], X=X, time_limit=1e-9)
    assert found.found
    assert not found.optimal
    assert 0 < found.bound < found.cost
    assert model.predict([found.row])[0] != model.predict(X[:1])[0]
    assert "at least" in found.text()
