"""Drawings of multiway splits and of splits on several features."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

from spinney import DecisionTreeClassifier, OptimalTreeClassifier, plot

from .rendering import lines_of, node_boxes, texts
from .sample_trees import formulas, multiway, shop


def test_branches_name_intervals_and_levels():
    X = pd.DataFrame({"color": np.repeat(["red", "green"], 20), "size": np.tile(range(20), 2)})
    y = np.where(X["color"] == "red", 3, X["size"] // 5)
    model = DecisionTreeClassifier(split_kind="multiway", n_buckets=4).fit(X, y)
    ax = plot.tree(model)
    assert lines_of(ax, "split") == {0: ["color"], 1: ["size"]}
    branches = lines_of(ax, "branch")
    assert [branches[k][0] for k in (3, 4, 5, 6)] == [
        "≤ 4.5",
        "4.5 to 9.5",
        "9.5 to 14.5",
        "> 14.5",
    ]
    assert [branches[k][0] for k in (1, 2)] == ["green", "red"]


def test_optimal_tree():
    X, y = load_iris(return_X_y=True)
    model = OptimalTreeClassifier(max_depth=2).fit(X, y)
    assert len(node_boxes(plot.tree(model))) == model.tree_.node_count
    assert len(node_boxes(plot.tree(model, pruned=0.3))) == model.tree_.node_count
    assert plot.pruning(model).lines[0].get_xdata().size == len(model.cp_table_["CP"])


def test_the_largest_of_very_many_branches_are_drawn():
    model = multiway()
    tree = model._fitted().tree
    wide = int(tree.n_children.argmax())
    ax = plot.tree(model, max_nodes=24)
    assert len(node_boxes(ax)) <= 24
    whole = plot.tree(model, max_nodes=10_000)
    assert tree.n_children[wide] > 8
    assert not any("more branch" in line for line in lines_of(whole, "split")[wide])
    note = re.compile(r"\.\.\. (\d+) more branch(es)?")
    hidden = {
        node: int(note.fullmatch(lines[-1])[1])
        for node, lines in lines_of(ax, "split").items()
        if note.fullmatch(lines[-1])
    }
    assert hidden
    for node, n_hidden in hidden.items():
        first = int(tree.first_child[node])
        siblings = range(first, first + int(tree.n_children[node]))
        shown = [child for child in siblings if child in node_boxes(ax)]
        assert len(shown) == len(siblings) - n_hidden == 8
        least = min(tree.n_node_samples[child] for child in shown)
        assert all(tree.n_node_samples[c] <= least for c in siblings if c not in shown)


def test_splits_on_several_features_are_formulas():
    X, y = load_iris(return_X_y=True)
    model = DecisionTreeClassifier(split_kind="pca", max_depth=1).fit(X[:, 2:], y)
    split = " ".join(lines_of(plot.tree(model), "split")[0])
    assert re.fullmatch(r"-?[\d.]+ \W x\d [+-] [\d.]+ \W x\d ≤ -?[\d.]+", split)
    model = DecisionTreeClassifier(split_kind="sphere", max_depth=1, random_state=0).fit(
        X[:, 2:], y
    )
    first, *center, units = lines_of(plot.tree(model), "split")[0]
    assert re.fullmatch(r"within [\d.]+ of", first)
    assert re.fullmatch(r"\(x\d -?[\d.]+, x\d -?[\d.]+\)", " ".join(center))
    assert re.fullmatch(r"in units of \([\d.]+, [\d.]+\)", units)


@pytest.mark.parametrize("make", [multiway, formulas], ids=lambda make: make.__name__)
def test_pruned_copies_of_other_split_kinds(make):
    model = make()
    alphas = model.cost_complexity_pruning_path(
        *(shop() if make is multiway else load_iris(return_X_y=True))
    )
    smaller = model.prune(alphas.ccp_alphas[-2])
    assert 1 < smaller._fitted().tree.node_count < model._fitted().tree.node_count
    by_copy, by_alpha = (
        [text.get_color() for text in texts(plot.tree(model, pruned=how))]
        for how in (smaller, alphas.ccp_alphas[-2])
    )
    assert by_copy == by_alpha
    assert by_copy != [text.get_color() for text in texts(plot.tree(model))]
