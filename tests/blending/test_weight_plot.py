"""The plot of member weights."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

import spinney

from .examples import CLASSIFIERS, REGRESSORS, diabetes, shuffled_iris

mpl.use("Agg")


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def bars(ax):
    return [patch.get_width() for patch in ax.patches]


def names(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def test_weights_and_scores_of_a_blend():
    X, y = shuffled_iris()
    blend = spinney.LinearBlendClassifier(CLASSIFIERS).fit(X, y)
    ax = spinney.plot.blend_weights(blend)
    np.testing.assert_allclose(bars(ax), blend.weights_)
    assert names(ax) == ["tree", "bayes", "neighbors", "uniform mean", "blend"]
    texts = [text.get_text() for text in ax.texts]
    assert {"log\nloss", "accuracy"} <= set(texts)
    assert f"{blend.member_losses_.blend:.4g}" in texts
    assert f"{blend.member_scores_.members['bayes']:.4g}" in texts


def test_texts_are_inside_the_figure():
    X, y = diabetes()
    blend = spinney.LinearBlendRegressor(REGRESSORS, non_negative=False).fit(X, y)
    ax = spinney.plot.blend_weights(blend)
    ax.figure.draw_without_rendering()
    figure = ax.figure.bbox
    for text in ax.texts:
        box = text.get_window_extent()
        assert box.x1 <= figure.x1 + 1, text.get_text()
        assert box.y1 <= figure.y1 + 1, text.get_text()


def test_voting_has_bars_only():
    X, y = shuffled_iris()
    _, ax = plt.subplots()
    voting = spinney.VotingClassifier(CLASSIFIERS, weights=[2, 1, 1]).fit(X, y)
    assert spinney.plot.blend_weights(voting, ax=ax) is ax
    assert (bars(ax), names(ax)) == ([0.5, 0.25, 0.25], ["tree", "bayes", "neighbors"])


@pytest.mark.parametrize(
    "model", [spinney.VotingClassifier(CLASSIFIERS), spinney.DecisionTreeClassifier(), 3]
)
def test_other_models_raise(model):
    with pytest.raises(ValueError, match="fitted VotingClassifier"):
        spinney.plot.blend_weights(model)
