"""Validation sets, early stopping and callbacks."""

import numpy as np
import pytest

from spinney import GradientBoostingClassifier

from .small_data import classes, classifier, numbers, regressor, train_and_validation


def test_best_round_is_kept():
    X, y, X_val, y_val = train_and_validation()
    model = regressor(n_estimators=500, learning_rate=0.5, early_stopping=True)
    model.fit(X, y, X_val=X_val, y_val=y_val)
    curve = model.evals_result_["validation"]["squared_error"]
    assert len(curve) < 500
    assert model.best_iteration == np.argmin(curve) == len(curve) - 11
    assert model.best_score == min(curve)
    assert model.best_score_ == {"validation": {"squared_error": min(curve)}}
    assert len(model) == model.best_iteration_ == model.best_iteration + 1
    plain = regressor(n_estimators=len(model), learning_rate=0.5).fit(X, y)
    np.testing.assert_array_equal(plain.predict(X_val), model.predict(X_val))


def test_validation_fraction():
    X, y = numbers(400)
    model = regressor(n_estimators=300, learning_rate=0.5, early_stopping=True).fit(X, y)
    assert list(model.evals_result_) == ["validation"]
    assert len(model) < 300
    again = regressor(n_estimators=300, learning_rate=0.5, early_stopping=True, n_iter_no_change=10)
    np.testing.assert_array_equal(again.fit(X, y).predict(X), model.predict(X))


def test_early_stopping_rounds_require_validation_data():
    X, y = numbers(100)
    for model, arguments in [
        (regressor(early_stopping_rounds=5), {}),
        (regressor(), {"early_stopping_rounds": 5}),
    ]:
        with pytest.raises(ValueError, match=r"early_stopping_rounds .*eval_set.*early_stopping"):
            model.fit(X, y, **arguments)
        # As in XGBoost, the training data may be the validation data; no rows are set aside.
        model.fit(X, y, eval_set=[(X, y)], **arguments)
        assert list(model.evals_result_) == ["train"]
        assert len(model.evals_result_["train"]["squared_error"]) == len(model)
    assert len(regressor(n_estimators=3, early_stopping_rounds=-1).fit(X, y)) == 3


def test_validation_fraction_is_stratified():
    X, y = classes(3, n_rows=90)
    seen = []

    def remember(labels, proba):
        seen.append(labels)
        return 0.0

    classifier(early_stopping=True, validation_fraction=0.2, eval_metric=remember).fit(X, y)
    assert np.bincount(seen[0]).tolist() == [6, 6, 6]


def test_validation_without_early_stopping_keeps_all_rounds():
    X, y, X_val, y_val = train_and_validation()
    model = regressor(n_estimators=60, learning_rate=0.8).fit(X, y, X_val=X_val, y_val=y_val)
    assert len(model) == 60
    curve = model.evals_result_["validation"]["squared_error"]
    assert model.best_iteration == np.argmin(curve) < 59


def test_names_of_validation_sets():
    X, y, X_val, y_val = train_and_validation()
    pairs = [(X_val[:100], y_val[:100]), (X, y), (X_val, y_val)]
    model = regressor(eval_metric=["mae", "rmse"]).fit(
        X, y, eval_set=pairs, X_val=X_val, y_val=y_val
    )
    results = model.evals_result_
    assert list(results) == ["validation_0", "train", "validation_2", "validation"]
    assert results["validation_2"] == results["validation"]
    assert {tuple(curves) for curves in results.values()} == {("mae", "rmse")}
    assert results["train"]["mae"][-1] == pytest.approx(np.abs(y - model.predict(X)).mean())


def test_eval_set_may_be_a_single_pair():
    X, y, X_val, y_val = train_and_validation()
    model = regressor().fit(X, y, eval_set=(X_val, y_val))
    assert list(model.evals_result_) == ["validation_0"]


def test_metric_that_decides():
    X, y, X_val, y_val = train_and_validation(classes)
    model = classifier(n_estimators=200, learning_rate=0.5, eval_metric=["auc", "log_loss"])
    stops = {}
    for which in ("first", "last", "any"):
        model.set_params(stopping_metric=which)
        model.fit(X, y, eval_set=[(X_val, y_val), (X, y)], early_stopping_rounds=5)
        curves = model.evals_result_["validation_0"]
        best = {"auc": np.argmax(curves["auc"]), "log_loss": np.argmin(curves["log_loss"])}
        stops[which] = len(curves["auc"])
        assert model.best_iteration == best["log_loss" if which == "last" else "auc"]
        assert len(model) == model.best_iteration_
    assert stops["any"] == min(stops["first"], stops["last"])


def test_tolerance():
    X, y, X_val, y_val = train_and_validation()
    lengths = [
        len(
            regressor(n_estimators=200, early_stopping=True, tol=tol).fit(
                X, y, X_val=X_val, y_val=y_val
            )
        )
        for tol in (0.0, 0.05)
    ]
    assert lengths[1] < lengths[0]


INVALID_SETS = {
    "alone": ({"X_val": np.zeros((3, 3))}, "together"),
    "only weights": ({"sample_weight_val": [1.0]}, "without X_val"),
    "only weights of sets": ({"eval_sample_weight": [[1.0]]}, "without eval_set"),
    "no pair": ({"eval_set": [np.zeros((3, 3))]}, r"eval_set\[0\] must be a pair"),
    "weights": ({"eval_set": [(1, 2)], "eval_sample_weight": []}, "0 entries"),
    "width": (
        {"eval_set": [(np.zeros((3, 2)), [0, 1, 0])]},
        r"eval_set\[0\]\[0\]: X has 2 features",
    ),
    "label": (
        {"X_val": np.zeros((2, 3)), "y_val": [0, 7]},
        "^y_val has the label 7 in row 1, which y does not have",
    ),
    "infinity": (
        {"X_val": np.full((2, 3), np.inf), "y_val": [0, 1]},
        "^X_val: Input X contains infinity",
    ),
    "label of a set": (
        {"eval_set": [(np.zeros((2, 3)), [0, 7])]},
        r"^eval_set\[0\]\[1\] has the label 7 in row 1",
    ),
    "weight": (
        {"X_val": np.zeros((2, 3)), "y_val": [0, 1], "sample_weight_val": [1]},
        "^sample_weight_val: sample_weight has 1 entries",
    ),
    "patience": ({"early_stopping_rounds": 0}, "early_stopping_rounds"),
}


@pytest.mark.parametrize(("given", "message"), INVALID_SETS.values(), ids=INVALID_SETS)
def test_invalid_sets(given, message):
    X, y = classes()
    model = classifier()
    with pytest.raises(ValueError, match=message):
        model.fit(X, y, **given)
    assert not hasattr(model, "classes_")


def test_callbacks_see_every_round():
    X, y, X_val, y_val = train_and_validation()
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
def test_exceptions_propagate(error):
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


def test_sklearn_callbacks_see_each_round():
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
    GradientBoostingClassifier(preset="fast", n_estimators=3).set_callbacks(recorder).fit(X, y)
    assert recorder.lengths == [1, 2, 3, 3]
