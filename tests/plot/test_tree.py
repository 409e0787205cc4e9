"""Drawings of trees: nothing overlaps, and all nodes are shown correctly."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.tree import DecisionTreeRegressor as Peer

from spinney import DecisionTreeClassifier, plot

from .rendering import (
    assert_inside_the_figure,
    assert_nothing_overlaps,
    lines_of,
    n_colors,
    node_boxes,
    texts,
)
from .sample_trees import (
    SAMPLES,
    categories,
    deep,
    iris,
    many_classes,
    on_table,
    several_outputs,
    wide,
)

REAL = ["adult", "letter", "mushroom", "soybean", "housing", "nursery", "autohorse", "splice"]


def check(ax, folder):
    assert_nothing_overlaps(ax)
    assert_inside_the_figure(ax)
    ax.figure.savefig(folder / "tree.png", dpi=60)
    assert n_colors(folder / "tree.png") > 10


@pytest.mark.parametrize("make", SAMPLES, ids=lambda make: make.__name__)
@pytest.mark.parametrize(
    "style",
    [
        {},
        pytest.param({"max_nodes": 101}, marks=pytest.mark.slow),
        {"max_depth": 2, "title": "A title"},
    ],
)
def test_nothing_overlaps(make, style, tmp_path):
    check(plot.tree(make(), **style), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL)
def test_nothing_overlaps_for_real_tables(name, shared_data, tmp_path):
    check(plot.tree(on_table(shared_data, name), title=name), tmp_path)


@pytest.mark.parametrize("figsize", [(6, 4), (20, 12), (3, 9)])
def test_text_is_scaled_to_the_figure(figsize, tmp_path):
    ax = plot.tree(iris(), figsize=figsize)
    assert tuple(ax.figure.get_size_inches()) == figsize
    check(ax, tmp_path)


@pytest.mark.parametrize("layout", [None, "constrained", "tight"])
def test_given_axes(layout, tmp_path):
    figure, (left, right) = plt.subplots(1, 2, figsize=(14, 5), layout=layout)
    assert plot.tree(iris(), ax=right) is right
    assert not texts(left)
    check(right, tmp_path)
    assert plt.gcf() is figure


@pytest.mark.parametrize("make", SAMPLES, ids=lambda make: make.__name__)
def test_all_nodes_are_drawn(make):
    model = make()
    ax = plot.tree(model, max_nodes=10_000)
    tree = model.tree_
    assert node_boxes(ax).keys() == set(range(tree.node_count))
    assert lines_of(ax, "split").keys() == set(np.flatnonzero(tree.kind > 0))
    assert not lines_of(ax, "note")
    branches = lines_of(ax, "branch")
    for node in np.flatnonzero(tree.kind > 0):
        first, n_children = int(tree.first_child[node]), int(tree.n_children[node])
        found = [branches[child] for child in range(first, first + n_children)]
        if tree.kind[node] not in (3, 4):
            assert found == [["yes"], ["no"]]
        assert len({label for [label] in found}) == n_children


@pytest.mark.parametrize("make", [iris, deep, many_classes, wide], ids=lambda make: make.__name__)
def test_boxes_show_predictions_and_counts(make):
    model = make()
    tree = model.tree_
    counts = tree.n_node_samples
    for node, lines in lines_of(plot.tree(model, max_nodes=101), "node").items():
        value = tree.value[node, 0]
        if hasattr(model, "classes_"):
            assert lines[0] == str(model.classes_[value.argmax()])
            assert f"{100 * value.max():.0f}%" in lines[1].split()
        else:
            assert float(lines[0].replace(",", "")) == pytest.approx(value[0], rel=0.01)
        count, _, part = re.fullmatch(r"([\d,]+) row(s?) · (.+)%", lines[-1]).groups()
        assert int(count.replace(",", "")) == counts[node]
        if not part.startswith("<"):
            assert float(part) == pytest.approx(100 * counts[node] / counts[0], abs=0.51)


def test_splits_show_feature_and_threshold():
    model = iris()
    tree = model.tree_
    for node, lines in lines_of(plot.tree(model), "split").items():
        name, cut = " ".join(lines).split(" ≤ ")
        assert name == model.feature_names_in_[tree.feature[node]]
        assert float(cut) == pytest.approx(tree.threshold[node], abs=0.005)


def test_long_sets_of_categories_are_shortened():
    rng = np.random.default_rng(1)
    X = rng.choice([f"kind {i:02}" for i in range(40)], (400, 1)).astype(object)
    y = np.array([int(label[5:]) % 2 for label in X[:, 0]])
    model = DecisionTreeClassifier(categorical_features=[0]).fit(X, y)
    ax = plot.tree(model, feature_names=["sort"])
    split = " ".join(lines_of(ax, "split")[0])
    shown, more = re.fullmatch(r"sort in \{(.*), \.\.\. (\d+) more\}", split).groups()
    assert len(shown.split(", ")) + int(more) == 20
    assert {label[-1] in "02468" for label in shown.split(", ")} in ({True}, {False})


def test_names_are_not_parsed_as_math():
    ax = plot.tree(categories(), max_nodes=101)
    written = " ".join(text.get_text() for text in texts(ax))
    assert "$color^2$" in written
    assert "a_$1$" in written
    assert not any(text.get_parse_math() for text in texts(ax))


@pytest.mark.parametrize("max_nodes", [1, 2, 3, 8, 15])
def test_hidden_nodes_are_counted(max_nodes):
    model = wide()
    ax = plot.tree(model, max_nodes=max_nodes)
    shown = node_boxes(ax)
    assert len(shown) == max_nodes - 1 + max_nodes % 2
    hidden = [
        int(re.fullmatch(r"\.\.\. ([\d,]+) more nodes", line)[1])
        for [line] in lines_of(ax, "note").values()
    ]
    assert sum(hidden) == model.tree_.node_count - len(shown)


def test_the_largest_gains_are_shown():
    X, y = load_iris(return_X_y=True)
    y = y + 3 * (X[:, 1] > 3)
    whole = lines_of(plot.tree(DecisionTreeClassifier().fit(X, y), max_nodes=9), "split")
    best = plot.tree(DecisionTreeClassifier(max_leaf_nodes=5).fit(X, y))
    assert sorted(whole.values()) == sorted(lines_of(best, "split").values())


def test_max_depth():
    ax = plot.tree(deep(), max_depth=3, max_nodes=1000)
    tree = deep().tree_
    depth = np.zeros(tree.node_count, dtype=int)
    for node in np.flatnonzero(tree.kind > 0):
        depth[tree.first_child[node] : tree.first_child[node] + 2] = depth[node] + 1
    assert node_boxes(ax).keys() == set(np.flatnonzero(depth <= 3))


def test_pruned_branches_are_pale():
    model = iris()
    smaller = model.prune(0.012)
    colors = [
        {text.get_text(): text.get_color() for text in texts(plot.tree(model, pruned=how))}
        for how in (0.012, smaller)
    ]
    assert colors[0] == colors[1]
    ax = plot.tree(model, pruned=smaller)
    whole = plot.tree(model)
    pale = {
        text.get_gid()
        for text, before in zip(texts(ax), texts(whole), strict=True)
        if text.get_gid().startswith("node-") and text.get_color() != before.get_color()
    }
    assert len(pale) == model.tree_.node_count - smaller.tree_.node_count
    assert_nothing_overlaps(ax)


def test_pruned_as_a_mask():
    model = iris()
    mask = np.zeros(model.tree_.node_count, dtype=bool)
    mask[0] = True
    whole = [text.get_color() for text in texts(plot.tree(model))]
    pruned = [text.get_color() for text in texts(plot.tree(model, pruned=mask))]
    same = [a == b for a, b in zip(whole, pruned, strict=True)]
    legend, root = 3, 3
    assert sum(same) == legend + root


def test_colors_follow_class_and_purity():
    model = iris()
    boxes = {p.get_gid(): p.get_facecolor() for p in plot.tree(model).patches if p.get_gid()}
    shares = model.tree_.value[:, 0]
    best = shares.argmax(axis=1)
    for a in range(len(best)):
        for b in range(len(best)):
            if best[a] == best[b] and shares[a].max() > shares[b].max() + 1e-9:
                assert sum(boxes[f"box-{a}"]) < sum(boxes[f"box-{b}"])


def test_legend():
    entries = [t for t in texts(plot.tree(iris())) if t.get_gid().startswith("legend")]
    assert [t.get_text() for t in entries] == ["0", "1", "2"]
    for ax in (plot.tree(iris(), legend=False), plot.tree(many_classes()), plot.tree(wide())):
        assert not [t for t in texts(ax) if t.get_gid().startswith("legend")]
    ax = plot.tree(many_classes(), legend=True)
    assert len([t for t in texts(ax) if t.get_gid().startswith("legend")]) == 26
    assert_nothing_overlaps(ax)


def test_each_output_is_shown():
    lines = lines_of(plot.tree(several_outputs()), "node")[0]
    assert [line.split(":")[0] for line in lines[:3]] == ["y0", "y1", "y2"]


def test_bad_arguments():
    model = iris()
    with pytest.raises(ValueError, match="max_nodes"):
        plot.tree(model, max_nodes=0)
    with pytest.raises(ValueError, match="max_depth"):
        plot.tree(model, max_depth=-1)
    with pytest.raises(ValueError, match="fontsize"):
        plot.tree(model, fontsize=0)
    with pytest.raises(ValueError, match="feature_names has 1"):
        plot.tree(model, feature_names=["a"])
    with pytest.raises(ValueError, match="pruned must be an alpha"):
        plot.tree(model, pruned=[True, False])
    X, y = load_iris(return_X_y=True)
    other = DecisionTreeClassifier(max_depth=1).fit(X[:, ::-1], y)
    with pytest.raises(ValueError, match="not a pruned copy"):
        plot.tree(model, pruned=other)
    with pytest.raises(ValueError, match=r"this library, got sklearn\.tree\..*Regressor"):
        plot.tree(Peer().fit(X, y))
    with pytest.raises(NotFittedError):
        plot.tree(DecisionTreeClassifier())
