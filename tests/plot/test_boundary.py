"""Decision regions agree with the predictions."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import polars as pl
import pytest
from matplotlib.collections import LineCollection, PathCollection, QuadMesh
from matplotlib.colors import to_rgb
from scipy.sparse import csr_matrix
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier

from spinney import DecisionTreeClassifier, DecisionTreeRegressor, plot
from spinney.datasets import load_penguins
from spinney.inspection.colors import class_color
from spinney.plot.grid import make_grid

from .rendering import n_colors

X, Y = load_iris(return_X_y=True)
FRAME, _ = load_iris(return_X_y=True, as_frame=True)


def parts(ax, kind):
    return [part for part in ax.collections if isinstance(part, kind)]


def cell_colors(ax):
    [mesh] = parts(ax, QuadMesh)
    ax.figure.canvas.draw()
    return mesh.get_facecolors()[:, :3]


def nearest_class(colors):
    """Classes with the hue of pale colors."""
    palette = np.array([to_rgb(class_color(k)) for k in range(3)])
    pale, full = 1 - colors, 1 - palette
    pale /= np.linalg.norm(pale, axis=1, keepdims=True)
    full /= np.linalg.norm(full, axis=1, keepdims=True)
    return (pale @ full.T).argmax(axis=1)


def test_regions_are_predictions(tmp_path):
    model = DecisionTreeClassifier(max_depth=3).fit(X[:, 2:], Y)
    ax = plot.boundary(model, X[:, 2:], Y, resolution=40)
    cuts = {j: model.tree_.threshold[model.tree_.feature == j] for j in (0, 1)}
    grid = make_grid(X[:, 2:], [0, 1], model, 40, cuts)
    assert np.array_equal(nearest_class(cell_colors(ax)), model.predict(grid.X))
    [rows] = parts(ax, PathCollection)
    assert np.array_equal(rows.get_offsets(), X[:, 2:])
    assert np.allclose(rows.get_facecolors()[:, :3], [to_rgb(class_color(k)) for k in Y])
    ax.figure.savefig(tmp_path / "boundary.png", dpi=50)
    assert n_colors(tmp_path / "boundary.png") > 10


def test_edges_lie_on_the_thresholds():
    model = DecisionTreeClassifier(max_depth=2).fit(X[:, 2:], Y)
    ax = plot.boundary(model, X[:, 2:], Y, resolution=17)
    dark = parts(ax, LineCollection)[-1]
    vertical = {start[0] for start, end in dark.get_segments() if start[0] == end[0]}
    horizontal = {start[1] for start, end in dark.get_segments() if start[1] == end[1]}
    cuts = {j: set(model.tree_.threshold[model.tree_.feature == j]) for j in (0, 1)}
    assert vertical <= cuts[0]
    assert horizontal <= cuts[1]
    assert vertical | horizontal


@pytest.mark.parametrize("splits", ["oblique", "sphere", "pca", "multiway"])
def test_edges_lie_on_the_splits_of_every_kind(splits):
    """Lines are drawn exactly where the output changes."""
    model = DecisionTreeClassifier(split_kind=splits, max_depth=3, random_state=0).fit(X[:, 1:], Y)
    ax = plot.boundary(model, X[:, 1:], Y, features=[1, 2], resolution=80)
    pale, dark = parts(ax, LineCollection)
    size = np.array([np.ptp(ax.get_xlim()), np.ptp(ax.get_ylim())])
    fixed = np.sort(X[:, 1])[(len(X) - 1) // 2]
    for lines, output in ((pale, model.apply), (dark, model.predict)):
        pieces = np.array(lines.get_segments())
        assert len(pieces) > 50
        along = np.diff(pieces, axis=1)[:, 0] / size
        shift = 0.002 * size * np.c_[-along[:, 1], along[:, 0]] / np.hypot(*along.T)[:, None]
        middle = pieces.mean(axis=1)
        sides = [output(np.c_[np.full(len(middle), fixed), middle + a]) for a in (shift, -shift)]
        assert np.mean(sides[0] != sides[1]) > 0.97
        points, step = rng_points(ax, 3000), np.array([0.02, 0])
        first, second = (output(np.c_[np.full(3000, fixed), p]) for p in (points, points + step))
        crossed = points[first != second] + step / 2
        gap = np.abs((middle[:, None] - crossed) / size).max(axis=2).min(axis=0)
        assert gap.max() < 0.03


def rng_points(ax, n):
    low, high = np.array([ax.get_xlim(), ax.get_ylim()]).T
    return np.random.default_rng(0).uniform(low, high, (n, 2))


def test_steps_grow_the_tree():
    model = DecisionTreeClassifier().fit(FRAME, Y)
    axes = plot.boundary(model, FRAME, Y, steps=[0, 1, 2, 5], resolution=30)
    seen = [len(np.unique(nearest_class(cell_colors(ax)))) for ax in axes]
    assert seen == [1, 2, 3, 3]
    assert axes[0].get_title() == "no split"
    assert axes[1].get_title() == "1: petal length (cm) ≤ 2.45"
    assert len(plot.boundary(model, FRAME, Y, steps=3, resolution=10)) == 3


def test_compare_with_another_model(tmp_path):
    ours = DecisionTreeClassifier().fit(FRAME, Y)
    other = RandomForestClassifier(5, random_state=0).fit(FRAME, Y)
    axes = plot.boundary(ours, FRAME, Y, compare_with=other, resolution=30)
    assert [ax.get_title() for ax in axes] == ["DecisionTreeClassifier", "RandomForestClassifier"]
    assert not np.array_equal(cell_colors(axes[0])[:900], cell_colors(axes[1])[:900])
    axes[0].figure.savefig(tmp_path / "two_models.png", dpi=40)


def test_regression_has_a_color_bar():
    model = DecisionTreeRegressor(max_leaf_nodes=5).fit(X[:, :2], X[:, 2])
    ax = plot.boundary(model, X[:, :2], X[:, 2], resolution=20)
    assert len(np.unique(cell_colors(ax), axis=0)) == 5
    assert len(ax.figure.axes) == 2


@pytest.mark.parametrize("container", [pd.DataFrame, pl.DataFrame, None])
def test_other_features_are_fixed(container):
    rows, y = load_penguins(return_X_y=True)
    if container is not None:
        rows = container({name: rows[name] for name in rows.dtype.names})
    model = DecisionTreeClassifier(max_depth=4).fit(rows, y)
    grid = make_grid(rows, ["bill_length_mm", "flipper_length_mm"], model, 12, {})
    assert grid.names == ("bill_length_mm", "flipper_length_mm")
    assert len(model.predict(grid.X)) == 144
    assert set(np.asarray(grid.X["island"])) == {"Biscoe"}
    assert set(np.asarray(grid.X["body_mass_g"])) == {4050.0}
    ax = plot.boundary(model, rows, y, resolution=12)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("bill_length_mm", "flipper_length_mm")


def test_categorical_features_are_rejected():
    rows, y = load_penguins(return_X_y=True)
    model = DecisionTreeClassifier(max_depth=2).fit(rows, y)
    with pytest.raises(ValueError, match="column 'island' is categorical"):
        plot.boundary(model, rows, y, features=["island", "body_mass_g"])


@pytest.mark.parametrize("container", [pd.DataFrame, csr_matrix, np.ndarray.tolist])
def test_containers(container):
    model = DecisionTreeClassifier(max_depth=3).fit(container(X), Y)
    ax = plot.boundary(model, container(X), Y, resolution=20)
    plain = plot.boundary(DecisionTreeClassifier(max_depth=3).fit(X, Y), X, Y, resolution=20)
    assert np.array_equal(cell_colors(ax), cell_colors(plain))


def test_given_axes():
    model = DecisionTreeClassifier().fit(X, Y)
    _, ax = plt.subplots()
    assert plot.boundary(model, X, Y, ax=ax, resolution=5) is ax
    with pytest.raises(ValueError, match="ax has 1 axes, but there are 2 panels"):
        plot.boundary(model, X, Y, ax=ax, steps=2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"features": [0]}, "two different features"),
        ({"features": [1, 1]}, "two different features"),
        ({"features": [0, 9]}, "features: feature index 9 is out of range, X has 4 features"),
        ({"features": ["a", "b"]}, "features: 'a' is a feature name, but X has no feature names"),
        ({"steps": 99}, "steps must be numbers of splits from 0 to 8"),
        ({"steps": []}, "steps must be numbers of splits"),
        ({"resolution": 1}, "resolution must be at least 2"),
    ],
)
def test_bad_arguments(arguments, message):
    model = DecisionTreeClassifier().fit(X, Y)
    with pytest.raises(ValueError, match=message):
        plot.boundary(model, X, Y, **arguments)


def test_bad_models():
    forest = RandomForestClassifier(2).fit(X, Y)
    with pytest.raises(ValueError, match="steps needs a tree, a boosted model or a forest"):
        plot.boundary(forest, X, Y, steps=2)
    both = DecisionTreeClassifier().fit(X, np.c_[Y, Y])
    with pytest.raises(ValueError, match="one output"):
        plot.boundary(both, X, Y)
    numbers = DecisionTreeRegressor().fit(X, Y)
    with pytest.raises(ValueError, match="both classifiers or both regressors"):
        plot.boundary(numbers, X, Y, compare_with=forest)
    words = np.array([["a", "b"], ["c", "d"]], dtype=object)
    model = DecisionTreeClassifier(categorical_features=[0, 1]).fit(words, [0, 1])
    with pytest.raises(ValueError, match="at least two numeric or ordered features"):
        plot.boundary(model, words, [0, 1])
