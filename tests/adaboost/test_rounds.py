"""Boosting iterations: termination, warm start, slicing, weights and threads."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from spinney import (
    AdaBoostClassifier,
    AdaBoostRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    export_text,
)

from .tables import classes, numbers

MODELS = {
    "SAMME": (AdaBoostClassifier(), classes()),
    "three classes": (AdaBoostClassifier(), classes(3)),
    "SAMME.R": (AdaBoostClassifier(algorithm="SAMME.R"), classes(3)),
    "resampled": (AdaBoostClassifier(resample=True), classes(3)),
    "random trees": (
        AdaBoostClassifier(DecisionTreeClassifier(max_depth=3, max_features=2)),
        classes(),
    ),
    "R2": (AdaBoostRegressor(), numbers()),
    "R2, resampled": (AdaBoostRegressor(resample=True, loss="square"), numbers()),
}
every_model = pytest.mark.parametrize(("model", "table"), MODELS.values(), ids=MODELS)


def fitted(model, table, **options):
    options = {"random_state": 1, "n_estimators": 12} | options
    return clone(model).set_params(**options).fit(*table)


def test_boosting_ends_at_a_perfect_member():
    X = np.arange(10.0).reshape(-1, 1)
    model = AdaBoostClassifier().fit(X, X[:, 0] > 4)
    assert len(model) == 1
    assert model.estimator_errors_.tolist() == [0.0]
    assert model.estimator_weights_.tolist() == [1.0]
    assert model.score(X, X[:, 0] > 4) == 1
    numbers_model = AdaBoostRegressor().fit(X, X[:, 0] > 4)
    assert numbers_model.predict(X).tolist() == (X[:, 0] > 4).tolist()
    assert len(numbers_model) == 1


def test_boosting_ends_at_a_member_no_better_than_chance():
    X, y = np.zeros((10, 1)), np.array([0] * 6 + [1] * 4)
    model = AdaBoostClassifier().fit(X, y)
    assert len(model) == 1  # the second member has an error of 0.5
    assert model.estimator_errors_ == pytest.approx([0.4])
    assert (model.predict(X) == 0).all()


def test_first_member_no_better_than_chance_warns():
    X, y = np.zeros((10, 1)), np.array([0, 1] * 5)
    with pytest.warns(UserWarning, match="no better than chance"):
        model = AdaBoostClassifier().fit(X, y)
    assert len(model) == 1
    assert (model.predict(X) == 0).all()
    with pytest.warns(UserWarning, match="no better than chance"):
        constant = AdaBoostRegressor().fit(X, y)
    assert (constant.predict(X) == 0.5).all()


@pytest.mark.parametrize("algorithm", ["SAMME", "SAMME.R"])
def test_single_class(algorithm):
    X = np.arange(4.0).reshape(-1, 1)
    model = AdaBoostClassifier(algorithm=algorithm).fit(X, ["a"] * 4)
    assert model.predict(X).tolist() == ["a"] * 4
    assert (model.predict_proba(X) == 1).all()
    assert (model.decision_function(X) == 0).all()


@every_model
def test_warm_start_equals_a_single_fit(model, table):
    warm = fitted(model, table, n_estimators=5, warm_start=True)
    warm.set_params(n_estimators=12).fit(*table)
    single = fitted(model, table)
    assert len(warm) == len(single)
    assert warm.estimator_weights_.tobytes() == single.estimator_weights_.tobytes()
    assert warm.predict(table[0]).tobytes() == single.predict(table[0]).tobytes()


@every_model
def test_slice_equals_staged_predictions(model, table):
    whole = fitted(model, table)
    for n, staged in enumerate(whole.staged_predict(table[0]), 1):
        assert len(whole[:n]) == n
        assert (whole[:n].predict(table[0]) == staged).all()
    assert len(list(whole)) == len(whole) == len(whole.estimator_weights_)
    assert whole[0].tree_.node_count == whole.estimators_[0].tree_.node_count
    for wrong in (slice(1, None), slice(0, 0), slice(None, None, 2)):
        with pytest.raises(ValueError, match="must start at the first iteration"):
            whole[wrong]
    with pytest.raises(IndexError):
        whole[len(whole)]


@every_model
def test_threads_pickling_and_weight_scale_keep_the_bits(model, table):
    X, y = table
    weight = np.random.default_rng(0).random(len(y))
    one = fitted(model, table, n_jobs=1).fit(X, y, weight)
    two = fitted(model, table, n_jobs=2).fit(X, y, weight * 8)
    again = pickle.loads(pickle.dumps(one))
    for other in (two, again):
        assert one.predict(X).tobytes() == other.predict(X).tobytes()
        assert one.estimator_errors_.tobytes() == other.estimator_errors_.tobytes()


@every_model
def test_zero_weight_equals_removal(model, table):
    X, y = table
    weight = np.random.default_rng(0).random(len(y))
    weight[::3] = 0
    zero = fitted(model, table).fit(X, y, weight)
    removed = fitted(model, table).fit(X[weight > 0], y[weight > 0], weight[weight > 0])
    assert zero.predict(X).tobytes() == removed.predict(X).tobytes()
    assert zero.estimator_weights_.tobytes() == removed.estimator_weights_.tobytes()


def test_integer_weights_equal_repeated_rows():
    X, y = classes(3)
    counts = np.random.default_rng(0).integers(0, 4, len(y))
    weighted = AdaBoostClassifier().fit(X, y, counts)
    repeated = AdaBoostClassifier().fit(np.repeat(X, counts, axis=0), np.repeat(y, counts))
    np.testing.assert_allclose(weighted.estimator_errors_, repeated.estimator_errors_)
    np.testing.assert_allclose(weighted.decision_function(X), repeated.decision_function(X))


@pytest.mark.parametrize("kind", ["balanced", {0: 1.0, 1: 5.0}])
def test_class_weight_multiplies_initial_weights(kind):
    X, y = classes()
    keep = (y == 0) | (np.arange(len(y)) % 4 == 0)
    X, y = X[keep], y[keep]
    class_weight = {"balanced": len(y) / (2 * np.bincount(y))}.get(str(kind), np.array([1.0, 5.0]))
    model = AdaBoostClassifier(class_weight=kind).fit(X, y)
    expected = AdaBoostClassifier().fit(X, y, class_weight[y])
    assert (model.decision_function(X) == expected.decision_function(X)).all()


def test_class_weight_of_the_base_estimator_applies_in_every_iteration():
    X, y = classes()
    weighted_stump = DecisionTreeClassifier(max_depth=1, class_weight={0: 1.0, 1: 3.0})
    model = AdaBoostClassifier(weighted_stump, n_estimators=3).fit(X, y)
    weight = np.full(len(y), 1 / len(y))
    for stump, error, vote in zip(
        model.estimators_, model.estimator_errors_, model.estimator_weights_, strict=True
    ):
        expected = DecisionTreeClassifier(max_depth=1).fit(
            X, y, weight * np.where(y == 1, 3.0, 1.0)
        )
        wrong = expected.predict(X) != y
        assert stump.tree_.threshold[0] == expected.tree_.threshold[0]
        assert weight[wrong].sum() == pytest.approx(error)
        weight = weight * np.exp(vote * wrong)
        weight /= weight.sum()


def test_members_are_decision_trees():
    X, y = classes()
    model = AdaBoostClassifier().fit(X, y)
    assert "feature_" in export_text(model[0])
    assert isinstance(model[0], DecisionTreeClassifier)
    assert (model[0].predict(X) == model[:1].predict(X)).all()
    regressor = AdaBoostRegressor().fit(*numbers())
    assert isinstance(regressor[-1], DecisionTreeRegressor)
    assert regressor[0].get_depth() == 3


@pytest.mark.parametrize("kind", [AdaBoostClassifier, AdaBoostRegressor])
def test_not_fitted(kind):
    with pytest.raises(NotFittedError):
        kind().predict([[1.0]])
    assert not hasattr(kind(), "estimators_")


@pytest.mark.parametrize("verbose", [1, 2])
def test_progress(verbose, capfd):
    AdaBoostClassifier(n_estimators=4, verbose=verbose).fit(*classes())
    assert "4/4" in capfd.readouterr().err


@pytest.mark.parametrize("rate", [1e-9, 1e6])
def test_extreme_learning_rates_stay_finite(rate):
    for kind, table in ((AdaBoostClassifier, classes(3)), (AdaBoostRegressor, numbers())):
        for options in ({}, {"algorithm": "SAMME.R"} if kind is AdaBoostClassifier else {}):
            model = kind(learning_rate=rate, n_estimators=8, **options).fit(*table)
            assert np.isfinite(model.estimator_weights_).all()
            assert np.isfinite(model.estimator_errors_).all()
