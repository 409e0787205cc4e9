"""Validation sets of fit: options of the training data, and names of other libraries."""

import numpy as np
import pytest

from .small_data import classes, classifier, numbers, regressor, train_and_validation


@pytest.mark.parametrize("n_classes", [2, 3])
def test_weights_and_scores_of_the_training_data_in_eval_set(n_classes):
    X, y = classes(n_classes)
    weight = np.random.default_rng(0).uniform(size=len(y))
    shape = len(y) if n_classes == 2 else (len(y), n_classes)
    options = [
        {"eval_sample_weight": [weight]},
        {"eval_class_weight": [{0: 3.0}]},
        {"eval_init_score": [np.random.default_rng(1).normal(size=shape)]},
    ]
    for given in options:
        found = classifier().fit(X, y, eval_set=[(X, y)], **given).evals_result_
        expected = classifier().fit(X, y, eval_set=[(X.copy(), y.copy())], **given).evals_result_
        assert list(found) == ["train"]
        np.testing.assert_allclose(found["train"]["logloss"], expected["valid_0"]["logloss"])
    with pytest.raises(ValueError, match=r"eval_sample_weight\[0\]: .* has 3 entries"):
        classifier().fit(X, y, eval_set=[(X, y)], eval_sample_weight=[[1, 2, 3]])
    with pytest.raises(ValueError, match="eval_init_score must have one row per sample"):
        classifier().fit(X, y, eval_set=[(X, y)], eval_init_score=[[1, 2, 3]])


def test_weighted_training_data_without_the_rows_set_aside():
    X, y = numbers(200)
    weight = np.random.default_rng(0).uniform(size=len(y))
    seen = []

    def remember(y_true, predicted):
        seen.append(y_true)
        return 0.0

    model = regressor(early_stopping=True, validation_fraction=0.25, eval_metric=remember)
    model.fit(X, y, eval_set=[(X, y)], eval_sample_weight=[weight])
    assert list(model.evals_result_) == ["train", "validation"]
    assert sorted([*seen[0], *seen[1]]) == sorted(y)


def test_validation_data_by_the_names_of_lightgbm_4_7():
    X, y, X_val, y_val = train_and_validation()
    expected = regressor().fit(X, y, eval_set=[(X_val, y_val)]).evals_result_
    for given in ({"eval_X": X_val, "eval_y": y_val}, {"eval_X": (X_val,), "eval_y": (y_val,)}):
        assert regressor().fit(X, y, **given).evals_result_ == expected
    with pytest.raises(ValueError, match="eval_X and eval_y must be passed together"):
        regressor().fit(X, y, eval_X=X_val)


@pytest.mark.filterwarnings("error")
def test_arguments_that_only_silence_output(capsys):
    X, y = numbers()
    for given in ({"silent": True}, {"logging_level": "Silent"}, {"plot": False}):
        regressor(verbose=0 if "plot" in given else 2).fit(X, y, **given)
    assert capsys.readouterr().out == ""


def test_callbacks_have_the_names_of_lightgbm():
    X, y, X_val, y_val = train_and_validation(classes)
    seen = []

    def remember(env):
        seen.append((env.iteration, env.evaluation_result_list))

    model = classifier(eval_metric=["log_loss", "auc"])
    model.fit(X, y, eval_set=[(X, y), (X_val, y_val)], callbacks=[remember])
    assert [iteration for iteration, _ in seen] == list(range(15))
    results = model.evals_result_
    assert seen[3][1] == [
        (one, metric, results[one][metric][3], metric == "auc")
        for one in ("train", "validation_1")
        for metric in ("log_loss", "auc")
    ]
    classifier().fit(X, y, callbacks=[remember])
    assert seen[-1] == (14, [])
