"""The estimators: predictions, stages, importances, copies, weights, progress."""

import copy
import pickle
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.tree import DecisionTreeRegressor

import spinney
from spinney.boosting.losses import NUMBER_LOSSES

from .small_data import classes, classifier, numbers, regressor
from .tree_comparison import paths


@pytest.mark.parametrize("loss", NUMBER_LOSSES)
@pytest.mark.parametrize("algorithm", ["newton", "classic"])
def test_regression_losses_decrease(loss, algorithm):
    X, y = numbers()
    y = np.exp(y)
    model = regressor(loss=loss, algorithm=algorithm).fit(X, y, eval_set=[(X, y)])
    curve = model.train_score_
    assert len(curve) == 15
    assert curve[-1] < 0.8 * curve[0]
    assert list(model.evals_result_["train"]) == [loss]


@pytest.mark.parametrize(
    ("loss", "n_classes"), [("log_loss", 2), ("log_loss", 4), ("exponential", 2)]
)
@pytest.mark.parametrize("algorithm", ["newton", "classic"])
def test_classification_losses_decrease(loss, n_classes, algorithm):
    X, y = classes(n_classes)
    model = classifier(loss=loss, algorithm=algorithm).fit(X, y, eval_set=[(X, y)])
    assert model.train_score_[-1] < 0.8 * model.train_score_[0]
    assert model.score(X, y) > 0.7


def test_quantile_coverage():
    X, y = numbers(1000)
    for alpha in (0.1, 0.5, 0.9):
        model = regressor(loss="quantile", alpha=alpha, n_estimators=60).fit(X, y)
        assert np.mean(y <= model.predict(X)) == pytest.approx(alpha, abs=0.05)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_predictions_of_a_classifier_are_consistent(n_classes):
    X, y = classes(n_classes)
    names = np.array(["ant", "bee", "cat"])[y]
    model = classifier().fit(X, names)
    proba, scores = model.predict_proba(X), model.decision_function(X)
    assert list(model.classes_) == ["ant", "bee", "cat"][:n_classes]
    assert model.n_classes_ == n_classes
    np.testing.assert_allclose(proba.sum(axis=1), 1)
    np.testing.assert_array_equal(model.predict(X), model.classes_[proba.argmax(axis=1)])
    np.testing.assert_array_equal(model.predict_log_proba(X), np.log(proba))
    np.testing.assert_array_equal(model.predict(X, raw_score=True), scores)
    assert scores.shape == ((300,) if n_classes == 2 else (300, 3))
    staged = [*model.staged_predict(X)], [*model.staged_predict_proba(X)]
    assert [len(stages) for stages in staged] == [15, 15]
    np.testing.assert_array_equal(staged[0][-1], model.predict(X))
    np.testing.assert_array_equal(staged[1][-1], proba)
    *_, last = model.staged_decision_function(X)
    np.testing.assert_array_equal(last, scores)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_score_is_initial_score_plus_leaf_values(n_classes):
    X, y = classes(n_classes)
    model = classifier(init_score=0.25).fit(X, y)
    leaves = model.apply(X)
    trees = model.estimators_
    n_scores = 1 if n_classes == 2 else 3
    assert trees.shape == (15, n_scores)
    assert leaves.shape == ((300, 15) if n_scores == 1 else (300, 15, 3))
    leaves = leaves.reshape(300, 15, n_scores)
    for k in range(n_scores):
        scores = np.full(300, 0.25)
        for i in range(15):
            scores += trees[i, k].tree_.value[leaves[:, i, k], 0, 0]
        raw = model.predict(X, raw_score=True).reshape(300, -1)[:, k]
        np.testing.assert_array_equal(raw, scores)


def test_text_of_a_tree():
    X, y = numbers()
    model = regressor(max_leaf_nodes=2).fit(pd.DataFrame(X, columns=["a", "b", "c"]), y)
    tree = model.estimators_[0, 0]
    assert re.match(r"all rows: \S+ \(300 rows\)\n\|-- [abc] <= ", tree.text())
    assert re.match(r"\|--- [abc] <= \S+\n\|   \|--- value: \[", spinney.export_text(tree))


def test_a_tree_is_a_fitted_regressor():
    X, y = numbers()
    model = regressor(init_score=0.0, learning_rate=0.5).fit(X, y)
    trees = model.estimators_[:, 0]
    np.testing.assert_array_equal(sum(tree.predict(X) for tree in trees), model.predict(X))
    np.testing.assert_array_equal(trees[3].apply(X), model.apply(X)[:, 3])
    assert trees[3].get_n_leaves() == np.unique(model.apply(X)[:, 3]).size
    assert trees[3].n_features_in_ == 3
    assert np.isnan(trees[3].tree_.impurity).all()
    assert isinstance(trees[3], DecisionTreeRegressor)
    with pytest.raises(TypeError, match="cannot be fitted alone"):
        trees[3].fit(X, y)


def test_first_rounds():
    X, y = numbers()
    model = regressor().fit(X, y)
    staged = list(model.staged_predict(X))
    assert len(model) == model.n_estimators_ == model.n_iter_ == 15
    part = model[:4]
    assert len(part) == part.n_iter_ == 4
    np.testing.assert_array_equal(part.predict(X), staged[3])
    np.testing.assert_array_equal(model.predict(X, n_iter=4), staged[3])
    assert model.predict(X, pred_leaf=True, n_iter=4).shape == (300, 4)
    assert len(model[:-1]) == 14
    assert len(model[:]) == 15
    assert np.unique(model[:0].predict(X)).size == 1
    for wrong in (slice(1, 3), slice(None, None, 2), slice(None, None, -1)):
        with pytest.raises(ValueError, match="must start at the first iteration"):
            model[wrong]
    with pytest.raises(TypeError, match="slice"):
        model[3]
    for wrong in (-1, 16, 2.5):
        with pytest.raises(ValueError, match="n_iter"):
            model.predict(X, n_iter=wrong)


def test_importances():
    X, y = numbers()
    model = regressor().fit(X, y)
    trees = [tree.tree_ for tree in model.estimators_[:, 0]]
    features = np.concatenate([tree.feature[tree.kind > 0] for tree in trees])
    gains = np.concatenate([tree.gain[tree.kind > 0] for tree in trees])
    counts = np.bincount(features, minlength=3)
    totals = np.bincount(features, gains, minlength=3)
    np.testing.assert_array_equal(model.importance("count"), counts)
    np.testing.assert_allclose(model.importance("total_gain"), totals)
    np.testing.assert_allclose(model.importance(), totals / np.maximum(counts, 1))
    np.testing.assert_allclose(model.feature_importances_, totals / totals.sum())
    assert model.importance("cover", normalize=True).sum() == pytest.approx(1)
    assert model.feature_importances_.argmin() == 2
    with pytest.raises(ValueError, match="kind='best'"):
        model.importance("best")


def test_a_constant_target_and_a_single_class():
    X, _ = numbers()
    model = regressor().fit(X, np.full(300, 2.5))
    np.testing.assert_array_equal(model.predict(X), 2.5)
    assert model.feature_importances_.sum() == 0
    model = classifier().fit(X, ["only"] * 300)
    assert set(model.predict(X)) == {"only"}
    np.testing.assert_array_equal(model.predict_proba(X), np.ones((300, 1)))


@pytest.mark.parametrize("make", [classifier, regressor])
def test_copies(make):
    X, y = classes(3)
    model = make(subsample=0.7, random_state=4).fit(X, y, eval_set=[(X[:50], y[:50])])
    for other in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model), copy.copy(model)):
        np.testing.assert_array_equal(other.predict(X), model.predict(X))
        assert other.evals_result_ == model.evals_result_
    assert clone(model).fit(X, y).predict(X).tobytes() == model.predict(X).tobytes()


def test_seeds():
    X, y = numbers()

    def fit(**parameters):
        return regressor(**parameters).fit(X, y).predict(X).tobytes()

    assert fit() == fit() == fit(random_state=None)
    assert fit(subsample=0.5, random_state=1) == fit(subsample=0.5, random_state=1)
    assert fit(subsample=0.5, random_state=1) != fit(subsample=0.5, random_state=2)
    assert fit(subsample=0.5) != fit(subsample=0.5)


def test_class_weights():
    X, y = classes(2)
    weight = np.where(y == 1, 3.0, 1.0)
    expected = classifier().fit(X, y, sample_weight=weight).decision_function(X)
    for parameters in ({"class_weight": {1: 3.0}}, {"scale_pos_weight": 3.0}):
        given = classifier(**parameters).fit(X, y).decision_function(X)
        np.testing.assert_array_equal(given, expected)
    with pytest.raises(ValueError, match="scale_pos_weight"):
        classifier(scale_pos_weight=2.0).fit(*classes(3))


def test_interactions():
    X, y = numbers()
    y = y + X[:, 0] * X[:, 1]
    frame = pd.DataFrame(X, columns=["a", "b", "c"])

    def features_of_paths(**parameters):
        model = regressor(max_leaf_nodes=12, min_samples_leaf=5, **parameters).fit(frame, y)
        return {used for tree in model.estimators_[:, 0] for used in paths(tree.tree_)}

    alone = [frozenset([j]) for j in range(3)]
    assert features_of_paths(interaction_cst="no_interactions") <= {frozenset(), *alone}
    assert features_of_paths(interaction_cst=[["a", "c"]]) <= {
        *(frozenset(), *alone, frozenset([0, 2])),
    }
    assert frozenset([0, 1]) in features_of_paths(interaction_cst="pairwise")
    assert frozenset([0, 1]) in features_of_paths()
    for wrong in (["a"], [[3]], [["z"]]):
        with pytest.raises(ValueError, match="interaction_cst"):
            regressor(interaction_cst=wrong).fit(frame, y)


def test_line_search_minimizes_the_loss():
    X, y = numbers()
    y = np.exp(y)
    model = regressor(loss="poisson", line_search=True).fit(X, y, eval_set=[(X, y)])
    whole = regressor(loss="poisson", line_search=True, learning_rate=1.0).fit(X, y)
    plain = regressor(loss="poisson", learning_rate=1.0).fit(X, y, eval_set=[(X, y)])
    start, end = (whole[:n].predict(X, raw_score=True) for n in (0, 1))

    def loss(length):
        scores = start + length * (end - start)
        return np.mean(np.exp(scores) - y * scores)

    assert loss(1.0) <= min(loss(0.99), loss(1.01))
    assert loss(1.0) <= plain.train_score_[0]
    tenth = model[:1].predict(X, raw_score=True)
    np.testing.assert_allclose(tenth, start + 0.1 * (end - start), rtol=1e-6)
    *_, last = model.staged_predict(X)
    np.testing.assert_array_equal(last, model.predict(X))
    assert model.train_score_[-1] < model.train_score_[0]


@pytest.mark.parametrize("verbose", [1, 2])
@pytest.mark.parametrize("rich", [True, False])
def test_progress(verbose, rich, capsys, monkeypatch):
    if not rich:
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    X, y = numbers()
    regressor(verbose=verbose).fit(X, y, X_val=X, y_val=y)
    out, err = capsys.readouterr()
    assert out == ""
    assert "15/15" in err
    assert "validation squared_error" in err
    if verbose == 2:
        assert len(err.splitlines()) == 15
