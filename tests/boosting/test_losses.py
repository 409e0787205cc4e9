"""Losses of boosting: compared with scikit-learn, finite differences and numerical optima."""

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.optimize import minimize_scalar
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor
from sklearn.utils.stats import _weighted_percentile

from spinney._core import Loss

from .loss_cases import (
    ALPHA,
    CASES,
    CLASSIFICATION,
    EXACT,
    Array,
    draw,
    every_loss,
    every_reference,
    hessian_factor,
    reference_loss,
    seeds,
    sklearn_scores,
)


@every_reference
def test_derivatives_match_sklearn(name: str) -> None:
    rows = draw(name, 0, 3000)
    gradient, hessian = CASES[name].loss.derivatives(rows.y, rows.scores, rows.weight)
    expected = reference_loss(name, rows).gradient_hessian(rows.y, sklearn_scores(rows.scores))
    np.testing.assert_allclose(sklearn_scores(gradient), expected[0], rtol=1e-12, atol=1e-14)
    if name != "huber":  # scikit-learn sets it to 0 beyond delta
        factor = hessian_factor(name)
        np.testing.assert_allclose(
            sklearn_scores(hessian), factor * expected[1], rtol=1e-12, atol=1e-14
        )


@every_reference
def test_value_matches_sklearn(name: str) -> None:
    rows, loss = draw(name, 1, 3000), CASES[name].loss
    loss.derivatives(rows.y, rows.scores, rows.weight)
    peer = reference_loss(name, rows)
    minimum = np.sum(peer.constant_to_optimal_zero(rows.y, rows.weight)) / np.sum(rows.weight)
    expected = peer(rows.y, sklearn_scores(rows.scores), rows.weight) + minimum
    assert loss.value(rows.y, rows.scores, rows.weight) == pytest.approx(expected, rel=1e-12)


@every_loss
@settings(max_examples=20, deadline=None)
@given(seed=seeds)
def test_derivatives_match_finite_differences(name: str, seed: int) -> None:
    """The loss of one row is differenced, with Huber's delta fixed by derivatives()."""
    rows, loss, step = draw(name, seed, 7), CASES[name].loss, 1e-5
    k, i = seed % loss.n_scores, seed % 7
    gradient, hessian = loss.derivatives(rows.y, rows.scores)
    near_kink = abs(rows.y[i] - rows.scores[0, i]) < 2 * step
    if loss.needs_leaf_update and near_kink:
        return

    def shifted(by: float) -> Array:
        scores = rows.scores.copy()
        scores[k, i] += by
        return scores

    def value(by: float) -> float:
        return 7 * loss.value(rows.y, shifted(by), None)

    slope = (value(step) - value(-step)) / (2 * step)
    # Huber's delta equals some residual, where the second derivative jumps.
    tolerance = step if name == "huber" else 1e-6
    assert gradient[k, i] == pytest.approx(slope, rel=1e-6, abs=tolerance)
    if not loss.unit_hessian:
        up, down = (loss.derivatives(rows.y, shifted(by))[0][k, i] for by in (step, -step))
        curvature = hessian_factor(name) * (up - down) / (2 * step)
        assert hessian[k, i] == pytest.approx(curvature, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("name", ["log_loss", "exponential", *EXACT])
@settings(max_examples=20, deadline=None)
@given(seed=seeds)
def test_initial_minimizes_the_loss(name: str, seed: int) -> None:
    n = 2 + seed % 30
    rows, loss = draw(name, seed, n), CASES[name].loss
    if name != "gamma":
        rows.y[:2] = [0, 1]  # makes the optimum finite

    def value(score: float) -> float:
        return loss.value(rows.y, np.full((1, n), score), rows.weight)

    best = minimize_scalar(value, bounds=(-20, 20), method="bounded", options={"xatol": 1e-10})
    assert value(loss.initial(rows.y, rows.weight)[0]) <= best.fun + 1e-9


@pytest.mark.parametrize("name", EXACT)
@settings(max_examples=20, deadline=None)
@given(seed=seeds)
def test_leaf_step_minimizes_the_loss(name: str, seed: int) -> None:
    rows, loss = draw(name, seed, 20), CASES[name].loss
    rows.y[0] = 1.0  # not all zeros
    members = np.arange(1 + seed % 20, dtype=np.uint32)
    leaf = rows.take(members)

    def value(step: float) -> float:
        return loss.value(leaf.y, leaf.scores + step, leaf.weight)

    best = minimize_scalar(value, bounds=(-19, 19), method="bounded", options={"xatol": 1e-10})
    step = loss.leaf_step(rows.y, rows.scores, rows.weight, members, 0)
    assert value(step) <= best.fun + 1e-9


@pytest.mark.parametrize("name", CLASSIFICATION)
@pytest.mark.parametrize("seed", range(5))
def test_leaf_step_of_classes_is_a_newton_step(name: str, seed: int) -> None:
    rows, loss = draw(name, seed, 50), CASES[name].loss
    members = np.arange(10, 30, dtype=np.uint32)
    gradient, hessian = loss.derivatives(rows.y, rows.scores)
    weight = rows.weight[members]
    for k in range(loss.n_scores):
        expected = -(gradient[k, members] @ weight) / (hessian[k, members] @ weight)
        step = loss.leaf_step(rows.y, rows.scores, rows.weight, members, k)
        assert step == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", ["squared_error", "absolute_error", "huber", "quantile"])
@settings(max_examples=20, deadline=None)
@given(seed=seeds)
def test_leaf_step_matches_sklearn(name: str, seed: int) -> None:
    rows = draw(name, seed, 40)
    members = np.flatnonzero(np.random.default_rng(seed).random(40) < 0.5).astype(np.uint32)
    members = members if len(members) else np.arange(1, dtype=np.uint32)
    residual = (rows.y - rows.scores[0])[members]
    expected = reference_loss(name, rows).fit_intercept_only(residual, rows.weight[members])
    step = CASES[name].loss.leaf_step(rows.y, rows.scores, rows.weight, members, 0)
    assert step == pytest.approx(expected, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("alpha", [1e-4, 0.03, 0.5, 0.97, 0.9999])
@pytest.mark.parametrize("kind", ["normal", "sorted", "periodic", "few", "heavy"])
def test_quantiles_of_many_rows(alpha: float, kind: str) -> None:
    random, n = np.random.default_rng(6), 20_000
    y = random.normal(size=n)
    if kind == "sorted":
        y.sort()
    elif kind == "periodic":
        y[::2] += 50
    elif kind == "few":
        y = np.round(y)
    elif kind == "heavy":
        y = np.sign(y) * np.exp(10 * np.abs(y))
    weight, scores = random.integers(0, 5, n).astype(np.float64), np.zeros((1, n))
    step = Loss("quantile", 0, alpha).leaf_step(y, scores, weight, np.arange(n, dtype=np.uint32), 0)
    assert step == _weighted_percentile(y, weight, 100 * alpha)


def test_initial_median_is_midway_between_two_values() -> None:
    y = np.array([5.0, 1.0, 3.0, 2.0])
    for arguments in (("absolute_error",), ("huber", 0, 0.9), ("quantile", 0, 0.5)):
        assert Loss(*arguments).initial(y, None)[0] == 2.5
        assert Loss(*arguments).initial(y[:3], None)[0] == 3.0
        assert Loss(*arguments).initial(y, np.array([0.0, 1.0, 1.0, 1.0]))[0] == 2.0


def test_initial_scores_predict_the_class_frequencies() -> None:
    y, weight = np.array([0.0, 1.0, 1.0, 3.0]), np.array([2.0, 1.0, 1.0, 4.0])
    loss = Loss("log_loss", 4)
    probabilities = loss.predict(loss.initial(y, weight)[:, None])[0]
    np.testing.assert_allclose(probabilities, [0.25, 0.25, 0.0, 0.5], atol=1e-15)


@every_loss
@settings(max_examples=15, deadline=None)
@given(seed=seeds)
def test_integer_weights_equal_repeated_rows(name: str, seed: int) -> None:
    rows, loss = draw(name, seed, 12), CASES[name].loss
    weight = np.random.default_rng(seed).integers(0, 4, 12)
    weight[0] = 1
    copies = rows.take(np.repeat(np.arange(12), weight))
    every = [np.arange(n, dtype=np.uint32) for n in (12, len(copies.y))]
    weighted = (rows.y, rows.scores, weight.astype(np.float64))
    copied = (copies.y, copies.scores, None)
    assert loss.leaf_step(*weighted, every[0], 0) == pytest.approx(
        loss.leaf_step(*copied, every[1], 0), rel=1e-9, abs=1e-12
    )
    assert loss.value(*weighted) == pytest.approx(loss.value(*copied), rel=1e-12)
    np.testing.assert_allclose(
        loss.initial(rows.y, weighted[2]), loss.initial(copies.y, None), rtol=1e-9, atol=1e-12
    )


@every_loss
@settings(max_examples=15, deadline=None)
@given(seed=seeds)
def test_row_order_does_not_matter(name: str, seed: int) -> None:
    rows, loss, n = draw(name, seed, 300), CASES[name].loss, 300
    random = np.random.default_rng(seed)
    rows.weight[:] = random.random(n)
    order = random.permutation(n)
    shuffled, members = rows.take(order), np.arange(n, dtype=np.uint32)
    steps = [
        loss.leaf_step(r.y, r.scores, r.weight, members, loss.n_scores - 1)
        for r in (rows, shuffled)
    ]
    assert steps[0] == steps[1]
    before, after = (loss.initial(r.y, r.weight) for r in (rows, shuffled))
    assert before.tobytes() == after.tobytes()


@pytest.mark.parametrize(
    "name", [*CLASSIFICATION, "squared_error", "absolute_error", "huber", "quantile"]
)
@pytest.mark.parametrize("weighted", [False, True])
def test_leaf_values_match_sklearn_boosting(name: str, weighted: bool) -> None:
    rows, loss = draw(name, 7, 300), CASES[name].loss
    x = np.random.default_rng(8).normal(size=(300, 3)) + rows.y[:, None] / 3
    kind = GradientBoostingClassifier if name in CLASSIFICATION else GradientBoostingRegressor
    alpha = {} if name in CLASSIFICATION else {"alpha": ALPHA}
    model = kind(loss=CASES[name].info.name, n_estimators=3, **alpha)
    model.fit(x, rows.y, rows.weight if weighted else None)
    weight = rows.weight if weighted else None
    scores = model._raw_predict_init(x).T.copy()
    if name != "quantile":  # scikit-learn interpolates, which is not the minimum
        first = loss.initial(rows.y, weight)[:, None]
        if name == "multinomial":
            first = first - first.mean()
        np.testing.assert_allclose(scores, np.broadcast_to(first, scores.shape), rtol=1e-12)
    for trees in model.estimators_:
        start = scores.copy()
        for k, tree in enumerate(trees):
            leaves = tree.apply(x)
            for leaf in np.unique(leaves):
                members = np.flatnonzero(leaves == leaf).astype(np.uint32)
                step = loss.leaf_step(rows.y, start, weight, members, k)
                assert step == pytest.approx(tree.tree_.value[leaf, 0, 0], rel=1e-9, abs=1e-12)
            scores[k] += model.learning_rate * tree.predict(x)
