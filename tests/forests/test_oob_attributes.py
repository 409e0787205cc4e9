"""Out-of-bag predictions, scores and errors of forests, and early stopping."""

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, balanced_accuracy_score, mean_absolute_error, r2_score

from .small_tables import bag_counts, classes, classifier, numbers, regressor


def out_of_bag_means(forest, X, predict):
    """Return (trees, rows, ...): the out-of-bag mean prediction after each tree."""
    left_out = bag_counts(forest, len(X)) == 0
    predicted = np.stack([predict(tree) for tree in forest.estimators_])
    left_out = left_out.reshape(left_out.shape + (1,) * (predicted.ndim - 2))
    with np.errstate(invalid="ignore"):
        return np.cumsum(predicted * left_out, axis=0) / np.cumsum(left_out, axis=0)


@pytest.mark.parametrize("parameters", [{}, {"bootstrap": False, "max_samples": 0.7}], ids=repr)
def test_classification_recomputed_from_the_bags(parameters):
    X, y = classes()
    parameters |= {"n_estimators": 40, "max_depth": 5, "smoothing": 0}
    forest = classifier(oob_score=True, **parameters).fit(X, y)
    means = out_of_bag_means(forest, X, lambda tree: tree.predict_proba(X))
    np.testing.assert_allclose(forest.oob_decision_function_, means[-1], atol=1e-12)
    predicted = forest.oob_decision_function_.argmax(axis=1)
    assert forest.oob_score_ == pytest.approx(accuracy_score(y, predicted))
    for n_trees in (1, 10, 40):
        known = ~np.isnan(means[n_trees - 1, :, 0])
        wrong = means[n_trees - 1][known].argmax(axis=1) != y[known]
        assert forest.oob_errors_[n_trees - 1] == pytest.approx(wrong.mean())


def test_regression_recomputed_from_the_bags():
    X, y = numbers()
    forest = regressor(n_estimators=40, oob_score=True).fit(X, y)
    means = out_of_bag_means(forest, X, lambda tree: tree.predict(X))
    np.testing.assert_allclose(forest.oob_prediction_, means[-1])
    assert forest.oob_score_ == pytest.approx(r2_score(y, means[-1]))
    np.testing.assert_allclose(forest.oob_errors_, np.nanmean((means - y) ** 2, axis=1))


def test_errors_are_weighted_and_weight_zero_is_ignored():
    X, y = classes()
    weight = np.random.default_rng(0).integers(0, 4, 200).astype(float)
    forest = classifier(n_estimators=60, oob_score=True, smoothing=0).fit(X, y, weight)
    predicted = forest.oob_decision_function_.argmax(axis=1)
    kept = weight > 0
    expected = accuracy_score(y[kept], predicted[kept], sample_weight=weight[kept])
    assert forest.oob_score_ == pytest.approx(expected)
    assert forest.oob_errors_[-1] == pytest.approx(1 - expected)
    X[~kept], y[~kept] = 100.0, 2
    other = classifier(n_estimators=60, oob_score=True).fit(X, y, weight)
    assert other.oob_score_ == forest.oob_score_
    np.testing.assert_array_equal(other.oob_errors_, forest.oob_errors_)


def test_errors_ignore_class_weights():
    X, y = classes()
    parameters = {"class_weight": {1: 5.0}, "smoothing": 0}
    forest = classifier(n_estimators=60, oob_score=True, **parameters).fit(X, y)
    predicted = forest.oob_decision_function_.argmax(axis=1)
    assert forest.oob_score_ == pytest.approx(accuracy_score(y, predicted))


def test_user_defined_metric():
    X, y = classes()
    names = np.array(["ant", "bee", "cat"])[y]
    forest = classifier(n_estimators=60, oob_score=balanced_accuracy_score).fit(X, names)
    predicted = forest.classes_[forest.oob_decision_function_.argmax(axis=1)]
    assert forest.oob_score_ == balanced_accuracy_score(names, predicted)
    X, y = numbers()
    forest = regressor(n_estimators=60, oob_score=mean_absolute_error).fit(X, y)
    assert forest.oob_score_ == mean_absolute_error(y, forest.oob_prediction_)


def test_rows_in_every_bag():
    X, y = numbers()
    with pytest.warns(UserWarning, match="rows are in every bag") as caught:
        forest = regressor(n_estimators=2, oob_score=True).fit(X, y)
    assert len(caught) == 1
    always = (bag_counts(forest, 200) > 0).all(axis=0)
    np.testing.assert_array_equal(np.isnan(forest.oob_prediction_), always)
    assert str(always.sum()) in str(caught[0].message)
    known = ~always
    assert forest.oob_score_ == pytest.approx(r2_score(y[known], forest.oob_prediction_[known]))


def test_no_row_is_out_of_bag():
    X, y = numbers()
    bags = [np.arange(200)] * 3
    with pytest.warns(UserWarning, match="200 rows are in every bag"):
        forest = regressor(n_estimators=3, bags=bags, oob_score=True).fit(X, y)
    assert np.isnan(forest.oob_score_)
    assert np.isnan(forest.oob_errors_).all()


@pytest.mark.parametrize("aggregate", ["mode", "median"])
def test_other_aggregates(aggregate):
    X, y = classes()
    forest = classifier(n_estimators=30, oob_score=True, aggregate=aggregate, max_depth=3)
    forest.fit(X, y)
    left_out = bag_counts(forest, 200) == 0
    predicted = np.stack([tree.predict_proba(X) for tree in forest.estimators_])
    for row in range(0, 200, 20):
        shares = predicted[left_out[:, row], row]
        if aggregate == "mode":
            expected = np.eye(3)[shares.argmax(axis=1)].mean(axis=0)
        else:
            expected = np.median(shares, axis=0) / np.median(shares, axis=0).sum()
        np.testing.assert_allclose(forest.oob_decision_function_[row], expected, atol=1e-12)


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("patience", [3, 15])
def test_early_stopping(patience, n_jobs):
    X, y = numbers()
    full = regressor(n_estimators=200, oob_score=True).fit(X, y)
    forest = regressor(n_estimators=200, early_stopping=True, n_jobs=n_jobs)
    forest.set_params(n_iter_no_change=patience, tol=0.02).fit(X, y)
    best = np.minimum.accumulate(full.oob_errors_)
    flat = best[patience:] >= 0.98 * best[:-patience]
    assert 0 < len(forest) == flat.argmax() + patience + 1 < 200
    np.testing.assert_array_equal(forest.oob_errors_, full.oob_errors_[: len(forest)])
    np.testing.assert_array_equal(forest.predict(X), full[: len(forest)].predict(X))
    assert not hasattr(forest, "oob_score_")
    forest.set_params(oob_score=True).fit(X, y)
    short = regressor(n_estimators=len(forest), oob_score=True).fit(X, y)
    np.testing.assert_array_equal(forest.oob_prediction_, short.oob_prediction_)


def test_refit_removes_attributes():
    X, y = numbers()
    forest = regressor(n_estimators=40, oob_score=True).fit(X, y)
    forest.set_params(oob_score=False).fit(X, y)
    assert not any(
        hasattr(forest, name) for name in ("oob_score_", "oob_prediction_", "oob_errors_")
    )


@pytest.mark.parametrize(
    "parameters",
    [
        {"oob_score": True},
        {"early_stopping": True},
        {"max_features": "oob"},
        {"importance": "permutation"},
    ],
    ids=repr,
)
def test_parameters_that_need_out_of_bag_rows(parameters):
    X, y = numbers()
    [name] = parameters
    with pytest.raises(ValueError, match=f"{name}=.* needs out-of-bag rows"):
        regressor(bootstrap=False, **parameters).fit(X, y)
