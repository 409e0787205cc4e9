"""Checks of scikit-learn for pruned trees, and combinations of pruning and other parameters."""

import itertools

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator
from tests.expected_checks import REORDERED

from spinney import DecisionTreeClassifier, DecisionTreeRegressor

MODELS = [
    DecisionTreeClassifier(ccp_alpha="cv", cv=2, ccp_rule="1se"),
    DecisionTreeRegressor(ccp_alpha="cv", cv=2),
    DecisionTreeClassifier(pruning="reduced_error"),
    DecisionTreeRegressor(early_stopping=True),
    DecisionTreeClassifier(pruning="pessimistic"),
    DecisionTreeClassifier(ccp_alpha=0.01, ccp_risk="error"),
]
# Copies of a row may be in training and validation data, a row of larger weight only in one.
EXPECTED_FAILURES = {
    "check_sample_weight_equivalence_on_dense_data": "rows are drawn at random",
    "check_sample_weight_equivalence_on_sparse_data": "rows are drawn at random",
}


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_scikit_learn_checks(model):
    draws = model.ccp_alpha == "cv" or model.pruning == "reduced_error" or model.early_stopping
    results = check_estimator(
        model,
        on_fail=None,
        expected_failed_checks=REORDERED | (EXPECTED_FAILURES if draws else {}),
    )
    failed = {r["check_name"]: r["exception"] for r in results if r["status"] == "failed"}
    assert not failed


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_pipeline_and_search(model):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 3))
    y = (X[:, 0] > rng.normal(size=90)).astype(int)
    pipeline = make_pipeline(StandardScaler(), model)
    assert np.isfinite(cross_val_score(pipeline, X, y, cv=3)).all()
    search = GridSearchCV(clone(model), {"max_depth": [2, 5]}, cv=3).fit(X, y)
    assert search.best_estimator_.get_n_leaves() >= 1


METHODS = [
    {"ccp_alpha": 0.01},
    {"ccp_alpha": "cv", "cv": 3, "ccp_risk": "error"},
    {"ccp_alpha": "cv", "cv": 3, "ccp_rule": "1se"},
    {"pruning": "reduced_error"},
    {"early_stopping": True, "n_iter_no_change": 3},
]
PARAMETERS = [
    {},
    {"max_leaf_nodes": 12},
    {"max_bins": 16},
    {"max_features": 1, "random_state": 0},
    {"splitter": "random", "random_state": 0},
    {"missing": "stop"},
    {"missing": "surrogate", "unknown": "majority"},
    {"missing": "fractional"},
    {"missing": {"b": "category", "a": "median"}},
    {"missing": "drop"},
]


@pytest.mark.parametrize(
    ("method", "parameters"), list(itertools.product(METHODS, PARAMETERS)), ids=str
)
def test_combinations(method, parameters):
    """With weights, categories, missing values, several classes and several outputs."""
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(1)
    X = pandas.DataFrame({"a": rng.normal(size=200), "b": rng.choice(list("pqrs"), 200)})
    X["c"] = rng.normal(size=200)
    score = X["a"] + (X["b"] > "q") + rng.normal(size=200) / 2
    labels = np.array(["low", "mid", "top"])[np.digitize(score, [0, 1])]
    X.loc[::9, "a"] = np.nan
    X.loc[::13, "b"] = None
    weight = rng.integers(0, 3, 200).astype(float)
    both = np.column_stack([labels, np.where(X["c"] > 0, "u", "v")])
    for y in (labels, both):
        model = DecisionTreeClassifier(**method, **parameters).fit(X, y, weight)
        assert model.predict(X).shape == y.shape
        assert model.get_n_leaves() <= model.n_leaves_grown_
        assert model.cp_table_["nsplit"][0] == 0
        assert np.isfinite(np.concatenate(list(model.cp_table_.values()))).all()
    for y in (score, np.column_stack([score, X["c"]])):
        model = DecisionTreeRegressor(**method, **parameters).fit(X, y, weight)
        assert np.isfinite(model.predict(X)).all()
        assert np.isfinite(np.concatenate(list(model.cp_table_.values()))).all()
        assert model.prune(np.inf).get_n_leaves() == 1


INVALID = [
    {"ccp_alpha": -0.1},
    {"ccp_alpha": "max"},
    {"ccp_rule": "2se"},
    {"ccp_risk": "gini"},
    {"cv": 1, "ccp_alpha": "cv"},
    {"cv": "ten", "ccp_alpha": "cv"},
    {"pruning": "c4.5"},
    {"confidence": 0.0},
    {"confidence": 0.6},
    {"early_stopping": "yes"},
    {"n_iter_no_change": 0},
    {"validation_fraction": 1.0},
    {"validation_fraction": 0.0},
    {"priors": "balanced"},
    {"loss_matrix": 3},
]


@pytest.mark.parametrize("parameters", INVALID, ids=str)
def test_error_contains_the_parameter_name(parameters):
    name = next(iter(parameters))
    with pytest.raises(ValueError, match=f"'{name}' parameter"):
        DecisionTreeClassifier(**parameters).fit([[1.0], [2.0]], [0, 1])
