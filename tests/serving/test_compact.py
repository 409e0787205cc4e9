"""``compact()``: the same predictions without statistics of training."""

import pickle

import numpy as np
import pytest

import spinney
from persistence.models import MODELS, numbers, score
from spinney import explain, plot

METHODS = ("predict", "predict_proba", "decision_function", "apply", "transform")


def predictions(model, X):
    found = [getattr(model, method)(X) for method in METHODS if hasattr(model, method)]
    if getattr(model, "quantiles", False):
        found.append(model.predict_quantiles(X))
    return [np.asarray(part) for one in found for part in (one if isinstance(one, list) else [one])]


def same(found, expected):
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", MODELS)
def test_compact_models_predict_the_same(name, tmp_path):
    model, X = MODELS[name]()
    expected = predictions(model, X)
    small = model.compact()
    assert type(small) is type(model)
    same(predictions(small, X), expected)
    same(predictions(small.compact(), X), expected)
    same(predictions(pickle.loads(pickle.dumps(small)), X), expected)
    same(predictions(model, X), expected)
    model.save(tmp_path / "whole")
    small.save(tmp_path / "small")
    before, after = ((tmp_path / file).stat().st_size for file in ("whole", "small"))
    is_packed = name.startswith(("RandomForest", "ExtraTrees", "Bagging"))
    assert after <= before if is_packed else after < before
    loaded = spinney.load(tmp_path / "small")
    same(predictions(loaded, X), expected)
    assert hasattr(loaded, "feature_importances_") == hasattr(small, "feature_importances_")


def fitted(estimator):
    X = numbers()
    y = score(X) if not hasattr(estimator, "predict_proba") else score(X) > 0
    return estimator.fit(X, y), X, y


def test_statistics_are_dropped():
    tree, X, _ = fitted(spinney.DecisionTreeClassifier(max_competitors=2, ccp_alpha="cv", cv=3))
    small = tree.compact()
    assert not hasattr(small, "feature_importances_")
    for name in ("impurity", "n_node_samples"):
        with pytest.raises(AttributeError, match="made by compact"):
            getattr(small.tree_, name)
    with pytest.raises(AttributeError, match="made by compact"):
        small.text()
    with pytest.raises((AttributeError, ValueError), match="made by compact"):
        small.prune(0.1)
    with pytest.raises(AttributeError, match="made by compact"):
        plot.tree(small)
    np.testing.assert_array_equal(small.shap_values(X), tree.shap_values(X))
    assert spinney.to_c(small) == spinney.to_c(tree)


def test_boosting_drops_histories():
    X = numbers()
    model = spinney.GradientBoostingRegressor(
        preset="fast", n_estimators=20, subsample=0.5, random_state=0
    )
    model.fit(X, score(X), eval_set=[(X, score(X))])
    small = model.compact()
    for name in ("evals_result_", "train_score_", "oob_improvement_", "feature_importances_"):
        assert hasattr(model, name)
        assert not hasattr(small, name)
    assert small.n_estimators_ == 20
    same(predictions(small[:5], X), predictions(model[:5], X))
    with pytest.raises(AttributeError, match="made by compact"):
        small.importance("gain")
    with pytest.raises(AttributeError, match="made by compact"):
        explain.importance(small, "gain")


def test_forests_drop_out_of_bag_results():
    forest, X, y = fitted(spinney.RandomForestClassifier(10, oob_score=True, random_state=0))
    small = forest.compact()
    assert not hasattr(small, "oob_decision_function_")
    with pytest.raises(AttributeError, match="samples of its members"):
        _ = small.estimators_samples_
    for given in ({"X": X, "y": y}, {}):
        with pytest.raises(AttributeError, match="made by compact"):
            small.importances("permutation", **given)
    for kind in ("oob", "gap"):
        with pytest.raises(AttributeError, match="made by compact"):
            explain.proximity(small, X, kind=kind)


def test_proximities_need_no_samples():
    for name in ("RandomForestClassifier", "BaggingClassifier"):
        model, X, _ = fitted(getattr(spinney, name)(n_estimators=5, random_state=0))
        found = explain.proximity(model.compact(), X)
        assert (found != explain.proximity(model, X)).nnz == 0


def test_compact_models_can_be_fitted_again():
    for name in ("GradientBoostingRegressor", "RandomForestRegressor", "AdaBoostRegressor"):
        model, X, y = fitted(getattr(spinney, name)(n_estimators=3, random_state=0))
        small = model.compact()
        same(predictions(small.fit(X, y), X), predictions(model, X))
        assert hasattr(small, "feature_importances_")


def test_compact_forests_are_not_continued():
    for name in ("RandomForestRegressor", "BaggingRegressor"):
        estimator = getattr(spinney, name)(n_estimators=3, warm_start=True, random_state=0)
        model, X, y = fitted(estimator)
        with pytest.raises(ValueError, match="cannot continue a model made by compact"):
            model.compact().set_params(n_estimators=5).fit(X, y)


def test_optimal_trees_drop_the_greedy_tree():
    tree, X, _ = fitted(spinney.OptimalTreeClassifier(max_depth=2))
    small = tree.compact()
    assert not hasattr(small, "greedy_")
    same(predictions(small, X), predictions(tree, X))


def test_parameters_are_not_changed():
    tree = spinney.DecisionTreeRegressor(ccp_alpha=0.01)
    model, _, _ = fitted(spinney.BaggingRegressor(tree, n_estimators=3, random_state=0))
    small = model.compact()
    assert small.get_params() == model.get_params()
    assert small.estimator is tree
