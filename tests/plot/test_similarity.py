"""Plots of similar rows, and of predictions with standard errors."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba

import spinney
from spinney import explain, plot
from spinney.explain.embedding import classical_scaling, similarity_of
from spinney.explain.similarity import RowSimilarity
from spinney.inspection.colors import class_color

X, Y = spinney.datasets.load_penguins(return_X_y=True, as_frame=True)
Y = Y.to_numpy()


def forest(n_estimators=60, **options):
    return spinney.RandomForestClassifier(n_estimators, random_state=0, **options).fit(X, Y)


def offsets(collection):
    return np.asarray(collection.get_offsets())


def legend_texts(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_scaling_reproduces_distances():
    points = np.random.default_rng(0).random((30, 2)) / 3
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    found, shares = classical_scaling(1 - distances**2)
    np.testing.assert_allclose(np.linalg.norm(found[:, None] - found[None], axis=2), distances)
    assert shares.sum() == pytest.approx(1)
    assert (found[np.abs(found).argmax(axis=0), [0, 1]] > 0).all()
    same, none = classical_scaling(np.ones((4, 4)))
    assert (same == 0).all()
    assert (none == 0).all()


@pytest.mark.parametrize("kind", ["original", "oob", "gap"])
def test_similarities_of_some_rows(kind, monkeypatch):
    model = forest()
    full = explain.proximity(model, X, kind=kind, dense=True)
    if kind == "gap":
        full = (full + full.T) / 2
    chosen = np.array([0, 3, 200, 201, 343])
    expected = full[np.ix_(chosen, chosen)]
    if kind == "gap":
        expected /= expected.max()
    np.fill_diagonal(expected, 1)
    monkeypatch.setattr("spinney.explain.similarity.BLOCK_ENTRIES", 50 * len(X))
    rows = RowSimilarity.read(model, X, None, kind)
    np.testing.assert_allclose(similarity_of(rows, chosen), expected, rtol=1e-12)


@pytest.mark.parametrize("kind", ["original", "oob", "gap"])
def test_map_of_classes(kind):
    model = forest()
    ax = plot.proximity(model, X, Y, kind=kind)
    points, stars = ax.collections[:2]
    assert len(offsets(points)) == len(X)
    colors = [to_rgba(class_color(k), 0.65) for k in np.searchsorted(model.classes_, Y)]
    np.testing.assert_allclose(points.get_facecolors(), colors)
    typical = explain.prototypes(model, X, Y, kind=kind).rows
    np.testing.assert_array_equal(offsets(stars), offsets(points)[typical])
    measure = explain.outliers(model, X, Y, kind=kind)
    odd = np.argsort(-measure, kind="stable")[:10]
    odd = odd[measure[odd] > 10]
    assert [text.get_text() for text in ax.texts] == [str(row) for row in odd]
    np.testing.assert_array_equal(offsets(ax.collections[2]), offsets(points)[odd])
    assert legend_texts(ax) == ["Adelie", "Chinstrap", "Gentoo", "prototype", "outlier"]
    assert "% of squared distances" in ax.get_xlabel()


def test_map_of_a_sample_and_without_classes():
    model = forest()
    ax = plot.proximity(model, X, Y, max_rows=50)
    assert 50 <= len(offsets(ax.collections[0])) <= 63
    alone = plot.proximity(model, X, n_prototypes=0)
    assert "prototype" not in (legend_texts(alone) if alone.get_legend() else [])
    with pytest.raises(ValueError, match="max_rows must be at least 3"):
        plot.proximity(model, X, Y, max_rows=2)
    with pytest.raises(ValueError, match="n_prototypes must not be negative"):
        plot.proximity(model, X, Y, n_prototypes=-1)
    with pytest.raises(ValueError, match="at least 3 rows"):
        plot.proximity(model, X.iloc[:2])


def test_map_of_a_regression():
    mass = X["body_mass_g"].fillna(4000)
    table = X.drop(columns="body_mass_g")
    model = spinney.RandomForestRegressor(50, random_state=0).fit(table, mass)
    ax = plot.proximity(model, table, mass)
    assert ax.figure.axes[1].get_ylabel() == "target"
    colors = ax.collections[0].get_facecolors()
    heavy, light = int(mass.argmax()), int(mass.argmin())
    assert colors[heavy][:3].sum() > colors[light][:3].sum()
    typical = explain.prototypes(model, table).rows
    star = ax.collections[1].get_facecolors()
    np.testing.assert_allclose(star[:, :3], colors[typical, :3])
    assert plot.proximity(model, table).figure.axes[1].get_ylabel() == "prediction"
    with pytest.raises(ValueError, match="one number for each of the 344 rows"):
        plot.proximity(model, table, mass[:5])


def test_error_bars_over_targets():
    mass = X["body_mass_g"].fillna(4000).to_numpy()
    model = spinney.RandomForestRegressor(80, random_state=0).fit(X.iloc[::2], mass[::2])
    found = explain.standard_errors(model, X.iloc[1::2])
    ax = plot.standard_errors(found, mass[1::2], level=0.9, max_rows=1000)
    low, high = found.interval(0.9)
    bars = {tuple(segment[:, 1]) for segment in ax.collections[0].get_segments()}
    assert bars == set(zip(low, high, strict=True))
    dots = ax.lines[-1]
    order = np.argsort(found.prediction, kind="stable")
    np.testing.assert_array_equal(dots.get_xdata(), mass[1::2][order])
    np.testing.assert_array_equal(dots.get_ydata(), found.prediction[order])
    assert ax.get_ylabel() == "prediction with 90 % confidence interval"
    few = plot.standard_errors(found, max_rows=20)
    assert len(few.lines[-1].get_xdata()) == 20
    assert few.get_xlabel() == "rows by prediction"
    with pytest.raises(ValueError, match="y must have the shape of the predictions"):
        plot.standard_errors(found, mass)


def test_error_bars_of_probabilities():
    found = explain.standard_errors(forest(100), X)
    ax = plot.standard_errors(found, output="Chinstrap")
    assert ax.get_ylabel() == "probability of Chinstrap with 95 % confidence interval"
    assert ax.lines[-1].get_ydata().max() <= found.prediction[:, 1].max()
    assert "Gentoo" in plot.standard_errors(found).get_ylabel()
    with pytest.raises(ValueError, match=r"one of \['Adelie', 'Chinstrap', 'Gentoo'\], got"):
        plot.standard_errors(found, output="Emperor")
    with pytest.raises(TypeError, match="result must be the result of"):
        plot.standard_errors(X)
    with pytest.raises(ValueError, match="max_rows must be at least 1"):
        plot.standard_errors(found, max_rows=0)
