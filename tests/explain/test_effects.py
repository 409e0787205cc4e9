"""Partial dependence, individual curves, local effects and interactions against brute force."""

import numpy as np
import pandas as pd
import pytest

import spinney
from spinney import explain

from .test_shap import ENSEMBLES, TREES, output_of, table

OBLIQUE = {"oblique": {"split_kind": "oblique"}, "sphere": {"split_kind": "sphere"}}


def complete_table(seed=0, n_rows=80, n_columns=4):
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(rng.normal(size=(n_rows, n_columns)), columns=[*"abcd"][:n_columns])
    return X, X.a * X.b + np.sin(X.c), rng.integers(1, 4, n_rows).astype(float)


def with_value(X, name, value):
    """X with one value of a feature in all rows."""
    column = X[name]
    if isinstance(column.dtype, pd.CategoricalDtype):
        new = pd.Categorical([value] * len(X), categories=column.cat.categories)
    else:
        new = np.full(len(X), np.nan if value is None else value)
    return X.assign(**{name: new})


def mean_output(model, X, weight, values):
    for name, value in values.items():
        X = with_value(X, name, value)
    return np.average(output_of(model, X).reshape(len(X), -1), axis=0, weights=weight)


def check_effect(model, X, weight, effect):
    grids = effect.grids
    for place in np.ndindex(effect.values.shape[:-1]):
        values = {grid.name: grid.points[k] for grid, k in zip(grids, place, strict=True)}
        expected = mean_output(model, X, weight, values)
        np.testing.assert_allclose(effect.values[place], expected, rtol=1e-11, atol=1e-12)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("options", (TREES | OBLIQUE).values(), ids=(TREES | OBLIQUE).keys())
@pytest.mark.parametrize("weighted", [False, True])
def test_trees_equal_brute_force(options, weighted):
    X, y, weight = table(1)
    model = spinney.DecisionTreeClassifier(max_depth=5, random_state=0, **options).fit(X, y)
    weight = weight if weighted else None
    effects = explain.partial_dependence(model, X, sample_weight=weight)
    assert [effect.feature_names for effect in effects] == [[name] for name in X]
    for effect in effects:
        check_effect(model, X, weight, effect)
    pair = explain.partial_dependence(model, X, ("c", "n0"), grid={"n0": 4}, sample_weight=weight)
    check_effect(model, X, weight, pair)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("make", ENSEMBLES.values(), ids=ENSEMBLES.keys())
@pytest.mark.parametrize("n_classes", [2, 3])
def test_ensembles_equal_brute_force(make, n_classes):
    X, y, _ = table(3, n_classes=n_classes)
    model = make().fit(X, y)
    for effect in explain.partial_dependence(model, X):
        check_effect(model, X, None, effect)
    for pair in explain.partial_dependence(model, X, [("n1", "n0"), ("n0", "c")], grid=5):
        check_effect(model, X, None, pair)


def test_effect_is_constant_between_cuts():
    X, y, _ = complete_table()
    model = spinney.GradientBoostingRegressor(
        preset="fast", n_estimators=5, min_samples_leaf=2
    ).fit(X, y)
    effect = explain.partial_dependence(model, X, "a")
    points = np.linspace(-3, 3, 41)
    chosen = explain.partial_dependence(model, X, "a", grid=points)
    np.testing.assert_array_equal(chosen.values, effect.values[effect.grid.positions(points)])
    assert len(effect.grid.cuts) + 1 == len(effect.grid)


def test_threads_give_the_same_bits():
    X, y, _ = complete_table(n_rows=3000)
    weight = np.random.default_rng(0).random(3000)
    model = spinney.RandomForestRegressor(5, random_state=0).fit(X, y)
    one, two = (
        explain.partial_dependence(model, X, [0, (0, 1)], sample_weight=weight, n_jobs=n)
        for n in (1, 2)
    )
    for a, b in zip(one, two, strict=True):
        np.testing.assert_array_equal(a.values, b.values)
    many = explain.partial_dependence(model, X, "c", sample_weight=weight)
    for k in np.linspace(0, len(many.grid) - 1, 5).astype(int):
        expected = np.average(model.predict(X.assign(c=many.grid.points[k])), weights=weight)
        np.testing.assert_allclose(many.values[k, 0], expected, rtol=1e-10)


def test_probabilities_of_boosting_are_averaged():
    X, y, _ = table(2)
    model = spinney.GradientBoostingClassifier(
        preset="fast", n_estimators=5, min_samples_leaf=2
    ).fit(X, y)
    effect = explain.partial_dependence(model, X, "n0", scale="prediction", grid=6)
    assert (effect.kind, effect.outputs) == ("probability", [0, 1, 2])
    for point, value in zip(effect.grid.points, effect.values, strict=True):
        expected = model.predict_proba(with_value(X, "n0", point)).mean(axis=0)
        np.testing.assert_allclose(value, expected, rtol=1e-12)


def test_mean_of_curves_is_partial_dependence():
    X, y, _ = table(4)
    model = spinney.RandomForestClassifier(4, random_state=0).fit(X, y)
    for name in ("n0", "c"):
        curves = explain.ice(model, X, name)
        effect = explain.partial_dependence(model, X, name)
        np.testing.assert_allclose(curves.values.mean(axis=0), effect.values, atol=1e-12)
        row = model.predict_proba(with_value(X, name, curves.grid.points[1]))
        np.testing.assert_allclose(curves.values[:, 1], row, atol=1e-12)
    assert (explain.ice(model, X, "n0", center=True).values[:, 0] == 0).all()
    assert len(explain.ice(model, X, "c").to_frame()) == len(X) * len(curves.grid)


def ale_by_hand(predict, X, name, edges):
    column = X[name].to_numpy()
    bins = np.clip(np.searchsorted(edges, column) - 1, 0, len(edges) - 2)
    change = predict(X.assign(**{name: edges[bins + 1]})) - predict(X.assign(**{name: edges[bins]}))
    steps = [change[bins == k].mean() for k in range(len(edges) - 1)]
    total = np.cumsum([0, *steps])
    return total - ((total[1:] + total[:-1]) / 2)[bins].mean()


def test_local_effects():
    X, y, _ = complete_table(n_rows=300)
    model = spinney.GradientBoostingRegressor(
        preset="fast", n_estimators=10, min_samples_leaf=3
    ).fit(X, y)
    effect = explain.ale(model, X, "b", n_bins=10)
    expected = ale_by_hand(model.predict, X, "b", np.array(effect.grid.points))
    np.testing.assert_allclose(effect.values[:, 0], expected, atol=1e-12)


def test_local_effects_of_categories():
    """Without interactions, differences between categories are those of the model."""
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 4, 200)
    X = pd.DataFrame({"c": pd.Categorical(np.array([*"dbca"])[codes]), "x": rng.random(200)})
    model = spinney.GradientBoostingRegressor(
        preset="fast", n_estimators=30, max_depth=1, min_samples_leaf=2
    ).fit(X, codes + X.x)
    effect = explain.ale(model, X, "c")
    dependence = explain.partial_dependence(model, X, "c")
    by_name = dict(zip(dependence.grid.points, dependence.values[:, 0], strict=True))
    expected = np.array([by_name[point] for point in effect.grid.points])
    np.testing.assert_allclose(np.diff(effect.values[:, 0]), np.diff(expected), atol=1e-10)
    assert (np.diff(expected) >= 0).all()


def h_by_hand(predict, X, names):
    """H of a set of features against the rest, or of a pair, from averages of predictions."""

    def dependence(chosen):
        means = []
        for i in range(len(X)):
            changed = X.assign(**{name: X[name].iloc[i] for name in chosen})
            means.append(predict(changed).mean())
        return np.array(means) - np.mean(means)

    if len(names) == 2:
        both = dependence(names)
        rest = both - dependence(names[:1]) - dependence(names[1:])
    else:
        both = predict(X) - predict(X).mean()
        rest = both - dependence(names) - dependence([n for n in X if n not in names])
    return np.sqrt((rest**2).sum() / (both**2).sum())


@pytest.mark.parametrize("names", [("a", "b"), ("a", "c"), ("a",), ("c",)])
def test_h_statistic(names):
    X, y, _ = complete_table(n_rows=50, n_columns=3)
    model = spinney.GradientBoostingRegressor(
        preset="fast", n_estimators=8, min_samples_leaf=2
    ).fit(X, y)
    found = explain.h_statistic(model, X, names if len(names) == 2 else names[0])
    expected = h_by_hand(model.predict, X, list(names))
    np.testing.assert_allclose(found.values[0, 0], expected, rtol=1e-9)


def test_h_statistic_of_an_additive_model_is_zero():
    X, y, _ = complete_table()
    model = spinney.GradientBoostingRegressor(preset="fast", n_estimators=8, max_depth=1).fit(X, y)
    result = explain.h_statistic(model, X)
    assert len(result.names) == 6
    assert (result.values == 0).all()
    assert result.to_frame("dict")["name"][0] == "a x b"


def test_frames_and_text():
    X, y, _ = table(1)
    model = spinney.DecisionTreeClassifier(max_depth=3).fit(X, y)
    effect = explain.partial_dependence(model, X, ("n0", "c"))
    frame = effect.to_frame()
    assert list(frame.columns) == ["n0", "c", "0", "1", "2"]
    assert len(frame) == len(effect.grids[0]) * len(effect.grids[1])
    assert "partial dependence of 'n0' and 'c'" in repr(effect)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"features": "zz"}, "not a feature of X"),
        ({"features": ("a", "a")}, "pair of two"),
        ({"features": []}, "empty"),
        ({"features": "a", "grid": 1}, "at least 2"),
        ({"features": ("a", "b"), "grid": [1.0]}, "dict of features"),
        ({"scale": "log"}, "scale must be"),
        ({"sample_weight": [1.0]}, "sample_weight has 1 entries"),
    ],
)
def test_errors(arguments, message):
    X, y, _ = complete_table()
    model = spinney.DecisionTreeRegressor(max_depth=2).fit(X, y)
    with pytest.raises(ValueError, match=message):
        explain.partial_dependence(model, X, **arguments)
