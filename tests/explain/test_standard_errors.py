"""The infinitesimal jackknife against its formula, and against the spread of new fits."""

import warnings

import numpy as np
import polars as pl
import pytest
from sklearn.linear_model import Ridge

import spinney
from spinney import explain
from spinney.explain.calibration import posterior_means

from .test_shap import table

pytestmark = pytest.mark.filterwarnings("ignore:.* members are too few")
MODELS = {
    "random forest": lambda: spinney.RandomForestRegressor(25, random_state=1),
    "extra trees": lambda: spinney.ExtraTreesClassifier(
        25, bootstrap=True, smoothing=0, random_state=1
    ),
    "votes": lambda: spinney.RandomForestClassifier(25, aggregate="mode", random_state=1),
    "few draws": lambda: spinney.RandomForestClassifier(
        25, max_samples=0.5, smoothing=0, random_state=1
    ),
    "subsamples": lambda: spinney.RandomForestRegressor(
        25, bootstrap=False, max_samples=0.5, random_state=1
    ),
    "bagging": lambda: spinney.BaggingRegressor(n_estimators=25, random_state=1),
    "bagging of pruned trees": lambda: spinney.BaggingClassifier(
        spinney.DecisionTreeClassifier(ccp_alpha=0.01), 25, max_features=0.6, random_state=1
    ),
}


def brute_force(model, X, n_rows, present):
    """Sum the squared covariances of counts and predictions, row by row."""
    values = []
    for tree, columns in zip(
        model.estimators_,
        getattr(model, "estimators_features_", [np.arange(X.shape[1])] * len(model)),
        strict=True,
    ):
        rows = X.iloc[:, columns]
        if not hasattr(model, "classes_"):
            values.append(tree.predict(rows)[:, None])
            continue
        found = np.zeros((len(X), len(model.classes_)))
        found[:, np.searchsorted(model.classes_, tree.classes_)] = tree.predict_proba(rows)
        if model.aggregate == "mode":
            found = np.eye(len(model.classes_))[found.argmax(axis=1)]
        values.append(found)
    values = np.array(values)
    counts = [np.bincount(rows, minlength=n_rows) for rows in model.estimators_samples_]
    counts, n = np.array(counts), len(values)
    result = np.zeros(values.shape[1:])
    for x, k in np.ndindex(result.shape):
        t = values[:, x, k] - values[:, x, k].mean()
        for i in range(n_rows):
            c = counts[:, i] - counts[:, i].mean()
            result[x, k] += (c @ t / n) ** 2 - c.var() * t.var() / n
    if not model.bootstrap:
        draws = counts[0].sum()
        result *= present * (present - 1) / (present - draws) ** 2
    return values.mean(axis=0), result


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", MODELS)
def test_variances_follow_the_formula(name, weighted, monkeypatch):
    X, y, _ = table(3)
    weight = np.random.default_rng(0).integers(0, 3, len(y)).astype(float) if weighted else None
    model = MODELS[name]().fit(X, y, sample_weight=weight)
    present = len(y) if weight is None else np.count_nonzero(weight)
    prediction, variance = brute_force(model, X.iloc[:15], len(y), present)
    found = explain.standard_errors(model, X.iloc[:15], calibrate=False)
    shape = found.variance.shape
    np.testing.assert_allclose(found.prediction, prediction.reshape(shape), atol=1e-13)
    scale = np.abs(variance).max()
    np.testing.assert_allclose(found.variance, variance.reshape(shape), atol=1e-12 * scale)
    np.testing.assert_allclose(
        found.standard_error,
        np.sqrt(np.where(found.variance < 0, np.nan, found.variance)),
        rtol=1e-14,
    )
    monkeypatch.setattr("spinney.explain.jackknife.BLOCK_VALUES", 25 * 2 * 3)
    parts = explain.standard_errors(model, X.iloc[:15], calibrate=False)
    np.testing.assert_allclose(parts.variance, found.variance, atol=1e-13 * scale)
    method = "predict_proba" if hasattr(model, "classes_") else "predict"
    np.testing.assert_allclose(found.prediction, getattr(model, method)(X.iloc[:15]), atol=1e-13)


def test_errors_are_the_spread_of_new_fits():
    """The mean of the estimates is close to the standard deviation over training sets."""
    rng = np.random.default_rng(0)
    grid = rng.random((40, 2))
    predictions, errors = [], []
    for seed in range(60):
        X = rng.random((100, 2))
        y = 2 * X[:, 0] + np.sin(6 * X[:, 1]) + rng.normal(0, 0.5, 100)
        forest = spinney.RandomForestRegressor(400, random_state=seed, min_samples_leaf=5)
        forest.fit(X, y)
        predictions.append(forest.predict(grid))
        if seed < 8:
            errors.append(explain.standard_errors(forest, grid).variance)
    spread = np.std(predictions, axis=0, ddof=1)
    estimate = np.sqrt(np.mean(errors, axis=0))
    assert 0.75 < np.mean(estimate) / np.mean(spread) < 1.33
    assert (estimate / spread > 0.5).all()
    assert (estimate / spread < 2).all()


@pytest.mark.slow
def test_subsamples_have_the_spread_of_new_fits():
    rng = np.random.default_rng(0)
    grid = rng.random((40, 2))
    predictions, errors = [], []
    for seed in range(60):
        X = rng.random((100, 2))
        y = 2 * X[:, 0] + np.sin(6 * X[:, 1]) + rng.normal(0, 0.5, 100)
        forest = spinney.RandomForestRegressor(
            400, random_state=seed, min_samples_leaf=3, bootstrap=False, max_samples=0.5
        ).fit(X, y)
        predictions.append(forest.predict(grid))
        if seed < 8:
            errors.append(explain.standard_errors(forest, grid).variance)
    spread = np.std(predictions, axis=0, ddof=1)
    estimate = np.sqrt(np.mean(errors, axis=0))
    assert 0.75 < np.mean(estimate) / np.mean(spread) < 1.33


def test_posterior_means_are_positive_and_better():
    rng = np.random.default_rng(0)
    true = rng.gamma(2.0, 0.5, 3000)
    estimates = true + rng.normal(0, 1.0, 3000)
    assert (estimates < 0).any()
    found = posterior_means(estimates, 1.0)
    assert (found > 0).all()
    assert np.mean((found - true) ** 2) < 0.5 * np.mean((np.maximum(estimates, 0) - true) ** 2)
    np.testing.assert_array_equal(posterior_means(np.array([-1.0, 2.0]), 0.0), [0, 2])
    np.testing.assert_array_equal(posterior_means(np.array([-1.0, -2.0]), 1.0), [0, 0])


@pytest.mark.parametrize("n", [100, 1500, 5000])
def test_posterior_means_of_outliers_are_finite(n):
    """The distribution is fitted to some of the estimates, which may be far from others."""
    rng = np.random.default_rng(0)
    estimates = np.append(rng.gamma(1.0, 0.01, n), [1.0, 2.0, 2.5, 3.0])
    found = posterior_means(estimates + rng.normal(0, 0.02, n + 4), 0.02**2)
    np.testing.assert_allclose(found[-4:], [1.0, 2.0, 2.5, 3.0], atol=0.1)
    assert (found >= 0).all()


def test_errors_of_many_rows_are_finite():
    rng = np.random.default_rng(0)
    X = rng.random((300, 2))
    y = X[:, 0] + np.where(rng.random(300) < 0.01, 100.0, 0.0)
    model = spinney.RandomForestRegressor(200, random_state=0).fit(X, y)
    found = explain.standard_errors(model, rng.random((4000, 2)))
    assert np.isfinite(found.standard_error).all()


def test_few_members_are_a_warning():
    X, y, _ = table(3, n_rows=400)
    many = spinney.RandomForestRegressor(200, random_state=0).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        explain.standard_errors(many, X)
    with pytest.warns(UserWarning, match="5 members are too few .* use at least 4[0-9] estim"):
        explain.standard_errors(many[:5], X)


@pytest.mark.filterwarnings("ignore:106 of")
def test_calibration_is_closer_to_many_trees():
    """Calibrated errors of few trees are closer to those of many trees than raw ones."""
    X, y, _ = table(3, n_rows=200)
    many = spinney.RandomForestClassifier(4000, random_state=1, min_samples_leaf=3).fit(X, y)
    few = many[:150]
    true = explain.standard_errors(many, X, calibrate=False).variance
    raw = explain.standard_errors(few, X, calibrate=False).variance
    found = explain.standard_errors(few, X)
    assert np.mean((found.variance - true) ** 2) < 0.5 * np.mean((np.maximum(raw, 0) - true) ** 2)
    ratio = np.sqrt(np.maximum(true, 0)).mean() / found.standard_error.mean()
    assert 0.75 < ratio < 1.33


def test_rows_that_all_members_agree_on_have_no_error():
    X = np.arange(100.0)[:, None]
    model = spinney.RandomForestClassifier(50, smoothing=0, random_state=0).fit(X, X[:, 0] > 50)
    found = explain.standard_errors(model, X)
    agreed = found.prediction[:, 0] == 1
    assert agreed.any()
    assert (found.standard_error[agreed] == 0).all()
    assert (found.standard_error > 0).any()


@pytest.mark.filterwarnings("ignore:2 of 20")
def test_calibrated_errors():
    X, y, _ = table(3)
    model = spinney.RandomForestRegressor(40, random_state=0).fit(X, y)
    with pytest.warns(UserWarning, match="variances are estimated to be negative"):
        raw = explain.standard_errors(model, X, calibrate=False)
    assert np.isnan(raw.standard_error).any()
    found = explain.standard_errors(model, X)
    assert (found.standard_error > 0).all()
    assert np.corrcoef(found.variance, raw.variance)[0, 1] > 0.5
    few = explain.standard_errors(model, X.iloc[:20])
    np.testing.assert_allclose(few.variance, raw.variance[:20], atol=1e-14)


def test_result():
    X, y, _ = table(3)
    model = spinney.RandomForestClassifier(100, random_state=0).fit(X, y)
    found = explain.standard_errors(model, X)
    assert found.labels == (0, 1, 2)
    assert found.standard_error.shape == (60, 3)
    low, high = found.interval()
    inside = (low > 0) & (high < 1)
    np.testing.assert_allclose((high - low)[inside], 2 * 1.959964 * found.standard_error[inside])
    assert (low >= 0).all()
    assert (high <= 1).all()
    frame = found.to_frame("dict")
    assert list(frame) == ["row", "label", "prediction", "standard_error"]
    assert frame["label"][:4] == [0, 1, 2, 0]
    assert frame["row"][:4] == [0, 0, 0, 1]
    same = explain.standard_errors(model, pl.from_pandas(X))
    np.testing.assert_array_equal(same.variance, found.variance)
    with pytest.raises(ValueError, match="level must be between 0 and 1"):
        found.interval(95)
    two = spinney.RandomForestRegressor(50, random_state=0).fit(X, np.column_stack([y, -y]))
    both = explain.standard_errors(two, X)
    assert both.prediction.shape == (60, 2)
    np.testing.assert_allclose(both.standard_error[:, 0], both.standard_error[:, 1])
    classes = spinney.RandomForestClassifier(50, random_state=0).fit(X, np.column_stack([y, y]))
    assert explain.standard_errors(classes, X).labels[:4] == ((0, 0), (0, 1), (0, 2), (1, 0))


def test_threads_and_saved_models(tmp_path):
    X, y, _ = table(3, n_rows=1200)
    model = spinney.RandomForestRegressor(20, random_state=0, n_jobs=1).fit(X, y)
    one = explain.standard_errors(model, X).variance
    np.testing.assert_array_equal(
        explain.standard_errors(model.set_params(n_jobs=2), X).variance, one
    )
    model.save(tmp_path / "model.spinney")
    loaded = spinney.load(tmp_path / "model.spinney")
    np.testing.assert_array_equal(explain.standard_errors(loaded, X).variance, one)
    part = explain.standard_errors(model[5:15], X.iloc[:10], calibrate=False)
    _, expected = brute_force(model[5:15], X.iloc[:10], 1200, 1200)
    np.testing.assert_allclose(part.variance, expected[:, 0], atol=1e-12)


def test_other_members_than_trees():
    X, y, _ = table(3)
    numbers = X.iloc[:, :3].fillna(0)
    model = spinney.BaggingRegressor(Ridge(), 50, random_state=0).fit(numbers, y)
    found = explain.standard_errors(model, numbers)
    np.testing.assert_allclose(found.prediction, model.predict(numbers))
    assert (found.standard_error > 0).all()


def test_wrong_models():
    X, y, _ = table(3)
    whole = spinney.ExtraTreesRegressor(5).fit(X, y)
    with pytest.raises(ValueError, match="was fitted on all rows"):
        explain.standard_errors(whole, X)
    median = spinney.RandomForestRegressor(5, aggregate="median").fit(X, y)
    with pytest.raises(ValueError, match='aggregate="mean" instead of'):
        explain.standard_errors(median, X)
    for other in (spinney.DecisionTreeRegressor().fit(X, y), Ridge()):
        with pytest.raises(ValueError, match="forests and bagging of this library, not"):
            explain.standard_errors(other, X)
    with pytest.raises(ValueError, match="at least two members"):
        explain.standard_errors(spinney.RandomForestRegressor(1).fit(X, y), X)
