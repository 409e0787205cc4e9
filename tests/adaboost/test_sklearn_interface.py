"""Members of AdaBoost as in scikit-learn: seeds, return values of fit, missing sample weights."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

import spinney
from spinney import AdaBoostClassifier, AdaBoostRegressor


@pytest.mark.parametrize("resample", [False, True])
def test_members_have_distinct_seeds(resample):
    X, y = load_diabetes(return_X_y=True)
    model = AdaBoostRegressor(n_estimators=10, resample=resample, random_state=0).fit(X, y)
    seeds = [member.random_state for member in model.estimators_]
    assert len(set(seeds)) == len(model)
    assert [model[i].random_state for i in range(len(model))] == seeds
    assert model.estimator_.random_state is None


def test_the_seed_of_a_member_reproduces_it():
    X, y = load_iris(return_X_y=True)
    tree = spinney.DecisionTreeClassifier(max_depth=2, max_features=1)
    model = AdaBoostClassifier(tree, n_estimators=5, random_state=0).fit(X, y)
    first = model.estimators_[0]
    again = clone(tree).set_params(random_state=first.random_state)
    again.fit(X, y, sample_weight=np.full(150, 1 / 150))
    assert again.text() == first.text()
    other = clone(tree).set_params(random_state=first.random_state + 1).fit(X, y)
    assert other.text() != first.text()


class ReturnsNothing(LogisticRegression):
    def fit(self, X, y, sample_weight=None):
        super().fit(X, y, sample_weight)


def test_members_whose_fit_returns_nothing():
    X, y = load_iris(return_X_y=True)
    for resample in (False, True):
        model = AdaBoostClassifier(ReturnsNothing(), n_estimators=3, resample=resample)
        model.fit(X, y)
        assert all(isinstance(member, ReturnsNothing) for member in model.estimators_)
        assert model.score(X, y) > 0.6


def test_regressors_without_sample_weight_are_fitted_on_draws():
    X, y = load_diabetes(return_X_y=True)
    given = {"n_estimators": 5, "random_state": 0}
    model = AdaBoostRegressor(KNeighborsRegressor(), **given).fit(X, y)
    drawn = AdaBoostRegressor(KNeighborsRegressor(), resample=True, **given).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), drawn.predict(X))
    with pytest.raises(ValueError, match="set resample=True"):
        AdaBoostClassifier(KNeighborsClassifier()).fit(X, y > 100)
