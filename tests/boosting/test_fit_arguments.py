"""Arguments of fit that scripts for LightGBM, XGBoost and CatBoost use."""

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics

from spinney import GradientBoostingClassifier

from .small_data import classes, classifier, numbers, regressor, train_and_validation


def test_weights_of_validation_sets():
    X, y, X_val, y_val = train_and_validation()
    weight = np.arange(len(y_val)) % 3
    ours = regressor().fit(X, y, eval_set=[(X_val, y_val)], eval_sample_weight=[weight])
    xgboost = regressor().fit(X, y, eval_set=[(X_val, y_val)], sample_weight_eval_set=[weight])
    assert xgboost.evals_result_ == ours.evals_result_
    expected = metrics.mean_squared_error(y_val, ours.predict(X_val), sample_weight=weight)
    assert ours.evals_result_["validation_0"]["l2"][-1] == pytest.approx(expected)
    with pytest.raises(TypeError, match="mean the same"):
        regressor().fit(
            X,
            y,
            eval_set=[(X_val, y_val)],
            eval_sample_weight=[weight],
            sample_weight_eval_set=[weight],
        )


def test_class_weights_do_not_apply_to_validation_sets():
    X, y, X_val, y_val = train_and_validation(classes)
    for given in ({"scale_pos_weight": 5.0}, {"class_weight": {0: 1, 1: 5}}):
        model = classifier(**given).fit(X, y, eval_set=[(X_val, y_val)])
        expected = metrics.log_loss(y_val, model.predict_proba(X_val))
        assert model.evals_result_["valid_0"]["binary_logloss"][-1] == pytest.approx(expected)
    model.fit(X, y, eval_set=[(X_val, y_val)], eval_class_weight=[{0: 1, 1: 5}])
    weight = np.where(y_val == 1, 5, 1)
    expected = metrics.log_loss(y_val, model.predict_proba(X_val), sample_weight=weight)
    assert model.evals_result_["valid_0"]["binary_logloss"][-1] == pytest.approx(expected)


def test_names_of_sets_and_metrics():
    X, y, X_val, y_val = train_and_validation(classes)
    pairs = [(X, y), (X_val, y_val)]
    model = classifier(eval_metric=["error", "logloss"]).fit(X, y, eval_set=pairs)
    results = model.evals_result_
    assert list(results) == ["train", "validation_1"]
    assert list(results["train"]) == ["error", "logloss"]
    assert list(model.evals_result()) == ["validation_0", "validation_1"]
    assert model.evals_result()["validation_0"] == results["training"] == results["valid_0"]
    assert results["valid_1"]["binary_logloss"] == results["validation_1"]["logloss"]
    with pytest.raises(KeyError, match="there is only 'error', 'logloss'"):
        results["train"]["auc"]
    with pytest.raises(KeyError, match="validation_2"):
        model.evals_result()["validation_2"]
    named = classifier().fit(X, y, eval_set=pairs, eval_names=["a", "b"])
    assert list(named.evals_result_) == ["a", "b"]
    assert named.best_iteration == np.argmin(named.evals_result_["b"]["log_loss"])
    with pytest.raises(ValueError, match="eval_names has 1 entries, but eval_set has 2"):
        classifier().fit(X, y, eval_set=pairs, eval_names=["a"])


def test_root_of_the_default_metric():
    X, y, X_val, y_val = train_and_validation()
    results = regressor().fit(X, y, eval_set=[(X_val, y_val)]).evals_result()
    expected = np.sqrt(results["validation_0"]["l2"])
    np.testing.assert_allclose(results["validation_0"]["rmse"], expected)


def test_metrics_of_fit_are_added():
    X, y, X_val, y_val = train_and_validation(classes)

    def hits(y_true, proba):
        return "hits", np.mean((proba > 0.5) == y_true), True

    for given, names in {"auc": ["auc"], hits: ["hits"]}.items():
        model = classifier().fit(X, y, eval_set=[(X_val, y_val)], eval_metric=given)
        assert list(model.evals_result_["valid_0"]) == ["log_loss", *names]
    model = classifier(eval_metric="error").fit(
        X, y, eval_set=[(X_val, y_val)], eval_metric=["auc", hits]
    )
    assert list(model.evals_result_["valid_0"]) == ["error", "auc", "hits"]
    assert model.eval_metric == "error"
    only = classifier(metric="None").fit(X, y, eval_set=[(X_val, y_val)], eval_metric=hits)
    assert list(only.evals_result_["valid_0"]) == ["hits"]


def test_early_stopping_on_any_metric_of_fit():
    X, y, X_val, y_val = train_and_validation(classes)
    model = classifier(n_estimators=300, learning_rate=0.5)
    model.fit(X, y, eval_set=[(X_val, y_val)], eval_metric="auc", early_stopping_rounds=7)
    curves = model.evals_result_["valid_0"]
    best = {"log_loss": np.argmin(curves["log_loss"]), "auc": np.argmax(curves["auc"])}
    assert len(curves["auc"]) - 1 - min(best.values()) == 7
    assert model.best_iteration in best.values()
    assert model.n_estimators_ == model.best_iteration_ == model.best_iteration + 1


@pytest.mark.parametrize("n_classes", [2, 3])
def test_scores_to_start_from(n_classes):
    X, y, X_val, y_val = train_and_validation(classes, n_classes=n_classes)
    first = classifier().fit(X, y)
    margin, margin_val = first.decision_function(X), first.decision_function(X_val)
    second = classifier().fit(
        X, y, base_margin=margin, eval_set=[(X_val, y_val)], base_margin_eval_set=[margin_val]
    )
    whole = classifier(n_estimators=30).fit(X, y, eval_set=[(X_val, y_val)])
    curves = [model.evals_result_["validation_0"]["log_loss"] for model in (second, whole)]
    np.testing.assert_allclose(curves[0], curves[1][15:], rtol=1e-6)
    probabilities = second.predict_proba(X_val, base_margin=margin_val)
    np.testing.assert_allclose(probabilities, whole.predict_proba(X_val), rtol=1e-6)
    added = second.decision_function(X_val) + margin_val
    np.testing.assert_allclose(second.predict(X_val, raw_score=True, base_margin=margin_val), added)
    if n_classes == 3:  # LightGBM also takes all scores of a class before those of the next
        flat = classifier().fit(X, y, init_score=margin.ravel(order="F"))
        np.testing.assert_array_equal(flat.predict(X), second.predict(X))


def test_scores_to_start_from_follow_their_rows():
    X, y = numbers(400)
    margin = np.linspace(-1, 1, 400)
    weight = (np.arange(400) % 5 > 0).astype(float)
    kept = weight > 0
    part = regressor().fit(X[kept], y[kept], init_score=margin[kept])
    model = regressor().fit(X, y, weight, init_score=margin)
    np.testing.assert_array_equal(model.predict(X), part.predict(X))
    stopped = regressor(early_stopping=True, n_estimators=200).fit(X, y + margin, init_score=margin)
    plain = regressor(early_stopping=True, n_estimators=200, init_score=0.0).fit(X, y)
    np.testing.assert_allclose(stopped.predict(X), plain.predict(X), rtol=1e-9, atol=1e-9)


def test_invalid_scores_to_start_from():
    X, y = classes(3)
    for margin, message in {
        (299,): "one row per sample: 300",
        (300, 2): "init_score has 2 scores per row, but the model has 3",
    }.items():
        with pytest.raises(ValueError, match=message):
            classifier().fit(X, y, init_score=np.zeros(margin))
    with pytest.raises(ValueError, match="NaN or infinity: row 4"):
        classifier().fit(X, y, init_score=np.where(np.arange(300) == 4, np.nan, 0.0)[:, None])
    model = classifier().fit(X, y)
    with pytest.raises(ValueError, match="base_margin has 1 scores per row"):
        model.predict(X, base_margin=np.zeros(300))


def test_categorical_features_of_fit():
    X, y = numbers()
    X[:, 0] = np.arange(300) % 5
    expected = regressor(categorical_features=[0]).fit(X, y)
    for name in ("categorical_feature", "cat_features", "categorical_features"):
        model = regressor().fit(X, y, **{name: [0]})
        np.testing.assert_array_equal(model.predict(X), expected.predict(X))
        assert model.categorical_features == "from_dtype"
    frame = pd.DataFrame(X, columns=list("abc"))
    frame["a"] = frame["a"].astype("category")
    for given in ("auto", ["a"]):
        model = regressor().fit(frame, y, categorical_feature=given)
        np.testing.assert_array_equal(model.predict(frame), expected.predict(X))


def test_init_model_may_be_a_path_or_booster(tmp_path):
    X, y = numbers()
    path = tmp_path / "model.spinney"
    first = regressor().fit(X, y)
    first.save_model(path)
    whole = regressor(n_estimators=30).fit(X, y)
    for given in (path, str(path), first, first.booster_, first.get_booster()):
        for name in ("init_model", "xgb_model"):
            model = regressor().fit(X, y, **{name: given})
            np.testing.assert_array_equal(model.predict(X), whole.predict(X))
    loaded = regressor(n_estimators=3)
    assert loaded.load_model(path) is loaded
    np.testing.assert_array_equal(loaded.predict(X), first.predict(X))
    with pytest.raises(ValueError, match="not a GradientBoostingClassifier"):
        classifier().load_model(path)
    with pytest.raises(ValueError, match="must be a fitted GradientBoostingClassifier"):
        classifier().fit(X, y > 0, init_model=path)


def test_verbose(capsys):
    X, y, X_val, y_val = train_and_validation()
    for given, lines in ((True, 15), (5, 3), (1, 15), (0, 0), (False, 0)):
        regressor().fit(X, y, eval_set=[(X_val, y_val)], verbose=given)
        assert len(capsys.readouterr().err.splitlines()) == lines
    for given, lines in ((-1, 0), (2, 15), (5, 3), (False, 0)):
        regressor(verbose=given).fit(X, y, eval_set=[(X_val, y_val)])
        assert len(capsys.readouterr().err.splitlines()) == lines
    with pytest.raises(ValueError, match="verbose must be"):
        regressor().fit(X, y, verbose="often")


def test_use_best_model():
    X, y, X_val, y_val = train_and_validation()
    pairs = [(X_val, y_val)]
    best = regressor(n_estimators=60, learning_rate=0.8).fit(
        X, y, eval_set=pairs, use_best_model=True
    )
    assert len(best) == best.best_iteration_ < 60
    assert len(best.evals_result_["validation"]["rmse"]) == 60
    every = regressor(n_estimators=60, learning_rate=0.8, use_best_model=False).fit(
        X, y, eval_set=pairs, early_stopping_rounds=5
    )
    assert len(every) == every.best_iteration_ + 5


def foreign(library, name, **attributes):
    """An object of a class that seems to belong to another library."""
    return type(name, (), {"__module__": library, **attributes})()


@pytest.mark.parametrize(
    ("library", "name", "hint"),
    [
        ("lightgbm.callback", "_EarlyStoppingCallback", "early_stopping_rounds"),
        ("lightgbm.callback", "_LogEvaluationCallback", "verbose"),
        ("lightgbm.callback", "_RecordEvaluationCallback", "evals_result_"),
        ("lightgbm.callback", "_ResetParameterCallback", "learning_rate"),
        ("xgboost.callback", "EarlyStopping", "early_stopping_rounds"),
        ("xgboost.callback", "TrainingCheckPoint", "init_model"),
    ],
)
def test_callbacks_of_other_libraries(library, name, hint):
    X, y = numbers()
    with pytest.raises(TypeError, match=f"{name} cannot be used here: .*{hint}"):
        regressor().fit(X, y, callbacks=[foreign(library, name, __call__=print)])


def test_unknown_and_ignored_arguments():
    X, y = numbers()
    with pytest.raises(TypeError, match=r"'eval_sets'.*Did you mean 'eval_set'"):
        regressor().fit(X, y, eval_sets=[])
    with pytest.raises(TypeError, match="pass a dataframe"):
        regressor().fit(X, y, feature_name=["a", "b", "c"])
    with pytest.warns(UserWarning, match=r"plot=True is ignored: draw evals_result_") as caught:
        regressor().fit(X, y, plot=True, feature_name="auto")
    assert caught[0].filename == __file__
    with pytest.raises(TypeError, match="callbacks must be callable"):
        regressor().fit(X, y, callbacks=["early_stopping"])


def test_arguments_of_fit_leave_the_parameters_alone():
    X, y, X_val, y_val = train_and_validation(classes)
    model = GradientBoostingClassifier(preset="fast", n_estimators=5)
    before = model.get_params()
    model.fit(
        X,
        y,
        eval_set=(X_val, y_val),
        eval_metric="auc",
        early_stopping_rounds=3,
        categorical_feature="auto",
        verbose=False,
        use_best_model=False,
        feature_weights=[1, 2, 3],
    )
    assert model.get_params() == before


@pytest.mark.filterwarnings("error")
def test_balanced_weights_of_a_validation_set_without_a_class():
    X, y = classes(3)
    part = y < 2
    eval_set = [(X[part], y[part])]
    model = classifier().fit(X, y, eval_set=eval_set, eval_class_weight=["balanced"])
    assert len(model.evals_result_["validation_0"]["log_loss"]) == 15


def test_names_of_validation_sets_are_distinct():
    X, y = numbers()
    sets = [(X[:50], y[:50]), (X[50:], y[50:])]
    for names in (["a", "a"], ["validation_1", None]):
        with pytest.raises(ValueError, match=f"Two validation sets have the name '{names[0]}'"):
            regressor().fit(X, y, eval_set=sets, eval_names=names)
    with pytest.raises(ValueError, match="Two validation sets have the name 'validation'"):
        regressor().fit(X, y, eval_set=sets[:1], eval_names="validation", X_val=X, y_val=y)
    twice = regressor().fit(X, y, eval_set=[(X, y), (X, y)]).evals_result_
    assert list(twice) == ["train", "validation_1"]
    assert twice["train"] == twice["validation_1"]
