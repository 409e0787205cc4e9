"""Stacking agrees with scikit-learn."""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn import ensemble
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression, Ridge, RidgeClassifier
from sklearn.svm import SVC

import spinney

from .examples import CLASSIFIERS, REGRESSORS, binary_iris, diabetes, shuffled_iris

TREE = spinney.DecisionTreeClassifier(max_depth=3)


@pytest.mark.parametrize("passthrough", [False, True])
@pytest.mark.parametrize("table", [shuffled_iris, binary_iris])
def test_classifier_agrees_with_sklearn(table, passthrough):
    X, y = table()
    members = [*CLASSIFIERS, ("line", RidgeClassifier()), ("gone", "drop")]
    arguments = {"cv": 4, "passthrough": passthrough, "final_estimator": TREE}
    ours = spinney.StackingClassifier(members, **arguments).fit(X, y)
    theirs = ensemble.StackingClassifier(members, **arguments).fit(X, y)
    assert ours.stack_method_ == theirs.stack_method_
    np.testing.assert_allclose(ours.transform(X), theirs.transform(X), rtol=1e-9)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_array_equal(ours.predict_proba(X), theirs.predict_proba(X))
    assert list(ours.get_feature_names_out()) == list(theirs.get_feature_names_out())


def test_default_final_estimators_agree_with_sklearn():
    X, y = shuffled_iris(["a", "b", "c"])
    ours = spinney.StackingClassifier(CLASSIFIERS).fit(X, y)
    theirs = ensemble.StackingClassifier(CLASSIFIERS).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-6)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), rtol=1e-6)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))


@pytest.mark.parametrize("passthrough", [False, True])
def test_regressor_agrees_with_sklearn(passthrough):
    X, y = diabetes()
    ours = spinney.StackingRegressor(REGRESSORS, passthrough=passthrough).fit(X, y)
    theirs = ensemble.StackingRegressor(REGRESSORS, passthrough=passthrough).fit(X, y)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-8)


def test_predicted_labels_are_one_hot_encoded():
    X, y = shuffled_iris(["a", "b", "c"])
    stack = spinney.StackingClassifier(CLASSIFIERS[:1], TREE, stack_method="predict").fit(X, y)
    columns = stack.transform(X)
    labels = stack.estimators_[0].predict(X)
    np.testing.assert_array_equal(columns, labels[:, None] == stack.classes_)


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_categories_reach_the_final_estimator(frame):
    c = list("xyz") * 20
    table = frame({"c": c, "n": np.arange(60.0)})
    if frame is pd.DataFrame:
        table = table.astype({"c": "category"}).set_index(np.arange(60) * 7)
    else:
        table = table.with_columns(pl.col("c").cast(pl.Categorical))
    y = np.array(c) == "y"
    stump = spinney.DecisionTreeClassifier(max_depth=1)
    stack = spinney.StackingClassifier([("stump", stump)], stump, cv=3, passthrough=True)
    assert stack.fit(table, y).score(table, y) == 1
    assert isinstance(stack.transform(table), frame)
    assert list(stack.final_estimator_.feature_names_in_) == [
        "stackingclassifier_stump",
        "c",
        "n",
    ]
    same_name = frame({"stackingclassifier_stump": np.arange(60.0)})
    with pytest.raises(ValueError, match="stackingclassifier_stump"):
        clone(stack).fit(same_name, y)


def test_sparse_equals_dense():
    X, y = shuffled_iris()
    members = [("tree", TREE)]
    stack = spinney.StackingClassifier(members, TREE, passthrough=True)
    on_dense = clone(stack).fit(X, y)
    on_sparse = clone(stack).fit(sparse.csr_array(X), y)
    assert sparse.issparse(on_sparse.transform(sparse.csr_array(X)))
    np.testing.assert_array_equal(on_sparse.predict(sparse.csr_array(X)), on_dense.predict(X))


def test_methods_are_those_of_the_final_estimator():
    X, y = binary_iris()
    stack = spinney.StackingClassifier(CLASSIFIERS, RidgeClassifier()).fit(X, y)
    assert not hasattr(stack, "predict_proba")
    assert stack.decision_function(X).shape == (100,)
    assert not hasattr(spinney.StackingClassifier(CLASSIFIERS, TREE), "decision_function")


def test_member_scores():
    X, y = binary_iris()
    members = [*CLASSIFIERS, ("line", RidgeClassifier())]
    stack = spinney.StackingClassifier(members, TREE).fit(X, y)
    blend = spinney.LinearBlendClassifier(members).fit(X, y)
    for name, score in blend.member_scores_.members.items():
        assert stack.member_scores_.members[name] == pytest.approx(score)
    assert stack.member_scores_.uniform == blend.member_scores_.uniform
    assert stack.member_scores_.blend is None


def test_one_vs_one_decision_functions():
    """They are features of the final estimator, but are not scored."""
    X, y = four_classes()
    members = [("pairs", SVC(decision_function_shape="ovo")), ("tree", TREE)]
    stack = spinney.StackingClassifier(members, TREE).fit(X, y)
    assert stack.transform(X).shape == (len(y), 6 + 4)
    assert list(stack.member_scores_.members) == ["tree"]
    assert stack.member_scores_.uniform is None


def four_classes():
    X, y = shuffled_iris()
    return X, y + (X[:, 0] > 7)


def test_invalid_parameters():
    X, y = shuffled_iris()
    with pytest.raises(ValueError, match="final_estimator must be a classifier"):
        spinney.StackingClassifier(CLASSIFIERS, REGRESSORS[0][1]).fit(X, y)
    with pytest.raises(ValueError, match="'tree' does not implement the method"):
        spinney.StackingClassifier(CLASSIFIERS, stack_method="decision_function").fit(X, y)
    with pytest.raises(ValueError, match="pass a final_estimator that supports several outputs"):
        spinney.StackingClassifier(CLASSIFIERS).fit(X, np.column_stack([y, y]))
    from sklearn.neighbors import KNeighborsClassifier

    with pytest.raises(TypeError, match="'final_estimator'"):
        spinney.StackingClassifier([("tree", TREE)], KNeighborsClassifier()).fit(
            X, y, sample_weight=np.ones(150)
        )
    cv = [(np.flatnonzero(y > 0), np.flatnonzero(y == 0))]
    with pytest.raises(ValueError, match="without the class"):
        spinney.StackingClassifier([("line", RidgeClassifier())], cv=cv).fit(X, y)


def test_multiple_outputs():
    X, y = diabetes()
    stack = spinney.StackingRegressor(REGRESSORS).fit(X, np.column_stack([y, -y]))
    np.testing.assert_allclose(stack.predict(X)[:, 0], -stack.predict(X)[:, 1], rtol=1e-6)


def test_nested_parameters():
    stack = spinney.StackingClassifier(CLASSIFIERS, TREE)
    stack.set_params(final_estimator__max_depth=1, tree__max_depth=7)
    assert (stack.final_estimator.max_depth, stack.estimators[0][1].max_depth) == (1, 7)
    stack.set_params(final_estimator__max_depth=3, tree__max_depth=2)


@pytest.mark.filterwarnings("ignore:(overflow|invalid):RuntimeWarning")
def test_infinite_predictions_of_the_final_estimator_raise():
    X, y = diabetes()
    with pytest.raises(ValueError, match="RidgeCV predicts values that are not finite"):
        spinney.StackingRegressor(REGRESSORS[::2]).fit(X, y * 1e300)


class RefitDuringPredict(spinney.DecisionTreeRegressor):
    """A member whose predict refits the stack."""

    stack = None

    def predict(self, X):
        stack, RefitDuringPredict.stack = RefitDuringPredict.stack, None
        if stack is not None:
            stack.fit(X, -np.arange(len(X)))
        return super().predict(X)


def test_predict_uses_a_single_fit():
    """Members and final estimator of a prediction are from the same fit."""
    X, y = diabetes()
    stack = spinney.StackingRegressor([RefitDuringPredict(max_depth=3)], cv=2).fit(X, y)
    expected = stack.predict(X)
    RefitDuringPredict.stack = stack
    assert np.array_equal(stack.predict(X), expected)
    assert not np.array_equal(stack.predict(X), expected)


@pytest.mark.parametrize("passthrough", [False, True])
def test_single_rows_have_the_bits_of_a_batch(passthrough):
    """The linear final estimators add up columns the same way for any number of rows."""
    X, y = shuffled_iris(["a", "b", "c"])
    forests = [spinney.RandomForestClassifier(n, random_state=0) for n in range(3, 9)]
    stack = spinney.StackingClassifier(forests, passthrough=passthrough).fit(X, y)
    for method in ("predict_proba", "decision_function"):
        batch = getattr(stack, method)(X)
        single = np.concatenate([getattr(stack, method)(row[None]) for row in X])
        np.testing.assert_array_equal(single, batch)
    X, y = diabetes()
    trees = [spinney.DecisionTreeRegressor(max_depth=depth) for depth in range(2, 12)]
    stack = spinney.StackingRegressor(trees, passthrough=passthrough).fit(X, y)
    single = np.concatenate([stack.predict(row[None]) for row in X])
    np.testing.assert_array_equal(single, stack.predict(X))


@pytest.mark.parametrize("kind", ["Classifier", "Regressor"])
@pytest.mark.parametrize("container", ["dataframe", "categories", "array"])
def test_text_of_passthrough(kind, container):
    """Text is an error for linear final estimators, before the members are fitted by default."""
    X = pd.DataFrame({"a": np.arange(20.0), "city": ["Rome", "Oslo"] * 10})
    place = "column 'city' contains text such as"
    if container == "categories":
        X = X.astype({"city": "category"})
    elif container == "array":
        X, place = X.to_numpy(), "column 1 contains text such as"
    y = np.arange(20) % 3 % 2
    tree = getattr(spinney, f"DecisionTree{kind}")(categorical_features=[1])
    stack = getattr(spinney, f"Stacking{kind}")([("tree", tree)], passthrough=True, cv=2)
    linear = LogisticRegression() if kind == "Classifier" else Ridge()
    for final in (None, linear):
        with pytest.raises(ValueError, match=f"passthrough=True passes X.*{place}"):
            clone(stack).set_params(final_estimator=final).fit(X, y)
    accepts = stack.set_params(final_estimator=clone(tree).set_params(categorical_features=[2]))
    assert accepts.fit(X, y).predict(X).shape == (20,)


@pytest.mark.parametrize("name", ["StackingClassifier", "StackingRegressor"])
def test_containers_give_the_same_bits_with_passthrough(name):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 9)) * (rng.random((60, 9)) < 0.7)
    classifies = name == "StackingClassifier"
    y = X @ rng.normal(size=9)
    kind = spinney.DecisionTreeClassifier if classifies else spinney.DecisionTreeRegressor
    stack = getattr(spinney, name)([("tree", kind(max_depth=2))], cv=3, passthrough=True)
    stack.fit(X, (y > 0).astype(int) if classifies else y)
    method = "predict_proba" if classifies else "predict"
    containers = [X, np.asfortranarray(X), pd.DataFrame(X), sparse.csr_array(X), X.tolist()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the names of the dataframe's columns
        found = [getattr(stack, method)(container).tobytes() for container in containers]
    assert len(set(found)) == 1
