"""One random threshold per feature and node."""

import numpy as np
import pytest

import spinney
from properties.growing import Sample
from spinney import GradientBoostingClassifier, GradientBoostingRegressor

from .core_booster import one_tree
from .small_data import classes, numbers

HISTOGRAMS = {"max_bins": 255, "quantize": False}
GROWTH = {
    "histograms": {"max_leaf_nodes": 8},
    "levels": {"growth": "level", "max_depth": 3},
    "symmetric": {"growth": "symmetric", "max_depth": 3},
    "exact": {"max_bins": None, "max_depth": 3},
}
every_growth = pytest.mark.parametrize("growth", GROWTH.values(), ids=GROWTH)


def gain(g, h, left, penalty=1.0):
    """Decrease of the objective by a split."""

    def score(rows):
        return g[rows].sum() ** 2 / (h[rows].sum() + penalty)

    return (score(left) + score(~left) - score(np.ones(len(g), bool))) / 2


def mix(z):
    z = (z + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def key_of(*parts):
    """The key that the core derives from a seed and further parts."""
    key = parts[0]
    for part in parts[1:]:
        key = mix(key ^ mix(part))
    return key


def draw_below(n, *parts):
    return ((key_of(*parts, 0) >> 32) * n) >> 32


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("growth", ["leaf", "symmetric"])
def test_a_split_is_the_best_of_one_threshold_per_feature(seed, missing, growth):
    rng = np.random.default_rng(seed)
    columns = [rng.integers(0, n, 60).astype(float) for n in (3, 8, 20, 60)]
    for column in columns[1::2] if missing else []:
        column[rng.random(60) < 0.2] = np.nan
    sample = Sample(columns, [0] * 4, np.zeros((60, 1)))
    g, h = rng.normal(size=60), rng.uniform(0.5, 1, 60)
    best = 0.0, None
    for feature, column in enumerate(columns):
        values, absent = np.unique(column[~np.isnan(column)]), np.isnan(column)
        n = len(values) - 1 + absent.any()
        at = draw_below(n, seed, 0, 16, 0, 3, feature)
        for left in (column <= values[at], (column <= values[at]) | absent):
            if 0 < left.sum() < 60:
                best = max(best, (gain(g, h, left), feature, left.tolist()))
    options = {"max_depth": 1, "extra_trees": True, "growth": growth, "seed": seed}
    tree = one_tree(sample, g, h, **HISTOGRAMS, **options)
    assert tree.gain[0] == pytest.approx(best[0])
    assert tree.feature[0] == best[1]
    left = tree.apply(sample.table) == 1
    assert left.tolist() in (best[2], [not one for one in best[2]])


def drawn_thresholds(column, n_draws=400, **options):
    """Root thresholds of a table with one column, over many keys."""
    rng = np.random.default_rng(0)
    sample = Sample([column], [0], np.zeros((len(column), 1)))
    g, h = rng.normal(size=len(column)), np.ones(len(column))
    settings = HISTOGRAMS | {"max_depth": 1, "extra_trees": True, **options}
    trees = (one_tree(sample, g, h, round=i, **settings) for i in range(n_draws))
    return np.array([tree.threshold[0] for tree in trees if len(tree.feature) > 1])


def test_thresholds_are_uniform_over_the_bins():
    column = np.repeat(np.arange(10.0), 5)
    found, counts = np.unique(drawn_thresholds(column), return_counts=True)
    np.testing.assert_array_equal(found, np.arange(9) + 0.5)
    assert counts.min() > 20
    assert counts.max() < 75
    exact = drawn_thresholds(column, max_bins=None)
    assert exact.min() >= 0
    assert exact.max() < 9


@every_growth
@pytest.mark.parametrize("n_classes", [0, 2, 3])
def test_threads_and_seeds(growth, n_classes):
    X, y = classes(n_classes=n_classes, n_rows=500) if n_classes else numbers(500)
    X = np.column_stack([X, X[:, 0].round() % 4])
    X[::9, 1] = np.nan
    kind = GradientBoostingClassifier if n_classes else GradientBoostingRegressor

    def fitted(n_jobs, seed=0, extra_trees=True):
        return kind(
            n_estimators=8, n_jobs=n_jobs, extra_trees=extra_trees, random_state=seed,
            categorical_features=[3], min_samples_leaf=5, **growth,
        ).fit(X, y)  # fmt: skip

    one, three = fitted(1).predict(X, raw_score=True), fitted(3).predict(X, raw_score=True)
    assert one.tobytes() == three.tobytes()
    assert np.abs(one - fitted(1, seed=1).predict(X, raw_score=True)).max() > 0
    assert np.abs(one - fitted(1, extra_trees=False).predict(X, raw_score=True)).max() > 0
    counts = np.concatenate([t.tree_.n_node_samples for t in fitted(1).estimators_.ravel()])
    assert counts.min() >= 5


@every_growth
def test_the_model_learns_and_respects_monotone_constraints(growth):
    X, y = numbers(800)
    model = GradientBoostingRegressor(
        n_estimators=80, extra_trees=True, monotonic_cst=[1, 0, 0], random_state=0, **growth
    ).fit(X, y)
    assert model.score(X, y) > 0.6
    grid = np.repeat(X[:30], 20, axis=0)
    grid[:, 0] = np.tile(np.linspace(-3, 3, 20), 30)
    assert (np.diff(model.predict(grid).reshape(30, 20), axis=1) >= -1e-12).all()


def test_folds_early_stopping_files_and_explanations(tmp_path):
    X, y = classes(n_rows=400)
    model = GradientBoostingClassifier(extra_trees=True, random_state=0, cv=3).fit(X, y)
    model.save(tmp_path / "model.spinney")
    loaded = spinney.load(tmp_path / "model.spinney")
    assert loaded.predict_proba(X).tobytes() == model.predict_proba(X).tobytes()
    assert loaded.extra_trees is True
    values = spinney.explain.shap(model, X[:5])
    total = np.asarray(values.values).reshape(5, 3, -1)[..., 0].sum(axis=1)
    margin = model.predict(X[:5], raw_score=True)
    assert np.ptp(np.abs(margin - total)) < 1e-9


def test_rows_of_equal_values_are_not_split():
    X, y = np.ones((50, 2)), np.arange(50.0)
    model = GradientBoostingRegressor(n_estimators=3, extra_trees=True).fit(X, y)
    np.testing.assert_allclose(model.predict(X), y.mean())
