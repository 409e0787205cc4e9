"""Models of trees with a value per class: continuation, folds, refit, files, explanations."""

import pickle

import numpy as np
import pytest
from sklearn.metrics import log_loss

import spinney
from spinney import GradientBoostingClassifier, HistGradientBoostingClassifier, explain
from spinney.boosting.auto_values import VECTOR_RATE

from .test_vector_leaves import VECTORS, model, table


def loss(fitted, X, y):
    return log_loss(y, fitted.predict_proba(X))


def test_staged_predictions_and_slices():
    X, y = table()
    fitted = model().fit(X, y)
    staged = list(fitted.staged_predict_proba(X))
    assert len(staged) == fitted.n_iter_ == len(fitted) == 8
    for i in (1, 5, 8):
        np.testing.assert_array_equal(fitted[:i].predict_proba(X), staged[i - 1])
    assert fitted.estimators_.shape == (8, 1)
    assert fitted.booster_.num_model_per_iteration() == 1
    assert fitted.feature_importances_.sum() == pytest.approx(1)


def test_continuation():
    X, y = table()
    whole = model(n_estimators=10).fit(X, y)
    part = model(n_estimators=4, warm_start=True).fit(X, y)
    part.set_params(n_estimators=10).fit(X, y)
    np.testing.assert_array_equal(part.predict_proba(X), whole.predict_proba(X))
    more = model(n_estimators=3, multi_strategy="auto").fit(X, y, init_model=whole)
    assert len(more._model.trees) == 13
    with pytest.raises(ValueError, match="multi_strategy='one_output_per_tree' must be that of"):
        model(multi_strategy="one_output_per_tree").fit(X, y, init_model=whole)


@pytest.mark.parametrize("strategy", ["auto", None, "one_output_per_tree"])
def test_an_explicit_number_of_iterations_grows_a_tree_per_class(strategy):
    X, y = table()
    assert model(multi_strategy=strategy).fit(X, y).estimators_.shape == (8, 4)
    assert HistGradientBoostingClassifier(max_iter=2).fit(X, y).n_trees_per_iteration_ == 4
    vectors = HistGradientBoostingClassifier(max_iter=2, **VECTORS).fit(X, y)
    assert vectors.n_trees_per_iteration_ == 1


@pytest.mark.parametrize(("n_classes", "n", "shared"), [(10, 600, 1), (10, 300, 0), (4, 600, 0)])
def test_the_default_depends_on_classes_and_rows(n_classes, n, shared):
    X, y = table(n=n, n_classes=n_classes)
    fitted = GradientBoostingClassifier(cv=2, n_iter_no_change=1).fit(X, y)
    assert fitted.estimators_.shape[1] == (1 if shared else n_classes)
    assert fitted.learning_rate_ == (VECTOR_RATE if shared else 0.1)


def test_folds_refit_and_continued_bags():
    X, y = table(n=200)
    bag = GradientBoostingClassifier(cv=3, random_state=0, n_iter_no_change=3, **VECTORS).fit(X, y)
    assert len(bag._model.trees) == 3 * bag.n_iter_
    assert bag.learning_rate_ == VECTOR_RATE
    assert bag.score(X, y) > 0.6
    again = bag.refit(X, y)
    assert again.predict_proba(X).shape == (200, 4)
    n = bag.n_iter_
    longer = bag.set_params(n_estimators=2).fit(X, y, init_model=bag)
    assert longer.n_iter_ == n + 2
    assert len(longer._model.trees) == 3 * (n + 2)


@pytest.mark.parametrize("settings", [{}, {"subsample": 0.7}, {"growth": "leaf"}], ids=str)
def test_refit_on_the_training_data(settings):
    X, y = table()
    fitted = model(**settings).fit(X, y)
    again = fitted.refit(X, y)
    np.testing.assert_allclose(again.predict_proba(X), fitted.predict_proba(X), rtol=1e-9)
    for old, new in zip(fitted._model.trees, again._model.trees, strict=True):
        old_weight = old.weighted_n_node_samples
        np.testing.assert_allclose(new.weighted_n_node_samples, old_weight, rtol=1e-9)


def test_early_stopping_line_search_and_parallel_trees():
    X, y = table()
    stopped = model(n_estimators=300, early_stopping=True, n_iter_no_change=3).fit(X, y)
    assert stopped.n_iter_ < 300
    searched = model(line_search=True).fit(X, y)
    assert loss(searched, X, y) < loss(model().fit(X, y), X, y)
    parallel = model(num_parallel_tree=3, subsample=0.7).fit(X, y)
    assert len(parallel._model.trees) == 24
    assert loss(parallel, X, y) < loss(parallel[:2], X, y)


def custom(y, raw):
    p = np.exp(raw - raw.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    return p - np.eye(raw.shape[1])[y.astype(int)], np.maximum(p * (1 - p), 1e-6)


def test_custom_losses():
    X, y = table()
    assert model(loss=custom, n_estimators=30).fit(X, y).predict(X).shape == (300,)


def test_files_compact_models_and_single_rows(tmp_path):
    X, y = table()
    fitted = model(categorical_features=[3]).fit(X, y)
    expected = fitted.predict_proba(X)
    fitted.save(tmp_path / "model")
    for other in (
        spinney.load(tmp_path / "model"),
        pickle.loads(pickle.dumps(fitted)),
        fitted.compact(),
    ):
        np.testing.assert_array_equal(other.predict_proba(X), expected)
    found = fitted.predictor().predict_proba(X[0])
    np.testing.assert_array_equal(np.ravel(found), expected[0])


def test_contributions_sum_to_scores():
    X, y = table(n=120)
    fitted = model(n_estimators=4).fit(X, y)
    raw = fitted.decision_function(X)
    parts = fitted.predict(X, pred_contribs=True)
    np.testing.assert_allclose(parts.sum(axis=2), raw, atol=1e-9)
    background = explain.shap(fitted, X[:3], X[:20])
    np.testing.assert_allclose(
        background.values.sum(axis=1) + background.base_values, raw[:3], atol=1e-9
    )


def test_partial_dependence_of_scikit_learn():
    X, y = table(missing=0, categories=False)
    fitted = model(n_estimators=4).fit(X, y)
    grid = np.array([[-1.0], [0.5]])
    found = fitted._compute_partial_dependence_recursion(grid, np.array([0]))
    expected = sum(
        spinney._core.path_dependence(tree, fitted._table(np.column_stack([grid] * 4))[1], [0]).T
        for tree in fitted._model.trees
    )
    np.testing.assert_allclose(found, expected)


OPTIONS = {
    "goss": {"data_sample_strategy": "goss"},
    "random thresholds": {"extra_trees": True},
    "steps": {"leaf_estimation_iterations": 3},
    "dart": {"booster": "dart"},
    "statistics": {"target_statistics": True, "categorical_features": [3]},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_other_options(options):
    X, y = table(n=600, n_classes=7)
    prior = np.bincount(y) / len(y)
    one, two = (model(n_estimators=20, n_jobs=n, **options).fit(X, y) for n in (1, 3))
    np.testing.assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    assert len(one._model.trees) == 20
    assert loss(one, X, y) < 0.8 * log_loss(y, np.tile(prior, (len(y), 1)))
