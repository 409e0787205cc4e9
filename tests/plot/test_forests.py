"""Plots of forests: out-of-bag curves, importances with intervals, boundaries and trees."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from spinney import RandomForestClassifier, RandomForestRegressor, plot
from spinney.forests.importances import Importances
from spinney.plot.oob_curves import flat_from

from .rendering import assert_nothing_overlaps, n_colors

FRAME, Y = load_iris(return_X_y=True, as_frame=True)
GROUPS = {"petal": ["petal length (cm)", "petal width (cm)"]}


def forest(**parameters):
    settings = {"n_estimators": 30, "oob_score": True, "random_state": 0} | parameters
    return RandomForestClassifier(**settings).fit(FRAME, Y)


def regressor(**parameters):
    settings = {"n_estimators": 30, "oob_score": True, "random_state": 0} | parameters
    return RandomForestRegressor(**settings).fit(FRAME.iloc[:, 1:], FRAME.iloc[:, 0])


def curves_and_rings(ax):
    rings = [line for line in ax.lines if line.get_marker() == "o"]
    return [line for line in ax.lines if line not in rings], rings


def test_oob_curve_draws_every_error(tmp_path):
    model = regressor()
    ax = plot.oob_curve(model)
    [curve], [ring] = curves_and_rings(ax)
    assert curve.get_xdata().tolist() == list(range(1, 31))
    assert np.array_equal(curve.get_ydata(), model.oob_errors_)
    flat = flat_from(model.oob_errors_, 0.05)
    assert ring.get_xydata().tolist() == [[flat, model.oob_errors_[flat - 1]]]
    last = f"{model.oob_errors_[-1]:.4g}"
    assert curve.get_label() == f"{last}, flat from {flat} trees"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("number of trees", "out-of-bag squared error")
    ax.figure.savefig(tmp_path / "curve.png")
    assert n_colors(tmp_path / "curve.png") > 10


def test_oob_curve_of_several_forests():
    forests = {"all": forest(max_features=None), "one": forest(max_features=1, n_estimators=20)}
    ax = plot.oob_curve(forests)
    curves, _ = curves_and_rings(ax)
    assert [len(curve.get_xdata()) for curve in curves] == [30, 20]
    assert [curve.get_label().split(":")[0] for curve in curves] == ["all", "one"]
    assert curves[0].get_color() != curves[1].get_color()
    assert ax.get_ylabel() == "out-of-bag error"


@pytest.mark.parametrize(
    ("errors", "flat"),
    [
        ([1.0, 0.5, 0.2, 0.12, 0.1, 0.1, 0.11, 0.1], 4),
        ([np.nan, 0.5, 0.1, 0.1, 0.1], 3),
        ([0.3, 0.3, 0.3], 1),
        ([0.0], 1),
        (np.linspace(1, 0, 50), None),
    ],
)
def test_flat_from(errors, flat):
    assert flat_from(np.array(errors), 0.05) == flat


def test_a_curve_that_has_not_converged_has_no_ring():
    model = forest()
    model.oob_errors_ = np.linspace(1, 0.5, 50)
    [curve], rings = curves_and_rings(plot.oob_curve(model))
    assert not rings
    assert curve.get_label() == "0.5"


def test_oob_curve_rejects_bad_arguments():
    with pytest.raises(ValueError, match="has no out-of-bag errors: fit a forest with oob_score"):
        plot.oob_curve(forest(oob_score=False))
    with pytest.raises(ValueError, match="at least one forest"):
        plot.oob_curve({})
    with pytest.raises(ValueError, match="only classifiers or only regressors"):
        plot.oob_curve({"a": forest(), "b": regressor()})
    with pytest.raises(ValueError, match=r"tolerance must be in \[0, 1\), got 1"):
        plot.oob_curve(forest(), tolerance=1)


def whiskers(ax):
    """Ends of the interval of each bar."""
    [lines] = ax.containers[-1].errorbar.lines[2]
    return np.array([[start[0], end[0]] for start, end in lines.get_segments()])


@pytest.mark.parametrize("kind", ["gini", "corrected", "permutation"])
@pytest.mark.parametrize("groups", [None, GROUPS])
def test_importances_have_intervals(kind, groups):
    result = forest().importances(kind, X=FRAME, y=Y, groups=groups)
    ax = plot.importance(result)
    order = np.argsort(-result.mean, kind="stable")
    assert [label.get_text() for label in ax.get_yticklabels()] == [result.names[j] for j in order]
    assert [bar.get_width() for bar in ax.patches] == pytest.approx(result.mean[order])
    assert np.allclose(whiskers(ax), np.c_[result.low, result.high][order])
    assert ("petal" in result.names) == (groups is not None)


def test_numbers_of_negative_importances_do_not_overlap():
    drawn = np.random.default_rng(0).normal([0.3, 0.02, -0.02], 0.3, size=(50, 3))
    ax = plot.importance(
        Importances("permutation", ("a", "b", "a feature with a long name"), drawn)
    )
    assert_nothing_overlaps(ax)
    renderer = ax.figure.canvas.get_renderer()
    left = min(text.get_window_extent(renderer).x0 for text in ax.texts)
    assert left > max(name.get_window_extent(renderer).x1 for name in ax.get_yticklabels())
    assert ax.get_xlabel() == "increase of the out-of-bag error"


def test_a_single_tree_has_no_intervals():
    ax = plot.importance(forest(n_estimators=1, oob_score=False).importances("gini"))
    assert ax.containers[0].errorbar is None


def test_importance_of_a_forest():
    model = forest()
    bars = plot.importance(model).patches
    assert [bar.get_width() for bar in bars] == sorted(model.feature_importances_, reverse=True)
    with pytest.raises(ValueError, match=r"pass the result of model.importances\('gini', ...\)"):
        plot.importance(model, kind="gini")
    with pytest.raises(ValueError, match="have kind='gini'"):
        plot.importance(model.importances("gini"), kind="permutation")


def test_boundary_after_some_trees(tmp_path):
    X = FRAME.iloc[:, 2:]
    model = RandomForestClassifier(12, random_state=0).fit(X, Y)
    axes = plot.boundary(model, X, Y, steps=[1, 12], resolution=20)
    assert [ax.get_title() for ax in axes] == ["1 tree", "12 trees"]
    alone = plot.boundary(model[:1], X, Y, resolution=20)
    shades = [ax.collections[0].get_array() for ax in (axes[0], alone, axes[1])]
    assert np.array_equal(shades[0], shades[1])
    assert not np.array_equal(shades[0], shades[2])
    for steps in (13, [0]):
        with pytest.raises(ValueError, match="steps must be numbers of trees from 1 to 12"):
            plot.boundary(model, X, Y, steps=steps)


def test_trees_of_a_forest_are_drawn():
    model = forest(max_depth=3)
    assert_nothing_overlaps(plot.tree(model.estimators_[7]))
    with pytest.raises(ValueError, match="Its trees are in estimators_"):
        plot.tree(model)
