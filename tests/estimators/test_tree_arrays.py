"""``tree_``: the arrays and methods of scikit-learn's trees, and what other splits raise."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
import sklearn.tree
from sklearn.datasets import load_diabetes, load_iris

import spinney

NUMBERS = ("node_count", "max_depth", "n_leaves", "n_outputs", "n_features", "max_n_classes")


def pair(task):
    """The same tree, grown by Spinney and by scikit-learn."""
    data = load_iris if task == "Classifier" else load_diabetes
    X, y = data(return_X_y=True)
    X = np.delete(X, 2, axis=1)  # petal length and width separate the same rows
    X = X.astype(np.float32).astype(float)
    name = f"DecisionTree{task}"
    packages = spinney, sklearn.tree
    ours, theirs = (getattr(p, name)(max_depth=3, random_state=0).fit(X, y) for p in packages)
    return ours, theirs, X


def breadth_first(tree):
    """The order in which Spinney numbers the nodes of scikit-learn's tree."""
    order = [0]
    for node in order:
        if tree.children_left[node] >= 0:
            order += [tree.children_left[node], tree.children_right[node]]
    return np.array(order)


@pytest.mark.parametrize("task", ["Classifier", "Regressor"])
def test_the_arrays_are_those_of_scikit_learn(task):
    ours, theirs, X = pair(task)
    tree, other = ours.tree_, theirs.tree_
    order = breadth_first(other)
    number = np.append(np.argsort(order), -1)  # -1 stays -1
    for name in ("feature", "n_node_samples", "weighted_n_node_samples"):
        np.testing.assert_array_equal(getattr(tree, name), getattr(other, name)[order])
    for name in ("threshold", "value", "impurity"):
        np.testing.assert_allclose(
            getattr(tree, name), getattr(other, name)[order], rtol=1e-6, atol=1e-9
        )
    for name in ("children_left", "children_right"):
        np.testing.assert_array_equal(getattr(tree, name), number[getattr(other, name)][order])
    for name in NUMBERS:
        assert getattr(tree, name) == getattr(other, name)
    np.testing.assert_array_equal(tree.n_classes, other.n_classes)
    assert tree.capacity == tree.node_count
    depths = tree.compute_node_depths()
    np.testing.assert_array_equal(depths, other.compute_node_depths()[order])
    for normalize in (True, False):
        np.testing.assert_allclose(
            tree.compute_feature_importances(normalize),
            other.compute_feature_importances(normalize),
        )
    X32 = X.astype(np.float32)
    np.testing.assert_allclose(tree.predict(X32), other.predict(X32), atol=1e-9)
    np.testing.assert_array_equal(tree.apply(X32), number[other.apply(X32)])
    paths = tree.decision_path(sp.csr_matrix(X32)).toarray()
    np.testing.assert_array_equal(paths, other.decision_path(X32).toarray()[:, order])
    names = tree.__getstate__()["nodes"].dtype.names
    assert names == other.__getstate__()["nodes"].dtype.names
    assert tree.__getstate__().keys() == other.__getstate__().keys()


def test_several_outputs():
    X = np.arange(6.0).reshape(-1, 1)
    y = np.column_stack([[0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 1]])
    ours, theirs = (p.DecisionTreeClassifier().fit(X, y) for p in (spinney, sklearn.tree))
    assert ours.tree_.n_classes.tolist() == theirs.tree_.n_classes.tolist() == [3, 2]
    X32 = X.astype(np.float32)
    np.testing.assert_array_equal(ours.tree_.predict(X), theirs.tree_.predict(X32))


def test_copies_and_pickles_are_equal():
    ours, _, X = pair("Regressor")
    for twin in (copy.deepcopy(ours.tree_), pickle.loads(pickle.dumps(ours.tree_))):
        np.testing.assert_array_equal(twin.predict(X), ours.tree_.predict(X))
        assert pickle.dumps(twin.__getstate__()) == pickle.dumps(ours.tree_.__getstate__())


def test_imputed_values_and_column_names():
    """``tree_`` imputes as the estimator does, and reads arrays in the order of fit."""
    X = pd.DataFrame({"a": [1.0, 2.0, 3.0, 40.0, np.nan], "b": [0.0, 0.0, 1.0, 1.0, 1.0]})
    model = spinney.DecisionTreeRegressor(missing="mean").fit(X, [1.0, 2.0, 3.0, 4.0, 9.0])
    np.testing.assert_array_equal(model.tree_.predict(X.to_numpy())[:, 0], model.predict(X))
    np.testing.assert_array_equal(model.tree_.predict(X)[:, 0], model.predict(X))
    tree = model.tree_
    sent_left = tree.apply([[np.nan, 1.0]])[0] == tree.apply([[11.5, 1.0]])[0]
    assert sent_left
    for node in np.flatnonzero(tree.kind):
        goes_left = 11.5 if tree.feature[node] == 0 else 0.6
        assert tree.missing_go_to_left[node] == (goes_left <= tree.threshold[node])


def test_missing_values_by_majority():
    X = np.array([[1.0], [2.0], [3.0], [np.nan]])
    tree = spinney.DecisionTreeRegressor(missing="majority", max_depth=1).fit(X, [0, 0, 9, 9]).tree_
    assert tree.missing_go_to_left.tolist() == [1, 0, 0]


def test_other_splits_raise_a_clear_error():
    X, y = spinney.datasets.load_penguins(return_X_y=True)
    tree = spinney.DecisionTreeClassifier(max_depth=3).fit(X[["island", "sex"]], y).tree_
    assert tree.children_left[0] == 1
    with pytest.raises(AttributeError, match=r"by thresholds: node 0 .* 'category_set'"):
        tree.threshold  # noqa: B018
    multiway = spinney.DecisionTreeClassifier(split_kind="multiway").fit(X[["island"]], y).tree_
    for name in ("children_left", "children_right", "missing_go_to_left"):
        with pytest.raises(AttributeError, match="left and right children: node 0"):
            getattr(multiway, name)
    X, y = load_iris(return_X_y=True)
    for policy, name in (("surrogate", "surrogate"), ("fractional", "both"), ("stop", "stop")):
        model = spinney.DecisionTreeClassifier(missing=policy, max_depth=1).fit(X, y)
        with pytest.raises(AttributeError, match=f"at node 0 they go to '{name}'"):
            model.tree_.missing_go_to_left  # noqa: B018


def test_no_tree_before_fit():
    with pytest.raises(sklearn.exceptions.NotFittedError):
        spinney.DecisionTreeClassifier().tree_  # noqa: B018
    assert not hasattr(spinney.DecisionTreeClassifier(), "tree_")


def test_check_input_is_accepted():
    """Code for scikit-learn may pass converted arrays with ``check_input=False``."""
    X, y = load_iris(return_X_y=True)
    X32 = X.astype(np.float32)
    for name, target in (("Classifier", y), ("Regressor", y.astype(float))):
        model = getattr(spinney, f"DecisionTree{name}")(max_depth=2)
        model.fit(X32, target, None, False)
        for method in ("predict", "apply", "decision_path", "predict_proba"):
            if hasattr(model, method):
                plain, unchecked = getattr(model, method)(X), getattr(model, method)(X32, False)
                assert (plain != unchecked).sum() == 0
