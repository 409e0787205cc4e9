"""What all six share: scikit-learn's checks, threads, weights, copies."""

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

import spinney
from spinney.blending import fit_members

from .small import CLASSIFIERS, REGRESSORS, diabetes, irises

STUMPS = [spinney.DecisionTreeClassifier(max_depth=d) for d in (3, 5)]
STUMPS_FOR_NUMBERS = [spinney.DecisionTreeRegressor(max_depth=d) for d in (3, 5)]
CHECKED = [
    spinney.VotingClassifier(STUMPS),
    spinney.VotingClassifier(STUMPS, voting="median", weights=[1, 2]),
    spinney.VotingRegressor(STUMPS_FOR_NUMBERS),
    spinney.LinearBlendClassifier(STUMPS, cv=3),
    spinney.LinearBlendRegressor(STUMPS_FOR_NUMBERS, cv=3, loss="absolute_error"),
    spinney.StackingClassifier(STUMPS, STUMPS[1], cv=3, passthrough=True),
    spinney.StackingRegressor(STUMPS_FOR_NUMBERS, STUMPS_FOR_NUMBERS[1], cv=3),
]


@pytest.mark.parametrize("model", CHECKED, ids=repr)
@pytest.mark.filterwarnings("ignore")
def test_check_estimator(model):
    results = check_estimator(model, on_fail=None, on_skip=None)
    skipped = "check_array_api_input"
    failed = [r for r in results if r["status"] != "passed" and r["check_name"] != skipped]
    assert [(r["check_name"], r["exception"]) for r in failed] == []
    assert Counter(r["status"] for r in results)["passed"] > 50


def blends():
    forest = spinney.RandomForestClassifier(5, random_state=0, n_jobs=-1)
    numbers = spinney.RandomForestRegressor(5, random_state=0)
    classes = [("forest", forest), *CLASSIFIERS]
    values = [("forest", numbers), *REGRESSORS]
    final = spinney.DecisionTreeClassifier(max_depth=3)
    return [
        (spinney.VotingClassifier(classes, voting="soft"), irises),
        (spinney.LinearBlendClassifier(classes), irises),
        (spinney.StackingClassifier(classes, final), irises),
        (spinney.VotingRegressor(values), diabetes),
        (spinney.LinearBlendRegressor(values), diabetes),
        (spinney.StackingRegressor(values), diabetes),
    ]


def answers(model, X):
    method = model.predict_proba if hasattr(model, "predict_proba") else model.predict
    return method(X).tobytes()


@pytest.mark.parametrize(("model", "table"), blends(), ids=lambda one: type(one).__name__)
def test_same_bits_for_any_number_of_jobs(model, table):
    X, y = table()
    one = answers(clone(model).fit(X, y), X)
    assert answers(clone(model).set_params(n_jobs=3).fit(X, y), X) == one
    with parallel_config(n_jobs=2):
        assert answers(clone(model).fit(X, y), X) == one


@pytest.mark.parametrize(("model", "table"), blends(), ids=lambda one: type(one).__name__)
def test_copies(model, table):
    X, y = table()
    fitted = clone(model).fit(X, y)
    again = pickle.loads(pickle.dumps(fitted))
    assert answers(again, X) == answers(fitted, X)
    assert not hasattr(clone(fitted), "estimators_")
    assert fitted.n_features_in_ == X.shape[1]


def test_members_share_the_threads_and_keep_their_own_number(monkeypatch):
    seen = []

    class Watched(spinney.DecisionTreeClassifier):
        def fit(self, X, y, sample_weight=None):
            seen.append(self.n_jobs)
            return super().fit(X, y, sample_weight)

    monkeypatch.setattr(
        fit_members, "effective_threads", lambda n_jobs: 8 if n_jobs == -1 else n_jobs
    )
    monkeypatch.setattr(fit_members, "effective_n_jobs", lambda n_jobs: n_jobs or 1)
    X, y = irises()
    members = [Watched(n_jobs=n) for n in (None, -1, 1)]
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
    told = StringIO()
    with redirect_stderr(told):
        spinney.LinearBlendRegressor(REGRESSORS, cv=2, verbose=2).fit(X, y)
    lines = told.getvalue().splitlines()
    assert len(lines) == 9
    assert lines[-1] == "fit 9/9: stump"


def test_a_failed_refit_leaves_the_old_fit():
    X, y = irises()
    model = spinney.LinearBlendClassifier(CLASSIFIERS).fit(X, y)
    before = answers(model, X)
    with pytest.raises(ValueError, match="y"):
        model.fit(X, np.where(y == 0, np.nan, y))
    assert answers(model, X) == before


def test_missing_values_pass_where_members_take_them():
    from sklearn.utils import get_tags

    X, y = irises()
    X[::7, 2] = np.nan
    model = spinney.LinearBlendClassifier(STUMPS).fit(X, y)
    assert model.score(X, y) > 0.9
    assert get_tags(model).input_tags.allow_nan
    with pytest.raises(ValueError, match="NaN"):
        spinney.LinearBlendClassifier(CLASSIFIERS).fit(X, y)
    assert not get_tags(spinney.LinearBlendClassifier(CLASSIFIERS)).input_tags.allow_nan


def test_sparse_indices_out_of_range_are_named():
    X, y = irises()
    for spoilt in (sparse.csc_array(X), sparse.csr_array(X)):
        spoilt.indices[4] = 1000
        model = spinney.LinearBlendClassifier(STUMPS)
        with pytest.raises(ValueError, match="1000 out of range"):
            model.fit(spoilt, y)
        with pytest.raises(ValueError, match="1000 out of range"):
            model.fit(X, y).predict(spoilt)
