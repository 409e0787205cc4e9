"""The mean loss of scores: precision, threads, order of rows, weights and infinite losses."""

import numpy as np
import pytest
from scipy.special import logsumexp

from spinney import _core

N_ROWS = 10_001


def draw(n_classes, seed=0, n_rows=N_ROWS):
    """Targets and scores over the whole range of exp."""
    rng = np.random.default_rng(seed)
    n_scores = 1 if n_classes <= 2 else n_classes
    size = 10.0 ** rng.uniform(-20, 2.8, (n_scores, n_rows))
    scores = size * rng.choice([-1.0, 1.0], (n_scores, n_rows))
    y = rng.integers(0, n_classes, n_rows).astype(float) if n_classes else rng.normal(size=n_rows)
    return y, scores


def exact_log_losses(y, scores):
    if len(scores) == 1:
        s = scores[0].astype(np.longdouble)
        return np.logaddexp(0, np.where(y == 1, -s, s))
    s = scores.astype(np.longdouble)
    return logsumexp(s, axis=0) - s[y.astype(int), np.arange(len(y))]


@pytest.mark.parametrize("n_classes", [2, 3, 10])
def test_single_losses_are_precise(n_classes):
    loss = _core.Loss("log_loss", n_classes)
    y, scores = draw(n_classes, n_rows=400)
    found = np.array([loss.value(y[[i]], scores[:, [i]], None) for i in range(len(y))])
    exact = exact_log_losses(y, scores)
    scale = np.maximum(exact, np.abs(scores).max(axis=0) if n_classes > 2 else 0)
    assert np.all(np.abs(found - exact) <= 1e-15 * scale + 1e-300)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", [("log_loss", 2), ("log_loss", 4), ("squared_error", 0)])
def test_threads_and_order_do_not_change_bits(name, weighted):
    loss = _core.Loss(*name)
    y, scores = draw(name[1], 1)
    weight = np.random.default_rng(2).uniform(size=N_ROWS) if weighted else None
    expected = loss.value(y, scores, weight)
    order = np.random.default_rng(3).permutation(N_ROWS)
    for n_threads in (1, 2, 3, 8):
        assert loss.value(y, scores, weight, n_threads) == expected
        mixed = None if weight is None else weight[order]
        assert loss.value(y[order], np.ascontiguousarray(scores[:, order]), mixed, n_threads) == (
            expected
        )


@pytest.mark.parametrize("n_classes", [2, 4])
def test_mean_of_weighted_losses(n_classes):
    loss = _core.Loss("log_loss", n_classes)
    y, scores = draw(n_classes, 4)
    weight = np.random.default_rng(5).integers(0, 3, N_ROWS).astype(float)
    exact = np.average(exact_log_losses(y, scores), weights=weight)
    assert loss.value(y, scores, weight) == pytest.approx(float(exact), rel=1e-14)
    repeats = np.repeat(np.arange(N_ROWS), weight.astype(int))
    repeated = loss.value(y[repeats], np.ascontiguousarray(scores[:, repeats]), None)
    assert loss.value(y, scores, weight) == pytest.approx(repeated, rel=1e-15)


def test_infinite_and_undefined_losses():
    loss = _core.Loss("squared_error", 0)
    y, scores = draw(0, 6)
    scores[0, 5000] = np.inf
    assert loss.value(y, scores, None, 2) == np.inf
    scores[0, 7000] = np.nan
    assert np.isnan(loss.value(y, scores, None, 2))
    assert loss.value(y, np.zeros((1, N_ROWS)), np.zeros(N_ROWS)) == 0


@pytest.mark.parametrize("name", [("squared_error", 0), ("log_loss", 2), ("log_loss", 3)])
@pytest.mark.parametrize("weight", [0.0, 1e-300])
def test_a_large_loss_without_weight_does_not_count(name, weight):
    loss = _core.Loss(*name)
    y, scores = draw(name[1], 7)
    weights = np.random.default_rng(8).uniform(size=N_ROWS)
    scores[:, 5000] = np.eye(1, len(scores))[0] * 1e20 * (1 if name[1] else -1)
    y[5000] = 0 if name[1] == 2 else 1
    weights[5000] = weight
    others = np.arange(N_ROWS) != 5000
    rest = loss.value(y[others], np.ascontiguousarray(scores[:, others]), weights[others])
    assert rest > 0
    assert loss.value(y, scores, weights) == pytest.approx(rest, rel=1e-15)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("target", [0, 1])
def test_undefined_scores_give_an_undefined_loss(n_classes, target):
    loss = _core.Loss("log_loss", n_classes)
    for k in range(1 if n_classes == 2 else n_classes):
        scores = np.ones((1 if n_classes == 2 else n_classes, 9))
        scores[k, 4] = np.nan
        assert np.isnan(loss.value(np.full(9, float(target)), scores, None))
