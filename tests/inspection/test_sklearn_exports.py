"""``export_text``, ``export_graphviz`` and ``plot_tree`` write what scikit-learn's functions do."""

import io
import itertools
import re

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
import sklearn.tree
from sklearn.datasets import load_diabetes, load_iris
from sklearn.exceptions import NotFittedError

import spinney

mpl.use("Agg")


def iris(**parameters):
    X, y = load_iris(return_X_y=True)
    return spinney.DecisionTreeClassifier(max_depth=4, **parameters).fit(X, y)


def weighted():
    X, y = load_iris(return_X_y=True)
    weight = np.random.default_rng(0).random(len(y)).round(2)
    return spinney.DecisionTreeClassifier(max_depth=3, criterion="entropy").fit(X, y, weight)


def diabetes(**parameters):
    X, y = load_diabetes(return_X_y=True)
    return spinney.DecisionTreeRegressor(max_depth=3, **parameters).fit(X, y)


def outputs():
    X, y = load_diabetes(return_X_y=True)
    return spinney.ExtraTreeRegressor(max_depth=2, random_state=0).fit(X, np.column_stack([y, -y]))


def class_outputs():
    X, y = load_iris(return_X_y=True)
    return spinney.DecisionTreeClassifier(max_depth=2).fit(X, np.column_stack([y, y > 1]))


def optimal():
    X, y = load_iris(return_X_y=True)
    return spinney.OptimalTreeClassifier(max_depth=2, missing="error").fit(X[:, :2], y)


def forest_tree():
    X, y = load_iris(return_X_y=True)
    return spinney.ExtraTreesClassifier(2, max_depth=3, random_state=0).fit(X, y).estimators_[1]


def leaf():
    return spinney.DecisionTreeRegressor().fit([[1.0], [2.0]], [5.0, 5.0])


TREES = [iris, weighted, diabetes, outputs, class_outputs, optimal, forest_tree, leaf]
each_tree = pytest.mark.parametrize("make", TREES, ids=lambda make: make.__name__)


def normalized(text):
    """Text without the differences: palette, -0.0, and 50.0 next to counts that are not whole."""
    text = re.sub(r'fillcolor="#[0-9a-f]{6}"', "fillcolor", text)
    text = re.sub(r"-(0(\.0+)?)\b(?!\.)", r"\1", text)
    return re.sub(r"(\d)\.0\b", r"\1", text).strip()


def names(tree):
    return [f"f{j}" for j in range(tree.n_features_in_)]


@each_tree
def test_text_is_that_of_scikit_learn(make):
    tree = make()
    for options in (
        {},
        {"max_depth": 1, "spacing": 1},
        {"max_depth": 0, "decimals": 0},
        {"decimals": 4, "show_weights": True, "feature_names": names(tree)},
    ):
        ours, theirs = (p.export_text(tree, **options) for p in (spinney, sklearn.tree))
        if make is class_outputs:  # scikit-learn shows the class of the first output only
            ours, theirs = (re.sub(r"(weights|class): .*", "", text) for text in (ours, theirs))
        assert normalized(ours) == normalized(theirs)
    if tree.n_outputs_ == 1 and hasattr(tree, "classes_"):
        options = {"class_names": np.array(["a", "b", "c"])}
        assert spinney.export_text(tree, **options) == sklearn.tree.export_text(tree, **options)


@each_tree
def test_graphviz_is_that_of_scikit_learn(make):
    tree = make()
    switches = ("filled", "leaves_parallel", "node_ids", "proportion", "rotate", "rounded")
    cases = [{name: True} for name in (*switches, "special_characters")]
    cases += [{"impurity": False}, {"precision": 1}, {"fontname": "sans"}, {"class_names": True}]
    cases += [{"label": "root"}, {"label": "none", "node_ids": True}, {"max_depth": 1}]
    cases += [{"feature_names": names(tree), "special_characters": True, "class_names": True}]
    cases += [dict.fromkeys(switches, True) | {"max_depth": 1, "class_names": ["a", "b", "c"]}]
    for options in cases:
        ours, theirs = (p.export_graphviz(tree, **options) for p in (spinney, sklearn.tree))
        assert normalized(ours) == normalized(theirs), options
        assert ("fillcolor" in ours) == options.get("filled", False)


@each_tree
def test_plot_has_the_annotations_of_scikit_learn(make):
    tree = make()
    for options in ({}, {"max_depth": 1, "filled": True, "class_names": True}, {"node_ids": True}):
        drawn = [p.plot_tree(tree, **options) for p in (spinney, sklearn.tree)]
        ours, theirs = ([normalized(one.get_text()) for one in nodes] for nodes in drawn)
        assert ours == theirs
        plt.close("all")


@pytest.mark.parametrize("kind", ["GradientBoosting", "HistGradientBoosting"])
def test_trees_of_boosting(kind):
    """Boosting stores no impurity: ours show none, scikit-learn's show nan."""
    X, y = load_iris(return_X_y=True)
    model = getattr(spinney, f"{kind}Classifier")(max_depth=2).fit(X, y)
    tree = model.estimators_[1, 2]
    assert tree.tree_.node_count > 1
    ours, theirs = (p.export_text(tree) for p in (spinney, sklearn.tree))
    assert normalized(ours) == normalized(theirs)
    ours = spinney.export_graphviz(tree)
    theirs = sklearn.tree.export_graphviz(tree)
    assert normalized(ours) == normalized(theirs.replace("impurity = nan\\n", ""))
    drawn = [p.plot_tree(tree) for p in (spinney, sklearn.tree)]
    ours, theirs = ([normalized(one.get_text()) for one in nodes] for nodes in drawn)
    assert ours == [text.replace("impurity = nan\n", "") for text in theirs]
    plt.close("all")


def test_plotted_boxes_do_not_overlap():
    _, ax = plt.subplots(figsize=(9, 5))
    nodes = spinney.plot_tree(iris(), ax=ax, filled=True, rounded=True)
    ax.figure.canvas.draw()
    boxes = [node.get_bbox_patch().get_window_extent() for node in nodes if node.get_bbox_patch()]
    assert len(boxes) == iris().tree_.node_count
    for one, other in itertools.combinations(boxes, 2):
        assert not one.overlaps(other)
    for box in boxes:
        assert ax.figure.bbox.containsx(box.x0)
        assert ax.figure.bbox.containsy(box.y1)
    plt.close("all")


def test_options_of_the_plot():
    _, ax = plt.subplots()
    nodes = spinney.plot_tree(diabetes(), ax=ax, fontsize=7)
    assert {node.get_fontsize() for node in nodes} == {7}
    assert nodes[0].axes is ax
    fills = [
        {
            node.get_bbox_patch().get_facecolor()
            for node in spinney.plot_tree(diabetes(), filled=filled, rounded=filled)
            if node.get_bbox_patch()
        }
        for filled in (False, True)
    ]
    assert len(fills[0]) == 1
    assert len(fills[1]) > 5
    plt.close("all")


def test_other_kinds_of_splits_are_readable():
    X, y = spinney.datasets.load_penguins(return_X_y=True)
    tree = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
    assert "|   |--- island in {Dream, Torgersen}\n" in spinney.export_text(tree)
    assert '2 [label="island in {Biscoe}\\ngini' in spinney.export_graphviz(tree)
    multiway = spinney.DecisionTreeClassifier(max_depth=1, split_kind="multiway").fit(X, y)
    assert "|--- 189.50 < flipper_length_mm <= 196.50\n" in spinney.export_text(multiway)
    assert '0 -> 2 [label="189.5 to 196.5"] ;' in spinney.export_graphviz(multiway)
    texts = [node.get_text() for node in spinney.plot_tree(multiway)]
    assert texts[3:5] == ["gini = 0.404\nsamples = 89\nvalue = [64, 25, 0]", "189.5 to 196.5"]
    X, y = load_iris(return_X_y=True)
    for kind, expected in (("oblique", " * feature_"), ("sphere", "within"), ("pca", "feature_")):
        model = spinney.DecisionTreeClassifier(max_depth=3, split_kind=kind, random_state=0)
        assert expected in spinney.export_text(model.fit(X, y))
        assert spinney.plot_tree(model)
        with pytest.raises(AttributeError, match=r"spinney\.export_text"):
            sklearn.tree.export_text(model)
    plt.close("all")


def test_missing_values_as_a_branch():
    X = np.array([[1.0], [2.0], [np.nan], [np.nan]])
    tree = spinney.DecisionTreeClassifier().fit(X, [0, 0, 1, 1])
    assert spinney.export_text(tree).splitlines()[::2] == [
        "|--- feature_0 is not missing",
        "|--- feature_0 is missing",
    ]


def test_names_are_escaped():
    X, y = load_iris(return_X_y=True)
    tree = spinney.DecisionTreeClassifier(max_depth=1).fit(X, y)
    odd = ['a"b\\', "c<d>", "e&f", "line\nbreak"]
    labels = ['"x"', "<y>", "z"]
    plain = spinney.export_graphviz(tree, feature_names=odd, class_names=labels)
    assert "e&f <= 2.45" in plain or "line\\\\nbreak <= " in plain
    assert 'class = \\"x\\"' in plain
    marked = spinney.export_graphviz(
        tree, feature_names=odd, class_names=labels, special_characters=True
    )
    assert "&lt;y&gt;" in marked or "&amp;" in marked
    assert "<y>" not in marked


def test_names_of_the_training_data_are_used():
    X, y = load_iris(return_X_y=True, as_frame=True)
    tree = spinney.DecisionTreeClassifier(max_depth=1).fit(X, y)
    assert "petal length (cm) <= 2.45" in spinney.export_text(tree)
    assert "petal length (cm) <= 2.45" in spinney.export_graphviz(tree)


def test_files(tmp_path):
    tree, stream = iris(), io.StringIO()
    text = spinney.export_graphviz(tree)
    for target in (str(tmp_path / "a.dot"), tmp_path / "b.dot", stream):
        assert spinney.export_graphviz(tree, target) is None
    assert (tmp_path / "a.dot").read_text() == (tmp_path / "b.dot").read_text() == text
    assert stream.getvalue() == text


@pytest.mark.parametrize("function", ["export_text", "export_graphviz", "plot_tree"])
def test_errors(function):
    write = getattr(spinney, function)
    with pytest.raises(NotFittedError):
        write(spinney.DecisionTreeClassifier())
    tree = iris()
    for options, message in (
        ({"feature_names": ["a"]}, "feature_names"),
        ({"feature_names": ["a", "b", "c", 1]}, "All feature names must be strings"),
        ({"class_names": ["a", "b"]}, "Got 2 while the tree was fitted with 3 classes"),
        ({"max_depth": -1}, "max_depth must be a non-negative integer"),
    ):
        with pytest.raises(ValueError, match=message):
            write(tree, **options)
    with pytest.raises(TypeError, match="is not an estimator instance"):
        write(tree.tree_)
    X, y = load_iris(return_X_y=True)
    with pytest.raises(TypeError, match=r"must be a single tree.*estimators_"):
        write(spinney.RandomForestClassifier(2).fit(X, y))
    with pytest.raises(TypeError, match="must be a tree of this library"):
        write(sklearn.tree.DecisionTreeClassifier().fit(X, y))
    plt.close("all")


def test_options_are_checked():
    with pytest.raises(ValueError, match="label must be one of"):
        spinney.export_graphviz(iris(), label="some")
    with pytest.raises(ValueError, match="precision must be"):
        spinney.export_graphviz(iris(), precision=-1)
    with pytest.raises(ValueError, match="spacing must be at least 1"):
        spinney.export_text(iris(), spacing=0)


def test_trees_are_virtual_subclasses():
    for name in ("DecisionTree", "ExtraTree", "OptimalTree"):
        for task in ("Classifier", "Regressor"):
            ours = getattr(spinney, name + task)
            assert issubclass(ours, getattr(sklearn.tree, f"DecisionTree{task}"))
    assert not issubclass(spinney.DecisionTreeClassifier, sklearn.tree.ExtraTreeClassifier)


def test_class_names_name_the_values_of_trees_for_all_classes():
    X, y = load_iris(return_X_y=True)
    shared = {"n_estimators": 1, "max_depth": 1, "multi_strategy": "multi_output_tree"}
    boosted = spinney.GradientBoostingClassifier(**shared).fit(X, y).estimators_[0, 0]
    names = ["setosa", "versicolor", "virginica"]
    assert "value: [setosa: 0.1" in spinney.export_text(boosted, class_names=names)
    graph = spinney.export_graphviz(boosted, class_names=names)
    assert "virginica: [" in graph
    assert "y[2]: [" in spinney.export_graphviz(boosted, class_names=True)
    assert ": [" not in spinney.export_graphviz(boosted)
    plain = spinney.DecisionTreeRegressor(max_depth=1).fit(X, X[:, :3])
    for export in (spinney.export_text, spinney.export_graphviz):
        assert export(plain, class_names=names) == export(plain)


def test_the_branch_of_missing_values_is_shown():
    X = np.array([[1.0], [2.0], [3.0], [4.0], [np.nan], [np.nan]])
    tree = spinney.DecisionTreeClassifier().fit(X, [0, 0, 1, 1, 0, 0])
    shown = spinney.export_text(tree, show_missing=True)
    assert "feature_0 <= 2.50 or missing\n" in shown
    assert "feature_0 >  2.50\n" in shown
    assert "missing" not in spinney.export_text(tree)
