"""Several Newton steps per leaf, compared with an implementation in numpy."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import logsumexp

from spinney import GradientBoostingClassifier, GradientBoostingRegressor

from .core_booster import boost
from .loss_cases import CASES
from .small_data import classes, numbers
from .tables import make_sample

SMOOTH = [name for name in CASES if name not in ("absolute_error", "quantile")]
every_smooth_loss = pytest.mark.parametrize("name", SMOOTH)
LOW, HIGH = -np.inf, np.inf


class Leaf:
    """The objective of the rows of a leaf in one score, in numpy."""

    def __init__(self, loss, y, weight, scores, k, reg_lambda, reg_alpha, delta=None):
        self.loss, self.weight, self.delta = loss, weight, delta
        self.l2, self.l1 = reg_lambda, reg_alpha
        self.y, self.scores = y, scores[k]
        if len(scores) > 1:  # class k against the rest
            self.y = (y == k).astype(np.float64)
            self.scores = scores[k] - logsumexp(np.delete(scores, k, axis=0), axis=0)
            self.loss = CASES["log_loss"].loss

    def sums(self, w):
        if self.delta:
            return self.weight @ self.slope(w), self.weight.sum()
        g, h = self.loss.derivatives(self.y, (self.scores + w)[None], None)
        return self.weight @ g[0], self.weight @ h[0]

    def slope(self, w):
        return np.clip(self.scores + w - self.y, -self.delta, self.delta)

    def objective(self, w):
        loss = self.loss.value(self.y, (self.scores + w)[None], self.weight)
        if self.delta:
            slope = self.slope(w)
            loss = np.average(slope * (self.scores + w - self.y - slope / 2), weights=self.weight)
        return loss * self.weight.sum() + self.l2 * w * w / 2 + self.l1 * abs(w)

    def refine(self, w, n_steps, lower=LOW, upper=HIGH):
        for _ in range(n_steps - 1):
            g, h = self.sums(w)
            g -= h * w
            step = -np.sign(g) * max(abs(g) - self.l1, 0) / (h + self.l2)
            step = np.clip(step, lower, upper) - w
            if abs(step) <= 1e-10 * abs(w):
                break
            before = self.objective(w)
            while self.objective(w + step) > before + 1e-12 * abs(before):
                step /= 2
            w += step
        return w


def check(name, growth, n_steps, weighted=True, **options):
    """Compare all leaf values of one iteration with numpy."""
    case = CASES[name]
    random = np.random.default_rng(3)
    sample = make_sample(random, "squared_error", weighted=weighted)
    targets = case.targets(random, sample.n_rows)
    # Other columns are noise; this one is not.
    sample.columns[0][:] = np.argsort(np.argsort(targets + random.normal(size=sample.n_rows)))
    sample = replace(sample, y=targets[:, None])
    loss = case.loss
    settings = {"n_rounds": 1, "rate": 1.0, "reg_lambda": 0.7, "max_depth": 3, **growth, **options}
    one = boost(sample, case.loss, **settings)
    several = boost(sample, loss, leaf_steps=n_steps, **settings)
    y = sample.y[:, 0].astype(np.float64)
    weight = np.ones(len(y)) if sample.weight is None else sample.weight
    start = np.repeat(one.start[:, None], len(y), axis=1)
    delta = np.abs(loss.derivatives(y, start, weight)[0]).max() if name == "huber" else None
    for k, (first, tree) in enumerate(zip(one.trees, several.trees, strict=True)):
        assert first.feature.tolist() == tree.feature.tolist()
        leaves = tree.apply(sample.table)
        for node in np.unique(leaves):
            rows = leaves == node
            leaf = Leaf(
                *(loss, y[rows], weight[rows], start[:, rows], k),
                *(0.7, options.get("reg_alpha", 0.0), delta),
            )
            expected = leaf.refine(float(first.value[node].item()), n_steps)
            found = float(tree.value[node].item())
            assert found == pytest.approx(expected, rel=1e-6, abs=1e-9)
            if len(one.start) == 1:
                better = leaf.objective(float(first.value[node].item()))
                assert leaf.objective(found) <= better + 1e-9 * abs(better)
    np.testing.assert_allclose(several.predict(sample.table), several.scores, atol=1e-12)


GROWTH = {
    "exact": {},
    "histograms": {"max_bins": 255, "quantize": True},
    "symmetric": {"max_bins": 255, "growth": "symmetric"},
}
every_growth = pytest.mark.parametrize("growth", GROWTH.values(), ids=GROWTH)


@every_smooth_loss
@every_growth
@pytest.mark.parametrize("n_steps", [2, 5])
def test_leaf_values_equal_those_of_numpy(name, growth, n_steps):
    check(name, growth, n_steps)
    check(name, growth, n_steps, weighted=False, reg_alpha=0.3)


@pytest.mark.parametrize("name", ["log_loss", "exponential", "poisson"])
def test_many_steps_reach_the_minimum(name):
    check(name, {}, 60)


@pytest.mark.parametrize("name", ["absolute_error", "quantile", "squared_error"])
def test_exact_leaf_values_do_not_change(name):
    sample = make_sample(np.random.default_rng(0), name, 0)
    one, five = (boost(sample, CASES[name].loss, leaf_steps=n, max_bins=255) for n in (1, 5))
    np.testing.assert_allclose(five.scores, one.scores, rtol=1e-9)


def fitted(kind, n_jobs=1, **parameters):
    make, data = kind
    X, y = data()
    return make(n_estimators=12, n_jobs=n_jobs, leaf_steps=4, **parameters).fit(X, y), X, y


BINARY = GradientBoostingClassifier, classes
MULTICLASS = GradientBoostingClassifier, lambda: classes(n_classes=4)
NUMBERS = GradientBoostingRegressor, lambda: (numbers()[0], np.exp(numbers()[1] / 4))
every_kind = pytest.mark.parametrize(
    "kind", [BINARY, MULTICLASS, NUMBERS], ids=["binary", "multiclass", "numbers"]
)


def options_of(kind):
    return {"loss": "poisson"} if kind is NUMBERS else {}


def raw(model, X):
    scores = getattr(model, "decision_function", None) or model.predict
    return scores(X)


@every_kind
def test_threads_row_order_and_refit(kind):
    options = options_of(kind)
    model, X, y = fitted(kind, **options)
    assert raw(fitted(kind, 3, **options)[0], X).tobytes() == raw(model, X).tobytes()
    precise, _, _ = fitted(kind, quantize=False, **options)
    order = np.random.default_rng(1).permutation(len(y))
    shuffled = kind[0](n_estimators=12, leaf_steps=4, quantize=False, **options)
    shuffled.fit(X[order], y[order])
    assert raw(shuffled, X).tobytes() == raw(precise, X).tobytes()
    np.testing.assert_allclose(raw(model.refit(X, y), X), raw(model, X), rtol=1e-9, atol=1e-9)


@every_kind
def test_weights_are_repeated_rows(kind):
    make, data = kind
    X, y = data()
    X = X.round(1)
    weight = np.random.default_rng(0).integers(1, 4, len(y))
    settings = {"n_estimators": 6, "leaf_steps": 3, "quantize": False, "min_samples_leaf": 1}
    settings |= {"min_samples_category": 0.0, **options_of(kind)}
    weighted = make(**settings).fit(X, y, sample_weight=weight)
    repeated = make(**settings).fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    np.testing.assert_allclose(raw(weighted, X), raw(repeated, X), rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("missing", ["learned", "fractional"])
def test_monotone_constraints_and_missing_values(missing):
    X, y = classes()
    X = X.copy()
    X[::7, 1] = np.nan
    model = GradientBoostingClassifier(
        n_estimators=20, leaf_steps=8, monotonic_cst=[1, 0, 0], missing=missing, max_depth=3
    ).fit(X, y)
    grid = np.repeat(X[:30], 20, axis=0)
    grid[:, 0] = np.tile(np.linspace(X[:, 0].min(), X[:, 0].max(), 20), 30)
    steps = np.diff(model.decision_function(grid).reshape(30, 20), axis=1)
    assert (steps >= -1e-12).all()


def test_training_loss_decreases_faster():
    X, y = classes(n_rows=600)
    losses = [
        GradientBoostingClassifier(n_estimators=15, leaf_steps=n).fit(X, y).train_score_[-1]
        for n in (1, 10)
    ]
    assert losses[1] < losses[0]


def test_custom_losses_take_one_step():
    X, y = numbers()

    def squared(y, raw):
        return raw - y, np.ones_like(y)

    with pytest.raises(ValueError, match="leaf_steps=2 needs the name of a loss"):
        GradientBoostingRegressor(n_estimators=2, loss=squared, leaf_steps=2).fit(X, y)
    GradientBoostingRegressor(n_estimators=2, loss=squared).fit(X, y)


def test_the_name_of_catboost():
    model = GradientBoostingRegressor(leaf_estimation_iterations=5)
    assert model.leaf_steps == 5
    assert GradientBoostingRegressor(leaf_estimation_iterations=None).leaf_steps == "auto"
