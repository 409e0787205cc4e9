"""The recorded models are read rightly: their numbers follow from the rows."""

import numpy as np
import pytest

from .agreement import PEERS, BoostedAgreement, list_cases
from .boosted import SCORED, read_model, take_rows
from .losses import huber_delta, line_search
from .terms import Terms

CASES = list_cases()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_leaves_add_up_to_recorded_scores(case):
    model = read_model(case)
    scores = model.scores_after(len(model.trees))[:, :SCORED]
    np.testing.assert_allclose(scores, model.told, rtol=3e-7, atol=3e-7)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_weights_gains_and_leaves_follow_from_rows(case):
    """With our terms, so that these say what the peer's parameters do."""
    for stage in BoostedAgreement(case).stages():
        tree, terms = stage.reference, stage.terms
        sums = stage.sums(tree.inside)
        told = ~np.isnan(tree.weight)
        weight = sums[1] / terms.hessian
        np.testing.assert_allclose(tree.weight[told], weight[told], rtol=2e-6)
        fall = 2 * terms.hessian * terms.lessening(*sums)
        inner, leaf = np.flatnonzero(tree.left >= 0), np.flatnonzero(tree.left < 0)
        gain = fall[tree.left[inner]] + fall[tree.right[inner]] - fall[inner]
        size = 1e-6 * (gain + fall[inner])
        assert np.all(np.abs(tree.gain[inner] - gain) <= 10 * size)
        values = [leaf_value(stage, tree.inside[node]) for node in leaf]
        np.testing.assert_allclose(tree.value[leaf], values, rtol=0, atol=stage.tolerance)


def leaf_value(stage, rows):
    """What the peer adds in a leaf with these rows."""
    terms, sample = stage.terms, stage.sample
    rate = terms.params["learning_rate"]
    if terms.loss in ("absolute_error", "quantile", "huber"):
        is_huber = terms.loss == "huber"
        delta = huber_delta(sample, stage.scores, terms.params["alpha"]) if is_huber else None
        residual = (sample.y - stage.scores[0])[rows]
        return rate * line_search(terms.loss, residual, sample.weight[rows], terms.params, delta)
    hessian = stage.loss_hessian[rows].sum()
    return rate * terms.leaf(stage.gradient[rows].sum(), hessian)


def test_a_larger_hessian_is_made_up_for():
    """Scaled parameters give the peer's leaves and gains, whatever the sums."""
    asked = {"reg_lambda": 1.5, "reg_alpha": 0.5, "learning_rate": 0.3, "max_delta_step": 0.8}
    peer, c = Terms("log_loss", asked), 0.6
    ours = Terms("log_loss", asked | {"reg_lambda": c * 1.5, "max_delta_step": 0.8 / c})
    gradient, hessian = np.array([-9.0, -1.0, 0.25, 4.0]), np.array([3.0, 7.0, 0.5, 2.0])
    np.testing.assert_allclose(c * ours.leaf(gradient, c * hessian), peer.leaf(gradient, hessian))
    fall = c * ours.lessening(gradient, c * hessian)
    np.testing.assert_allclose(fall, peer.lessening(gradient, hessian))


def test_cases_cover_enough():
    of = {peer: [case for case in CASES if case.peer == peer] for peer in PEERS}
    assert len({case.table for case in of["xgboost"]}) >= 10
    names = {name for case in of["xgboost"] for name in case.params}
    assert names >= {"reg_lambda", "reg_alpha", "gamma", "min_child_weight", "max_delta_step"}
    samples = [take_rows(case) for case in of["xgboost"]]
    assert sum(np.isnan(sample.X).any() for sample in samples) >= 5
    assert {len(np.unique(sample.y)) for sample in samples if sample.is_class} >= {2, 3, 4}
    losses = {case.params.get("loss") for case in of["sklearn_boosting"]}
    assert losses >= {None, "exponential", "absolute_error", "huber", "quantile"}
    assert all(any(case.weighted for case in of[p]) for p in ("xgboost", "sklearn_boosting"))
