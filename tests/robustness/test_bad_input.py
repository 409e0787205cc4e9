"""Input that no estimator can take: the error names what is wrong, and nothing else changes."""

import pickle
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from .bad_cases import BAD_CATEGORIES, BAD_FIT, BAD_X, Case, Input, frame, put
from .estimators import ESTIMATORS, KINDS, VARIANTS, answers, every_estimator, every_variant

PAIRS = [(entry, case) for entry in ESTIMATORS for case in BAD_FIT if case.input_for(entry)]
PAIRS += [
    (entry, case) for entry in VARIANTS for case in BAD_X + BAD_CATEGORIES if case.input_for(entry)
]
# Constraints are refused with other kinds of questions, whatever they are.
PAIRS = [pair for pair in PAIRS if pair[0].variant not in KINDS or "monotone" not in pair[1].name]
PAIR_IDS = [f"{entry.label}-{case.name}" for entry, case in PAIRS]


def check_error(caught, case):
    for pattern in case.patterns:
        assert re.search(pattern, str(caught.value)), f"{pattern!r} not in: {caught.value}"


@pytest.mark.parametrize(("entry", "case"), PAIRS, ids=PAIR_IDS)
def test_fit_names_what_is_wrong(entry, case):
    given = case.input_for(entry)
    before = pickle.dumps((given.X, given.y, given.sample_weight))
    model = entry.make(**given.parameters)
    public = set(vars(model))
    with pytest.raises(case.error) as caught:
        given.fit(model)
    check_error(caught, case)
    assert set(vars(model)) == public, "the estimator did not stay unfitted"
    assert pickle.dumps((given.X, given.y, given.sample_weight)) == before


@pytest.mark.parametrize(("entry", "case"), PAIRS, ids=PAIR_IDS)
def test_a_failed_refit_leaves_the_old_fit(entry, case):
    clean = Input.clean(entry.task)
    model = clean.fit(entry.make())
    before = answers(model, clean.X)
    fitted = {name: value for name, value in vars(model).items() if name.endswith("_")}
    given = case.input_for(entry)
    model.set_params(**given.parameters)
    with pytest.raises(case.error):
        given.fit(model)
    after = {name: value for name, value in vars(model).items() if name.endswith("_")}
    assert after.keys() == fitted.keys()
    assert all(after[name] is fitted[name] for name in fitted)
    model.set_params(**{name: entry.make().get_params()[name] for name in given.parameters})
    assert answers(model, clean.X) == before


BAD_AT_PREDICT = [
    case for case in BAD_X if case.name not in ("same name twice", "lists of text")
] + [
    Case("too few columns", put("X", lambda X: X[:, :2]), ("2", "3")),
    Case("too many columns", put("X", lambda X: np.column_stack([X, X])), ("6", "3")),
]


@every_variant
@pytest.mark.parametrize("case", BAD_AT_PREDICT, ids=lambda case: case.name)
@pytest.mark.filterwarnings("ignore:X has feature names")
def test_predict_names_what_is_wrong(entry, case):
    clean = Input.clean(entry.task)
    model = clean.fit(entry.make())
    before = answers(model, clean.X)
    with pytest.raises(case.error) as caught:
        model.predict(case.input_for(entry).X)
    if case.name != "no columns":  # told as too few
        check_error(caught, case)
    assert answers(model, clean.X) == before


NAMES = {
    "reordered": (["b", "a", "c"], ("a", "b", "order")),
    "missing": (["a", "b"], ("c",)),
    "extra": (["a", "b", "c", "extra"], ("extra",)),
    "duplicated": (["a", "a", "c"], ("a",)),
    "renamed": (["a", "b", "zebra"], ("zebra", "c")),
}


@every_variant
@pytest.mark.parametrize(("names", "patterns"), NAMES.values(), ids=NAMES)
def test_predict_checks_the_names(entry, names, patterns):
    clean = Input.clean(entry.task)
    model = entry.make().fit(frame(clean.X), clean.y)
    wide = np.column_stack([clean.X, clean.X])[:, : len(names)]
    with pytest.raises(ValueError, match="names") as caught:
        model.predict(pd.DataFrame(wide, columns=names))
    # Where members read X, scikit-learn tells of names, and does not say which are out of order.
    for pattern in patterns[-1:] if entry.blends else patterns:
        assert re.search(rf"\b{pattern}\b", str(caught.value))


@every_estimator
def test_before_fit(entry):
    clean = Input.clean(entry.task)
    model = entry.make()
    for method in ("predict", "predict_proba", "apply", "decision_path", "get_depth"):
        if hasattr(model, method):
            with pytest.raises(NotFittedError, match=entry.name):
                getattr(model, method)(*[clean.X] * (method != "get_depth"))


@every_estimator
def test_an_unknown_parameter(entry):
    with pytest.raises(TypeError, match="max_dept"):
        entry.make(max_dept=3)
