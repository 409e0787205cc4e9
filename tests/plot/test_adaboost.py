"""Plots of AdaBoost: errors by round, and splits of the plane."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.collections import LineCollection

import spinney
from spinney.plot.split_panels import LATEST_WIDTH, SplitLine, tree_split_lines

rng = np.random.default_rng(0)
X = rng.uniform(0, 1, (60, 2))
Y = np.where(X[:, 0] < 0.4, X[:, 1] > 0.6, X[:, 1] < 0.3)
TREE = spinney.DecisionTreeClassifier().fit(X, Y)
STUMPS = spinney.AdaBoostClassifier(n_estimators=5).fit(X, Y)


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def latest(ax):
    """Segments of the thick lines of a panel."""
    lines = [c for c in ax.collections if isinstance(c, LineCollection)]
    thick = [c for c in lines if c.get_linewidth()[0] == LATEST_WIDTH]
    return [segment for c in thick for segment in c.get_segments()]


def test_stumps_split_the_plane_and_trees_their_branches():
    axes = spinney.plot.splits([STUMPS, TREE], X, Y, steps=3)
    assert axes.shape == (2, 3)
    for row, model in zip(axes, (STUMPS, TREE), strict=True):
        for k, ax in enumerate(row):
            ((start, end),) = latest(ax)
            stump = STUMPS[k]._fitted().tree
            along = 1 - int(start[1] == end[1])  # a vertical split runs along the second feature
            limits = (ax.get_xlim(), ax.get_ylim())[along]
            spans = abs(end[along] - start[along]) == pytest.approx(limits[1] - limits[0])
            assert spans == (model is STUMPS or k == 0)
            if model is STUMPS:
                assert start[1 - along] == pytest.approx(stump.threshold[0])
    assert axes[0, 0].get_title().startswith("AdaBoostClassifier")


def test_a_split_spans_the_box_of_its_node():
    first, *others = tree_split_lines(TREE._fitted().tree)
    assert (first.low, first.high) == (-np.inf, np.inf)
    for line in others:
        assert isinstance(line, SplitLine)
        assert line.feature == first.feature or first.threshold in (line.low, line.high)
    assert len(others) + 1 == TREE._fitted().tree.node_count - TREE._fitted().tree.n_leaves


def test_a_model_with_fewer_steps_leaves_panels_empty():
    axes = spinney.plot.splits([TREE, STUMPS], X, Y, steps=[1, 5])
    n_splits = TREE._fitted().tree.node_count - TREE._fitted().tree.n_leaves
    assert axes[0, 1].axison == (n_splits >= 5)
    assert axes[1, 1].axison


def test_splits_of_boosted_trees_and_regressors():
    model = spinney.GradientBoostingRegressor(preset="fast", max_depth=1, n_estimators=3).fit(
        X, X[:, 0]
    )
    assert spinney.plot.splits(model, X, X[:, 0], steps=[1, 3]).shape == (1, 2)
    boosted = spinney.AdaBoostRegressor().fit(X, X.sum(axis=1))
    assert len(latest(spinney.plot.splits(boosted, X, X.sum(axis=1), steps=1)[0, 0])) == 7


def test_splits_rejects_unsupported_models():
    wide = spinney.DecisionTreeClassifier().fit(np.hstack([X, X]), Y)
    with pytest.raises(ValueError, match="two features"):
        spinney.plot.splits(wide, X, Y)
    with pytest.raises(ValueError, match="trees of this library"):
        spinney.plot.splits(spinney.RandomForestClassifier(n_estimators=2).fit(X, Y), X, Y)
    with pytest.raises(ValueError, match="at least one"):
        spinney.plot.splits([], X, Y)
    with pytest.raises(ValueError, match="steps"):
        spinney.plot.splits(TREE, X, Y, steps=[99])


def test_rounds_show_errors_weights_and_random_guessing():
    ax = spinney.plot.rounds(STUMPS)
    errors, chance = ax.get_lines()
    assert errors.get_ydata().tolist() == STUMPS.estimator_errors_.tolist()
    assert set(chance.get_ydata()) == {0.5}
    (twin,) = [other for other in ax.figure.axes if other is not ax]
    assert twin.get_lines()[0].get_ydata().tolist() == STUMPS.estimator_weights_.tolist()
    with pytest.raises(ValueError, match="AdaBoost"):
        spinney.plot.rounds(TREE)


def test_boundary_shows_the_rounds_of_adaboost():
    axes = spinney.plot.boundary(STUMPS, X, Y, steps=[1, 5], resolution=20)
    assert [ax.get_title() for ax in axes] == ["1 round", "5 rounds"]


def test_training_curve_of_the_validation_set():
    model = spinney.AdaBoostClassifier(early_stopping=True, random_state=0).fit(X, Y)
    assert spinney.plot.training(model).get_ylabel() == "error"
