"""Plots of SHAP values: summary, waterfall, dependence, decision and interactions."""

from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgba

from explain.mixed_table import N, X
from explain.mixed_table import shap_of_mixed as result
from spinney import (
    GradientBoostingRegressor,
    RandomForestClassifier,
    explain,
    plot,
)
from spinney.inspection.colors import class_color
from spinney.plot.shap_parts import MISSING_COLOR
from spinney.plot.shap_swarm import swarm

from .rendering import assert_inside_the_figure, assert_nothing_overlaps, overlap


def labels(axis_labels):
    return [label.get_text() for label in axis_labels]


def points_of(ax, i=0):
    return np.asarray(ax.collections[i].get_offsets())


def test_beeswarm_points_are_the_values(tmp_path):
    found = result()
    ax = plot.shap_summary(found)
    order = np.argsort(-np.abs(found.values[:, :, 0]).mean(axis=0))
    assert labels(ax.get_yticklabels()) == [X.columns[j] for j in order]
    for i, j in enumerate(order):
        points = points_of(ax, i)
        assert sorted(points[:, 0]) == pytest.approx(sorted(found.values[:, j, 0]))
        assert np.abs(points[:, 1] - i).max() < 0.5
    assert ax.get_xlabel() == "SHAP value: change of the raw score of yes"
    ax.figure.savefig(tmp_path / "math.png")  # an unbalanced $ would raise


def test_beeswarm_colors_of_categories_and_missing_values():
    found = result()
    ax = plot.shap_summary(found)
    i = labels(ax.get_yticklabels()).index("street")
    colors = ax.collections[i].get_facecolors()
    expected = {to_rgba(class_color(k)) for k in range(3)} | {to_rgba(MISSING_COLOR)}
    assert {tuple(color) for color in colors} == expected
    j = labels(ax.get_yticklabels()).index("cost in $ or $")
    gray = np.all(ax.collections[j].get_facecolors() == to_rgba(MISSING_COLOR), axis=1)
    assert gray.sum() == X.iloc[:, 0].isna().sum()
    bar = ax.figure.axes[1]
    assert labels(bar.get_yticklabels()) == ["low", "high"]
    assert "missing" in bar.get_xlabel()


def test_swarm_spreads_equal_points():
    offsets = swarm(np.zeros(9), 1.0)
    assert len(set(offsets)) == 9
    assert offsets.mean() == pytest.approx(0)
    assert np.array_equal(swarm(np.arange(5.0), 4.0), np.zeros(5))


def test_bars_are_means():
    found = result()
    bars = plot.shap_summary(found, "bar", top=3).patches
    means = np.sort(np.abs(found.values[:, :, 0]).mean(axis=0))[::-1]
    assert [bar.get_width() for bar in bars] == pytest.approx(means[:3])


def test_bars_of_several_outputs_are_stacked():
    target = np.array(["a", "b", "c"])[np.arange(N) % 3]
    model = RandomForestClassifier(5, random_state=0).fit(X, target)
    found = explain.shap(model, X)
    ax = plot.shap_summary(found, kind="bar")
    assert labels(ax.get_legend().get_texts()) == ["a", "b", "c"]
    ends = sorted((bar.get_x() + bar.get_width() for bar in ax.patches), reverse=True)
    assert ends[0] == pytest.approx(np.abs(found.values).mean(axis=0).sum(axis=1).max())
    with pytest.raises(ValueError, match=r"Choose one of the outputs: output=\['a', 'b', 'c'\]"):
        plot.shap_summary(found)
    assert plot.shap_summary(found, output="b").get_xlabel().endswith("probability of b")


def test_the_second_of_two_classes_is_explained():
    target = np.array(["no", "yes"])[np.arange(N) % 2]
    model = RandomForestClassifier(5, random_state=0).fit(X, target)
    found = explain.shap(model, X, interactions=True)
    assert found.output_index() == 1
    assert found.to_frame().equals(found.to_frame("yes"))
    plots = (
        plot.shap_summary(found),
        plot.shap_summary(found, "bar"),
        plot.shap_waterfall(found, 0),
        plot.shap_decision(found),
        plot.shap_dependence(found, 0),
    )
    assert [ax.get_title("left") for ax in plots] == ["probability of yes"] * 5
    assert plot.shap_interactions(found).get_title().endswith("probability of yes")
    assert plot.shap_summary(found, output="no").get_title("left") == "probability of no"


def test_long_names_keep_their_values():
    number = np.arange(N) + 0.25
    table = pd.DataFrame({f"a rather long name of a feature, {i}": number for i in "ab"})
    model = RandomForestClassifier(5, random_state=0).fit(table, np.arange(N) % 2)
    names = labels(plot.shap_waterfall(explain.shap(model, table), 0).get_yticklabels())
    assert {name.split(" = ")[-1] for name in names[1:3]} == {"0.25"}
    assert len(set(names)) == 4


@pytest.mark.parametrize("top", [1, 3, 4, 10])
def test_waterfall_leads_from_base_to_output(top):
    found = result()
    ax = plot.shap_waterfall(found, 14, top=top)
    shapes = [patch.get_xy() for patch in ax.patches]
    starts, ends = [s[0, 0] for s in shapes], [s[2, 0] for s in shapes]
    assert starts[0] == pytest.approx(found.base_values[0])
    assert starts[1:] == pytest.approx(ends[:-1])
    assert ends[-1] == pytest.approx(found.base_values[0] + found.values[14, :, 0].sum())
    names = labels(ax.get_yticklabels())
    assert (names[0], names[-1]) == ("base value", "raw score of yes")
    if top == 10:
        assert "cost in $ or $ = missing" in names
        assert f"size = {X['size'][14]}" in names
    else:
        # A single remaining feature is shown instead of "1 other feature".
        assert ("other features" in names[-2]) == (top < 4)
    assert_nothing_overlaps(ax)
    assert_inside_the_figure(ax)


def test_groups_have_no_values():
    found = result(groups={"place": ["street", "size"]})
    assert found.feature_values("place") is None
    assert "place" in labels(plot.shap_waterfall(found, 0).get_yticklabels())
    assert "place" in labels(plot.shap_summary(found).get_yticklabels())
    with pytest.raises(ValueError, match="'place' is a group of features"):
        plot.shap_dependence(found, "place")
    with pytest.raises(ValueError, match="color='place' is a group"):
        plot.shap_dependence(found, "noise", "place")


def test_dependence_of_numbers_has_a_rug_of_missing_values():
    found = result()
    ax = plot.shap_dependence(found, 0)
    missing = X.iloc[:, 0].isna().to_numpy()
    assert np.allclose(points_of(ax), np.c_[X.iloc[:, 0], found.values[:, 0, 0]][~missing])
    heights = [segment[0, 1] for segment in ax.collections[1].get_segments()]
    assert heights == pytest.approx(found.values[missing, 0, 0])
    assert max(s[:, 0].max() for s in ax.collections[1].get_segments()) < X.iloc[:, 0].min()
    assert min(ax.get_xticks()) > ax.get_xlim()[0]
    assert [text.get_text() for text in ax.texts] == ["missing"]
    assert len(ax.figure.axes) == 1  # no color bar


def test_dependence_of_categories_is_strips():
    found = result()
    ax = plot.shap_dependence(found, "street", None)
    assert labels(ax.get_xticklabels()) == ["Ash", "Elm", "Oak", "missing"]
    strip = np.round(points_of(ax)[:, 0]).astype(int)
    codes = X["street"].map({"Ash": 0, "Elm": 1, "Oak": 2}).fillna(3)
    assert np.array_equal(strip, codes)


def test_ordered_categories_are_strips_in_their_order():
    ax = plot.shap_dependence(result(), "size")
    assert labels(ax.get_xticklabels()) == ["small", "medium", "large"]
    assert np.array_equal(np.round(points_of(ax)[:, 0]), X["size"].cat.codes)


def test_dependence_is_colored_by_the_strongest_interaction():
    found = result(interactions=True)
    strengths = np.abs(found.interactions[:, 0, :, 0]).mean(axis=0)
    strengths[0] = 0
    assert X.columns[np.argmax(strengths)] == "street"
    ax = plot.shap_dependence(found, 0)
    assert ax.get_legend().get_title().get_text() == "street"
    assert labels(ax.get_legend().get_texts()) == ["Ash", "Elm", "Oak", "missing"]
    ax = plot.shap_dependence(found, "noise", "built")
    assert ax.figure.axes[1].get_ylabel() == "built"
    assert ax.figure.axes[1].get_yticklabels()[1].get_text().startswith("202")


def test_many_categories_share_a_strip():
    rng = np.random.default_rng(1)
    codes = np.array([f"category {i:02}" for i in rng.integers(40, size=400)])
    model = GradientBoostingRegressor(preset="fast", n_estimators=3).fit(
        pd.DataFrame({"code": codes}), rng.normal(size=400)
    )
    found = explain.shap(model, pd.DataFrame({"code": codes}))
    names = labels(plot.shap_dependence(found, "code").get_xticklabels())
    assert len(names) == 21
    assert names[-1] == f"{len(set(codes)) - 20} others"


def test_decision_lines_end_at_the_outputs():
    found = result()
    ax = plot.shap_decision(found, [3, 5], top=2)
    lines = ax.collections[0].get_segments()
    outputs = found.base_values[0] + found.values[[3, 5], :, 0].sum(axis=1)
    assert [line[0, 0] for line in lines] == pytest.approx(list(found.base_values) * 2)
    assert [line[-1, 0] for line in lines] == pytest.approx(outputs)
    assert [line[-1, 1] for line in lines] == [-0.5, -0.5]
    assert labels(ax.get_yticklabels())[-1] == "3 other features"
    assert len(plot.shap_decision(found).collections[0].get_segments()) == N


def test_interaction_matrix():
    found = result(interactions=True)
    ax = plot.shap_interactions(found, top=3)
    shades = ax.images[0].get_array()
    first, second = (X.columns.get_loc(name) for name in labels(ax.get_yticklabels())[:2])
    expected = 2 * np.abs(found.interactions[:, first, second, 0]).mean()
    assert shades[0, 1] == shades[1, 0] == pytest.approx(expected)
    assert shades.mask.tolist() == np.eye(3, dtype=bool).tolist()
    main = np.abs(found.interactions[:, first, first, 0]).mean()
    assert float(ax.texts[0].get_text()) == pytest.approx(main, rel=0.1)
    with pytest.raises(ValueError, match="result has no interactions"):
        plot.shap_interactions(result())


def test_plots_draw_into_given_axes():
    found = result(interactions=True)
    _, ax = plt.subplots()
    for draw in (
        lambda: plot.shap_summary(found, ax=ax),
        lambda: plot.shap_summary(found, "bar", ax=ax),
        lambda: plot.shap_waterfall(found, 0, ax=ax),
        lambda: plot.shap_dependence(found, 1, ax=ax),
        lambda: plot.shap_decision(found, ax=ax),
        lambda: plot.shap_interactions(found, ax=ax),
    ):
        assert draw() is ax
    assert tuple(plot.shap_decision(found, figsize=(4, 3)).figure.get_size_inches()) == (4, 3)


def test_a_constant_model_can_be_drawn():
    model = GradientBoostingRegressor(preset="fast", n_estimators=2).fit([[1.0], [2.0]], [3.0, 3.0])
    found = explain.shap(model, [[1.0], [np.nan]], interactions=True)
    for ax in (
        plot.shap_summary(found),
        plot.shap_summary(found, "bar"),
        plot.shap_waterfall(found, 0),
        plot.shap_dependence(found, 0),
        plot.shap_decision(found),
        plot.shap_interactions(found),
    ):
        ax.figure.draw_without_rendering()
    assert plot.shap_waterfall(found, 0).get_xlabel() == "prediction"


def test_bad_arguments_are_named():
    found = result()
    with pytest.raises(TypeError, match=r"result must be the result of spinney.explain.shap"):
        plot.shap_summary(found.values)
    with pytest.raises(ValueError, match="kind must be one of"):
        plot.shap_summary(found, "violin")
    with pytest.raises(ValueError, match="top must be at least 1, got 0"):
        plot.shap_decision(found, top=0)
    with pytest.raises(ValueError, match=f"row must be from 0 to {N - 1}, got 100"):
        plot.shap_waterfall(found, 100)
    with pytest.raises(ValueError, match="rows must be indices of rows"):
        plot.shap_decision(found, [0.5])
    with pytest.raises(ValueError, match="feature: 'age' is not a feature"):
        plot.shap_dependence(found, "age")
    with pytest.raises(ValueError, match=r"output must be one of \['yes'\], got 'no'"):
        plot.shap_waterfall(found, 0, output="no")


def test_keys_of_rows_do_not_overlap():
    names = [f"A rather long category {i}" for i in range(9)]
    cells = {f"feature {j}": np.roll(np.resize(names, N), j) for j in range(4)}
    table = pd.DataFrame(cells).astype("category")
    table.iloc[::7] = None
    model = RandomForestClassifier(5, random_state=0).fit(table, np.arange(N) % 3)
    ax = plot.shap_summary(explain.shap(model, table), output=0)
    ax.figure.canvas.draw()
    boxes = [artist.get_window_extent() for artist in ax.artists]
    assert len(boxes) == 4
    assert not any(overlap(a, b) for a, b in pairwise(boxes))
    plt.close("all")
