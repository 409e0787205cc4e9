"""Invariants of fitted models."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from spinney import GradientBoostingClassifier, GradientBoostingRegressor

from .problem_strategies import rngs
from .tables import LOSSES, make_sample
from .test_properties import every_loss, few_examples

SMALL = {"n_estimators": 8, "max_leaf_nodes": 6, "min_samples_leaf": 5, "random_state": 3}
KINDS = {
    "default": {},
    "precise": {"quantize": False},
    "exact": {"max_bins": None},
    "classic": {"algorithm": "classic", "max_bins": None},
    "symmetric": {"growth": "symmetric", "max_depth": 3},
    "samples": {"subsample": 0.6, "colsample_bytree": 0.7, "colsample_bynode": 0.7},
}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def make(loss, n_classes, **options):
    which = GradientBoostingClassifier if n_classes else GradientBoostingRegressor
    return which(preset="fast", loss=loss, categorical_features=[3], **SMALL | options)


def fit(sample, loss, n_classes, **options):
    X = np.column_stack(sample.columns)
    return make(loss, n_classes, **options).fit(X, sample.y[:, 0], sample.weight)


def raw(model, sample):
    return model.predict(np.column_stack(sample.columns), raw_score=True)


@every_loss
@every_kind
@few_examples
@given(rng=rngs)
def test_zero_weight_removes_the_row(loss, n_classes, kind, rng):
    sample = make_sample(rng, loss, n_classes)
    weight = np.where(rng.random(sample.n_rows) < 0.3, 0.0, sample.weight)
    here = fit(replace(sample, weight=weight), loss, n_classes, **kind)
    there = fit(sample.rows(weight > 0), loss, n_classes, **kind)
    assert raw(here, sample).tobytes() == raw(there, sample).tobytes()


@every_loss
@every_kind
def test_warm_start_equals_a_single_fit(loss, n_classes, kind):
    sample = make_sample(np.random.default_rng(0), loss, n_classes)
    whole = fit(sample, loss, n_classes, **kind | {"n_estimators": 100})
    X, y = np.column_stack(sample.columns), sample.y[:, 0]
    model = make(loss, n_classes, **kind | {"n_estimators": 50, "warm_start": True})
    model.fit(X, y, sample.weight).set_params(n_estimators=100).fit(X, y, sample.weight)
    assert raw(model, sample).tobytes() == raw(whole, sample).tobytes()
    half = fit(sample, loss, n_classes, **kind | {"n_estimators": 50})
    assert raw(whole[:50], sample).tobytes() == raw(half, sample).tobytes()


@every_loss
@every_kind
def test_last_stage_is_the_prediction(loss, n_classes, kind):
    sample = make_sample(np.random.default_rng(1), loss, n_classes)
    model = fit(sample, loss, n_classes, **kind)
    X = np.column_stack(sample.columns)
    staged = list(model.staged_predict(X))
    assert len(staged) == len(model) == SMALL["n_estimators"]
    assert np.array_equal(staged[-1], model.predict(X))
    for n in (1, 4):
        assert np.array_equal(staged[n - 1], model[:n].predict(X))


@every_loss
@every_kind
def test_early_stopping_predicts_with_the_best_round(loss, n_classes, kind):
    rng = np.random.default_rng(2)
    sample = make_sample(rng, loss, n_classes, weighted=False)
    other = make_sample(rng, loss, n_classes, weighted=False)
    X, X_val = np.column_stack(sample.columns), np.column_stack(other.columns)
    stop = {"learning_rate": 0.8, "n_estimators": 60}
    model = make(loss, n_classes, **kind | stop)
    model.fit(X, sample.y[:, 0], X_val=X_val, y_val=other.y[:, 0], early_stopping_rounds=5)
    [history] = next(iter(model.evals_result_.values())).values()
    assert len(history) < 60
    assert model.best_iteration_ in (np.argmin(history), np.argmin(history) + 1)
    n = int(np.argmin(history)) + 1
    rounds = make(loss, n_classes, **kind | stop | {"n_estimators": n})
    rounds.fit(X, sample.y[:, 0])
    assert raw(model, other).tobytes() == raw(rounds, other).tobytes()


@every_loss
def test_predictions_for_any_number_of_threads(loss, n_classes):
    sample = make_sample(np.random.default_rng(3), loss, n_classes, n_rows=8_000)
    one = raw(fit(sample, loss, n_classes, n_jobs=1), sample).tobytes()
    for n_jobs in (2, 3, 8):
        assert raw(fit(sample, loss, n_classes, n_jobs=n_jobs), sample).tobytes() == one


@pytest.mark.parametrize("name", LOSSES)
def test_more_rounds_improve_the_score(name):
    """The training score improves with every kind of training."""
    loss, n_classes = LOSSES[name]
    sample = make_sample(np.random.default_rng(4), loss, n_classes, n_rows=400, weighted=False)
    X, y = np.column_stack(sample.columns), sample.y[:, 0]
    for kind in KINDS.values():
        first, last = (make(loss, n_classes, **kind | {"n_estimators": n}) for n in (1, 40))
        assert last.fit(X, y).score(X, y) > first.fit(X, y).score(X, y)
