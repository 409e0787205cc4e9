"""The numbers of the recorded models follow from the rows."""

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
    np.testing.assert_allclose(scores, model.reported, rtol=3e-7, atol=3e-7)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_weights_gains_and_leaves_follow_from_rows(case):
    """Use our parameters, which shows that they mean the same as the peer's."""
    for stage in BoostedAgreement(case).stages():
        tree, terms = stage.reference, stage.terms
        sums = stage.sums(tree.inside)
        known = ~np.isnan(tree.weight)
        weight = sums[1] / terms.hessian
        np.testing.assert_allclose(tree.weight[known], weight[known], rtol=2e-6)
        decrease = 2 * terms.hessian * terms.objective_decrease(*sums)
        inner, leaf = np.flatnonzero(tree.left >= 0), np.flatnonzero(tree.left < 0)
        gain = decrease[tree.left[inner]] + decrease[tree.right[inner]] - decrease[inner]
        size = 1e-6 * (gain + decrease[inner])
        assert np.all(np.abs(tree.gain[inner] - gain) <= 10 * size)
        values = [leaf_value(stage, tree.inside[node]) for node in leaf]
        np.testing.assert_allclose(tree.value[leaf], values, rtol=0, atol=stage.tolerance)


def leaf_value(stage, rows):
    """Leaf value of the peer for these rows."""
    terms, sample = stage.terms, stage.sample
    rate = terms.params["learning_rate"]
    if terms.loss in ("absolute_error", "quantile", "huber"):
        is_huber = terms.loss == "huber"
        delta = huber_delta(sample, stage.scores, terms.params["alpha"]) if is_huber else None
        residual = (sample.y - stage.scores[0])[rows]
        return rate * line_search(terms.loss, residual, sample.weight[rows], terms.params, delta)
    hessian = stage.loss_hessian[rows].sum()
    return rate * terms.leaf(stage.gradient[rows].sum(), hessian)


def test_a_larger_hessian_is_compensated():
    """Scaled parameters give the peer's leaves and gains for any sums."""
    options = {"reg_lambda": 1.5, "reg_alpha": 0.5, "learning_rate": 0.3, "max_delta_step": 0.8}
    peer, c = Terms("log_loss", options), 0.6
    ours = Terms("log_loss", options | {"reg_lambda": c * 1.5, "max_delta_step": 0.8 / c})
    gradient, hessian = np.array([-9.0, -1.0, 0.25, 4.0]), np.array([3.0, 7.0, 0.5, 2.0])
    np.testing.assert_allclose(c * ours.leaf(gradient, c * hessian), peer.leaf(gradient, hessian))
    decrease = c * ours.objective_decrease(gradient, c * hessian)
    np.testing.assert_allclose(decrease, peer.objective_decrease(gradient, hessian))


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
