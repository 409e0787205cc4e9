"""Regression with several outputs: every output is a score."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics
from sklearn.linear_model import LinearRegression

import spinney
from spinney import GradientBoostingRegressor, HistGradientBoostingRegressor, _core, explain
from spinney.boosting.losses import LOSSES, NUMBER_LOSSES
from spinney.boosting.metric_functions import NUMBER_METRICS

VECTORS = {"multi_strategy": "multi_output_tree"}
STRATEGIES = ["one_output_per_tree", "multi_output_tree"]


def table(n=300, seed=0, n_outputs=3):
    """Numbers with missing values, a category, positive targets, and weights with zeros."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3)).round(2)
    level = rng.integers(0, 6, n)
    signals = [X[:, 0] + (level == 2), X[:, 1] * X[:, 2] + (level > 3), X[:, 2] - X[:, 0]]
    y = np.column_stack([signals[k % 3] * (k + 1) for k in range(n_outputs)])
    X[rng.random(X.shape) < 0.1] = np.nan
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    frame["d"] = pd.Categorical(level.astype(str))
    return frame, np.exp((y + 0.1 * rng.normal(size=y.shape)) / 4), rng.integers(0, 3, n) / 2


def model(**parameters):
    return GradientBoostingRegressor(**{"n_estimators": 8, "quantize": False} | parameters)


@pytest.mark.parametrize("name", NUMBER_LOSSES)
@pytest.mark.parametrize("algorithm", ["newton", "classic"])
def test_a_tree_per_output_equals_separate_models(name, algorithm):
    X, y, weight = table()
    whole = model(loss=name, algorithm=algorithm).fit(X, y, weight)
    parts = [model(loss=name, algorithm=algorithm).fit(X, y[:, k], weight) for k in range(3)]
    expected = np.column_stack([part.predict(X) for part in parts])
    np.testing.assert_array_equal(whole.predict(X), expected)
    np.testing.assert_allclose(whole.train_score_, np.mean([p.train_score_ for p in parts], axis=0))


@pytest.mark.parametrize(
    "options",
    [
        {"leaf": "linear", "min_samples_leaf": 5},
        {"leaf_steps": 3, "loss": "poisson"},
        {"monotonic_cst": [1, 0, -1, 0]},
        {"missing": "surrogate", "growth": "leaf", "max_depth": 3},
        {"missing": "fractional", "loss": "huber", "max_depth": 3},
        {"max_bins": 1000, "leaf_steps": 2, "loss": "gamma"},
        {"growth": "symmetric", "extra_trees": False},
    ],
    ids=lambda options: next(iter(options)),
)
def test_options_equal_separate_models(options):
    X, y, weight = table(seed=1)
    whole = model(**options).fit(X, y, weight)
    for k in range(3):
        part = model(**options).fit(X, y[:, k], weight)
        np.testing.assert_allclose(whole.predict(X)[:, k], part.predict(X), rtol=1e-12)


@pytest.mark.parametrize("name", NUMBER_LOSSES)
def test_equal_outputs_share_the_tree_of_one(name):
    X, y, weight = table()
    single = model(loss=name).fit(X, y[:, 1], weight)
    both = model(loss=name, **VECTORS).fit(X, y[:, [1, 1]], weight)
    assert len(both._model.trees) == 8
    for k in range(2):
        np.testing.assert_allclose(both.predict(X)[:, k], single.predict(X), rtol=1e-9)


@pytest.mark.parametrize("strategy", STRATEGIES)
@given(seed=st.integers(0, 100), loss=st.sampled_from(NUMBER_LOSSES))
@settings(max_examples=10, deadline=None)
def test_row_order_threads_and_weights(strategy, seed, loss):
    X, y, weight = table(120, seed, n_outputs=2)
    options = {"multi_strategy": strategy, "loss": loss, "n_estimators": 3}
    fitted = model(**options).fit(X, y, weight)
    kept = weight > 0
    same = model(**options, n_jobs=3).fit(X[kept], y[kept], weight[kept])
    np.testing.assert_array_equal(fitted.predict(X), same.predict(X))
    order = np.random.default_rng(seed).permutation(len(X))
    other = model(**options).fit(X.iloc[order], y[order], weight[order])
    np.testing.assert_array_equal(fitted.predict(X), other.predict(X))


@pytest.mark.parametrize("strategy", [*STRATEGIES, "auto"])
def test_folds_stop_at_the_mean_loss(strategy):
    X, y, weight = table(400)
    fitted = GradientBoostingRegressor(
        multi_strategy=strategy, cv=3, n_iter_no_change=5, learning_rate=0.3
    ).fit(X, y, weight)
    errors = fitted.evals_result_["validation"]["mse"]
    assert fitted.n_iter_ == len(errors) - 5 > 5
    assert errors[fitted.n_iter_ - 1] == pytest.approx(min(errors), rel=1e-3)
    assert fitted.predict(X).shape == y.shape
    assert fitted.score(X, y) > 0.6
    per_round = 3 * (1 if strategy == "multi_output_tree" else 3)
    assert len(fitted._model.trees) == fitted.n_iter_ * per_round


@pytest.mark.parametrize("name", [*NUMBER_METRICS, "quantile:alpha=0.3", "tweedie", "huber"])
def test_metrics_are_means_over_outputs(name):
    X, y, weight = table()
    weight = weight + 0.5
    whole = model(eval_metric=name).fit(X, y, X_val=X, y_val=y, sample_weight_val=weight)
    parts = [
        model(eval_metric=name).fit(X, y[:, k], X_val=X, y_val=y[:, k], sample_weight_val=weight)
        for k in range(3)
    ]
    [values] = whole.evals_result_["validation"].values()
    each = [next(iter(part.evals_result_["validation"].values())) for part in parts]
    np.testing.assert_allclose(values, np.mean(each, axis=0))


def test_metrics_of_scikit_learn_and_users():
    X, y, _ = table()

    def largest(y_true, predicted):
        assert y_true.shape == predicted.shape == y.shape
        return float(np.abs(y_true - predicted).max())

    fitted = model(eval_metric=["rmse", "r2", largest]).fit(X, y, eval_set=[(X, y)])
    found, predicted = fitted.evals_result_["train"], fitted.predict(X)
    assert found["rmse"][-1] == pytest.approx(metrics.root_mean_squared_error(y, predicted))
    assert found["r2"][-1] == pytest.approx(fitted.score(X, y))
    assert found["largest"][-1] == pytest.approx(np.abs(y - predicted).max())


def squared_error(y, raw):
    return raw - y, np.ones_like(raw)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_custom_loss_has_all_outputs(strategy):
    X, y, weight = table()
    options = {"multi_strategy": strategy, "init_score": 0.0}
    own = model(loss=squared_error, **options).fit(X, y, weight)
    named = model(**options).fit(X, y, weight)
    np.testing.assert_allclose(own.predict(X), named.predict(X), rtol=1e-12)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_continuation_slices_and_stages(strategy):
    X, y, weight = table()
    whole = model(multi_strategy=strategy).fit(X, y, weight)
    part = model(multi_strategy=strategy, n_estimators=3, warm_start=True).fit(X, y, weight)
    part.set_params(n_estimators=8).fit(X, y, weight)
    np.testing.assert_array_equal(part.predict(X), whole.predict(X))
    staged = list(whole.staged_predict(X))
    assert len(staged) == 8
    np.testing.assert_array_equal(staged[2], whole[:3].predict(X))
    more = model(n_estimators=2, multi_strategy=strategy).fit(X, y, weight, init_model=whole)
    assert more.n_iter_ == 10
    assert whole.estimators_.shape == (8, 1 if strategy == "multi_output_tree" else 3)
    with pytest.raises(ValueError, match="y has 2 outputs, but the previous fit has 3"):
        model().fit(X, y[:, :2], init_model=whole)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_refit_on_the_same_rows_and_on_scaled_targets(strategy):
    X, y, weight = table()
    fitted = model(multi_strategy=strategy, init_score=[1.0, 2.0, 3.0]).fit(X, y, weight)
    again = fitted.refit(X, y, weight)
    np.testing.assert_allclose(again.predict(X), fitted.predict(X), rtol=1e-9)
    zero = model(multi_strategy=strategy, init_score=0.0).fit(X, y, weight)
    doubled = zero.refit(X, 2 * y, weight)
    np.testing.assert_allclose(doubled.predict(X), 2 * zero.predict(X), rtol=1e-9)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("loss", ["squared_error", "poisson"])
def test_shap_values_have_an_axis_of_outputs(strategy, loss, tmp_path):
    X, y, _ = table()
    fitted = model(multi_strategy=strategy, loss=loss).fit(X, y)
    result = explain.shap(fitted, X[:20])
    assert result.values.shape == (20, 4, 3)
    raw = fitted.predict(X[:20], raw_score=True)
    np.testing.assert_allclose(result.base_values + result.values.sum(axis=1), raw)
    contributions = fitted.predict(X[:20], pred_contribs=True)
    np.testing.assert_allclose(contributions.sum(axis=2), raw)
    assert fitted.feature_importances_.shape == (4,)
    fitted.save(tmp_path / "model.spinney")
    loaded = spinney.load(tmp_path / "model.spinney")
    for copy in (pickle.loads(pickle.dumps(fitted)), loaded):
        np.testing.assert_array_equal(copy.predict(X), fitted.predict(X))
        assert copy._model.loss == fitted._model.loss


@pytest.mark.parametrize("loss", ["squared_error", "gamma"])
def test_rows_are_predicted_one_by_one(loss):
    X, y, _ = table()
    fitted = model(loss=loss).fit(X, y)
    predictor = fitted.predictor()
    for row in range(5):
        found = predictor.predict(X.iloc[row].to_dict())
        np.testing.assert_allclose(found, fitted.predict(X.iloc[[row]])[0])


def test_line_search_dart_and_parallel_trees():
    X, y, weight = table()
    for options in ({"line_search": True}, {"booster": "dart"}, {"num_parallel_tree": 2}):
        for strategy in STRATEGIES:
            fitted = model(multi_strategy=strategy, subsample=0.8, **options).fit(X, y, weight)
            start = np.average(y, weights=weight, axis=0)
            kept = weight > 0
            assert ((fitted.predict(X) - y)[kept] ** 2).mean() < ((start - y)[kept] ** 2).mean()


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("options", [{"target_statistics": 2}, {"data_sample_strategy": "goss"}])
def test_outputs_share_samples_and_statistics(strategy, options):
    X, y, weight = table()
    fitted = model(multi_strategy=strategy, **options, n_estimators=30).fit(X, y, weight)
    assert fitted.score(X, y, weight) > 0.6
    assert {int(j) for tree in fitted._model.trees for j in tree.feature} <= {-2, 0, 1, 2, 3}


def test_init_and_margins():
    X, y, _ = table()
    numbers = X[["a", "b", "c"]].fillna(0.0)
    started = model(init=LinearRegression()).fit(numbers, y)
    assert started.predict(numbers).shape == y.shape
    assert started.score(numbers, y) > LinearRegression().fit(numbers, y).score(numbers, y)
    margin = np.tile([1.0, 2.0, 3.0], (len(X), 1))
    fitted = model().fit(X, y, init_score=margin)
    same = model(init_score=[1.0, 2.0, 3.0]).fit(X, y)
    np.testing.assert_allclose(fitted.predict(X, base_margin=margin), same.predict(X))


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [(1, np.nan, "y contains NaN: row 4"), (2, np.inf, "infinity"), (1, -1.0, r"y\[:, 1\] is -1")],
)
def test_invalid_targets(column, value, message):
    X, y, _ = table()
    y[4, column] = value
    with pytest.raises(ValueError, match=message):
        model(loss="gamma").fit(X, y)


def test_combinations_that_are_not_supported():
    X, y, _ = table()
    with pytest.raises(ValueError, match="monotone constraints"):
        model(monotonic_cst=[1, 0, 0, 0], **VECTORS).fit(X, y)
    with pytest.raises(ValueError, match="takes one target per row"):
        HistGradientBoostingRegressor().fit(X, y)
    with pytest.raises(ValueError, match="y_val has 2 outputs, but y has 3"):
        model().fit(X, y, X_val=X, y_val=y[:, :2])


@pytest.mark.parametrize("name", NUMBER_LOSSES)
def test_the_core_loss_is_the_mean_over_targets(name):
    rng = np.random.default_rng(0)
    y, scores, weight = rng.random((2, 40)) + 0.5, rng.normal(size=(2, 40)), rng.random(40)
    single, both = _core.Loss(name), _core.Loss(name, n_targets=2)
    assert both.n_scores == 2
    parts = [single.derivatives(y[k], scores[k : k + 1], weight) for k in range(2)]
    for i, found in enumerate(both.derivatives(y.ravel(), scores, weight)):
        np.testing.assert_array_equal(found, np.concatenate([part[i] for part in parts]))
    initial = np.concatenate([single.initial(y[k], weight) for k in range(2)])
    np.testing.assert_array_equal(both.initial(y.ravel(), weight), initial)
    np.testing.assert_array_equal(
        both.predict(scores), np.hstack([single.predict(scores[k : k + 1]) for k in range(2)])
    )
    assert LOSSES[name].link == both.link
    with pytest.raises(ValueError, match="does not support 2 targets"):
        _core.Loss("log_loss", 3, n_targets=2)


@pytest.mark.parametrize("options", [{}, {"loss": "poisson"}, VECTORS])
def test_counterfactuals_and_importances(options):
    X, y, _ = table(n_outputs=2)
    numbers = X[["a", "b", "c"]].fillna(0.0).to_numpy()
    fitted = model(**options).fit(numbers, y)
    middle = np.median(fitted.predict(numbers), axis=0)
    start = np.flatnonzero((fitted.predict(numbers) > middle).all(axis=1))[0]
    found = explain.counterfactual(
        fitted, numbers[[start]], desired_range=[(None, middle[0]), (None, middle[1])]
    )
    assert found.optimal
    assert (np.asarray(found.prediction) <= middle).all()
    assert found.changes
    importances = explain.importance(fitted, "permutation", numbers, y, random_state=0)
    assert importances.mean.max() > 0
    scaled = explain.shap(fitted, numbers[:3], numbers[:20], scale="prediction", random_state=0)
    total = scaled.base_values + scaled.values.sum(axis=1)
    np.testing.assert_allclose(total, fitted.predict(numbers[:3]), rtol=1e-6)
