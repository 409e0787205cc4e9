"""Gradient-based one-side sampling, compared with an implementation in numpy."""

from dataclasses import replace

import numpy as np
import pytest

import spinney
from spinney import GradientBoostingClassifier, GradientBoostingRegressor

from .core_booster import boost, make_booster
from .loss_cases import CASES
from .small_data import classes, numbers
from .tables import make_sample
from .test_extra_trees import key_of

SEED = 5


def sample_of(magnitude, top, other, round_=0):
    """Rows and factors of their weights."""
    n = len(magnitude)
    n_top = int(top * n)
    threshold = np.sort(magnitude)[::-1][n_top - 1] if n_top else np.inf
    key = key_of(SEED, round_, 3)
    uniform = np.array([(key_of(key, row, 0) >> 11) * 2.0**-53 for row in range(n)])
    kept = magnitude >= threshold
    drawn = ~kept & (uniform < other / (1 - top))
    return np.flatnonzero(kept | drawn), np.where(kept, 1.0, (1 - top) / other)


GROWTH = {
    "exact": {},
    "histograms": {"max_bins": 255},
    "symmetric": {"max_bins": 255, "growth": "symmetric"},
    "small integers": {"max_bins": 255, "quantize": True},
}
every_growth = pytest.mark.parametrize("growth", GROWTH.values(), ids=GROWTH)


@every_growth
@pytest.mark.parametrize("name", ["squared_error", "log_loss", "multinomial", "poisson"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("rates", [(0.2, 0.3), (0.0, 0.5), (0.5, 0.2)])
def test_leaf_values_are_those_of_the_weighted_sample(growth, name, weighted, rates):
    case = CASES[name]
    random = np.random.default_rng(3)
    sample = make_sample(random, "squared_error", weighted=weighted)
    sample = replace(sample, y=case.targets(random, sample.n_rows)[:, None])
    options = {"max_depth": 2, "reg_lambda": 0.5, "seed": SEED, "goss": True, **growth}
    options |= {"top_rate": rates[0], "other_rate": rates[1]}
    found = boost(sample, case.loss, n_rounds=1, rate=1.0, **options)
    y = sample.y[:, 0].astype(np.float64)
    weight = np.ones(len(y)) if sample.weight is None else sample.weight
    start = np.repeat(found.start[:, None], len(y), axis=1)
    g, h = case.loss.derivatives(y, start, None)
    magnitude = weight * np.abs(g).sum(axis=0)
    # The core computes gradients in single precision if it rounds them.
    precise = not growth.get("quantize")
    rows, factor = sample_of(magnitude if precise else magnitude.astype("f"), *rates)
    if name == "squared_error":
        assert len(rows) < len(y)
    for k, tree in enumerate(found.trees):
        leaves = tree.apply(sample.table)
        assert tree.n_node_samples[0] == len(rows)
        for node in np.unique(leaves[rows]):
            part = rows[leaves[rows] == node]
            w = weight[part] * factor[part]
            expected = -(w @ g[k, part]) / (w @ h[k, part] + 0.5)
            assert tree.value[node].item() == pytest.approx(expected, rel=1e-4, abs=1e-6)
    np.testing.assert_allclose(found.predict(sample.table), found.scores, atol=1e-12)


def test_all_rows_are_used_if_the_rates_have_a_sum_of_one():
    """Half of the rows are kept, and all others are drawn with a factor of 1."""
    sample = make_sample(np.random.default_rng(0), "squared_error")
    options = {"max_bins": 255, "n_rounds": 4}
    plain = boost(sample, "squared_error", **options)
    sampled = boost(sample, "squared_error", goss=True, top_rate=0.5, other_rate=0.5, **options)
    np.testing.assert_allclose(sampled.scores, plain.scores, rtol=1e-9)


def test_equal_gradients_are_all_kept():
    sample = make_sample(np.random.default_rng(0), "absolute_error")
    loss = CASES["absolute_error"].loss
    options = {"max_bins": 255}
    sample = replace(sample, weight=None)
    trees = [boost(sample, loss, goss=goss, **options).bits() for goss in (False, True)]
    assert trees[0] == trees[1]


KINDS = {
    "numbers": (GradientBoostingRegressor, numbers, {}),
    "binary": (GradientBoostingClassifier, lambda n: classes(2, n), {"leaf_steps": 3}),
    "multiclass": (GradientBoostingClassifier, lambda n: classes(3, n), {}),
    "classic": (GradientBoostingRegressor, numbers, {"algorithm": "classic"}),
    "exact": (GradientBoostingRegressor, numbers, {"max_bins": None}),
    "monotonic": (GradientBoostingRegressor, numbers, {"monotonic_cst": [1, 0, 0]}),
    "forests": (GradientBoostingClassifier, lambda n: classes(2, n), {"num_parallel_tree": 3}),
    "line search": (GradientBoostingRegressor, numbers, {"line_search": True}),
    "extra trees": (GradientBoostingRegressor, numbers, {"extra_trees": True}),
}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


@every_kind
def test_threads_quality_and_staged_predictions(kind):
    make, data, options = kind
    X, y = data(600)
    X = X.copy()
    X[::11, 2] = np.nan

    def fitted(n_jobs):
        return make(
            n_estimators=40, n_jobs=n_jobs, data_sample_strategy="goss", random_state=1, **options
        ).fit(X, y)

    one, three = fitted(1), fitted(3)
    found = one.predict(X, raw_score=True)
    assert found.tobytes() == three.predict(X, raw_score=True).tobytes()
    assert one.score(X, y) > 0.8
    assert list(one.staged_predict(X))[-1].tolist() == one.predict(X).tolist()
    assert len(one.train_score_) == 40


def test_a_warm_start_equals_a_single_fit():
    X, y = classes(n_rows=400)
    options = {"data_sample_strategy": "goss", "random_state": 0}
    whole = GradientBoostingClassifier(n_estimators=12, **options).fit(X, y)
    part = GradientBoostingClassifier(n_estimators=6, warm_start=True, **options).fit(X, y)
    part.set_params(n_estimators=12).fit(X, y)
    assert part.predict_proba(X).tobytes() == whole.predict_proba(X).tobytes()


def test_folds_refit_custom_losses_and_files(tmp_path):
    X, y = numbers(400)

    def squared(y, raw):
        return raw - y, np.ones_like(y)

    options = {"data_sample_strategy": "goss", "random_state": 0}
    bag = GradientBoostingRegressor(cv=3, **options).fit(X, y)
    assert bag.score(X, y) > 0.8
    bag.save(tmp_path / "bag.spinney")
    assert spinney.load(tmp_path / "bag.spinney").predict(X).tobytes() == bag.predict(X).tobytes()
    named, custom = (
        GradientBoostingRegressor(n_estimators=10, init_score=0.0, loss=loss, **options).fit(X, y)
        for loss in ("squared_error", squared)
    )
    np.testing.assert_allclose(custom.predict(X), named.predict(X), rtol=1e-9)
    np.testing.assert_allclose(named.refit(X, y).predict(X), named.predict(X), atol=1e-12)


def test_invalid_combinations():
    X, y = numbers(100)
    with pytest.raises(ValueError, match=r"subsample=0\.5 does not go with it"):
        GradientBoostingRegressor(data_sample_strategy="goss", subsample=0.5).fit(X, y)
    with pytest.raises(ValueError, match="sum of at most 1"):
        GradientBoostingRegressor(data_sample_strategy="goss", top_rate=0.8, other_rate=0.5).fit(
            X, y
        )


@pytest.mark.parametrize("name", ["boosting_type", "boosting"])
def test_names_of_lightgbm(name):
    assert GradientBoostingClassifier(**{name: "goss"}).data_sample_strategy == "goss"
    assert GradientBoostingClassifier(**{name: "gbdt"}).data_sample_strategy == "bagging"


def test_drawn_rows_do_not_depend_on_gradients_that_are_not_known():
    sample = make_sample(np.random.default_rng(0), "squared_error")
    booster = make_booster(
        sample, CASES["squared_error"].loss, np.zeros((1, sample.n_rows)), goss=True
    )
    assert len(booster.drawn_rows(0)) == 0
