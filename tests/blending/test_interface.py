"""Interface of all blends: estimator checks, threads, pickling and errors."""

import pickle
from collections import Counter
from contextlib import redirect_stderr
from io import StringIO

import numpy as np
import pytest
from joblib import parallel_config
from scipy import sparse
from sklearn.base import clone
from sklearn.utils.estimator_checks import check_estimator
from tests.expected_checks import REORDERED

import spinney
from spinney.blending import fit_members

from .examples import CLASSIFIERS, REGRESSORS, diabetes, shuffled_iris

TREES = [spinney.DecisionTreeClassifier(max_depth=d) for d in (3, 5)]
REGRESSION_TREES = [spinney.DecisionTreeRegressor(max_depth=d) for d in (3, 5)]
CHECKED = [
    spinney.VotingClassifier(TREES),
    spinney.VotingClassifier(TREES, voting="median", weights=[1, 2]),
    spinney.VotingRegressor(REGRESSION_TREES),
    spinney.LinearBlendClassifier(TREES, cv=3),
    spinney.LinearBlendRegressor(REGRESSION_TREES, cv=3, loss="absolute_error"),
    spinney.StackingClassifier(TREES, TREES[1], cv=3, passthrough=True),
    spinney.StackingRegressor(REGRESSION_TREES, REGRESSION_TREES[1], cv=3),
]


@pytest.mark.parametrize("model", CHECKED, ids=repr)
@pytest.mark.filterwarnings("ignore")
def test_check_estimator(model):
    results = check_estimator(model, on_fail=None, on_skip=None, expected_failed_checks=REORDERED)
    skipped = "check_array_api_input"
    failed = [
        r for r in results if r["status"] not in ("passed", "xfail") and r["check_name"] != skipped
    ]
    assert [(r["check_name"], r["exception"]) for r in failed] == []
    assert Counter(r["status"] for r in results)["passed"] > 50


def blends():
    forest = spinney.RandomForestClassifier(5, random_state=0, n_jobs=-1)
    numbers = spinney.RandomForestRegressor(5, random_state=0)
    classes = [("forest", forest), *CLASSIFIERS]
    values = [("forest", numbers), *REGRESSORS]
    final = spinney.DecisionTreeClassifier(max_depth=3)
    return [
        (spinney.VotingClassifier(classes, voting="soft"), shuffled_iris),
        (spinney.LinearBlendClassifier(classes), shuffled_iris),
        (spinney.StackingClassifier(classes, final), shuffled_iris),
        (spinney.VotingRegressor(values), diabetes),
        (spinney.LinearBlendRegressor(values), diabetes),
        (spinney.StackingRegressor(values), diabetes),
    ]


def prediction_bytes(model, X):
    method = model.predict_proba if hasattr(model, "predict_proba") else model.predict
    return method(X).tobytes()


@pytest.mark.parametrize(("model", "table"), blends(), ids=lambda one: type(one).__name__)
def test_same_bits_for_any_number_of_jobs(model, table):
    X, y = table()
    one = prediction_bytes(clone(model).fit(X, y), X)
    assert prediction_bytes(clone(model).set_params(n_jobs=3).fit(X, y), X) == one
    with parallel_config(n_jobs=2):
        assert prediction_bytes(clone(model).fit(X, y), X) == one


@pytest.mark.parametrize(("model", "table"), blends(), ids=lambda one: type(one).__name__)
def test_pickling_and_cloning(model, table):
    X, y = table()
    fitted = clone(model).fit(X, y)
    again = pickle.loads(pickle.dumps(fitted))
    assert prediction_bytes(again, X) == prediction_bytes(fitted, X)
    assert not hasattr(clone(fitted), "estimators_")
    assert fitted.n_features_in_ == X.shape[1]


def test_members_share_threads_and_keep_their_n_jobs(monkeypatch):
    seen = []

    class RecordingTree(spinney.DecisionTreeClassifier):
        def fit(self, X, y, sample_weight=None):
            seen.append(self.n_jobs)
            return super().fit(X, y, sample_weight)

    monkeypatch.setattr(
        fit_members, "effective_threads", lambda n_jobs: 8 if n_jobs == -1 else n_jobs
    )
    monkeypatch.setattr(fit_members, "effective_n_jobs", lambda n_jobs: n_jobs or 1)
    X, y = shuffled_iris()
    members = [RecordingTree(n_jobs=n) for n in (None, -1, 1)]
    for n_jobs, expected in ((None, [None, -1, 1]), (2, [4, 4, 1])):
        seen.clear()
        jobs = fit_members.run_all(
            [fit_members.Job(str(i), m, None, None, None) for i, m in enumerate(members)],
            fit_members.Rows(X, y, None, np.arange(150)),
            n_jobs,
            0,
        )
        assert sorted(seen, key=str) == sorted(expected, key=str)
        assert [member.n_jobs for member in jobs] == [None, -1, 1]


def test_progress():
    X, y = diabetes()
    stderr = StringIO()
    with redirect_stderr(stderr):
        spinney.LinearBlendRegressor(REGRESSORS, cv=2, verbose=2).fit(X, y)
    lines = stderr.getvalue().splitlines()
    assert len(lines) == 9
    assert lines[-1] == "fit 9/9: stump"


def test_failed_fit_keeps_the_old_state():
    X, y = shuffled_iris()
    model = spinney.LinearBlendClassifier(CLASSIFIERS).fit(X, y)
    before = prediction_bytes(model, X)
    with pytest.raises(ValueError, match="y"):
        model.fit(X, np.where(y == 0, np.nan, y))
    assert prediction_bytes(model, X) == before


def test_missing_values_are_allowed_if_members_allow_them():
    from sklearn.utils import get_tags

    X, y = shuffled_iris()
    X[::7, 2] = np.nan
    model = spinney.LinearBlendClassifier(TREES).fit(X, y)
    assert model.score(X, y) > 0.9
    assert get_tags(model).input_tags.allow_nan
    with pytest.raises(ValueError, match="NaN"):
        spinney.LinearBlendClassifier(CLASSIFIERS).fit(X, y)
    assert not get_tags(spinney.LinearBlendClassifier(CLASSIFIERS)).input_tags.allow_nan


def test_sparse_index_out_of_range():
    X, y = shuffled_iris()
    for invalid in (sparse.csc_array(X), sparse.csr_array(X)):
        invalid.indices[4] = 1000
        model = spinney.LinearBlendClassifier(TREES)
        with pytest.raises(ValueError, match="1000 is out of range"):
            model.fit(invalid, y)
        with pytest.raises(ValueError, match="1000 is out of range"):
            model.fit(X, y).predict(invalid)
