"""Base estimators, input types and errors."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier as SklearnTree
from sklearn.utils.estimator_checks import check_estimator
from tests.expected_checks import REORDERED

from spinney import (
    AdaBoostClassifier,
    AdaBoostRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
)
from spinney.data.missing.policies import MISSING

from .tables import classes, mixed, numbers

DEFAULT_ONLY = {
    "check_class_weight_classifiers": "only the default estimator uses min_weight_fraction_leaf"
}
RESAMPLED = DEFAULT_ONLY | {
    f"check_sample_weight_equivalence_on_{kind}_data": "sample weights change the random draws"
    for kind in ("dense", "sparse")
}


@pytest.mark.parametrize(
    "model",
    [
        AdaBoostClassifier(n_estimators=5),
        AdaBoostClassifier(algorithm="SAMME.R", n_estimators=5),
        AdaBoostRegressor(n_estimators=5),
        AdaBoostRegressor(DecisionTreeRegressor(ccp_alpha=0.01), n_estimators=5),
    ],
    ids=repr,
)
@pytest.mark.filterwarnings("ignore")
def test_check_estimator(model):
    results = check_estimator(model, on_fail=None, expected_failed_checks=REORDERED)
    assert [r["check_name"] for r in results if r["status"] == "failed"] == []


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=5), DEFAULT_ONLY),
        (AdaBoostClassifier(GaussianNB(), n_estimators=5), DEFAULT_ONLY),
        (AdaBoostClassifier(GaussianNB(), n_estimators=5, resample=True), RESAMPLED),
        (AdaBoostRegressor(n_estimators=5, resample=True), RESAMPLED),
        (AdaBoostRegressor(n_estimators=5, early_stopping=True), RESAMPLED),
    ],
    ids=repr,
)
@pytest.mark.filterwarnings("ignore")
def test_check_estimator_with_expected_failures(model, expected):
    results = check_estimator(model, expected_failed_checks=expected | REORDERED, on_fail=None)
    assert [r["check_name"] for r in results if r["status"] == "failed"] == []


@pytest.mark.parametrize("missing", MISSING)
def test_categories_and_missing_values(missing):
    X, y = mixed()
    if missing == "error":
        with pytest.raises(ValueError, match="size"):
            AdaBoostClassifier(missing=missing).fit(X, y)
        return
    model = AdaBoostClassifier(missing=missing, n_estimators=20).fit(X, y)
    same = AdaBoostClassifier(
        DecisionTreeClassifier(max_depth=1, missing=missing), n_estimators=20
    ).fit(X, y)
    staged = list(model.staged_decision_function(X))
    assert (model.decision_function(X) == same.decision_function(X)).all()
    np.testing.assert_allclose(staged[-1], model.decision_function(X), rtol=1e-12)
    votes = np.array([member.predict(X) for member in model.estimators_]) == "yes"
    signed = np.where(votes, 2.0, -2.0) * model.estimator_weights_[:, None]
    expected = signed.sum(axis=0) / model.estimator_weights_.sum()
    np.testing.assert_allclose(model.decision_function(X), expected, atol=1e-12)


@pytest.mark.parametrize("missing", ["learned", "fractional", "stop"])
def test_missing_values_in_regression(missing):
    X, y = mixed()
    model = AdaBoostRegressor(missing=missing, n_estimators=6).fit(X, y == "yes")
    predictions = np.column_stack([member.predict(X) for member in model.estimators_])
    medians = model.predict(X)[:, None]
    assert (np.isin(medians, predictions) | (medians == predictions)).any()
    assert all(model.predict(X)[i] in predictions[i] for i in range(len(X)))


def test_core_trees_equal_members_fitted_as_estimators():
    X, y = classes(3)
    in_core = AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=10).fit(X, y)
    # Equal costs do not change the tree, but it is fitted as an estimator.
    costs = DecisionTreeClassifier(max_depth=2, loss_matrix=1 - np.eye(3))
    as_estimators = AdaBoostClassifier(costs, n_estimators=10).fit(X, y)
    np.testing.assert_allclose(in_core.decision_function(X), as_estimators.decision_function(X))
    np.testing.assert_allclose(in_core.feature_importances_, as_estimators.feature_importances_)


def test_estimators_of_scikit_learn():
    X, y = classes(3)
    for member in (LogisticRegression(), GaussianNB(), SklearnTree(max_depth=2)):
        for algorithm in ("SAMME", "SAMME.R"):
            model = AdaBoostClassifier(member, algorithm=algorithm, n_estimators=5).fit(X, y)
            assert type(model[0]) is type(member)
            assert model[:1].score(X, y) > 0.5
            assert np.isfinite(model.predict_proba(X)).all()
    assert AdaBoostClassifier(LinearSVC(), n_estimators=3).fit(X, y).score(X, y) > 0.4
    X, y = numbers()
    assert AdaBoostRegressor(Ridge(), n_estimators=3).fit(X, y).predict(X).shape == y.shape
    model = AdaBoostRegressor(KNeighborsRegressor(), n_estimators=5, resample=True).fit(X, y)
    assert model.score(X, y) > 0.5
    assert not hasattr(model, "feature_importances_")


def test_members_get_the_dataframe_unchanged():
    X, y = classes()
    frame = pd.DataFrame(X, columns=list("abcdef"))
    model = AdaBoostClassifier(LogisticRegression(), n_estimators=3).fit(frame, y)
    assert model[0].feature_names_in_.tolist() == model.feature_names_in_.tolist() == list("abcdef")
    assert (
        model.predict(frame)
        == AdaBoostClassifier(LogisticRegression(), n_estimators=3).fit(X, y).predict(X)
    ).all()
    with pytest.raises(ValueError, match="now missing"):
        model.predict(frame[["a", "b"]])


def test_sparse_equals_dense():
    X, y = classes()
    X = np.where(X > 0.5, X, 0.0)
    on_dense = AdaBoostClassifier().fit(X, y)
    on_sparse = AdaBoostClassifier().fit(sparse.csr_array(X), y)
    assert (on_dense.decision_function(X) == on_sparse.decision_function(sparse.csc_array(X))).all()


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        (AdaBoostClassifier, {"estimator": Ridge()}, "must be a classifier"),
        (AdaBoostRegressor, {"estimator": GaussianNB()}, "must be a regressor"),
        (AdaBoostClassifier, {"estimator": KNeighborsClassifier()}, "not support sample_weight"),
        (AdaBoostClassifier, {"estimator": LinearSVC(), "algorithm": "SAMME.R"}, "predict_proba"),
        (AdaBoostClassifier, {"estimator": GaussianNB(), "missing": "stop"}, "set it in estimator"),
        (AdaBoostClassifier, {"algorithm": "SAMME2"}, "algorithm"),
        (AdaBoostClassifier, {"n_estimators": 0}, "n_estimators"),
        (AdaBoostClassifier, {"learning_rate": float("nan")}, "learning_rate"),
        (AdaBoostClassifier, {"estimator": DecisionTreeClassifier(max_depth=0)}, "max_depth"),
        (AdaBoostRegressor, {"loss": "absolute"}, "loss"),
        (AdaBoostRegressor, {"n_jobs": 0}, "n_jobs"),
    ],
)
def test_invalid_parameters(kind, options, message):
    X, y = classes()
    with pytest.raises(ValueError, match=message):
        kind(**options).fit(X, y)


def test_multiple_outputs_raise():
    X, y = classes()
    for kind in (AdaBoostClassifier, AdaBoostRegressor):
        with pytest.raises(ValueError, match="2 columns"):
            kind().fit(X, np.column_stack([y, y]))


def test_warm_start_errors():
    X, y = classes()
    model = AdaBoostClassifier(n_estimators=5, warm_start=True).fit(X, y)
    with pytest.raises(ValueError, match="must be at least the 5 iterations"):
        model.set_params(n_estimators=3).fit(X, y)
    with pytest.raises(ValueError, match="previous fit"):
        model.set_params(n_estimators=7).fit(X, y + (np.arange(len(y)) == 0) * 5)
    with pytest.raises(ValueError, match="same kind"):
        model.set_params(estimator=GaussianNB()).fit(X, y)
