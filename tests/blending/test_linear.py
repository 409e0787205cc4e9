"""Linear blends: weights learned from out-of-fold predictions."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.metrics import log_loss
from sklearn.model_selection import (
    KFold,
    LeaveOneOut,
    ShuffleSplit,
    TimeSeriesSplit,
    cross_val_predict,
)

import spinney

from .examples import CLASSIFIERS, REGRESSORS, diabetes, shuffled_iris

NO_BOUNDS = {"non_negative": False, "sum_to_one": False}


def test_weights_equal_least_squares_on_out_of_fold_predictions():
    X, y = diabetes()
    columns = np.column_stack([cross_val_predict(clone(m), X, y, cv=4) for _, m in REGRESSORS])
    blend = spinney.LinearBlendRegressor(REGRESSORS, cv=4, **NO_BOUNDS).fit(X, y)
    expected = np.linalg.lstsq(columns, y, rcond=None)[0]
    np.testing.assert_allclose(blend.weights_, expected, rtol=1e-8)
    error = np.mean((columns @ expected - y) ** 2)
    assert blend.member_losses_.blend == pytest.approx(error)
    member_losses = np.mean((columns - y[:, None]) ** 2, axis=0)
    np.testing.assert_allclose(list(blend.member_losses_.members.values()), member_losses)
    members = np.column_stack([clone(m).fit(X, y).predict(X) for _, m in REGRESSORS])
    np.testing.assert_allclose(blend.predict(X), members @ expected)
    np.testing.assert_allclose(blend.transform(X), members)


def test_log_loss_of_a_classifier():
    X, y = shuffled_iris(["a", "b", "c"])
    blend = spinney.LinearBlendClassifier(CLASSIFIERS, cv=4).fit(X, y)
    proba = [cross_val_predict(m, X, y, cv=4, method="predict_proba") for _, m in CLASSIFIERS]
    losses = blend.member_losses_
    blended = np.tensordot(blend.weights_, proba, axes=1)
    assert losses.blend == pytest.approx(log_loss(y, blended), rel=1e-6)
    assert losses.uniform == pytest.approx(log_loss(y, np.mean(proba, axis=0)), rel=1e-6)
    correct = blend.classes_[blended.argmax(axis=1)] == y
    assert blend.member_scores_.blend == pytest.approx(correct.mean())
    assert losses.blend <= min(*losses.members.values(), losses.uniform)
    np.testing.assert_allclose(blend.predict_proba(X).sum(axis=1), 1)
    assert set(blend.predict(X)) == {"a", "b", "c"}


@pytest.mark.parametrize("loss", ["squared_error", "absolute_error"])
def test_not_worse_than_a_member(loss):
    X, y = diabetes()
    losses = spinney.LinearBlendRegressor(REGRESSORS, loss=loss).fit(X, y).member_losses_
    assert losses.blend <= min(*losses.members.values(), losses.uniform)


@pytest.mark.parametrize("bounds", [{"sum_to_one": False}, {"non_negative": False}, NO_BOUNDS])
def test_probabilities_are_normalized(bounds):
    X, y = shuffled_iris()
    blend = spinney.LinearBlendClassifier(CLASSIFIERS, loss="squared_error", **bounds).fit(X, y)
    proba = blend.predict_proba(X)
    assert proba.min() >= 0
    np.testing.assert_allclose(proba.sum(axis=1), 1)
    assert blend.score(X, y) > 0.9


def test_log_loss_requires_simplex_weights():
    X, y = shuffled_iris()
    with pytest.raises(ValueError, match="sum_to_one"):
        spinney.LinearBlendClassifier(CLASSIFIERS, **NO_BOUNDS).fit(X, y)


@pytest.mark.parametrize(
    "cv",
    [
        KFold(3),
        TimeSeriesSplit(3),
        ShuffleSplit(3, random_state=0),
        [(range(300), range(300, 400))],
    ],
    ids=repr,
)
def test_cross_validation_splitters(cv):
    X, y = diabetes()
    blend = spinney.LinearBlendRegressor(REGRESSORS, cv=cv).fit(X, y)
    assert blend.weights_.sum() == pytest.approx(1)


def test_folds_as_masks_and_as_indices():
    X, y = diabetes()
    late = np.arange(len(y)) >= 300
    mask = spinney.LinearBlendRegressor(REGRESSORS, cv=[(~late, late)]).fit(X, y)
    rows = [(np.flatnonzero(~late), np.flatnonzero(late))]
    indices = spinney.LinearBlendRegressor(REGRESSORS, cv=rows).fit(X, y)
    np.testing.assert_array_equal(mask.weights_, indices.weights_)
    with pytest.raises(ValueError, match="row 442"):
        spinney.LinearBlendRegressor(REGRESSORS, cv=[(range(9), [442])]).fit(X, y)
    with pytest.raises(ValueError, match="holds out no rows"):
        spinney.LinearBlendRegressor(REGRESSORS, cv=[(range(9), [])]).fit(X, y)


def test_zero_weight_equals_removal_and_integer_weights_equal_repeated_rows():
    X, y = diabetes()
    weight = np.random.default_rng(0).integers(0, 3, len(y))
    blend = spinney.LinearBlendRegressor(REGRESSORS, cv=3)
    used = weight > 0
    some = clone(blend).fit(X, y, sample_weight=used)
    np.testing.assert_allclose(some.weights_, clone(blend).fit(X[used], y[used]).weights_)
    fold = np.arange(len(y)) % 3
    cv = [(fold != k, fold == k) for k in range(3)]
    more = clone(blend).set_params(cv=cv).fit(X, y, sample_weight=weight)
    again = np.repeat(np.arange(len(y)), weight)
    cv = [(fold[again] != k, fold[again] == k) for k in range(3)]
    expected = clone(blend).set_params(cv=cv).fit(X[again], y[again])
    np.testing.assert_allclose(more.weights_, expected.weights_, atol=1e-6)


def test_prefit_members():
    X, y = shuffled_iris(["a", "b", "c"])
    fitted = [(name, clone(member).fit(X[:75], y[:75])) for name, member in CLASSIFIERS]
    # The data of the blend lacks a class of the members.
    late = np.arange(150) >= 75
    rows = late & (y != "a")
    blend = spinney.LinearBlendClassifier(fitted, cv="prefit").fit(X[rows], y[rows])
    assert list(blend.classes_) == ["a", "b", "c"]
    assert blend.estimators_[0] is fitted[0][1]
    assert blend.score(X[late], y[late]) > 0.9
    with pytest.raises(ValueError, match="'tree' is not fitted"):
        spinney.LinearBlendClassifier(CLASSIFIERS, cv="prefit").fit(X, y)


def test_rare_classes_missing_from_folds():
    X, y = shuffled_iris()
    y = np.where(np.arange(150) == 7, 9, y)
    with pytest.warns(UserWarning, match="least populated"):
        blend = spinney.LinearBlendClassifier(CLASSIFIERS).fit(X, y)
    assert list(blend.classes_) == [0, 1, 2, 9]
    assert blend.predict_proba(X).shape == (150, 4)


def test_members_without_predict_proba():
    from sklearn.linear_model import RidgeClassifier

    X, y = shuffled_iris()
    blend = spinney.LinearBlendClassifier([RidgeClassifier(), CLASSIFIERS[1][1]]).fit(X, y)
    assert blend.member_scores_.blend >= 0.9


def test_multiple_outputs():
    X, y = diabetes()
    both = np.column_stack([y, -2 * y])
    blend = spinney.LinearBlendRegressor(REGRESSORS).fit(X, both)
    one = spinney.LinearBlendRegressor(REGRESSORS).fit(X, y)
    assert blend.predict(X).shape == both.shape
    assert blend.weights_ == pytest.approx(one.weights_, abs=0.2)
    X, y = shuffled_iris()
    with pytest.raises(ValueError, match="takes one target per row"):
        spinney.LinearBlendClassifier(CLASSIFIERS).fit(X, np.column_stack([y, y]))


def test_scores_as_dataframe():
    X, y = diabetes()
    blend = spinney.LinearBlendRegressor(REGRESSORS).fit(X, y)
    table = blend.member_losses_.to_frame()
    assert list(table["name"]) == ["tree", "ridge", "stump", "uniform mean", "blend"]
    assert table["squared error"].iloc[-1] == blend.member_losses_.blend
    assert repr(blend.member_losses_).startswith("squared error, out of fold\n")


def test_leave_one_out():
    X, y = diabetes()
    blend = spinney.LinearBlendRegressor(REGRESSORS[:2], cv=LeaveOneOut()).fit(X[:20], y[:20])
    assert blend.weights_.sum() == pytest.approx(1)


@pytest.mark.parametrize("loss", ["squared_error", "absolute_error"])
@pytest.mark.parametrize("scale", [2.0**990, 2.0**-990])
@pytest.mark.filterwarnings("error")
def test_extreme_target_scales(scale, loss):
    X, y = diabetes()
    members = [spinney.DecisionTreeRegressor(max_depth=depth) for depth in (1, 3)]
    usual = spinney.LinearBlendRegressor(members, loss=loss).fit(X, y)
    blend = spinney.LinearBlendRegressor(members, loss=loss).fit(X, y * scale)
    assert 0 < usual.weights_[0] < 1
    np.testing.assert_allclose(blend.weights_, usual.weights_, rtol=1e-12)
    assert blend.member_scores_.members == pytest.approx(usual.member_scores_.members)
