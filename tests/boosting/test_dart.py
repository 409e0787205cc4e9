"""Dropout of trees (DART), compared with a loop over single iterations."""

import numpy as np
import pytest
from sklearn.metrics import log_loss

import spinney
from spinney import (
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HistGradientBoostingRegressor,
)

from .small_data import classes, numbers

RATE = 0.4
OFTEN = {"booster": "dart", "drop_rate": 0.3, "skip_drop": 0.2, "random_state": 3}
PLAIN = {"quantize": False, "max_leaf_nodes": 5, "min_samples_leaf": 5, "learning_rate": RATE}


def reference(X, y, n_rounds, seed, uniform, xgboost, max_drop, drop_rate=0.3, skip_drop=0.2):
    """Return the trees as fitted models, and their weights after each iteration."""
    models, weights, history = [], np.empty(0), []
    predictions = np.empty((0, len(y)))
    for i in range(n_rounds):
        random = np.random.default_rng([seed, i])
        skips = random.random() < skip_drop
        drop = np.zeros(i, bool)
        if i and not skips:
            share = np.ones(i) if uniform else weights
            drop = random.random(i) < drop_rate * share * i / share.sum()
            if drop.sum() > max_drop:
                chosen = random.choice(np.flatnonzero(drop), max_drop, replace=False)
                drop = np.isin(np.arange(i), chosen)
        margin = np.where(drop, 0, weights) @ predictions
        options = {**PLAIN, "learning_rate": 1.0}
        model = GradientBoostingRegressor(n_estimators=1, **options)
        model.fit(X, y, init_score=margin)
        k = drop.sum()
        total = k + (RATE if xgboost else 1.0)
        weights = np.append(
            np.where(drop, weights * k / total, weights), RATE / total if k else RATE
        )
        predictions = np.vstack([predictions, model.predict(X)])
        models.append(model)
        history.append(weights)
    return predictions, history


@pytest.mark.parametrize("uniform", [False, True])
@pytest.mark.parametrize("xgboost", [False, True])
@pytest.mark.parametrize("max_drop", [2, 50])
def test_weights_and_predictions(uniform, xgboost, max_drop):
    X, y = numbers(200)
    predictions, history = reference(X, y, 25, 3, uniform, xgboost, max_drop)
    dart = GradientBoostingRegressor(
        n_estimators=25, init_score=0.0, **OFTEN, **PLAIN,
        uniform_drop=uniform, xgboost_dart_mode=xgboost, max_drop=max_drop,
    ).fit(X, y)  # fmt: skip
    np.testing.assert_allclose(dart.predict(X), history[-1] @ predictions, rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(dart._tree_weights[:, 0], history[-1], rtol=1e-12)
    # Staged predictions have the final weights.
    stages = np.cumsum(history[-1][:, None] * predictions, axis=0)
    np.testing.assert_allclose(list(dart.staged_predict(X)), stages, rtol=1e-7, atol=1e-9)


def test_no_dropout_is_the_same_as_plain_boosting():
    X, y = classes()
    plain = GradientBoostingClassifier(n_estimators=10, random_state=0).fit(X, y)
    for options in ({"drop_rate": 0.0}, {"skip_drop": 1.0}):
        dart = GradientBoostingClassifier(
            n_estimators=10, random_state=0, booster="dart", **options
        ).fit(X, y)
        assert dart.predict_proba(X).tobytes() == plain.predict_proba(X).tobytes()


KINDS = {
    "numbers": (GradientBoostingRegressor, numbers, {}),
    "binary": (GradientBoostingClassifier, lambda n: classes(2, n), {"leaf_steps": 2}),
    "multiclass": (GradientBoostingClassifier, lambda n: classes(3, n), {}),
    "classic": (GradientBoostingRegressor, numbers, {"algorithm": "classic"}),
    "exact": (GradientBoostingRegressor, numbers, {"max_bins": None}),
    "absolute error": (GradientBoostingRegressor, numbers, {"loss": "absolute_error"}),
    "forests": (
        GradientBoostingClassifier,
        lambda n: classes(2, n),
        {"num_parallel_tree": 3, "subsample": 0.7},
    ),
    "line search": (GradientBoostingRegressor, numbers, {"line_search": True}),
    "goss": (GradientBoostingRegressor, numbers, {"data_sample_strategy": "goss"}),
    "extra trees": (GradientBoostingRegressor, numbers, {"extra_trees": True}),
}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def metric_of(model, X, y):
    """The default metric, computed from predictions."""
    if hasattr(model, "classes_"):
        return log_loss(y, model.predict_proba(X))
    error = model.predict(X) - y
    return np.abs(error).mean() if model.loss == "absolute_error" else (error**2).mean()


@every_kind
def test_scores_during_training_are_those_of_the_model(kind):
    """The metrics of training and validation data equal those of models that end there."""
    make, data, options = kind
    X, y = data(300)
    X_val, y_val = data(200)
    X_val = X_val + 0.1

    def fitted(n, n_jobs=1):
        model = make(n_estimators=n, n_jobs=n_jobs, **OFTEN, **options)
        sets = [(X, y), (X_val, y_val)]
        return model.fit(X, y, eval_set=sets, sample_weight=np.linspace(0.5, 1, len(y)))

    long = fitted(20)
    assert fitted(20, 3).predict(X).tobytes() == long.predict(X).tobytes()
    for n in (1, 7, 20):
        short = fitted(n)
        for name, metrics in short.evals_result_.items():
            for metric, values in metrics.items():
                known = long.evals_result_[name][metric][:n]
                np.testing.assert_allclose(values, known, rtol=1e-12)
        last = short.evals_result_["validation_1"]
        assert next(iter(last.values()))[-1] == pytest.approx(metric_of(short, X_val, y_val))


@pytest.mark.parametrize("n_classes", [0, 2, 3])
def test_early_stopping_keeps_the_weights_of_the_best_iteration(n_classes):
    X, y = classes(n_classes, 300) if n_classes else numbers(300)
    X_val, y_val = classes(n_classes, 200, seed=1) if n_classes else numbers(200, seed=1)
    make = GradientBoostingClassifier if n_classes else GradientBoostingRegressor
    options = {**OFTEN, "learning_rate": 0.5}
    stopped = make(n_estimators=200, early_stopping_rounds=5, **options)
    stopped.fit(X, y, eval_set=[(X_val, y_val)])
    assert len(stopped) < 200
    fixed = make(n_estimators=len(stopped), **options).fit(X, y)
    np.testing.assert_allclose(
        stopped.predict(X_val, raw_score=True), fixed.predict(X_val, raw_score=True), rtol=1e-12
    )
    np.testing.assert_allclose(stopped._tree_weights, fixed._tree_weights)


@pytest.mark.parametrize("n_classes", [0, 3])
def test_members_of_a_bag_drop_their_own_trees(n_classes, tmp_path):
    X, y = classes(n_classes, 300) if n_classes else numbers(300)
    make = GradientBoostingClassifier if n_classes else GradientBoostingRegressor
    bag = make(cv=3, **OFTEN).fit(X, y)
    weights = bag._tree_weights
    assert weights.shape == (len(bag), 3)
    assert (weights[:, 0] != weights[:, 1]).any()
    assert bag.score(X, y) > 0.6
    bag.save(tmp_path / "bag.spinney")
    loaded = spinney.load(tmp_path / "bag.spinney")
    assert loaded.predict(X, raw_score=True).tobytes() == bag.predict(X, raw_score=True).tobytes()
    more = make(n_estimators=5, **OFTEN)
    one, other = (more.fit(X, y, init_model=model).predict(X) for model in (bag, loaded))
    assert one.tobytes() == other.tobytes()
    assert more._tree_weights.shape == (len(bag) + 5, 3)


@pytest.mark.parametrize("kind", ["numbers", "multiclass", "forests"])
def test_a_warm_start_equals_a_single_fit_up_to_rounding(kind):
    make, data, options = KINDS[kind]
    X, y = data(300)
    options = {**OFTEN, **options, "quantize": False}
    whole = make(n_estimators=16, **options).fit(X, y)
    part = make(n_estimators=9, warm_start=True, **options).fit(X, y)
    part.set_params(n_estimators=16).fit(X, y)
    np.testing.assert_allclose(
        part.predict(X, raw_score=True), whole.predict(X, raw_score=True), rtol=1e-6, atol=1e-8
    )
    np.testing.assert_allclose(part._tree_weights, whole._tree_weights)
    assert len(whole[:5]._tree_weights) == 5


def test_explanations_and_custom_losses():
    X, y = numbers(300)

    def squared(y, raw):
        return raw - y, np.ones_like(y)

    named, custom = (
        GradientBoostingRegressor(n_estimators=10, init_score=0.0, loss=loss, **OFTEN).fit(X, y)
        for loss in ("squared_error", squared)
    )
    np.testing.assert_allclose(custom.predict(X), named.predict(X), rtol=1e-9)
    values = named.predict(X, pred_contrib=True)
    np.testing.assert_allclose(values.sum(axis=1), named.predict(X), rtol=1e-9, atol=1e-9)


def test_histogram_boosting_of_scikit_learn():
    X, y = numbers(300)
    model = HistGradientBoostingRegressor(
        max_iter=60, learning_rate=0.5, early_stopping=True, **OFTEN
    ).fit(X, y)
    assert model.score(X, y) > 0.6


def test_callbacks_see_the_present_model():
    X, y = numbers(200)
    seen = []

    def monitor(i, model, local):
        seen.append(model.predict(X))

    GradientBoostingRegressor(n_estimators=8, **OFTEN).fit(X, y, monitor=monitor)
    short = GradientBoostingRegressor(n_estimators=5, **OFTEN).fit(X, y)
    np.testing.assert_allclose(seen[4], short.predict(X), rtol=1e-12)


def test_refit_is_not_supported():
    X, y = numbers(100)
    model = GradientBoostingRegressor(n_estimators=3, **OFTEN).fit(X, y)
    with pytest.raises(ValueError, match="booster='dart'"):
        model.refit(X, y)


def test_names_of_other_libraries():
    for name in ("boosting_type", "boosting", "booster"):
        model = GradientBoostingRegressor(**{name: "dart"}, rate_drop=0.2, sample_type="uniform")
        assert (model.booster, model.drop_rate, model.uniform_drop) == ("dart", 0.2, True)
    assert GradientBoostingRegressor(sample_type="weighted").uniform_drop is False
    assert GradientBoostingRegressor(normalize_type="tree").xgboost_dart_mode is True
    with pytest.raises(ValueError, match="normalize_type='forest' is not supported"):
        GradientBoostingRegressor(normalize_type="forest")
    with pytest.raises(ValueError, match="booster"):
        GradientBoostingRegressor(booster="gblinear").fit([[0.0], [1.0]], [0.0, 1.0])
