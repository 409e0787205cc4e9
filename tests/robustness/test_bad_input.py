"""Invalid input raises an error that names the problem, and nothing else changes."""

import pickle
import re
from functools import cache

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from .bad_cases import (
    BAD_AT_PREDICT,
    BAD_CATEGORIES,
    BAD_FIT,
    BAD_NAMES,
    BAD_X,
    Input,
    check_error,
    frame,
)
from .estimators import (
    ESTIMATORS,
    KINDS,
    READERS,
    each_estimator,
    each_reader,
    is_quick,
    predictions,
)

READER_CASES = BAD_X + BAD_CATEGORIES
# One case each of X, y, weights and parameters: what fails first must not matter.
REFIT_CASES = {"inf", "y NaN", "weight NaN", "max_depth=2.5"}
# Boosting accepts them as "no limit" and as missing, as LightGBM and XGBoost do.
BOOSTING_ACCEPTS = {"max_depth=0", "max_depth=-1", "n_jobs=0", "negative code"}
# Accepted by histogram gradient boosting, as in scikit-learn.
ANY_NUMBER_CASES = {
    *("inf", "-inf", "inf in a frame", "inf, sparse"),
    *("negative code", "fractional code", "infinite code"),
}


def is_valid(entry, case):
    """Whether a case applies; other kinds of splits refuse all monotonic constraints."""
    applies = case.input_for(entry) is not None
    if "GradientBoosting" in entry.name and case.name in BOOSTING_ACCEPTS:
        return False
    if case.name in ANY_NUMBER_CASES and entry.name.startswith("HistGradientBoosting"):
        return False
    return applies and not (entry.variant in KINDS and "monotone" in case.name)


PAIRS = [
    (entry, case)
    for entry in READERS
    for case in (READER_CASES if entry.variant else BAD_FIT)
    if is_valid(entry, case)
]


def each_pair(quick):
    """Parametrize by estimator and case; pairs for which ``quick`` is false are slow tests."""
    params = [
        pytest.param(*pair, marks=[] if quick(*pair) else [pytest.mark.slow], id=pair_id(*pair))
        for pair in PAIRS
    ]
    return pytest.mark.parametrize(("entry", "case"), params)


def pair_id(entry, case):
    return f"{entry.label}-{case.name}"


@cache
def fitted(entry, with_names=False):
    clean = Input.clean(entry.task)
    return entry.make().fit(frame(clean.X) if with_names else clean.X, clean.y)


@each_pair(quick=lambda entry, case: is_quick(entry) or case not in READER_CASES)
def test_fit_names_the_problem(entry, case):
    given = case.input_for(entry)
    before = pickle.dumps((given.X, given.y, given.sample_weight))
    model = entry.make(**given.parameters)
    public = set(vars(model))
    with pytest.raises(case.error) as caught:
        given.fit(model)
    check_error(caught, case)
    assert set(vars(model)) == public, "the estimator did not stay unfitted"
    assert pickle.dumps((given.X, given.y, given.sample_weight)) == before


@each_pair(quick=lambda entry, case: entry in ESTIMATORS and case.name in REFIT_CASES)
def test_failed_refit_keeps_the_old_fit(entry, case):
    clean = Input.clean(entry.task)
    model = clean.fit(entry.make())
    before = predictions(model, clean.X)
    old = {name: value for name, value in vars(model).items() if name.endswith("_")}
    given = case.input_for(entry)
    model.set_params(**given.parameters)
    with pytest.raises(case.error):
        given.fit(model)
    after = {name: value for name, value in vars(model).items() if name.endswith("_")}
    assert after.keys() == old.keys()
    assert all(after[name] is old[name] for name in old)
    model.set_params(**{name: entry.make().get_params()[name] for name in given.parameters})
    assert predictions(model, clean.X) == before


@each_reader()
@pytest.mark.parametrize("case", BAD_AT_PREDICT, ids=lambda case: case.name)
@pytest.mark.filterwarnings("ignore:X has feature names")
def test_predict_names_the_problem(entry, case):
    if not is_valid(entry, case):
        return
    clean = Input.clean(entry.task)
    model = fitted(entry)
    before = predictions(model, clean.X)
    with pytest.raises(case.error) as caught:
        model.predict(case.input_for(entry).X)
    if case.name != "no columns":  # reported as too few
        check_error(caught, case)
    assert predictions(model, clean.X) == before


@each_reader()
@pytest.mark.parametrize(("names", "patterns"), BAD_NAMES.values(), ids=BAD_NAMES)
def test_predict_checks_the_names(entry, names, patterns):
    X = Input.clean(entry.task).X
    wide = np.column_stack([X, X])[:, : len(names)]
    with pytest.raises(ValueError, match="names") as caught:
        fitted(entry, with_names=True).predict(pd.DataFrame(wide, columns=names))
    for pattern in patterns:
        assert re.search(rf"\b{pattern}\b", str(caught.value))


@each_estimator()
def test_predict_before_fit(entry):
    clean = Input.clean(entry.task)
    model = entry.make()
    for method in ("predict", "predict_proba", "apply", "decision_path", "get_depth"):
        if hasattr(model, method):
            with pytest.raises(NotFittedError, match=entry.name):
                getattr(model, method)(*[clean.X] * (method != "get_depth"))


@each_estimator()
def test_unknown_parameter(entry):
    with pytest.raises(TypeError, match="max_dept"):
        entry.make(max_dept=3)
