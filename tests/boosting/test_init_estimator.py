"""Boosting that starts from the predictions of another estimator: the parameter ``init``."""

import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn.ensemble
from sklearn.base import BaseEstimator
from sklearn.datasets import make_classification, make_friedman1
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC
from sklearn.utils.validation import check_is_fitted

import spinney
from spinney.persistence.errors import FileError

CLASSIC = {
    "algorithm": "classic",
    "max_bins": None,
    "quantize": False,
    "max_depth": 3,
    "max_leaf_nodes": None,
    "min_samples_leaf": 1,
    "min_child_weight": 0,
    "reg_lambda": 0,
    "n_estimators": 5,
}


def regression_data():
    X, y = make_friedman1(200, random_state=0)
    return X.astype(np.float32), y, np.random.default_rng(0).uniform(0.5, 2, 200)


def class_data(n_classes):
    X, y = make_classification(200, n_classes=n_classes, n_informative=4, random_state=0)
    return X.astype(np.float32), y, np.random.default_rng(0).uniform(0.5, 2, 200)


@pytest.mark.parametrize("weighted", [False, True])
def test_regression_equals_scikit_learn(weighted):
    X, y, weight = regression_data()
    weight = weight if weighted else None
    init = LinearRegression()
    theirs = sklearn.ensemble.GradientBoostingRegressor(
        init=LinearRegression(), n_estimators=5, random_state=0
    ).fit(X, y, weight)
    ours = spinney.GradientBoostingRegressor(preset="fast", init=init, **CLASSIC).fit(X, y, weight)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-6)
    for mine, other in zip(ours.staged_predict(X), theirs.staged_predict(X), strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-6)
    np.testing.assert_allclose(ours.train_score_, theirs.train_score_, rtol=1e-6)
    np.testing.assert_array_equal(ours.init_.coef_, theirs.init_.coef_)
    with pytest.raises(NotFittedError):
        check_is_fitted(init)  # a copy is fitted


@pytest.mark.parametrize(
    ("n_classes", "loss"), [(2, "log_loss"), (2, "exponential"), (3, "log_loss")]
)
def test_classification_equals_scikit_learn(n_classes, loss):
    X, y, weight = class_data(n_classes)
    labels = np.array(["c", "a", "b"])[y]
    given = {"init": GaussianNB(), "n_estimators": 5, "loss": loss}
    theirs = sklearn.ensemble.GradientBoostingClassifier(**given, random_state=0)
    theirs.fit(X, labels, weight)
    ours = spinney.GradientBoostingClassifier(preset="fast", **CLASSIC | given).fit(
        X, labels, weight
    )
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)
    start, expected = ours[:0].decision_function(X), theirs._raw_predict_init(X)
    np.testing.assert_allclose(start.reshape(expected.shape), expected, atol=1e-12)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))


def test_log_link_starts_from_the_predictions():
    X, y, _ = regression_data()
    model = spinney.GradientBoostingRegressor(
        preset="fast",
        init=spinney.DecisionTreeRegressor(max_depth=2),
        loss="poisson",
        n_estimators=3,
    ).fit(X, y)
    np.testing.assert_allclose(model[:0].predict(X), model.init_.predict(X))
    with pytest.raises(ValueError, match=r"init predicts .* above 0"):
        spinney.GradientBoostingRegressor(preset="fast", init=LinearRegression(), loss="gamma").fit(
            X**4, np.exp(y)
        )


def test_validation_sets_start_from_init():
    X, y, _ = regression_data()
    model = spinney.GradientBoostingRegressor(
        preset="fast", init=LinearRegression(), n_estimators=10
    )
    model.fit(X[:100], y[:100], eval_set=[(X[100:], y[100:]), (X[:50], y[:50])])
    for name, rows in (("validation_0", slice(100, 200)), ("validation_1", slice(50))):
        error = np.mean((model.predict(X[rows]) - y[rows]) ** 2)
        assert model.evals_result_[name]["squared_error"][-1] == pytest.approx(error)


def test_held_out_rows_are_not_used_to_fit_init():
    X, y, _ = regression_data()
    model = spinney.GradientBoostingRegressor(
        preset="fast",
        init=spinney.DecisionTreeRegressor(),
        early_stopping=True,
        random_state=0,
        n_estimators=5,
    ).fit(X, y)
    # A full tree fits the training rows exactly; on held-out rows it does not.
    assert model.evals_result_["validation"]["squared_error"][0] > 0.1
    assert len(np.flatnonzero(model.init_.predict(X) != y)) > 10


def test_columns_in_another_order_and_warm_start():
    X, y, _ = regression_data()
    frame = pd.DataFrame(X, columns=[f"x{j}" for j in range(X.shape[1])])
    model = spinney.GradientBoostingRegressor(
        preset="fast", init=LinearRegression(), n_estimators=4, warm_start=True
    ).fit(frame, y)
    model.set_params(n_estimators=8).fit(frame, y)
    whole = spinney.GradientBoostingRegressor(
        preset="fast", init=LinearRegression(), n_estimators=8
    )
    whole.fit(frame, y)
    np.testing.assert_allclose(model.predict(frame[frame.columns[::-1]]), whole.predict(frame))
    with pytest.warns(UserWarning, match="init="):
        model.set_params(n_estimators=9, init=spinney.DecisionTreeRegressor()).fit(frame, y)


def test_save_and_load(tmp_path):
    X, y, _ = class_data(3)
    init = spinney.RandomForestClassifier(n_estimators=3, random_state=0)
    model = spinney.GradientBoostingClassifier(preset="fast", init=init, n_estimators=3).fit(X, y)
    model.save(tmp_path / "model.spinney")
    loaded = spinney.load(tmp_path / "model.spinney")
    for copy in (loaded, pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(copy.predict_proba(X), model.predict_proba(X))
    foreign = spinney.GradientBoostingClassifier(
        preset="fast", init=GaussianNB(), n_estimators=3
    ).fit(X, y)
    with pytest.raises(FileError, match=r"init is a GaussianNB of sklearn.*pickle"):
        foreign.save(tmp_path / "foreign.spinney")
    with pytest.raises(ValueError, match=r"cannot be exported.*init"):
        spinney.to_json(model)


def test_class_in_the_validation_data_only():
    X, y, _ = class_data(2)
    y[7] = 2  # one sample of this class
    model = spinney.GradientBoostingClassifier(
        preset="fast",
        init=LogisticRegression(),
        early_stopping=True,
        validation_fraction=0.5,
        random_state=0,
    ).fit(X, y)
    assert model.predict_proba(X).shape == (200, 3)


class WithoutWeights(BaseEstimator):
    def fit(self, X, y):
        return self

    def predict(self, X):
        return np.zeros(len(X))


def test_errors():
    X, y, weight = regression_data()
    regressor = spinney.GradientBoostingRegressor
    with pytest.raises(ValueError, match="WithoutWeights does not support sample weights"):
        regressor(init=WithoutWeights()).fit(X, y, weight)
    with pytest.raises(ValueError, match="init_score of fit contradicts the estimator init"):
        regressor(init=WithoutWeights()).fit(X, y, init_score=y)
    with pytest.raises(ValueError, match="contradicts init_score and base_score"):
        regressor(init=WithoutWeights(), init_score=1.0).fit(X, y)
    with pytest.raises(ValueError, match="init must be an estimator with the method predict_proba"):
        spinney.GradientBoostingClassifier(preset="fast", init=LinearSVC()).fit(X, y > 14)
