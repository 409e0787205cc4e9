"""Optimal weights, compared with grid search and with optimality conditions."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spinney.blending import weight_solver
from spinney.blending.blend_weights import Problem
from spinney.blending.weight_solver import SIMPLEX, Bounds

LOSSES = ("squared_error", "absolute_error", "log_loss")
STEPS = 10


def problem(loss, seed, n_rows, n_members):
    """Noisy predictions of a target; for the log loss, probabilities of the true class."""
    rng = np.random.default_rng(seed)
    y = rng.normal(size=n_rows)
    columns = y[:, None] + rng.normal(size=(n_rows, n_members)) * rng.uniform(0, 3, n_members)
    if loss == "log_loss":
        columns = np.where(rng.random(columns.shape) < 0.1, 0.0, 1 / (1 + np.exp(-columns)))
    weight = rng.integers(1, 4, n_rows).astype(float)
    return Problem(loss, columns, y, weight, weight.sum())


def grid(bounds, n_members):
    """Yield all weights on a grid that meet the constraints."""
    low = 0 if bounds.non_negative else -STEPS
    for steps in itertools.product(range(low, 2 * STEPS + 1), repeat=n_members - 1):
        if bounds.sum_to_one:
            last = STEPS - sum(steps)
            if last >= low:
                yield np.array([*steps, last]) / STEPS
        else:
            yield from (np.array([*steps, last]) / STEPS for last in range(low, 2 * STEPS + 1))


@pytest.mark.parametrize(
    ("loss", "bounds"),
    [
        *((loss, SIMPLEX) for loss in LOSSES),
        *itertools.product(LOSSES[:2], [Bounds(True, False), Bounds(False, True)]),
    ],
)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), n_rows=st.integers(1, 30), n_members=st.integers(2, 3))
def test_not_worse_than_grid_search(loss, bounds, seed, n_rows, n_members):
    one = problem(loss, seed, n_rows, n_members)
    weights = one.solve(bounds)
    if bounds.non_negative:
        assert weights.min() >= 0
    if bounds.sum_to_one:
        assert weights.sum() == pytest.approx(1, abs=1e-12)
    best = min(map(one.value, grid(bounds, n_members)))
    assert one.value(weights) <= best + 1e-9 * (1 + abs(best))


@pytest.mark.parametrize("loss", LOSSES)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), n_rows=st.integers(1, 60), n_members=st.integers(1, 8))
def test_not_worse_than_the_best_member_or_the_mean(loss, seed, n_rows, n_members):
    one = problem(loss, seed, n_rows, n_members)
    scores = one.scores(tuple(map(str, range(n_members))), one.solve(SIMPLEX))
    assert scores.blend <= min(scores.members.values())
    assert scores.blend <= scores.uniform + 1e-9


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), n_rows=st.integers(1, 60), n_members=st.integers(1, 6))
def test_optimality_of_log_loss(seed, n_rows, n_members):
    """At the optimum no member's mean ratio to the blend is above 1."""
    one = problem("log_loss", seed, n_rows, n_members)
    proba = np.maximum(one.columns, weight_solver.SMALLEST)
    weights = weight_solver.log_loss(one.columns, one.row_weight)
    ratios = one.row_weight @ (proba / (proba @ weights)[:, None]) / one.total
    assert ratios.max() <= 1 + 1e-5


@pytest.mark.parametrize("loss", ["squared_error", "absolute_error"])
@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
def test_weights_are_scale_invariant(loss, scale):
    one = problem(loss, 0, 50, 3)
    other = one._replace(columns=one.columns * scale, y=one.y * scale)
    np.testing.assert_allclose(other.solve(SIMPLEX), one.solve(SIMPLEX), atol=1e-7)


@pytest.mark.parametrize("bounds", [SIMPLEX, Bounds(True, False), Bounds(False, False)])
def test_iterated_linear_programs_equal_a_single_one(bounds, monkeypatch):
    one = problem("absolute_error", 3, 3_000, 4)
    monkeypatch.setattr(weight_solver, "N_FREE", 50)
    iterated = one.solve(bounds)
    monkeypatch.setattr(weight_solver, "N_FREE", 10_000)
    np.testing.assert_allclose(iterated, one.solve(bounds), atol=1e-7)


def test_perfect_member_gets_all_weight():
    one = problem("squared_error", 1, 40, 3)
    one.columns[:, 1] = one.y
    for loss in ("squared_error", "absolute_error"):
        np.testing.assert_allclose(one._replace(loss=loss).solve(SIMPLEX), [0, 1, 0], atol=1e-12)


def test_unconstrained_squared_error_equals_least_squares():
    one = problem("squared_error", 2, 40, 3)
    root = np.sqrt(one.row_weight)
    expected = np.linalg.lstsq(one.columns * root[:, None], one.y * root, rcond=None)[0]
    np.testing.assert_allclose(one.solve(Bounds(False, False)), expected, atol=1e-10)
