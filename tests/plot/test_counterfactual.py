"""Arrows of the changes of a counterfactual."""

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

import spinney
from spinney.explain import Change, Counterfactual

mpl.use("Agg")


def table():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"up $": rng.normal(size=200), "down": rng.normal(size=200)})
    X["kind"] = pd.Categorical(rng.choice(["long name", "b"], 200))
    return X, (X["up $"] - X["down"] + 2 * (X["kind"] == "b") > 1).astype(int)


def test_arrows_show_direction_cost_and_values():
    changes = (
        Change("up $", -1.0, 1.5, 1.2, 1, "-1", "1.5"),
        Change("kind", "long name", "b", 1.0, 0, "long name", "b"),
        Change("down", 2.0, 1.5, 0.4, -1, "2", "1.5"),
    )
    result = Counterfactual({}, changes, 2.6, 2.6, True, 1, 0, "class 1", 1)
    ax = spinney.plot.counterfactual(result)
    assert [t.get_text() for t in ax.get_yticklabels()] == [c.feature for c in result.changes]
    for change, patch, text in zip(result.changes, ax.patches, ax.texts, strict=True):
        ends = patch.get_xy()[:, 0]
        sign = -1 if change.direction < 0 else 1
        assert sign * ends[np.abs(ends).argmax()] == pytest.approx(change.cost)
        assert text.get_text() == f"{change.old_text} \u2192 {change.new_text}"
    ax.figure.canvas.draw()
    assert "1 instead of 0" in ax.get_title("left")
    renderer = ax.figure.canvas.get_renderer()
    box = ax.get_window_extent(renderer)
    for text in ax.texts:
        shown = text.get_window_extent(renderer)
        assert box.x0 <= shown.x0
        assert shown.x1 <= ax.figure.bbox.x1


def test_nothing_to_plot():
    X, y = table()
    model = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
    none = spinney.explain.counterfactual(model, X.iloc[[0]], immutable=list(X))
    with pytest.raises(ValueError, match="nothing to plot"):
        spinney.plot.counterfactual(none)
    with pytest.raises(TypeError, match="must be the result"):
        spinney.plot.counterfactual(3)


def test_values_do_not_cover_names():
    changes = (
        Change("a rather long name of a feature", 2.0, 0.5, 3.0, -1, "2.40312", "0.48624"),
        Change("up $", -1.0, 1.5, 0.1, 1, "-1", "1.5"),
    )
    result = Counterfactual({}, changes, 3.1, 3.1, True, 1, 0, "class 1", 1)
    ax = spinney.plot.counterfactual(result)
    ax.figure.canvas.draw()
    renderer = ax.figure.canvas.get_renderer()
    names = [label.get_window_extent(renderer) for label in ax.get_yticklabels()]
    arrows = [patch.get_window_extent(renderer) for patch in ax.patches]
    for text in ax.texts:
        shown = text.get_window_extent(renderer)
        assert not any(shown.overlaps(box) for box in (*names, *arrows))
        assert shown.x1 <= ax.figure.bbox.x1
