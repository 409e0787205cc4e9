"""Drawings of trees with the path of a row, distributions of the target, and ``extra``."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from spinney import DecisionTreeClassifier, DecisionTreeRegressor, plot
from spinney.plot.palette import SECOND

from .rendering import lines_of

X = np.arange(40.0).reshape(-1, 1)
CLASSES = np.repeat(["a", "b", "b", "a"], [10, 15, 5, 10])


def class_tree():
    return DecisionTreeClassifier().fit(X, CLASSES)


def bars_of(ax, node):
    found = {p.get_gid(): p.get_height() for p in ax.patches if p.get_gid()}
    return [h for gid, h in found.items() if gid.startswith(f"bar-{node}-")]


def test_row_path():
    model = class_tree()
    ax = plot.tree(model, row=[12.0])
    boxes = {p.get_gid(): to_hex(p.get_edgecolor()) for p in ax.patches if p.get_gid()}
    marked = {gid for gid, color in boxes.items() if color == SECOND.lower()}
    path = model.decision_path([[12.0]]).indices
    assert marked == {f"box-{node}" for node in path}


def test_extra():
    model = class_tree()
    expected = {0: [], 1: ["20  20"], 2: ["20 / 40"], 3: ["20 / 40"], 6: ["50%"], 8: ["50%"]}
    expected |= {4: ["50%  50%"], 9: ["50%  50%"], 100: ["100%"], 102: ["20 / 40", "100%"]}
    for extra, lines in expected.items():
        assert lines_of(plot.tree(model, extra=extra), "node")[0][1:] == lines
    number = DecisionTreeRegressor(max_depth=1).fit(X, X[:, 0])
    assert lines_of(plot.tree(number, extra=101), "node")[0][1:] == ["n = 40", "100%"]


def test_distributions_of_classes():
    model = class_tree()
    own = bars_of(plot.tree(model, style="distributions"), 1)
    rows = bars_of(plot.tree(model, style="distributions", X=X, y=CLASSES), 1)
    assert own == pytest.approx(rows)
    assert min(bars_of(plot.tree(model, style="distributions", X=X[:5], y=CLASSES[:5]), 0)) == 0


def test_distribution_of_numbers():
    model = DecisionTreeRegressor(max_depth=1).fit(X, X[:, 0])
    ax = plot.tree(model, style="distributions", X=X, y=X[:, 0])
    left = bars_of(ax, 1)
    assert left[0] > 0 == left[-1]


def test_color_key_of_numbers():
    model = DecisionTreeRegressor(max_depth=1).fit(X, X[:, 0])
    texts = {t.get_gid(): t.get_text() for t in plot.tree(model).texts}
    assert (texts["key-low"], texts["key-high"]) == ("9.5", "29.5")
    assert "key-low" not in {t.get_gid() for t in plot.tree(model, legend=False).texts}
    assert "key-low" not in {t.get_gid() for t in plot.tree(class_tree()).texts}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"style": "violins"}, "style="),
        ({"style": "distributions", "X": X}, "passed together"),
        ({"style": "distributions", "X": X, "y": ["?"] * len(X)}, "class '[?]', which the tree"),
        ({"extra": 12}, "extra must be"),
        ({"extra": 200}, "extra must be"),
        ({"extra": True}, "extra must be"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(ValueError, match=message):
        plot.tree(class_tree(), **options)


def test_the_number_of_a_row_is_not_a_row():
    with pytest.raises(TypeError, match=r"such as X\[3:4\]; got the number 3"):
        plot.tree(class_tree(), row=3)


def test_regression_needs_rows():
    model = DecisionTreeRegressor(max_depth=1).fit(X, X[:, 0])
    with pytest.raises(ValueError, match="needs X and y"):
        plot.tree(model, style="distributions")
