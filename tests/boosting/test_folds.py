"""Folds of boosting: the rows of each member, and what members have seen."""

import numpy as np
import pytest
from sklearn.metrics import log_loss
from sklearn.model_selection import GroupKFold

import spinney
from spinney import GradientBoostingClassifier, GradientBoostingRegressor

from .test_auto import PLAIN, classes, numbers, pairs


@pytest.mark.parametrize("n_classes", [0, 2, 3])
def test_the_model_is_the_mean_of_the_folds(n_classes):
    X, y = classes(n_classes=n_classes) if n_classes else numbers()
    kind = GradientBoostingClassifier if n_classes else GradientBoostingRegressor
    folds = pairs(len(y))
    options = PLAIN | {"learning_rate": 0.1, "subsample": 1.0, "max_leaf_nodes": 6}
    model = kind(cv=folds, **options).fit(X, y)
    members = [kind(n_estimators=len(model), min_samples_leaf=12, **options) for _ in folds]
    raw = [
        one.fit(X[rows], y[rows]).predict(X, raw_score=True)
        for one, (rows, _) in zip(members, folds, strict=True)
    ]
    np.testing.assert_allclose(model.predict(X, raw_score=True), np.mean(raw, axis=0), rtol=1e-12)
    if n_classes == 3:
        held_out = np.concatenate([rows for _, rows in folds])
        proba = [m.predict_proba(X[rows]) for m, (_, rows) in zip(members, folds, strict=True)]
        expected = log_loss(y[held_out], np.concatenate(proba))
        assert model.best_score == pytest.approx(expected, rel=1e-12)
    assert model.best_iteration_ == len(model)


def test_rare_classes_are_never_held_out():
    X, y = classes()
    y[:2] = 7
    model = GradientBoostingClassifier(cv=4).fit(X, y)
    assert np.isfinite(model.best_score)
    assert list(model.classes_) == [0, 1, 2, 7]


def test_groups_are_not_divided():
    X, y = numbers()
    groups = np.arange(len(y)) // 12
    automatic = GradientBoostingRegressor(cv=4).fit(X, y, groups=groups)
    splitter = GroupKFold(4, shuffle=True, random_state=0)
    by_pairs = GradientBoostingRegressor(cv=list(splitter.split(X, y, groups))).fit(X, y)
    assert automatic.predict(X).tobytes() == by_pairs.predict(X).tobytes()
    by_splitter = GradientBoostingRegressor(cv=splitter).fit(X, y, groups=groups)
    assert by_splitter.predict(X).tobytes() == by_pairs.predict(X).tobytes()


@pytest.mark.parametrize(
    ("cv", "message"),
    [
        ([([0, 1], [1, 2])], "must differ"),
        ([([0, 1], [])], "needs rows"),
        ([5], "must be an int, a splitter"),
        ([], "at least one"),
        ([([0], [999])], "index 999"),
        (1, "cv"),
        ("five", "cv"),
        (500, "at most n_samples=240"),
    ],
)
def test_invalid_cv(cv, message):
    X, y = numbers()
    with pytest.raises(ValueError, match=message):
        GradientBoostingRegressor(cv=cv).fit(X, y)


def test_a_model_of_folds_is_not_continued_on_folds():
    X, y = numbers()
    model = GradientBoostingRegressor(cv=3, warm_start=True).fit(X, y)
    with pytest.raises(ValueError, match="cannot continue a model on folds"):
        model.fit(X, y)
    with pytest.raises(ValueError, match="cannot continue a model on folds"):
        GradientBoostingRegressor().fit(X, y, init_model=model)


@pytest.mark.parametrize("n_classes", [0, 3])
def test_members_continue_from_their_own_scores(n_classes):
    X, y = classes(n_classes=n_classes) if n_classes else numbers()
    kind = GradientBoostingClassifier if n_classes else GradientBoostingRegressor
    model = kind(cv=3).fit(X, y)
    longer = kind(n_estimators=5).fit(X, y, init_model=model)
    assert len(longer) == len(model) + 5
    assert longer[: len(model)].predict(X).tobytes() == model.predict(X).tobytes()
    raw = longer.predict(X, raw_score=True)
    assert np.abs(raw - model.predict(X, raw_score=True)).max() > 0
    stopped = kind(n_iter_no_change=3).fit(X, y, init_model=model, X_val=X, y_val=y)
    assert len(stopped) > len(model)


def test_init_is_not_fitted_to_held_out_rows():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 3)), rng.normal(size=200)  # nothing to learn
    init = spinney.DecisionTreeRegressor()
    model = GradientBoostingRegressor(init=init, cv=4).fit(X, y)
    assert model.best_score > 0.8 * np.std(y)
    assert len(model.estimators_) == 4 * len(model)


def test_line_search_and_huber_use_the_rows_of_the_fold():
    X, y = numbers()
    folds = pairs(len(y))
    for given in ({"line_search": True}, {"min_samples_leaf": 0.05}, {"loss": "huber"}):
        options = PLAIN | given | {"max_leaf_nodes": 6, "subsample": 1.0, "learning_rate": 0.1}
        model = GradientBoostingRegressor(cv=folds, **options).fit(X, y)
        raw = [
            GradientBoostingRegressor(n_estimators=len(model), **{"min_samples_leaf": 12} | options)
            .fit(X[rows], y[rows])
            .predict(X)
            for rows, _ in folds
        ]
        np.testing.assert_allclose(model.predict(X), np.mean(raw, axis=0), rtol=1e-9)


def test_max_features_of_members():
    X, y = numbers(3300)
    model = GradientBoostingRegressor(max_features=0.5, n_iter_no_change=1, random_state=0)
    assert len(model.fit(X, y)) > 0


def test_few_rows_of_a_class_are_held_out():
    X, y = numbers(1000)
    labels = np.zeros(1000, int)
    labels[np.argsort(y)[-7:]] = 1
    model = GradientBoostingClassifier().fit(X, labels)
    entropy = -np.mean(np.log(np.where(labels, labels.mean(), 1 - labels.mean())))
    assert 0.2 * entropy < model.best_score < 1.2 * entropy


def test_unused_groups_are_an_error():
    X, y = numbers()
    with pytest.raises(ValueError, match="groups have no effect"):
        GradientBoostingRegressor(n_estimators=5).fit(X, y, groups=y > 0)
    with pytest.raises(ValueError, match="inconsistent"):
        GradientBoostingRegressor().fit(X, y, groups=[1, 2])
    few = GradientBoostingRegressor().fit(X, y, groups=np.arange(len(y)) % 3)
    assert len(few.estimators_) == 3 * len(few)


def test_zero_weight_removes_rows_of_groups():
    X, y = numbers()
    weight = (np.random.default_rng(1).random(len(y)) < 0.7).astype(float)
    keep, groups = weight > 0, np.arange(len(y)) // 7
    here = GradientBoostingRegressor(cv=3).fit(X, y, weight, groups=groups)
    there = GradientBoostingRegressor(cv=3).fit(X[keep], y[keep], groups=groups[keep])
    assert here.predict(X).tobytes() == there.predict(X).tobytes()


@pytest.mark.parametrize("n_classes", [0, 3])
def test_best_draws_folds_three_times(n_classes, tmp_path):
    X, y = classes(n_classes=n_classes) if n_classes else numbers()
    kind = GradientBoostingClassifier if n_classes else GradientBoostingRegressor
    default, best = (kind(preset=one, cv=3).fit(X, y) for one in ("default", "best"))
    assert (default._model.n_parallel, best._model.n_parallel) == (3, 9)
    trees = best.estimators_[:9, 0]
    assert len({tree.tree_.value.tobytes() for tree in trees}) == 9
    best.save(tmp_path / "best.spinney")
    loaded = spinney.load(tmp_path / "best.spinney")
    np.testing.assert_array_equal(loaded.predict(X), best.predict(X))


def test_best_keeps_groups_together():
    X, y = numbers()
    groups = np.arange(len(y)) // 10
    model = GradientBoostingRegressor(preset="best", cv=2).fit(X, y, groups=groups)
    assert model._model.n_parallel == 6
