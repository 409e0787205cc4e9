"""Prediction under every policy, against the reference implementation."""

import numpy as np
import pytest

from spinney.data.missing.policies import MISSING, UNKNOWN

from . import reference
from .tables import ESTIMATORS, KINDS, coded, table_with_missing, target_of, with_unknown_categories

ROUTED = ["learned", "surrogate", "fractional", "stop", "majority"]
TASKS = pytest.mark.parametrize("task", ESTIMATORS)
EVERY_KIND = pytest.mark.parametrize("kinds", KINDS)
EVERY_ROUTE = pytest.mark.parametrize("policy", ROUTED)


def fitted(task, kinds="both", weighted=True, missing_rate=0.2, **parameters):
    rng = np.random.default_rng(7)
    X = table_with_missing(rng, missing_rate=missing_rate, kinds=kinds)
    y = target_of(task, X, rng)
    weight = rng.integers(0, 40, len(X)) / 8 if weighted else None
    return ESTIMATORS[task](min_samples_leaf=3, **parameters).fit(X, y, weight), X


def queries(kinds):
    rng = np.random.default_rng(8)
    return with_unknown_categories(table_with_missing(rng, 80, missing_rate=0.3, kinds=kinds), rng)


def predictions(model, X):
    """Return (rows, width): class probabilities, or the predicted number."""
    return model.predict_proba(X) if hasattr(model, "predict_proba") else model.predict(X)[:, None]


def check(model, X, missing, unknown):
    """Check the predictions of all rows against the reference."""
    rows, levels = coded(model, X)
    policies = (levels, missing, unknown)
    expected = [reference.value_of(model._fitted().tree, row, *policies)[0] for row in rows]
    np.testing.assert_allclose(predictions(model, X), expected, rtol=1e-13)
    return rows, policies


@TASKS
@EVERY_KIND
@EVERY_ROUTE
@pytest.mark.parametrize("weighted", [False, True], ids=["", "weighted"])
def test_missing_values(task, kinds, policy, weighted):
    model, _ = fitted(task, kinds, weighted, missing=policy)
    X = queries(kinds)
    rows, policies = check(model, X, [policy] * len(X.columns), ["missing"] * len(X.columns))
    uses = reference.uses(model._fitted().tree, rows, *policies)
    assert uses.sum() > 0
    assert (uses[:, 0].sum() > 0) == (policy == "surrogate")


@TASKS
@EVERY_KIND
@EVERY_ROUTE
def test_missing_values_where_fit_had_none(task, kinds, policy):
    model, X = fitted(task, kinds, missing_rate=0, missing=policy)
    n = len(X.columns)
    check(model, queries(kinds), [policy] * n, ["missing"] * n)
    plain, _ = fitted(task, kinds, missing_rate=0)
    assert np.array_equal(predictions(model, X), predictions(plain, X))


@TASKS
@pytest.mark.parametrize("unknown", ["surrogate", "fractional", "stop", "majority"])
@EVERY_ROUTE
def test_unknown_categories(task, policy, unknown):
    model, X = fitted(task, missing=policy, unknown=unknown)
    n = len(X.columns)
    check(model, queries("both"), [policy] * n, [unknown] * n)


@TASKS
def test_policy_per_feature(task):
    missing = ["stop", "surrogate", "fractional", "majority", "surrogate"]
    unknown = ["missing", "missing", "missing", "stop", "fractional"]
    names = list(queries("both").columns)
    by_name = dict(zip(names, missing, strict=True)), dict(zip(names, unknown, strict=True))
    by_index = dict(enumerate(missing)), dict(enumerate(unknown))
    for missing_by, unknown_by in (by_name, by_index):
        model, _ = fitted(task, missing=missing_by, unknown=unknown_by)
        check(model, queries("both"), missing, unknown)


@TASKS
@pytest.mark.parametrize("missing", [policy for policy in MISSING if policy != "error"])
@pytest.mark.parametrize("unknown", UNKNOWN)
def test_unknown_categories_on_any_missing_policy(task, missing, unknown):
    model, training = fitted(task, "categories", weighted=False, missing=missing, unknown=unknown)
    if unknown == "auto":
        unknown = "majority" if missing == "learned" else "missing"
    modes = (training.dropna() if missing == "drop" else training).mode().iloc[0]
    rng = np.random.default_rng(8)
    X = with_unknown_categories(
        table_with_missing(rng, 80, missing_rate=0, kinds="categories"), rng
    )
    row = int(np.argmax(X["tree"] == "baobab"))
    if unknown == "error":
        with pytest.raises(ValueError, match=f"Row {row}, column 'tree': the category 'baobab'"):
            model.predict(X)
    elif unknown == "missing":
        assert np.array_equal(model.predict(X), model.predict(X.where(X != "baobab", None)))
    elif unknown == "mode":
        known = X.where(X != "baobab", modes, axis=1)
        assert np.array_equal(model.predict(X), model.predict(known))
    else:
        route = {"drop": "majority"}.get(missing, missing if missing in ROUTED else "learned")
        check(model, X, [route] * 2, [unknown] * 2)


def test_missing_error_implies_unknown_error():
    model, X = fitted("classifier", "categories", missing_rate=0, missing="error")
    new = X.copy()
    new.loc[4, "soil"] = "peat"
    with pytest.raises(ValueError, match="Row 4, column 'soil': the category 'peat'"):
        model.predict(new)


@TASKS
def test_dropped_features_go_with_the_majority(task):
    model, X = fitted(task, missing="drop")
    n = len(X.columns)
    check(model, queries("both"), ["majority"] * n, ["missing"] * n)


@TASKS
@EVERY_ROUTE
def test_single_rows_and_batches_agree(task, policy):
    model, _ = fitted(task, missing=policy)
    X = queries("both")
    together = predictions(model, X)
    for i in range(0, len(X), 9):
        assert np.array_equal(predictions(model, X.iloc[[i]]), together[[i]])
    leaves = model.apply(X)
    paths = model.decision_path(X)
    assert (np.asarray(paths[np.arange(len(X)), leaves]) == 1).all()
