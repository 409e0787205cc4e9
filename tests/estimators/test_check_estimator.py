"""scikit-learn's common estimator checks."""

from collections import Counter

import pytest
from sklearn.utils.estimator_checks import check_estimator
from tests.expected_checks import REORDERED

from spinney import (
    BaggingClassifier,
    BaggingRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreeClassifier,
    ExtraTreeRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from spinney.base import threads
from spinney.data.missing.policies import MISSING


class Continuous:
    """Hide the tag that makes scikit-learn round its test data to whole numbers."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = False
        return tags


class ContinuousClassifier(Continuous, DecisionTreeClassifier):
    pass


class ContinuousRegressor(Continuous, DecisionTreeRegressor):
    pass


class ContinuousBoostingClassifier(Continuous, GradientBoostingClassifier):
    pass


class ContinuousBoostingRegressor(Continuous, GradientBoostingRegressor):
    pass


class ContinuousForestClassifier(Continuous, RandomForestClassifier):
    pass


class ContinuousForestRegressor(Continuous, RandomForestRegressor):
    pass


MODELS = [
    ContinuousClassifier(),
    ContinuousRegressor(),
    DecisionTreeClassifier(),
    DecisionTreeRegressor(),
    DecisionTreeRegressor(missing="surrogate"),
    DecisionTreeRegressor(missing="mean"),
    GradientBoostingClassifier(),
    GradientBoostingRegressor(),
    RandomForestClassifier(n_estimators=10),
    RandomForestClassifier(n_estimators=10, smoothing=0),
    RandomForestRegressor(n_estimators=10),
    ExtraTreesClassifier(n_estimators=10),
    ExtraTreesRegressor(n_estimators=10),
    BaggingClassifier(n_estimators=5),
    BaggingRegressor(n_estimators=5),
]
# Weights equal repeated rows if leaves have no minimum number of rows.
ONE_MODEL = {"preset": "fast", "min_samples_leaf": 1}
SLOW_MODELS = [
    ContinuousBoostingClassifier(),
    ContinuousBoostingRegressor(),
    DecisionTreeClassifier(criterion="entropy", max_features="sqrt"),
    DecisionTreeClassifier(splitter="random", max_leaf_nodes=20),
    DecisionTreeClassifier(max_bins=255, n_jobs=2),
    DecisionTreeRegressor(criterion="absolute_error"),
    DecisionTreeRegressor(splitter="random", max_features=0.5),
    DecisionTreeRegressor(max_bins=255, n_jobs=2),
    ExtraTreeClassifier(),
    ExtraTreeRegressor(),
    DecisionTreeClassifier(missing="surrogate", unknown="stop"),
    *(
        DecisionTreeRegressor(missing=policy)
        for policy in MISSING
        if policy not in ("learned", "surrogate", "mean")
    ),
    GradientBoostingClassifier(max_bins=None, n_jobs=2, **ONE_MODEL),
    GradientBoostingClassifier(algorithm="classic", growth="level", **ONE_MODEL),
    GradientBoostingRegressor(
        growth="symmetric", max_depth=4, quantize=False, n_jobs=2, **ONE_MODEL
    ),
    GradientBoostingRegressor(loss="absolute_error", line_search=True, **ONE_MODEL),
    # Smoothed probabilities and predicted classes may differ.
    ContinuousForestClassifier(n_estimators=10, smoothing=0),
    ContinuousForestRegressor(n_estimators=10, oob_score=True),
    RandomForestClassifier(n_estimators=10, class_weight="balanced_subsample", stratified=True),
    RandomForestClassifier(n_estimators=10, aggregate="mode", importance="permutation", n_jobs=2),
    RandomForestRegressor(n_estimators=10, max_features="oob", early_stopping=True),
    RandomForestRegressor(n_estimators=10, missing="surrogate", quantiles=True, n_jobs=2),
    RandomForestRegressor(n_estimators=10, aggregate="median", importance="corrected"),
    ExtraTreesClassifier(n_estimators=10, max_features_per_tree=0.7),
]
CASES = [*MODELS, *(pytest.param(model, marks=pytest.mark.slow) for model in SLOW_MODELS)]
# scikit-learn's own forests fail these checks too. tests/forests/test_weights_as_repetitions.py
# compares the distributions instead.
BOOTSTRAP_FAILURES = dict.fromkeys(
    (
        "check_sample_weight_equivalence_on_dense_data",
        "check_sample_weight_equivalence_on_sparse_data",
    ),
    "Bags are random: weights and repeated rows give the same distribution, not the same model.",
)


FOLD_FAILURES = dict.fromkeys(
    BOOTSTRAP_FAILURES, "Members draw rows: weights and repeated rows give the same distribution."
)


SMOOTHING_FAILURES = {
    "check_classifier_multioutput": "trees tie: predict chooses by proportions before smoothing",
}


def expected_failures(model):
    by_folds = getattr(model, "cv", None) == "auto" and model.preset == "default"
    drawn = BOOTSTRAP_FAILURES if getattr(model, "bootstrap", False) else {}
    smoothed = SMOOTHING_FAILURES if getattr(model, "smoothing", 0) else {}
    return REORDERED | drawn | smoothed | (FOLD_FAILURES if by_folds else {})


@pytest.mark.parametrize("model", CASES, ids=repr)
@pytest.mark.filterwarnings("ignore")
def test_check_estimator(model, monkeypatch):
    # Use n_jobs=2 on the small tables of the checks too.
    monkeypatch.setattr(threads, "SMALL_TABLE", 0)
    results = check_estimator(
        model, expected_failed_checks=expected_failures(model), on_fail=None, on_skip=None
    )
    passed = ("passed", "xfail")
    failed = [(r["check_name"], r["exception"]) for r in results if r["status"] not in passed]
    # The array API needs an environment variable, and there is no decision_function.
    skips = {
        "check_array_api_input",
        "check_classifiers_multilabel_output_format_decision_function",
    }
    assert [(name, error) for name, error in failed if name not in skips] == []
    assert Counter(r["status"] for r in results)["passed"] > 50
