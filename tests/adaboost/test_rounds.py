"""When boosting ends, how it goes on, and what is kept of it."""

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


def test_a_perfect_member_is_the_last():
    X = np.arange(10.0).reshape(-1, 1)
    model = AdaBoostClassifier().fit(X, X[:, 0] > 4)
    assert len(model) == 1
    assert model.estimator_errors_.tolist() == [0.0]
    assert model.estimator_weights_.tolist() == [1.0]
    assert model.score(X, X[:, 0] > 4) == 1
    numbers_model = AdaBoostRegressor().fit(X, X[:, 0] > 4)
    assert numbers_model.predict(X).tolist() == (X[:, 0] > 4).tolist()
    assert len(numbers_model) == 1


def test_a_member_like_chance_ends_boosting():
    X, y = np.zeros((10, 1)), np.array([0] * 6 + [1] * 4)
    model = AdaBoostClassifier().fit(X, y)
    assert len(model) == 1  # the second has equal classes and cannot tell them apart
    assert model.estimator_errors_ == pytest.approx([0.4])
    assert (model.predict(X) == 0).all()


def test_a_first_member_like_chance_is_kept_with_a_warning():
    X, y = np.zeros((10, 1)), np.array([0, 1] * 5)
    with pytest.warns(UserWarning, match="no better than chance"):
        model = AdaBoostClassifier().fit(X, y)
    assert len(model) == 1
    assert (model.predict(X) == 0).all()
    with pytest.warns(UserWarning, match="no better than chance"):
        constant = AdaBoostRegressor().fit(X, y)
    assert (constant.predict(X) == 0.5).all()


@pytest.mark.parametrize("algorithm", ["SAMME", "SAMME.R"])
def test_one_class(algorithm):
    X = np.arange(4.0).reshape(-1, 1)
    model = AdaBoostClassifier(algorithm=algorithm).fit(X, ["a"] * 4)
    assert model.predict(X).tolist() == ["a"] * 4
    assert (model.predict_proba(X) == 1).all()
    assert (model.decision_function(X) == 0).all()


@every_model
def test_later_rounds_added_are_those_of_one_fit(model, table):
    warm = fitted(model, table, n_estimators=5, warm_start=True)
    warm.set_params(n_estimators=12).fit(*table)
    once = fitted(model, table)
    assert len(warm) == len(once)
    assert warm.estimator_weights_.tobytes() == once.estimator_weights_.tobytes()
    assert warm.predict(table[0]).tobytes() == once.predict(table[0]).tobytes()


@every_model
def test_the_first_rounds_are_a_model(model, table):
    whole = fitted(model, table)
    for n, staged in enumerate(whole.staged_predict(table[0]), 1):
        assert len(whole[:n]) == n
        assert (whole[:n].predict(table[0]) == staged).all()
    assert len(list(whole)) == len(whole) == len(whole.estimator_weights_)
    assert whole[0].tree_.node_count == whole.estimators_[0].tree_.node_count
    for wrong in (slice(1, None), slice(0, 0), slice(None, None, 2)):
        with pytest.raises(ValueError, match="must start at the first round"):
            whole[wrong]
    with pytest.raises(IndexError):
        whole[len(whole)]


@every_model
def test_threads_pickles_and_scale_of_weights_change_no_bit(model, table):
    X, y = table
    weight = np.random.default_rng(0).random(len(y))
    one = fitted(model, table, n_jobs=1).fit(X, y, weight)
    two = fitted(model, table, n_jobs=2).fit(X, y, weight * 8)
    again = pickle.loads(pickle.dumps(one))
    for other in (two, again):
        assert one.predict(X).tobytes() == other.predict(X).tobytes()
        assert one.estimator_errors_.tobytes() == other.estimator_errors_.tobytes()


@every_model
def test_weight_zero_is_removal(model, table):
    X, y = table
    weight = np.random.default_rng(0).random(len(y))
    weight[::3] = 0
    zero = fitted(model, table).fit(X, y, weight)
    removed = fitted(model, table).fit(X[weight > 0], y[weight > 0], weight[weight > 0])
    assert zero.predict(X).tobytes() == removed.predict(X).tobytes()
    assert zero.estimator_weights_.tobytes() == removed.estimator_weights_.tobytes()


def test_weights_count_as_repeated_rows():
    X, y = classes(3)
    counts = np.random.default_rng(0).integers(0, 4, len(y))
    weighted = AdaBoostClassifier().fit(X, y, counts)
    repeated = AdaBoostClassifier().fit(np.repeat(X, counts, axis=0), np.repeat(y, counts))
    np.testing.assert_allclose(weighted.estimator_errors_, repeated.estimator_errors_)
    np.testing.assert_allclose(weighted.decision_function(X), repeated.decision_function(X))


@pytest.mark.parametrize("kind", ["balanced", {0: 1.0, 1: 5.0}])
def test_class_weights_are_weights_of_the_first_round(kind):
    X, y = classes()
    keep = (y == 0) | (np.arange(len(y)) % 4 == 0)
    X, y = X[keep], y[keep]
    shares = {"balanced": len(y) / (2 * np.bincount(y))}.get(str(kind), np.array([1.0, 5.0]))
    model = AdaBoostClassifier(class_weight=kind).fit(X, y)
    by_hand = AdaBoostClassifier().fit(X, y, shares[y])
    assert (model.decision_function(X) == by_hand.decision_function(X)).all()


def test_class_weights_of_the_tree_hold_in_every_round():
    X, y = classes()
    leaning = DecisionTreeClassifier(max_depth=1, class_weight={0: 1.0, 1: 3.0})
    model = AdaBoostClassifier(leaning, n_estimators=3).fit(X, y)
    weight = np.full(len(y), 1 / len(y))
    for stump, error, vote in zip(
        model.estimators_, model.estimator_errors_, model.estimator_weights_, strict=True
    ):
        alone = DecisionTreeClassifier(max_depth=1).fit(X, y, weight * np.where(y == 1, 3.0, 1.0))
        wrong = alone.predict(X) != y
        assert stump.tree_.threshold[0] == alone.tree_.threshold[0]
        assert weight[wrong].sum() == pytest.approx(error)
        weight = weight * np.exp(vote * wrong)
        weight /= weight.sum()


def test_members_are_trees_that_can_be_read():
    X, y = classes()
    model = AdaBoostClassifier().fit(X, y)
    assert "x" in export_text(model[0])
    assert isinstance(model[0], DecisionTreeClassifier)
    assert (model[0].predict(X) == model[:1].predict(X)).all()
    regressor = AdaBoostRegressor().fit(*numbers())
    assert isinstance(regressor[-1], DecisionTreeRegressor)
    assert regressor[0].get_depth() == 3


@pytest.mark.parametrize("kind", [AdaBoostClassifier, AdaBoostRegressor])
def test_before_fit(kind):
    with pytest.raises(NotFittedError):
        kind().predict([[1.0]])
    assert not hasattr(kind(), "estimators_")


@pytest.mark.parametrize("verbose", [1, 2])
def test_progress(verbose, capfd):
    AdaBoostClassifier(n_estimators=4, verbose=verbose).fit(*classes())
    assert "4/4" in capfd.readouterr().err


@pytest.mark.parametrize("rate", [1e-9, 1e6])
def test_any_learning_rate_keeps_numbers_finite(rate):
    for kind, table in ((AdaBoostClassifier, classes(3)), (AdaBoostRegressor, numbers())):
        for options in ({}, {"algorithm": "SAMME.R"} if kind is AdaBoostClassifier else {}):
            model = kind(learning_rate=rate, n_estimators=8, **options).fit(*table)
            assert np.isfinite(model.estimator_weights_).all()
            assert np.isfinite(model.estimator_errors_).all()
