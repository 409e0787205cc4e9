"""Adding rounds to a fitted model: warm_start and init_model."""

import copy
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from spinney import RandomForestRegressor

from .small_data import classes, classifier, numbers, regressor

KINDS = {
    "default": {},
    "samples": {"subsample": 0.6, "colsample_bynode": 0.5},
    "line search": {"line_search": True},
    "medians": {"loss": "absolute_error"},
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("random_state", [None, 3])
def test_warm_start_equals_a_single_fit(kind, random_state):
    X, y = numbers()
    model = regressor(warm_start=True, random_state=random_state, **kind).fit(X, y)
    first = model.predict(X)
    model.set_params(n_estimators=30).fit(X, y)
    assert len(model) == 30
    np.testing.assert_array_equal(model[:15].predict(X), first)
    if random_state is not None or "subsample" not in kind:
        whole = regressor(n_estimators=30, random_state=random_state, **kind).fit(X, y)
        assert whole.predict(X).tobytes() == model.predict(X).tobytes()


@pytest.mark.parametrize("n_classes", [2, 3])
def test_init_model_equals_a_single_fit(n_classes):
    X, y = classes(n_classes)
    first = classifier(n_estimators=10).fit(X, y)
    before = first.decision_function(X)
    second = classifier(n_estimators=20).fit(X, y, init_model=first)
    assert len(second) == 30
    assert len(first) == 10
    np.testing.assert_array_equal(first.decision_function(X), before)
    whole = classifier(n_estimators=30).fit(X, y)
    assert whole.decision_function(X).tobytes() == second.decision_function(X).tobytes()


def test_new_rows_keep_columns_and_classes():
    X, y = classes(3)
    frame = pd.DataFrame(X, columns=["a", "b", "c"]).assign(d=np.array(["u", "v", "w"])[y])
    labels = np.array(["x", "y", "z"])[y]
    first = classifier().fit(frame, labels)
    some = labels != "z"
    second = classifier(n_estimators=5).fit(frame[some], labels[some], init_model=first)
    assert list(second.classes_) == ["x", "y", "z"]
    new = frame.assign(d="never seen")
    assert np.isfinite(second.predict_proba(new)).all()
    with pytest.raises(ValueError, match=r"^y has the label 'q' in row 0, which the previous fit"):
        classifier().fit(frame, np.full(300, "q"), init_model=first)
    with pytest.raises(ValueError, match=r"^y has the label 'q' in row 0, which the previous fit"):
        first.set_params(warm_start=True).fit(frame, np.full(300, "q"))
    with pytest.raises(ValueError, match="names"):
        classifier().fit(frame.rename(columns={"d": "e"}), labels, init_model=first)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        whole = classifier().fit(frame, labels, init_model=first)
        swapped = classifier().fit(frame[["d", "c", "b", "a"]], labels, init_model=first)
    np.testing.assert_array_equal(swapped.predict_proba(frame), whole.predict_proba(frame))


def test_no_additional_rounds():
    X, y = numbers()
    model = regressor(warm_start=True).fit(X, y)
    before = model.predict(X)
    np.testing.assert_array_equal(model.fit(X, y).predict(X), before)
    with pytest.raises(ValueError, match="n_estimators=10 must be at least the 15 iterations"):
        model.set_params(n_estimators=10).fit(X, y)
    assert len(model) == 15


def test_fit_restarts_without_warm_start():
    X, y = numbers()
    model = regressor().fit(X, y)
    before = model.predict(X)
    np.testing.assert_array_equal(model.fit(X, y).predict(X), before)
    assert len(model) == 15


def test_models_that_cannot_be_continued():
    X, y = numbers()
    with pytest.raises(NotFittedError):
        regressor().fit(X, y, init_model=regressor())
    with pytest.raises(ValueError, match="init_model must be a fitted GradientBoostingRegressor"):
        regressor().fit(X, y, init_model=classifier().fit(*classes()))
    first = regressor().fit(X, y)
    for other in ({"loss": "absolute_error"}, {"loss": "huber"}):
        with pytest.raises(ValueError, match="cannot be continued"):
            regressor(**other).fit(X, y, init_model=first)
    quantile = regressor(loss="quantile", alpha=0.9).fit(X, y)
    with pytest.raises(ValueError, match="cannot be continued"):
        regressor(loss="quantile", alpha=0.5).fit(X, y, init_model=quantile)


def test_validation_continues():
    X, y = numbers()
    X_val, y_val = numbers(seed=1)
    model = regressor(warm_start=True).fit(X, y, X_val=X_val, y_val=y_val)
    first = model.evals_result_["validation"]["squared_error"]
    model.set_params(n_estimators=30).fit(X, y, X_val=X_val, y_val=y_val)
    second = model.evals_result_["validation"]["squared_error"]
    whole = regressor(n_estimators=30).fit(X, y, X_val=X_val, y_val=y_val)
    assert whole.evals_result_["validation"]["squared_error"] == first + second
    assert model.best_iteration == 15 + np.argmin(second)
    assert model.best_score_["validation"]["squared_error"] == min(second)


@pytest.mark.parametrize(
    ("fitted", "changed"),
    [
        ({}, {"missing": "majority"}),
        ({"missing": "mean"}, {"missing": {0: "mean"}}),
        ({}, {"unknown": "error"}),
        ({}, {"categorical_features": [0]}),
        ({"categorical_features": [0]}, {"categorical_features": None}),
        ({}, {"init_score": 9.0}),
        ({"init_score": 1.0}, {"init_score": None, "init": "zero"}),
        ({"init_score": 1.0}, {"init_score": None, "base_score": 2.0}),
    ],
    ids=str,
)
def test_parameters_that_cannot_change(fitted, changed):
    X, y = numbers()
    X[:, 0] = np.arange(300) % 3
    model = regressor(warm_start=True, **fitted).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        expected = copy.deepcopy(model).set_params(n_estimators=20).fit(X, y)
    name = list(changed)[-1]
    with pytest.warns(UserWarning, match=f"^{name}=.* is ignored: the model that is continued"):
        model.set_params(n_estimators=20, **changed).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), expected.predict(X))


@pytest.mark.parametrize("make", [regressor, RandomForestRegressor])
@pytest.mark.parametrize("orders", ["from_dtype", {"size": ["S", "M", "L"]}])
def test_order_of_categories_cannot_change(make, orders):
    X, y = numbers()
    sizes = pd.Categorical(np.array(["S", "M", "L"])[np.arange(300) % 3], ["S", "M", "L"], True)
    table = pd.DataFrame({"number": X[:, 0], "size": sizes, "kind": sizes.astype(str)})
    table["kind"] = table["kind"].astype("category")
    model = make(n_estimators=4, warm_start=True, random_state=0, ordered_features=orders)
    model.fit(table, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.set_params(n_estimators=5).fit(table, y)
    changes = [None, {"kind": ["S", "M", "L"]}, {"size": ["L", "M", "S"]}]
    for i, change in enumerate(changes):
        with pytest.warns(UserWarning, match="is ignored: the model that is continued") as found:
            model.set_params(n_estimators=6 + i, ordered_features=change).fit(table, y)
        (message,) = (str(one.message) for one in found)
        assert message.startswith("ordered_features=")


def test_number_of_parallel_trees_cannot_change():
    X, y = numbers()
    model = regressor(warm_start=True, subsample=0.5, random_state=0).fit(X, y)
    with pytest.raises(ValueError, match="num_parallel_tree=3 must be that of the model"):
        model.set_params(n_estimators=20, num_parallel_tree=3).fit(X, y)
    assert len(model) == 15
