"""Trees follow the documented behavior of scikit-learn's trees."""

import copy
import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn import config_context, datasets, tree
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.class_weight import compute_sample_weight

from spinney import DecisionTreeClassifier, DecisionTreeRegressor

from .helpers import assert_same_tree, tree_of

IRIS = datasets.load_iris(return_X_y=True)
DIABETES = datasets.load_diabetes(return_X_y=True)
CLASSES = {
    "iris": IRIS,
    "breast cancer": datasets.load_breast_cancer(return_X_y=True),
    "wine": datasets.load_wine(return_X_y=True),
    "digits": datasets.load_digits(return_X_y=True),
}
LIMITS = [
    {},
    {"max_depth": 3},
    {"min_samples_leaf": 7},
    {"min_samples_leaf": 0.05, "min_samples_split": 0.2},
    {"min_samples_split": 25},
    {"max_leaf_nodes": 9},
    {"min_impurity_decrease": 0.01},
    {"min_weight_fraction_leaf": 0.1},
]


def check_same_impurity(ours, theirs, X):
    """Check that both trees reach the same impurity; tied splits may differ."""
    mine, other = ours.tree_, theirs.tree_
    leaves, others = ours.apply(X), theirs.apply(X)
    one = np.average(mine.impurity[leaves])
    two = np.average(other.impurity[others])
    assert one == pytest.approx(two, abs=0.02 * other.impurity[0])


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_classifier_agrees_with_scikit_learn(name, limits, criterion):
    X, y = CLASSES[name]
    X = X.astype(np.float32)
    ours = DecisionTreeClassifier(criterion=criterion, **limits).fit(X, y)
    theirs = tree.DecisionTreeClassifier(criterion=criterion, random_state=0, **limits).fit(X, y)
    check_same_impurity(ours, theirs, X)
    assert np.mean(ours.predict(X) == theirs.predict(X)) > 0.95  # tied splits may differ
    np.testing.assert_array_equal(ours.tree_.value[0].ravel(), theirs.tree_.value[0].ravel())
    assert ours.tree_.impurity[0] == pytest.approx(theirs.tree_.impurity[0], abs=1e-12)


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize(
    "criterion", ["squared_error", "friedman_mse", "absolute_error", "poisson"]
)
def test_regressor_agrees_with_scikit_learn(limits, criterion):
    X, y = DIABETES
    X = X.astype(np.float32)
    ours = DecisionTreeRegressor(criterion=criterion, **limits).fit(X, y)
    # scikit-learn 1.9 removed friedman_mse, which equals squared_error.
    other = "squared_error" if criterion == "friedman_mse" else criterion
    theirs = tree.DecisionTreeRegressor(criterion=other, random_state=0, **limits).fit(X, y)
    assert ours.score(X, y) == pytest.approx(theirs.score(X, y), abs=0.02)
    assert ours.tree_.impurity[0] == pytest.approx(theirs.tree_.impurity[0])
    if limits.get("max_depth") or "max_leaf_nodes" in limits:
        np.testing.assert_allclose(ours.predict(X), theirs.predict(X))


def test_fitted_attributes():
    X, y = IRIS
    model = tree_of(pd.DataFrame(X, columns=list("abcd")), y, max_features="log2")
    assert model.classes_.tolist() == [0, 1, 2]
    assert model.n_classes_ == 3
    assert model.n_outputs_ == 1
    assert model.n_features_in_ == 4
    assert model.feature_names_in_.tolist() == list("abcd")
    assert model.max_features_ == 2
    assert model.get_depth() == model.tree_.max_depth
    assert model.get_n_leaves() == model.tree_.n_leaves == (model.tree_.kind == 0).sum()
    assert model.feature_importances_.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(None, 4), (1, 1), (4, 4), (9, 9), (0.5, 2), (1.0, 4), (0.01, 1), ("sqrt", 2), ("log2", 2)],
)
def test_max_features(value, expected):
    assert tree_of(*IRIS, max_features=value).max_features_ == expected


def test_apply_and_decision_path():
    X, y = IRIS
    model = tree_of(X, y)
    leaves, path = model.apply(X), model.decision_path(X)
    assert path.shape == (150, model.tree_.node_count)
    assert (model.tree_.kind[leaves] == 0).all()
    assert (path[np.arange(150), leaves] == 1).all()
    assert (path[:, 0].toarray() == 1).all()
    counts = np.asarray(path.sum(axis=0)).ravel()
    np.testing.assert_array_equal(counts, model.tree_.n_node_samples)


def test_probabilities():
    X, y = IRIS
    model = tree_of(X, y, max_depth=2)
    proba = model.predict_proba(X)
    np.testing.assert_allclose(proba.sum(axis=1), 1)
    np.testing.assert_array_equal(model.classes_[proba.argmax(axis=1)], model.predict(X))
    with np.errstate(divide="ignore"):
        np.testing.assert_array_equal(model.predict_log_proba(X), np.log(proba))


def test_multiple_outputs():
    X, y = IRIS
    both = np.column_stack([np.array(["a", "b", "c"])[y], np.array(["even", "odd"])[y % 2]])
    model = tree_of(X, both)
    assert [classes.tolist() for classes in model.classes_] == [["a", "b", "c"], ["even", "odd"]]
    assert model.n_classes_ == [3, 2]
    assert (model.predict(X) == both).mean() == 1
    first, second = model.predict_proba(X)
    assert first.shape == (150, 3)
    assert second.shape == (150, 2)
    assert [p.shape for p in model.predict_log_proba(X)] == [(150, 3), (150, 2)]
    numbers = DecisionTreeRegressor(max_depth=4).fit(X, X[:, :2])
    assert numbers.predict(X).shape == (150, 2)
    theirs = tree.DecisionTreeRegressor(max_depth=4, random_state=0).fit(X, X[:, :2])
    assert numbers.score(X, X[:, :2]) == pytest.approx(theirs.score(X, X[:, :2]), abs=0.01)


@pytest.mark.parametrize("weights", ["balanced", {0: 1, 1: 5, 2: 0.5}, {1: 3}])
def test_class_weight_multiplies_sample_weight(weights):
    X, y = IRIS
    w = np.random.default_rng(0).integers(1, 4, 150).astype(float)
    by_class = DecisionTreeClassifier(class_weight=weights, max_depth=3).fit(X, y, w)
    product = w * compute_sample_weight(weights, y)
    assert_same_tree(by_class, DecisionTreeClassifier(max_depth=3).fit(X, y, product))


def test_class_weight_of_multiple_outputs():
    X, y = IRIS
    both = np.column_stack([y, y % 2])
    listed = [{0: 1, 1: 2, 2: 3}, {0: 4, 1: 1}]
    model = DecisionTreeClassifier(class_weight=listed, max_depth=3).fit(X, both)
    product = compute_sample_weight(listed, both)
    assert_same_tree(model, DecisionTreeClassifier(max_depth=3).fit(X, both, product))
    for wrong in ({0: 1}, [{0: 1}]):
        with pytest.raises(ValueError, match="class_weight"):
            DecisionTreeClassifier(class_weight=wrong).fit(X, both)
    with pytest.raises(ValueError, match="class_weight"):
        DecisionTreeClassifier(class_weight={7: 1}).fit(X, y)


def test_default_tree_is_deterministic_and_random_trees_follow_the_seed():
    X, y = CLASSES["digits"]
    np.random.seed(0)  # noqa: NPY002
    state = np.random.get_state()[1].copy()  # noqa: NPY002
    assert_same_tree(tree_of(X, y), tree_of(X, y, random_state=7))
    np.testing.assert_array_equal(np.random.get_state()[1], state)  # noqa: NPY002
    for random_options in ({"max_features": "sqrt"}, {"splitter": "random"}):
        one, two = (tree_of(X, y, random_state=1, **random_options) for _ in range(2))
        assert_same_tree(one, two)
        other = tree_of(X, y, random_state=2, **random_options)
        assert one.tree_.feature.tolist() != other.tree_.feature.tolist()
        again = [tree_of(X, y, **random_options).tree_.feature.tolist() for _ in range(2)]
        assert again[0] != again[1]
        rng = np.random.RandomState(3)
        assert_same_tree(
            tree_of(X, y, random_state=rng, **random_options),
            tree_of(X, y, random_state=np.random.RandomState(3), **random_options),
        )


@pytest.mark.parametrize("copy_of", [lambda m: pickle.loads(pickle.dumps(m)), copy.deepcopy])
def test_copies_predict_the_same(copy_of):
    X, y = IRIS
    model = tree_of(X, y)
    np.testing.assert_array_equal(copy_of(model).predict_proba(X), model.predict_proba(X))
    assert not hasattr(clone(model), "tree_")


def test_joblib_file(tmp_path):
    X, y = DIABETES
    model = DecisionTreeRegressor().fit(X, y)
    joblib.dump(model, tmp_path / "model")
    np.testing.assert_array_equal(joblib.load(tmp_path / "model").predict(X), model.predict(X))


def test_failed_fit_keeps_the_old_state():
    X, y = IRIS
    model = tree_of(X, y)
    before = dict(vars(model))
    for bad in ((X[:, :2], y[:-1]), (X * np.inf, y), (np.empty((0, 4)), [])):
        with pytest.raises(ValueError, match=r"\w"):
            model.fit(*bad)
        assert vars(model) == before
    model.fit(X[:, :2], y)
    assert model.n_features_in_ == 2


def test_predict_before_fit():
    for method in ("predict", "predict_proba", "apply", "decision_path"):
        with pytest.raises(NotFittedError):
            getattr(DecisionTreeClassifier(), method)([[0.0]])
    with pytest.raises(NotFittedError):
        DecisionTreeRegressor().get_depth()


def test_inside_scikit_learn():
    X, y = IRIS
    search = GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 3]}, n_jobs=2).fit(X, y)
    assert search.best_params_ == {"max_depth": 3}
    pipeline = make_pipeline(
        StandardScaler().set_output(transform="pandas"), DecisionTreeClassifier()
    )
    assert cross_val_score(pipeline, X, y).mean() > 0.9


def test_metadata_routing():
    X, y = IRIS
    with config_context(enable_metadata_routing=True):
        model = DecisionTreeClassifier().set_fit_request(sample_weight=True)
        scaler = StandardScaler().set_fit_request(sample_weight=False)
        weight = np.where(y == 2, 0.0, 1.0)
        fitted = make_pipeline(scaler, model).fit(X, y, sample_weight=weight)
    assert set(fitted.predict(X)) == {0, 1}
