"""Plots of partial dependence, accumulated local effects, individual curves and importances."""

from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from explain.mixed_table import X, Y
from spinney import (
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    datasets,
    explain,
    plot,
)
from spinney import RandomForestClassifier as Forest

from .rendering import assert_inside_the_figure, overlap

MODEL = GradientBoostingClassifier(preset="fast", n_estimators=20, random_state=0).fit(X, Y)
COST = X.columns[0]
PENGUINS = datasets.load_penguins(return_X_y=True)


def lines(ax):
    return [np.column_stack(line.get_data()) for line in ax.lines]


def test_a_number_is_drawn_as_steps(tmp_path):
    found = explain.partial_dependence(MODEL, X, COST)
    ax = plot.effect(found)
    curve = max(lines(ax), key=len)
    cuts = found.grid.cuts
    assert curve[1:-1:2, 0] == pytest.approx(cuts)
    assert curve[2::2, 0] == pytest.approx(cuts)
    assert curve[::2, 1] == pytest.approx(found.values[:-1, 0])
    assert curve[[0, -1], 0] == pytest.approx([X[COST].min(), X[COST].max()])
    assert ax.get_ylabel() == "partial dependence:\nraw score of yes"
    assert ax.get_xlabel() == COST
    ax.figure.savefig(tmp_path / "math.png")  # an unbalanced $ would raise


def test_missing_values_are_left_of_the_numbers():
    found = explain.partial_dependence(MODEL, X, COST)
    ax = plot.effect(found)
    (point,) = [line for line in lines(ax) if len(line) == 1]
    assert point[0, 0] < X[COST].min()
    assert point[0, 1] == found.values[-1, 0]
    assert "missing" in [text.get_text() for text in ax.texts]
    assert min(ax.get_xticks()) > point[0, 0]


@pytest.mark.parametrize("feature", ["street", "size"])
def test_categories_are_points(feature):
    found = explain.partial_dependence(MODEL, X, feature)
    ax = plot.effect(found)
    labels = ["missing" if point is None else point for point in found.grid.points]
    assert [label.get_text() for label in ax.get_xticklabels()] == labels
    assert np.concatenate(lines(ax))[:, 1] == pytest.approx(found.values[:, 0])
    assert ax.lines[0].get_linestyle() == "None"


def test_outputs_have_a_line_each():
    model = Forest(10, random_state=0).fit(*PENGUINS)
    found = explain.ale(model, PENGUINS[0], "body_mass_g")
    ax = plot.effect(found)
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert names == ["Adelie", "Chinstrap", "Gentoo"]
    for k in range(3):
        expected = np.column_stack([found.grid.codes, found.values[:, k]])
        assert lines(ax)[k] == pytest.approx(expected)
    assert len(plot.effect(found, output="Adelie").lines) == 1
    assert ax.get_ylabel() == "accumulated local effects:\nprobability"


def test_individual_curves_and_their_mean():
    found = explain.ice(MODEL, X, "street")
    ax = plot.effect(found, max_curves=10)
    drawn = [line for line in lines(ax) if len(line) == 3]
    assert len(drawn) == 11
    assert drawn[0][:, 1] == pytest.approx(found.values[0, :3, 0])
    assert drawn[-1][:, 1] == pytest.approx(found.values[:, :3, 0].mean(axis=0))
    centered = plot.effect(explain.ice(MODEL, X, "street", center=True))
    assert centered.get_ylabel().startswith("change from the first point")


@pytest.mark.parametrize("pair", [(COST, "built"), ("street", COST), ("size", "street")])
def test_a_pair_is_a_map(pair, tmp_path):
    found = explain.partial_dependence(MODEL, X, pair)
    ax = plot.effect(found)
    drawn = np.concatenate([mesh.get_array().T.ravel() for mesh in ax.collections])
    assert sorted(drawn) == pytest.approx(sorted(found.values.ravel()))
    assert (ax.get_xlabel(), ax.get_ylabel()) == pair
    ax.figure.savefig(tmp_path / "map.png")


def test_a_list_becomes_panels():
    axes = plot.effect(explain.partial_dependence(MODEL, X))
    assert [ax.get_xlabel() for ax in axes] == list(X.columns)
    assert axes[0].get_ylim() == axes[1].get_ylim()
    assert [bool(ax.get_ylabel()) for ax in axes] == [True, *[False] * (len(X.columns) - 1)]
    figure = axes[0].figure
    figure.draw_without_rendering()
    for ax in axes:
        boxes = [label.get_window_extent() for label in ax.get_xticklabels()]
        assert not any(overlap(a, b) for a, b in pairwise(boxes))
        assert_inside_the_figure(ax)


def test_a_feature_without_splits():
    stump = DecisionTreeRegressor(max_depth=1).fit([[0.0, 5.0], [1.0, 5.0]], [0.0, 1.0])
    (line,) = lines(plot.effect(explain.partial_dependence(stump, [[0.0, 5.0], [1.0, 5.0]], 1)))
    assert line[:, 1] == pytest.approx([0.5, 0.5])
    assert line[0, 0] < 5 < line[1, 0]


def test_errors():
    model = Forest(3, random_state=0).fit(*PENGUINS)
    pair = explain.partial_dependence(model, PENGUINS[0], ("island", "sex"))
    with pytest.raises(ValueError, match="Choose one of the outputs: output="):
        plot.effect(pair)
    with pytest.raises(ValueError, match="output must be one of"):
        plot.effect(pair, output="Emperor")
    with pytest.raises(ValueError, match="pairs of features one by one"):
        plot.effect([pair])
    with pytest.raises(ValueError, match="result is empty"):
        plot.effect([])
    with pytest.raises(TypeError, match=r"result of spinney\.explain\.partial_dependence"):
        plot.effect(model)
    with pytest.raises(ValueError, match="max_curves"):
        plot.effect(pair, max_curves=0)


@pytest.mark.parametrize("kind", ["gain", "count", "permutation", "shap", "drop_column"])
def test_importances_of_every_kind(kind):
    found = explain.importance(MODEL, kind, X, Y)
    ax = plot.importance(found, top=2)
    assert [bar.get_width() for bar in ax.patches] == pytest.approx(np.sort(found.values)[::-1][:2])
    assert ax.get_xlabel() not in ("", "importance")


def test_h_statistics():
    found = explain.h_statistic(MODEL, X)
    ax = plot.importance(found, top=3)
    assert ax.get_xlabel().startswith("H statistic")
    assert ax.get_yticklabels()[0].get_text() == f"{COST} x street"
    forest = Forest(3, random_state=0).fit(*PENGUINS)
    with pytest.raises(ValueError, match="several outputs"):
        plot.importance(explain.h_statistic(forest, PENGUINS[0], [("island", "sex")]))
    plt.close("all")


def long_table(n_categories):
    rng = np.random.default_rng(0)
    names = [f"A category with a long name and number {i:03d}" for i in range(n_categories)]
    codes = np.r_[np.arange(n_categories), rng.integers(0, n_categories, 300)]
    table = pd.DataFrame({"kind": pd.Categorical.from_codes(codes, names)})
    table["number"] = rng.normal(size=len(table))
    return table, np.sin(codes) + table["number"]


def line_distance(ax):
    """Distance of the lines of neighboring labels of the x axis, in heights of a line."""
    labels = ax.get_xticklabels()
    ends = [ax.transData.transform((place, 0))[0] for place in ax.get_xticks()]
    space = np.diff(ends).min() * np.sin(np.radians(labels[0].get_rotation()))
    return space / (labels[0].get_fontsize() * ax.figure.dpi / 72)


@pytest.mark.parametrize("panels", [False, True])
def test_long_labels_are_different_and_do_not_overlap(panels):
    table, target = long_table(15)
    model = DecisionTreeRegressor().fit(table, target)
    found = explain.partial_dependence(model, table, ["kind", "number", "kind", "number"])
    ax = plot.effect(found)[0] if panels else plot.effect(found[0])
    ax.figure.draw_without_rendering()
    labels = [label.get_text() for label in ax.get_xticklabels()]
    assert len(set(labels)) == 15
    assert line_distance(ax) > 1
    pair = plot.effect(explain.partial_dependence(model, table, ("kind", "number")))
    pair.figure.draw_without_rendering()
    assert line_distance(pair) > 1


def test_categories_with_the_largest_effects_are_shown():
    table, target = long_table(300)
    model = GradientBoostingRegressor(n_estimators=10).fit(table, target)
    found = explain.partial_dependence(model, table, "kind")
    ax = plot.effect(found)
    distance = np.abs(found.values[:, 0] - found.values[:, 0].mean())
    (points,) = lines(ax)
    assert sorted(points[:, 1]) == pytest.approx(
        sorted(found.values[np.argsort(-distance, kind="stable")[:20], 0])
    )
    assert ax.get_xlabel() == "kind\n(20 of 300 categories: largest effects)"
    pair = plot.effect(explain.partial_dependence(model, table, ("number", "kind")))
    assert pair.collections[0].get_array().shape[0] == 20
    assert pair.get_ylabel() == ax.get_xlabel()
    curves = plot.effect(explain.ice(model, table.iloc[:5], "kind"))
    assert {len(line) for line in lines(curves)} == {20}


def test_many_ordered_categories_have_some_labels():
    table, target = long_table(100)
    table["kind"] = table["kind"].cat.as_ordered()
    model = DecisionTreeRegressor(max_depth=4).fit(table, target)
    ax = plot.effect(explain.partial_dependence(model, table, "kind"))
    assert len(lines(ax)[0]) == 100
    assert ax.get_xticks().tolist() == list(range(0, 100, 5))


def test_the_second_of_two_classes_is_shown():
    forest = Forest(5, random_state=0).fit(X, Y)
    single = explain.partial_dependence(forest, X, COST)
    for result in (single, explain.ice(forest, X, COST)):
        ax = plot.effect(result)
        assert ax.get_title("left") == "probability of yes"
        assert ax.get_ylabel().endswith("probability of yes")
    pair = explain.partial_dependence(forest, X, (COST, "street"))
    assert plot.effect(pair).get_title("left") == "probability of yes"
    curve = max(lines(plot.effect(single)), key=len)
    assert curve[::2, 1] == pytest.approx(single.values[:-1, 1])
    assert plot.effect(single, output="no").get_title("left") == "probability of no"
    plt.close("all")


def test_large_numbers_do_not_overlap_in_panels():
    table, target = long_table(15)
    table["number"] = np.linspace(0, 1_400_000, len(table))
    model = DecisionTreeRegressor(max_depth=3).fit(table, target)
    axes = plot.effect(explain.partial_dependence(model, table, ["number"] * 4))
    axes[0].figure.draw_without_rendering()
    for ax in axes:
        boxes = [label.get_window_extent() for label in ax.get_xticklabels()]
        assert not any(overlap(a, b) for a, b in pairwise(boxes))
    plt.close("all")
