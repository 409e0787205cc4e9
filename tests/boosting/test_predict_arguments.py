"""Arguments of predict that scripts for LightGBM, XGBoost and CatBoost use."""

import numpy as np
import pytest

from .small_data import classes, classifier, numbers, regressor


@pytest.fixture(scope="module")
def three_classes():
    X, y = classes(3)
    return X, classifier().fit(X, y)


def test_first_iterations(three_classes):
    X, model = three_classes
    expected = model[:5].predict_proba(X)
    for given in (
        {"n_iter": 5},
        {"num_iteration": 5},
        {"iteration_range": (0, 5)},
        {"ntree_limit": 5},
        {"ntree_end": 5},
        {"start_iteration": 0, "num_iteration": 5},
    ):
        np.testing.assert_array_equal(model.predict_proba(X, **given), expected)
        np.testing.assert_array_equal(model.predict(X, **given), expected.argmax(axis=1))
        np.testing.assert_array_equal(model.apply(X, **given), model.apply(X)[:, :5])


def test_all_iterations(three_classes):
    X, model = three_classes
    for given in (
        {"num_iteration": -1},
        {"num_iteration": None},
        {"num_iteration": 0},
        {"num_iteration": 1000},
        {"iteration_range": (0, 0)},
        {"iteration_range": None},
        {"ntree_limit": 0},
        {"ntree_end": 0},
        {"validate_features": False},
        {"validate_features": True, "predict_disable_shape_check": True},
    ):
        np.testing.assert_array_equal(model.predict_proba(X, **given), model.predict_proba(X))


def test_later_iterations():
    X, y = numbers()
    model = regressor(base_score=2.5).fit(X, y)
    first, both = model.predict(X, num_iteration=4), model.predict(X)
    # XGBoost keeps the base score, LightGBM has it in the first tree.
    rest = both - first
    np.testing.assert_allclose(model.predict(X, iteration_range=(4, 15)), rest + 2.5)
    np.testing.assert_allclose(model.predict(X, start_iteration=4), rest, atol=1e-12)
    np.testing.assert_allclose(model.predict(X, ntree_start=4, ntree_end=15), rest, atol=1e-12)
    assert (model.predict(X, start_iteration=99) == 0).all()


def test_raw_scores_and_leaves(three_classes):
    X, model = three_classes
    raw = model.decision_function(X)
    for given in ({"raw_score": True}, {"output_margin": True}):
        np.testing.assert_array_equal(model.predict(X, **given), raw)
        np.testing.assert_array_equal(model.predict_proba(X, **given), raw)
    leaves = model.predict(X, pred_leaf=True)
    assert leaves.shape == (300, 45)
    for i, tree in enumerate(model.estimators_.ravel()):
        nodes, n_leaves = model.apply(X)[:, i // 3, i % 3], tree.tree_.n_leaves
        assert set(leaves[:, i]) == set(range(n_leaves))
        assert len(np.unique(np.column_stack([leaves[:, i], nodes]), axis=0)) == n_leaves
    part = model.predict(X, pred_leaf=True, iteration_range=(2, 4))
    np.testing.assert_array_equal(part, leaves[:, 6:12])


def test_prediction_types_of_catboost(three_classes):
    X, model = three_classes
    for kind, expected in {
        "Class": model.predict(X),
        "Probability": model.predict_proba(X),
        "LogProbability": model.predict_log_proba(X),
        "RawFormulaVal": model.decision_function(X),
    }.items():
        np.testing.assert_array_equal(model.predict(X, prediction_type=kind), expected)
    with pytest.raises(ValueError, match="prediction_type='Rank'"):
        model.predict(X, prediction_type="Rank")
    with pytest.raises(ValueError, match="prediction_type='Exponent'"):
        model.predict(X, prediction_type="Exponent")


def test_prediction_types_of_regression():
    X, y = numbers()
    model = regressor().fit(X, y)
    for kind in ("Exponent", "Class", "Probability"):
        with pytest.raises(ValueError, match=f"prediction_type='{kind}'"):
            model.predict(X, prediction_type=kind)
    counts = regressor(loss="poisson").fit(X, np.exp(y))
    exponent = counts.predict(X, prediction_type="Exponent")
    np.testing.assert_array_equal(exponent, counts.predict(X))


def test_invalid_arguments(three_classes):
    X, model = three_classes
    with pytest.raises(ValueError, match=r"iteration_range=\(0, 99\).*15 iterations"):
        model.predict(X, iteration_range=(0, 99))
    with pytest.raises(ValueError, match="n_iter must be"):
        model.predict(X, n_iter=16)
    with pytest.raises(ValueError, match="approx_contribs=True is not supported"):
        model.predict(X, pred_contribs=True, approx_contribs=True)
    with pytest.raises(ValueError, match="pred_contrib and pred_interactions exclude each other"):
        model.predict(X, pred_contrib=True, pred_interactions=True)
    with pytest.raises(TypeError, match=r"'num_iter'.*Did you mean"):
        model.predict(X, num_iter=3)
    assert model.predict(X, pred_contrib=False).shape == (300,)


@pytest.mark.parametrize(
    "given", [{"iteration_range": 3}, {"iteration_range": (0, 1.5)}, {"num_iteration": "a"}]
)
def test_numbers_of_iterations_of_a_wrong_type(three_classes, given):
    X, model = three_classes
    with pytest.raises(ValueError, match=rf"^{next(iter(given))} must be "):
        model.predict(X, **given)
