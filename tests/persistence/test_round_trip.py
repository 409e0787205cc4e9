"""A loaded model equals the saved one: identical predictions, attributes and methods."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, clone

import spinney
from spinney.persistence.registry import TIMES

from .models import MODELS, labels, mixed, numbers, predictions, same, score


@pytest.fixture
def through_file(tmp_path):
    def through(model):
        model.save(tmp_path / "model.spinney")
        return spinney.load(tmp_path / "model.spinney")

    return through


def test_every_estimator_has_a_model():
    classes = {name for name in spinney.__all__ if isinstance(getattr(spinney, name), type)}
    estimators = {name for name in classes if issubclass(getattr(spinney, name), BaseEstimator)}
    assert {name.partition(",")[0] for name in MODELS} == estimators


@pytest.mark.parametrize("name", MODELS)
def test_same_predictions_attributes_and_bytes(name, tmp_path):
    model, X = MODELS[name]()
    model.save(tmp_path / "first")
    loaded = spinney.load(tmp_path / "first")
    assert type(loaded) is type(model)
    assert repr(loaded) == repr(model)
    assert vars(loaded).keys() == vars(model).keys() - set(TIMES)
    assert same(predictions(loaded, X), predictions(model, X))
    if hasattr(model, "text"):
        assert loaded.text() == model.text()
    loaded.save(tmp_path / "second")
    assert (tmp_path / "second").read_bytes() == (tmp_path / "first").read_bytes()


@pytest.mark.parametrize("name", ["DecisionTreeClassifier", "DecisionTreeRegressor, mixed"])
def test_a_loaded_tree_can_be_pruned_and_cloned(name, through_file):
    model, X = MODELS[name]()
    loaded = through_file(model)
    assert loaded.prune(0.05).text() == model.prune(0.05).text()
    assert clone(loaded).get_params() == clone(model).get_params()
    assert repr(loaded.explain_row(X[:1])) == repr(model.explain_row(X[:1]))


@pytest.mark.parametrize(
    "name", ["RandomForest", "ExtraTrees", "Bagging", "GradientBoosting", "AdaBoost"]
)
@pytest.mark.parametrize("kind", ["Classifier", "Regressor"])
def test_warm_start_of_a_loaded_ensemble(name, kind, through_file):
    model, X = MODELS[name + kind]()
    y = labels(X) if kind == "Classifier" else score(X)
    loaded = through_file(model)
    longer = [m.set_params(warm_start=True, n_estimators=8).fit(X, y) for m in (model, loaded)]
    assert same(predictions(longer[0], X), predictions(longer[1], X))


def test_out_of_bag_importances(through_file):
    model, X = MODELS["RandomForestClassifier"]()
    loaded = through_file(model)
    y = labels(X)
    for kind in ("permutation", "corrected"):
        one, other = (m.importances(kind, X=X, y=y) for m in (model, loaded))
        assert np.array_equal(one.mean, other.mean)


TARGETS = {
    "strings": np.array(["no", "yes"]),
    "wide strings": np.array(["no", "yes"], dtype="<U30"),
    "objects": np.array(["no", "ja, oui, да"], dtype=object),
    "lone surrogate": np.array(["a", "b\ud800"], dtype=object),
    "int8": np.array([-1, 1], dtype=np.int8),
    "int64": np.array([3, 2**40]),
    "bool": np.array([False, True]),
    "float": np.array([-1.0, 0.0]),
}


@pytest.mark.parametrize("kind", TARGETS)
@pytest.mark.parametrize("name", ["DecisionTree", "GradientBoosting", "RandomForest"])
def test_target_labels_keep_their_type(kind, name, through_file):
    X = numbers()
    y = TARGETS[kind][(X[:, 0] > 0).astype(int)]
    model = getattr(spinney, name + "Classifier")().fit(X, y)
    loaded = through_file(model)
    assert loaded.classes_.dtype == model.classes_.dtype
    assert loaded.classes_.tolist() == model.classes_.tolist()
    assert same([loaded.predict(X)], [model.predict(X)])


def test_categories_keep_their_types(through_file):
    X = mixed()
    loaded = through_file(spinney.DecisionTreeRegressor().fit(X, score(X)))
    levels = loaded._model.schema.categories
    types = [{type(label) for label in known} for known in levels[2:]]
    assert types == [{str}, {int}, {bool}]
    assert loaded.feature_names_in_.tolist() == list(X.columns)


def test_a_loaded_model_owns_its_arrays(through_file):
    model, X = MODELS["GradientBoostingClassifier"]()
    loaded = through_file(model)
    loaded.classes_[0] = "NO"
    assert loaded.predict(X).tolist().count("no") == 0
    assert model.classes_[0] == "no"


def test_shared_objects_stay_shared(through_file):
    model, _ = MODELS["VotingClassifier"]()
    loaded = through_file(model)
    assert loaded.named_estimators_.tree is loaded.estimators_[0]
    one = loaded.estimators_[0]
    assert one.tree_._fitted.tree is one._model.tree


def test_parameters_of_all_types(through_file):
    X = pd.DataFrame(numbers(), columns=list("abcd"))
    model = spinney.DecisionTreeClassifier(
        class_weight={"no": 1.0, "perhaps": 2, "yes": np.float32(1.5)},
        monotonic_cst=None,
        missing={"a": "median"},
        priors=[0.2, 0.3, 0.5],
        max_features=np.int64(2),
        random_state=np.int32(7),
        min_impurity_decrease=1e-300,
    ).fit(X, labels(X))
    loaded = through_file(model)
    mine, theirs = loaded.get_params(), model.get_params()
    assert mine == theirs
    assert [type(value) for value in mine.values()] == [type(value) for value in theirs.values()]
