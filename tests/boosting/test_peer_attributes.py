"""Fitted attributes by their names in LightGBM, XGBoost and CatBoost."""

import pickle

import numpy as np
import pandas as pd
import pytest

from spinney import load

from .small_data import classes, classifier, numbers, regressor, train_and_validation


@pytest.fixture(scope="module")
def stopped():
    X, y, X_val, y_val = train_and_validation(classes)
    model = classifier(n_estimators=200, learning_rate=0.5)
    return model.fit(X, y, eval_set=[(X_val, y_val)], early_stopping_rounds=5)


def check_best(model):
    curve = model.evals_result_["validation_0"]["log_loss"]
    assert model.best_iteration == model.get_best_iteration() == np.argmin(curve)
    assert model.best_iteration_ == model.best_iteration + 1 == model.n_estimators_ == len(model)
    assert model.best_score == min(curve)
    assert model.best_score_["valid_0"]["binary_logloss"] == min(curve)
    assert model.get_best_score() == {"validation_0": {"log_loss": min(curve)}}
    assert model.get_evals_result() == model.evals_result() == {"validation_0": {"log_loss": curve}}
    assert model.tree_count_ == len(model)


def test_best_iteration(stopped, tmp_path):
    check_best(stopped)
    check_best(pickle.loads(pickle.dumps(stopped)))
    stopped.save(tmp_path / "model.spinney")
    check_best(load(tmp_path / "model.spinney"))


def test_attributes_need_validation_data():
    X, y = numbers()
    model = regressor().fit(X, y)
    for name in ("best_iteration_", "best_score_", "evals_result_", "best_iteration"):
        assert not hasattr(model, name)
    with pytest.raises(AttributeError, match="requires validation data"):
        print(model.best_iteration_)
    with pytest.raises(AttributeError, match="requires validation data"):
        model.evals_result()
    model.fit(X, y, eval_set=[(X, y)])
    assert model.best_iteration_ == 15
    assert not hasattr(model.fit(X, y), "evals_result_")


def test_names_and_numbers():
    X, y = numbers()
    model = regressor().fit(X, y)
    assert model.feature_name_ == ["Column_0", "Column_1", "Column_2"]
    assert (model.n_features_, model.n_estimators_, model.n_iter_) == (3, 15, 15)
    frame = pd.DataFrame(X, columns=list("abc"))
    model.fit(frame, y)
    assert model.feature_name_ == ["a", "b", "c"]
    assert model.get_booster().feature_names == ["a", "b", "c"]
    assert model.get_num_boosting_rounds() == 15


@pytest.mark.parametrize(
    ("model", "table", "objective"),
    [
        (classifier(), classes(), "binary"),
        (classifier(), classes(3), "multiclass"),
        (regressor(), numbers(), "regression"),
        (regressor(loss="absolute_error"), numbers(), "regression_l1"),
        (regressor(loss="quantile"), numbers(), "quantile"),
    ],
)
def test_objective(model, table, objective):
    assert model.fit(*table).objective_ == objective


def split_statistics(model):
    """Number and total gain (without the factor 1/2) and cover of the splits on each feature."""
    count, gain, cover = np.zeros(3), np.zeros(3), np.zeros(3)
    for one in model.estimators_.ravel():
        tree = one.tree_
        for node in np.flatnonzero(tree.kind):
            count[tree.feature[node]] += 1
            gain[tree.feature[node]] += 2 * tree.gain[node]
            cover[tree.feature[node]] += tree.weighted_n_node_samples[node]
    return count, gain, cover


def test_importances():
    X, y = numbers()
    model = regressor().fit(X, y)
    count, gain, cover = split_statistics(model)
    splits = np.maximum(count, 1)
    expected = {
        None: gain / gain.sum(),
        "split": count,
        "weight": count / count.sum(),
        "gain": (gain / splits) / (gain / splits).sum(),
        "total_gain": gain / gain.sum(),
        "cover": (cover / splits) / (cover / splits).sum(),
        "total_cover": cover / cover.sum(),
    }
    for kind, values in expected.items():
        model.set_params(importance_type=kind)
        np.testing.assert_allclose(model.feature_importances_, values)
    np.testing.assert_array_equal(model.importance("split"), count)
    np.testing.assert_array_equal(model.booster_.feature_importance(), count)
    np.testing.assert_allclose(model.booster_.feature_importance("gain"), gain)
    scores = model.get_booster().get_score(importance_type="gain")
    used = np.flatnonzero(count)
    assert list(scores) == [f"f{j}" for j in used]
    np.testing.assert_allclose(list(scores.values()), (gain / splits)[used])
    with pytest.raises(ValueError, match="'importance_type' parameter"):
        regressor(importance_type="shap").fit(X, y)


def test_boosters(stopped):
    assert stopped.booster_.num_trees() == stopped.booster_.current_iteration() == len(stopped)
    assert stopped.booster_.best_iteration == stopped.best_iteration_
    assert stopped.get_booster().best_iteration == stopped.best_iteration
    assert stopped.get_booster().num_boosted_rounds() == len(stopped)
    assert stopped.booster_.feature_name() == ["Column_0", "Column_1", "Column_2"]


def test_attributes_of_a_slice(stopped):
    whole = stopped.evals_result_["validation_0"]["log_loss"]
    part = stopped[: len(stopped) - 1]
    assert part.evals_result_["validation_0"]["log_loss"] == whole[: len(part)]
    for name in ("best_iteration", "best_iteration_", "best_score", "best_score_"):
        with pytest.raises(AttributeError, match=rf"^{name} requires validation data"):
            getattr(part, name)
    check_best(stopped[:])
    X, y, X_val, y_val = train_and_validation(classes)
    model = classifier(subsample=0.5, n_estimators=30, learning_rate=0.9, random_state=0)
    model.fit(X, y, eval_set=[(X_val, y_val)])
    assert model.best_iteration + 2 < 30
    part = model[: model.best_iteration + 2]
    assert (part.best_iteration, part.best_score_) == (model.best_iteration, model.best_score_)
    empty = model[:0]
    for name in ("evals_result_", "best_iteration", "oob_score_"):
        assert hasattr(model, name)
        assert not hasattr(empty, name)


def test_a_slice_of_a_continued_model():
    X, y, X_val, y_val = train_and_validation()
    first = regressor(n_estimators=4).fit(X, y)
    model = regressor(n_estimators=6).fit(X, y, init_model=first, eval_set=[(X_val, y_val)])
    values = model.evals_result_["validation_0"]["squared_error"]
    assert model[:7].evals_result_["validation_0"]["squared_error"] == values[:3]
    assert not hasattr(model[:4], "evals_result_")


def test_names_of_catboost(stopped):
    assert stopped.feature_names_ == ["0", "1", "2"]
    X, y = numbers()
    named = regressor().fit(pd.DataFrame(X, columns=["a", "b", "c"]), y)
    assert named.feature_names_ == ["a", "b", "c"]
    assert named.get_all_params() == named.get_params()


@pytest.mark.parametrize("n_classes", [0, 2, 3])
def test_predictions_of_the_booster(n_classes):
    X, y = classes(n_classes) if n_classes else numbers()
    model = (classifier() if n_classes else regressor()).fit(X, y)
    booster = model.booster_
    expected = model.predict_proba(X) if n_classes else model.predict(X)
    expected = expected[:, 1] if n_classes == 2 else expected
    np.testing.assert_array_equal(booster.predict(X), expected)
    raw = booster.predict(X, raw_score=True, num_iteration=4)
    np.testing.assert_array_equal(raw, model.predict(X, raw_score=True, num_iteration=4))
    np.testing.assert_array_equal(
        booster.predict(X, pred_leaf=True), model.predict(X, pred_leaf=True)
    )
