"""Validation rows, metrics, early stopping and callbacks."""

import numpy as np
import pytest
from sklearn import metrics

from spinney import GradientBoostingClassifier

from .small import classes, classifier, numbers, regressor


def two_parts(make=numbers, **options):
    return *make(**options, seed=0), *make(**options, seed=1)


def test_the_best_round_is_kept():
    X, y, X_val, y_val = two_parts()
    model = regressor(n_estimators=500, learning_rate=0.5, early_stopping=True)
    model.fit(X, y, X_val=X_val, y_val=y_val)
    curve = model.evals_result_["validation"]["squared_error"]
    assert len(curve) < 500
    assert model.best_iteration_ == np.argmin(curve) == len(curve) - 11
    assert model.best_score_ == min(curve)
    assert len(model) == model.best_iteration_ + 1
    plain = regressor(n_estimators=len(model), learning_rate=0.5).fit(X, y)
    np.testing.assert_array_equal(plain.predict(X_val), model.predict(X_val))


def test_a_part_is_held_out():
    X, y = numbers(400)
    model = regressor(n_estimators=300, learning_rate=0.5, early_stopping=True).fit(X, y)
    assert list(model.evals_result_) == ["validation"]
    assert len(model) < 300
    again = regressor(n_estimators=300, learning_rate=0.5).fit(X, y, early_stopping_rounds=10)
    np.testing.assert_array_equal(again.predict(X), model.predict(X))


def test_the_held_out_part_is_not_learned_from():
    X, y = classes(3, n_rows=90)
    seen = []

    def remember(labels, shares):
        seen.append(labels)
        return 0.0

    classifier(early_stopping=True, validation_fraction=0.2, eval_metric=remember).fit(X, y)
    assert np.bincount(seen[0]).tolist() == [6, 6, 6]


def test_only_watching_keeps_all_rounds():
    X, y, X_val, y_val = two_parts()
    model = regressor(n_estimators=60, learning_rate=0.8).fit(X, y, X_val=X_val, y_val=y_val)
    assert len(model) == 60
    curve = model.evals_result_["validation"]["squared_error"]
    assert model.best_iteration_ == np.argmin(curve) < 59


def test_sets_have_names():
    X, y, X_val, y_val = two_parts()
    pairs = [(X_val[:100], y_val[:100]), (X, y), (X_val, y_val)]
    model = regressor(eval_metric=["mae", "rmse"]).fit(
        X, y, eval_set=pairs, X_val=X_val, y_val=y_val
    )
    results = model.evals_result_
    assert list(results) == ["validation_0", "train", "validation_1", "validation"]
    assert results["validation_1"] == results["validation"]
    assert {tuple(curves) for curves in results.values()} == {("mae", "rmse")}
    assert results["train"]["mae"][-1] == pytest.approx(np.abs(y - model.predict(X)).mean())


def test_a_single_pair_is_a_set_of_its_own():
    X, y, X_val, y_val = two_parts()
    model = regressor().fit(X, y, eval_set=(X_val, y_val))
    assert list(model.evals_result_) == ["validation_0"]


def test_the_last_set_and_the_first_metric_decide():
    X, y, X_val, y_val = two_parts(classes)
    model = classifier(
        n_estimators=200, learning_rate=0.5, eval_metric=["auc", "log_loss"], n_iter_no_change=5
    )
    model.fit(X, y, eval_set=[(X_val, y_val), (X, y)], early_stopping_rounds=5)
    curve = model.evals_result_["validation_0"]["auc"]
    assert model.best_iteration_ == np.argmax(curve)
    assert model.best_score_ == max(curve)


def test_tolerance():
    X, y, X_val, y_val = two_parts()
    lengths = [
        len(
            regressor(n_estimators=200, early_stopping=True, tol=tol).fit(
                X, y, X_val=X_val, y_val=y_val
            )
        )
        for tol in (0.0, 0.05)
    ]
    assert lengths[1] < lengths[0]


def weighted(n_rows):
    return np.random.default_rng(5).uniform(0, 2, n_rows)


CLASS_METRICS = {
    "log_loss": lambda y, p, w: metrics.log_loss(y, p, sample_weight=w),
    "error": lambda y, p, w: 1 - metrics.accuracy_score(y, p.argmax(axis=1), sample_weight=w),
    "accuracy": lambda y, p, w: metrics.accuracy_score(y, p.argmax(axis=1), sample_weight=w),
    "auc": lambda y, p, w: metrics.roc_auc_score(
        y, p[:, 1] if p.shape[1] == 2 else p, sample_weight=w, multi_class="ovr"
    ),
    "binary_logloss": lambda y, p, w: metrics.log_loss(y, p, sample_weight=w),
}


@pytest.mark.parametrize("name", CLASS_METRICS)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_metrics_of_classes(name, n_classes):
    X, y, X_val, y_val = two_parts(classes, n_classes=n_classes)
    weight = weighted(len(y_val))
    model = classifier(eval_metric=name)
    model.fit(X, y, X_val=X_val, y_val=y_val, sample_weight_val=weight)
    [curve] = model.evals_result_["validation"].values()
    expected = CLASS_METRICS[name](y_val, model.predict_proba(X_val), weight)
    assert curve[-1] == pytest.approx(expected)


NUMBER_METRICS = {
    "rmse": lambda y, p, w: metrics.root_mean_squared_error(y, p, sample_weight=w),
    "l2": lambda y, p, w: metrics.mean_squared_error(y, p, sample_weight=w),
    "MAE": lambda y, p, w: metrics.mean_absolute_error(y, p, sample_weight=w),
    "mape": lambda y, p, w: metrics.mean_absolute_percentage_error(y, p, sample_weight=w),
    "quantile": lambda y, p, w: metrics.mean_pinball_loss(y, p, sample_weight=w, alpha=0.7),
    "poisson": lambda y, p, w: metrics.mean_poisson_deviance(y, p, sample_weight=w),
    "gamma": lambda y, p, w: metrics.mean_gamma_deviance(y, p, sample_weight=w),
    "tweedie": lambda y, p, w: metrics.mean_tweedie_deviance(y, p, sample_weight=w, power=1.3),
}


@pytest.mark.parametrize("name", NUMBER_METRICS)
def test_metrics_of_numbers(name):
    X, y, X_val, y_val = two_parts()
    y, y_val, weight = np.exp(y), np.exp(y_val), weighted(len(y_val))
    model = regressor(loss="poisson", eval_metric=name, alpha=0.7, power=1.3)
    model.fit(X, y, X_val=X_val, y_val=y_val, sample_weight_val=weight)
    [curve] = model.evals_result_["validation"].values()
    assert curve[-1] == pytest.approx(NUMBER_METRICS[name](y_val, model.predict(X_val), weight))


def test_the_huber_metric_keeps_its_delta():
    X, y, X_val, y_val = two_parts()
    model = regressor(loss="huber", alpha=0.8, eval_metric=["huber", "mae"])
    model.fit(X, y, X_val=X_val, y_val=y_val)
    delta = np.quantile(np.abs(y_val - np.median(y_val)), 0.8)
    errors = np.abs(y_val - model.predict(X_val))
    expected = np.where(errors < delta, errors**2 / 2, delta * (errors - delta / 2)).mean()
    assert model.evals_result_["validation"]["huber"][-1] == pytest.approx(expected)
    watched = regressor(loss="huber", alpha=0.8).fit(X, y, X_val=X_val, y_val=y_val)
    assert (
        model.evals_result_["validation"]["huber"] == watched.evals_result_["validation"]["huber"]
    )


def test_metrics_of_the_user():
    X, y, X_val, y_val = two_parts(classes)
    labels, labels_val = np.array(["no", "yes"])[y], np.array(["no", "yes"])[y_val]

    def hits(y_true, share):
        assert set(y_true) == {"no", "yes"}
        return "hits", np.mean((share > 0.5) == (y_true == "yes")), True

    def brier(y_true, share):
        return metrics.brier_score_loss(y_true, share, pos_label="yes")

    model = classifier(eval_metric=[hits, brier]).fit(X, labels, X_val=X_val, y_val=labels_val)
    curves = model.evals_result_["validation"]
    assert list(curves) == ["hits", "brier"]
    assert model.best_score_ == max(curves["hits"])
    assert curves["hits"][-1] == pytest.approx(model.score(X_val, labels_val))


def test_a_metric_that_is_not_a_number_is_named():
    X, y, X_val, y_val = two_parts()
    values = iter([1.0, 0.5, np.nan])

    def fragile(y_true, prediction):
        return next(values)

    model = regressor(eval_metric=fragile)
    with pytest.raises(ValueError, match=r"fragile of 'validation' is nan after round 2"):
        model.fit(X, y, X_val=X_val, y_val=y_val)
    assert not hasattr(model, "n_features_in_")


BAD_SETS = {
    "alone": ({"X_val": np.zeros((3, 3))}, "together"),
    "only weights": ({"sample_weight_val": [1.0]}, "without X_val"),
    "only weights of sets": ({"eval_sample_weight": [[1.0]]}, "without eval_set"),
    "no pair": ({"eval_set": [np.zeros((3, 3))]}, r"eval_set\[0\] must be a pair"),
    "weights": ({"eval_set": [(1, 2)], "eval_sample_weight": []}, "0 entries"),
    "width": ({"eval_set": [(np.zeros((3, 2)), [0, 1, 0])]}, r"eval_set\[0\]: X has 2 features"),
    "label": ({"X_val": np.zeros((2, 3)), "y_val": [0, 7]}, "label 7 in row 1"),
    "infinity": ({"X_val": np.full((2, 3), np.inf), "y_val": [0, 1]}, "infinity"),
    "patience": ({"early_stopping_rounds": 0}, "early_stopping_rounds"),
}


@pytest.mark.parametrize(("given", "message"), BAD_SETS.values(), ids=BAD_SETS)
def test_bad_sets(given, message):
    X, y = classes()
    model = classifier()
    with pytest.raises(ValueError, match=message):
        model.fit(X, y, **given)
    assert not hasattr(model, "classes_")


def test_callbacks_see_every_round():
    X, y, X_val, y_val = two_parts()
    model = regressor(n_estimators=6)
    seen = []

    def note(info):
        assert info.estimator is model
        assert info.n_rounds == 6
        seen.append((info.round, info.evals["validation"]["squared_error"][-1]))

    model.fit(X, y, X_val=X_val, y_val=y_val, callbacks=[note])
    assert seen == list(enumerate(model.evals_result_["validation"]["squared_error"]))


def test_callbacks_set_the_learning_rate():
    X, y = numbers()

    def halve(info):
        info.learning_rate /= 2

    model = regressor(n_estimators=4, learning_rate=0.4, quantize=False)
    model.fit(X, y, callbacks=[halve])
    *_, third = model[:3].staged_predict(X)
    rest = regressor(n_estimators=1, learning_rate=0.05, quantize=False)
    rest.fit(X, y - third, callbacks=[])
    np.testing.assert_allclose(third + rest.predict(X), model.predict(X), atol=1e-3)

    def break_it(info):
        info.learning_rate = -1

    with pytest.raises(ValueError, match="learning_rate=-1"):
        regressor().fit(X, y, callbacks=[break_it])


def test_callbacks_stop():
    X, y = numbers()

    def stop(info):
        if info.round == 3:
            info.stop()

    model = regressor().fit(X, y, callbacks=[stop])
    assert len(model) == 4
    np.testing.assert_array_equal(model.predict(X), regressor(n_estimators=4).fit(X, y).predict(X))


@pytest.mark.parametrize("error", [RuntimeError("stop here"), KeyboardInterrupt()])
def test_exceptions_come_out_as_themselves(error):
    X, y = numbers()

    def fail(info):
        raise error

    model = regressor(verbose=1)
    with pytest.raises(type(error)) as caught:
        model.fit(X, y, callbacks=[fail])
    assert caught.value is error
    assert not hasattr(model, "n_iter_")
    model.fit(X, y)
    before = model.predict(X)
    with pytest.raises(type(error)):
        model.fit(X, -y, callbacks=[fail])
    np.testing.assert_array_equal(model.predict(X), before)


def test_rounds_are_parts_for_the_callbacks_of_scikit_learn():
    pytest.importorskip("sklearn.callback")

    class Recorder:
        def __init__(self):
            self.lengths = []

        def setup(self, estimator, context):
            pass

        def on_fit_task_begin(self, estimator, context):
            pass

        def on_fit_task_end(self, estimator, context, *, fitted_estimator):
            self.lengths.append(len(fitted_estimator))

        def teardown(self, estimator, context):
            pass

    X, y = classes()
    recorder = Recorder()
    GradientBoostingClassifier(n_estimators=3).set_callbacks(recorder).fit(X, y)
    assert recorder.lengths == [1, 2, 3, 3]
