"""Losses of boosting: huge scores, single precision, blocks of rows, invalid arguments."""

from itertools import pairwise

import numpy as np
import pytest

from spinney._core import Loss, TargetDomain

from .loss_cases import (
    CASES,
    CLASSIFICATION,
    REFERENCES,
    draw,
    every_loss,
    every_reference,
    sklearn_scores,
)

HUGE = [700.0, -700.0, 1e5, -1e5, 1e300, -1e300]
both_precisions = pytest.mark.parametrize("single", [False, True])


# Huber's delta depends on all rows.
@pytest.mark.parametrize("name", [name for name in CASES if name != "huber"])
@both_precisions
def test_derivatives_do_not_depend_on_blocks(name: str, single: bool) -> None:
    rows, loss = draw(name, 0, 2700), CASES[name].loss
    whole = loss.derivatives(rows.y, rows.scores, single=single)
    cuts = [0, 1, 500, 1013, 2026, 2700]
    parts = [rows.take(slice(*cut)) for cut in pairwise(cuts)]
    blocks = [loss.derivatives(part.y, part.scores, single=single) for part in parts]
    for at in (0, 1):
        joined = np.concatenate([block[at] for block in blocks], axis=1)
        assert joined.tobytes() == whole[at].tobytes()


@every_loss
def test_single_precision_is_close(name: str) -> None:
    rows, loss = draw(name, 1, 5000, spread=5.0), CASES[name].loss
    double, single = (loss.derivatives(rows.y, rows.scores, single=s) for s in (False, True))
    for exact, fast in zip(double, single, strict=True):
        assert fast.dtype == np.float32
        np.testing.assert_allclose(fast, exact, rtol=3e-6, atol=5e-7)


@every_loss
@both_precisions
def test_huge_scores_are_finite(name: str, single: bool) -> None:
    loss = CASES[name].loss
    y = np.resize([1.0, 1.0, 0.0, 0.0], len(HUGE)) + (
        CASES[name].info.domain is TargetDomain.positive
    )
    # All scores equal, or the others far from the first.
    for others in (1.0, -1.0):
        scores = np.resize(HUGE, (loss.n_scores, len(HUGE)))
        scores[1:] *= others
        gradient, hessian = loss.derivatives(y, scores, single=single)
        assert np.isfinite(gradient).all()
        assert np.isfinite(hessian).all()
        assert (hessian > 0).all()


@every_loss
def test_values_and_steps_of_huge_scores_are_finite(name: str) -> None:
    loss, scale = CASES[name].loss, HUGE[:4]
    y = np.array([1.0, 0.0, 0.0, 1.0]) + (CASES[name].info.domain is TargetDomain.positive)
    scores = np.resize(scale, (loss.n_scores, 4))
    members = np.arange(4, dtype=np.uint32)
    assert np.isfinite(loss.value(y, scores, None))
    assert np.isfinite(loss.leaf_step(y, scores, None, members, 0))
    assert np.isfinite(loss.predict(scores)).all()


@pytest.mark.parametrize("name", CLASSIFICATION)
def test_probabilities_sum_to_one(name: str) -> None:
    rows, loss = draw(name, 2, 2000, spread=20.0), CASES[name].loss
    scores = np.concatenate([rows.scores, np.resize(HUGE, (loss.n_scores, len(HUGE)))], axis=1)
    proba = loss.predict(scores)
    assert proba.shape == (scores.shape[1], max(2, loss.n_scores))
    assert (proba >= 0).all()
    np.testing.assert_allclose(proba.sum(axis=1), 1.0, rtol=0, atol=1e-15 * len(proba[0]))


@every_reference
def test_predictions_match_sklearn(name: str) -> None:
    rows, loss = draw(name, 3, 500), CASES[name].loss
    predicted, peer = loss.predict(rows.scores), REFERENCES[name]()
    if name in CLASSIFICATION:
        expected = peer.predict_proba(sklearn_scores(rows.scores))
    else:
        expected = peer.link.inverse(rows.scores[0])[:, None]
    np.testing.assert_allclose(predicted, expected, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("name", ["poisson", "tweedie"])
def test_leaf_of_zeros_has_a_finite_step(name: str) -> None:
    loss, y, scores = CASES[name].loss, np.zeros(3), np.zeros((1, 3))
    assert loss.leaf_step(y, scores, None, np.arange(3, dtype=np.uint32), 0) == -19
    assert loss.initial(y, None)[0] == -19


@every_loss
def test_step_is_zero_without_rows_or_weight(name: str) -> None:
    rows, loss = draw(name, 4, 3), CASES[name].loss
    none = np.zeros(0, dtype=np.uint32)
    assert loss.leaf_step(rows.y, rows.scores, None, none, 0) == 0
    every, no_weight = np.arange(3, dtype=np.uint32), np.zeros(3)
    assert loss.leaf_step(rows.y, rows.scores, no_weight, every, 0) == 0
    assert loss.value(rows.y, rows.scores, no_weight) == 0


def test_step_is_zero_for_certain_rows() -> None:
    loss, members = Loss("log_loss", 2), np.arange(2, dtype=np.uint32)
    assert loss.leaf_step(np.array([1.0, 0.0]), np.array([[1e4, -1e4]]), None, members, 0) == 0


@pytest.mark.parametrize("name", CLASSIFICATION)
def test_initial_of_one_class_is_finite(name: str) -> None:
    assert np.isfinite(CASES[name].loss.initial(np.zeros(5), None)).all()


def test_huber_keeps_delta_for_other_rows() -> None:
    loss, y, scores = Loss("huber", 0, 0.5), np.array([1.0, 2.0, 10.0]), np.zeros((1, 3))
    assert loss.value(y[2:], scores[:, 2:], None) == 50
    gradient, _ = loss.derivatives(y, scores)
    assert gradient.tolist() == [[-1, -2, -2]]
    assert loss.value(y[2:], scores[:, 2:], None) == 2 * (10 - 1)


def test_properties_of_losses() -> None:
    losses = {name: case.loss for name, case in CASES.items()}
    assert {n for n, loss in losses.items() if loss.n_scores != 1} == {"multinomial"}
    assert {n for n, loss in losses.items() if loss.needs_leaf_update} == {
        "absolute_error",
        "quantile",
    }
    assert {n for n, loss in losses.items() if loss.unit_hessian} == {
        "squared_error",
        "absolute_error",
        "huber",
        "quantile",
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("hinge",), "unknown loss 'hinge'"),
        (("log_loss",), "loss='log_loss' needs at least two classes, got 0"),
        (("exponential", 3), "two classes"),
        (("huber", 0, 1.0), "alpha of loss='huber'"),
        (("quantile", 0, 0.0), "alpha of loss='quantile'"),
        (("quantile", 0, float("nan")), "alpha of loss='quantile'"),
        (("tweedie", 0, 2.0), "power of loss='tweedie'"),
        (("tweedie", 0, 1.0), "power of loss='tweedie'"),
    ],
)
def test_invalid_arguments(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Loss(*arguments)  # type: ignore[arg-type]


def test_invalid_rows() -> None:
    loss, y, scores = Loss("log_loss", 3), np.array([0.0, 2.0]), np.zeros((3, 2))
    with pytest.raises(ValueError, match="scores"):
        loss.derivatives(y, scores[:2])
    with pytest.raises(ValueError, match="weight"):
        loss.value(y, scores, np.ones(3))
    with pytest.raises(ValueError, match="row 1"):
        loss.value(np.array([0.0, 3.0]), scores, None)
    with pytest.raises(ValueError, match="members"):
        loss.leaf_step(y, scores, None, np.array([2], dtype=np.uint32), 0)
    with pytest.raises(ValueError, match="k must"):
        loss.leaf_step(y, scores, None, np.array([1], dtype=np.uint32), 3)


def test_quantile_of_half_is_half_the_absolute_error() -> None:
    rows = draw("absolute_error", 5, 100)
    half, absolute = Loss("quantile", 0, 0.5), Loss("absolute_error")
    assert half.value(rows.y, rows.scores, rows.weight) == pytest.approx(
        absolute.value(rows.y, rows.scores, rows.weight) / 2, rel=1e-14
    )
    np.testing.assert_array_equal(
        2 * half.derivatives(rows.y, rows.scores)[0], absolute.derivatives(rows.y, rows.scores)[0]
    )
