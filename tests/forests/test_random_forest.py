"""Random forests: predictions, growth and access to their trees."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from spinney import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    export_text,
)

from .small_tables import bag_counts, classes, classifier, numbers, regressor


def test_classifier_averages_its_trees():
    X, y = classes()
    names = np.array(["ant", "bee", "cat"])[y]
    forest = classifier(max_depth=4, smoothing=0).fit(X, names)
    shares = np.stack([tree.predict_proba(X) for tree in forest.estimators_])
    np.testing.assert_allclose(forest.predict_proba(X), shares.mean(axis=0), atol=1e-12)
    np.testing.assert_array_equal(
        forest.predict(X), forest.classes_[forest.predict_proba(X).argmax(axis=1)]
    )
    with np.errstate(divide="ignore"):
        logs = np.log(forest.predict_proba(X))
    np.testing.assert_array_equal(forest.predict_log_proba(X), logs)
    assert list(forest.classes_) == ["ant", "bee", "cat"]
    assert (forest.n_classes_, forest.n_features_in_, forest.n_outputs_) == (3, 4, 1)
    assert forest.max_features_ == 2
    assert forest.score(X, names) > 0.8


def test_votes_and_medians_of_classes():
    X, y = classes()
    shares = np.stack([t.predict_proba(X) for t in classifier(max_depth=3).fit(X, y).estimators_])
    votes = np.eye(3)[shares.argmax(axis=2)].mean(axis=0)
    predicted = classifier(max_depth=3, aggregate="mode").fit(X, y).predict_proba(X)
    np.testing.assert_allclose(predicted, votes, atol=1e-12)
    median = np.median(shares, axis=0)
    median /= median.sum(axis=1, keepdims=True)
    predicted = classifier(max_depth=3, aggregate="median").fit(X, y).predict_proba(X)
    np.testing.assert_allclose(predicted, median, atol=1e-12)


@pytest.mark.parametrize("aggregate", ["mean", "median", "mode"])
def test_regressor_aggregates_its_trees(aggregate):
    X, y = numbers()
    forest = regressor(aggregate=aggregate, max_depth=2).fit(X, np.round(y))
    predicted = np.stack([tree.predict(X) for tree in forest.estimators_])
    if aggregate == "mode":
        expected = [mode(column) for column in predicted.T]
    else:
        expected = getattr(np, aggregate)(predicted, axis=0)
    np.testing.assert_allclose(forest.predict(X), expected, atol=1e-12)


def mode(values):
    distinct, counts = np.unique(values, return_counts=True)
    return distinct[counts.argmax()]


@pytest.mark.parametrize(
    ("forest", "tree"),
    [
        (classifier(max_features=None), DecisionTreeClassifier()),
        (
            classifier(max_features=None, criterion="log_loss"),
            DecisionTreeClassifier(criterion="entropy"),
        ),
        (regressor(max_features=None, max_leaf_nodes=9), DecisionTreeRegressor(max_leaf_nodes=9)),
        (
            regressor(max_features=None, criterion="absolute_error", min_samples_leaf=0.05),
            DecisionTreeRegressor(criterion="absolute_error", min_samples_leaf=0.05),
        ),
        (
            regressor(max_features=None, min_weight_fraction_leaf=0.1),
            DecisionTreeRegressor(min_weight_fraction_leaf=0.1),
        ),
    ],
    ids=repr,
)
def test_trees_are_grown_on_their_bags(forest, tree):
    X, y = classes()
    forest = clone(forest).set_params(n_estimators=3).fit(X, y)
    for member, counts in zip(forest.estimators_, bag_counts(forest, len(X)), strict=True):
        alone = clone(tree).fit(X, y, sample_weight=counts)
        np.testing.assert_array_equal(member.predict(X), alone.predict(X))
        np.testing.assert_array_equal(member.tree_.threshold, alone.tree_.threshold)
        assert type(member) is type(alone)
        assert member.max_features_ == 4


def test_bins_are_computed_on_all_rows():
    X, y = numbers()
    forest = regressor(max_bins=8).fit(X[:, :1], y)
    assert np.unique(forest.predict(X[:, :1])).size == 8


def test_trees_as_estimators():
    X, y = classes(2)
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    forest = classifier(max_depth=2, criterion="entropy").fit(frame, np.array(["no", "yes"])[y])
    trees = forest.estimators_
    assert len(trees) == len(forest) == 12
    assert repr(trees) == "<12 trees, DecisionTreeClassifier>"
    assert len(trees[2:4]) == 2
    assert set(trees[-1].classes_) == {"no", "yes"}
    assert list(trees[0].feature_names_in_) == ["a", "b", "c", "d"]
    assert trees[0].get_params()["criterion"] == "entropy"
    assert "|--- " in export_text(trees[0])
    assert trees[0].get_depth() == 2
    with pytest.raises(IndexError):
        trees[12]


def test_leaves_and_paths():
    X, y = numbers()
    forest = regressor(max_depth=3).fit(X, y)
    leaves = forest.apply(X)
    paths, starts = forest.decision_path(X)
    assert leaves.shape == (200, 12)
    assert paths.shape == (200, starts[-1])
    for i, tree in enumerate(forest.estimators_):
        np.testing.assert_array_equal(leaves[:, i], tree.apply(X))
        subset = paths[:, starts[i] : starts[i + 1]]
        np.testing.assert_array_equal(subset.toarray(), tree.decision_path(X).toarray())


def test_slices():
    X, y = numbers()
    forest = regressor(n_estimators=40, oob_score=True).fit(X, y)
    subset = forest[3:7]
    assert len(subset) == 4
    predicted = np.stack([tree.predict(X) for tree in forest.estimators_[3:7]])
    np.testing.assert_allclose(subset.predict(X), predicted.mean(axis=0))
    np.testing.assert_array_equal(subset.estimators_samples_[0], forest.estimators_samples_[3])
    np.testing.assert_array_equal(subset[1:2].predict(X), forest[4:5].predict(X))
    assert not hasattr(subset, "oob_score_")
    assert len(forest[-2:]) == 2
    np.testing.assert_array_equal(forest[3].predict(X), predicted[0])
    np.testing.assert_array_equal(forest[-1].predict(X), forest.estimators_[39].predict(X))
    assert [tree.get_n_leaves() for tree in forest] == [
        tree.get_n_leaves() for tree in forest.estimators_
    ]
    with pytest.raises(IndexError):
        forest[40]
    for wrong in (slice(None, None, 2), slice(5, 5)):
        with pytest.raises(ValueError, match="slice"):
            forest[wrong]


def test_estimator():
    X, y = classes()
    forest = classifier(max_depth=3, max_features=2)
    assert not hasattr(forest, "estimator_")
    tree = forest.fit(X, y).estimator_
    assert isinstance(tree, DecisionTreeClassifier)
    assert (tree.max_depth, tree.max_features) == (3, 2)
    assert not hasattr(tree, "tree_")


def test_several_outputs():
    X, y = numbers()
    both = np.column_stack([y, -y])
    forest = regressor(oob_score=True, n_estimators=40).fit(X, both)
    assert forest.predict(X).shape == forest.oob_prediction_.shape == (200, 2)
    np.testing.assert_allclose(forest.predict(X)[:, 0], -forest.predict(X)[:, 1])
    labels = np.column_stack([y > 0, np.digitize(y, [-1, 1])])
    forest = classifier(oob_score=True, n_estimators=40, smoothing=0).fit(X, labels)
    assert [shares.shape for shares in forest.predict_proba(X)] == [(200, 2), (200, 3)]
    assert forest.oob_decision_function_.shape == (200, 3, 2)
    both = (forest.oob_decision_function_.argmax(axis=1) == labels).all(axis=1)
    assert forest.oob_score_ == pytest.approx(both.mean())
    assert forest.n_classes_ == [2, 3]
    assert forest.predict(X).shape == (200, 2)


def test_missing_values_and_categories():
    rng = np.random.default_rng(0)
    kind = rng.choice(["a", "b", "c", "d"], 300)
    x = rng.normal(size=300)
    y = np.where(np.isin(kind, ["a", "d"]), 2.0, 0.0) + x + 0.1 * rng.normal(size=300)
    frame = pd.DataFrame({"kind": kind, "x": np.where(rng.random(300) < 0.2, np.nan, x)})
    frame["copy"] = x + 0.01
    for missing in ("learned", "surrogate", "fractional", "mean"):
        forest = regressor(missing=missing, oob_score=True, n_estimators=40, max_features=None)
        forest.fit(frame, y)
        assert forest.oob_score_ > 0.8
        new = pd.DataFrame({"kind": ["z", None], "x": [np.nan, 1.0], "copy": [np.nan, np.nan]})
        assert np.isfinite(forest.predict(new)).all()
    surrogate = regressor(missing="surrogate").fit(frame, y).estimators_[0].tree_
    assert any(surrogate.surrogates(node) for node in range(surrogate.node_count))


def test_monotone_forest():
    X, y = numbers()
    forest = regressor(monotonic_cst=[1, 0, 0, 0]).fit(X, y)
    grid = np.repeat(X[:20], 30, axis=0)
    grid[:, 0] = np.tile(np.linspace(-3, 3, 30), 20)
    steps = np.diff(forest.predict(grid).reshape(20, 30), axis=1)
    assert steps.min() > -1e-9
    assert steps.max() > 0.1


@pytest.mark.parametrize("make", [classifier, regressor])
def test_copies_and_seeds(make):
    X, y = classes()
    forest = make(n_estimators=40, oob_score=True).fit(X, y)
    for other in (pickle.loads(pickle.dumps(forest)), copy.deepcopy(forest), copy.copy(forest)):
        np.testing.assert_array_equal(other.predict(X), forest.predict(X))
        np.testing.assert_array_equal(other.oob_errors_, forest.oob_errors_)
        np.testing.assert_array_equal(bag_counts(other, 200), bag_counts(forest, 200))
    again = clone(forest).fit(X, y).predict(X).tobytes()
    assert again == forest.predict(X).tobytes()
    assert (
        make(n_estimators=40, random_state=1).fit(X, y).apply(X).tobytes()
        != forest.apply(X).tobytes()
    )
    unseeded = {make(random_state=None).fit(X, y).apply(X).tobytes() for _ in range(2)}
    assert len(unseeded) == 2


@pytest.mark.parametrize("verbose", [1, 2])
@pytest.mark.parametrize("rich", [True, False])
def test_progress_changes_nothing(verbose, rich, capsys, monkeypatch):
    if not rich:
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    X, y = numbers()
    forest = regressor(n_estimators=30, verbose=verbose, oob_score=True).fit(X, y)
    out, err = capsys.readouterr()
    assert out == ""
    assert "30/30" in err
    assert "out-of-bag error" in err
    silent = regressor(n_estimators=30).fit(X, y)
    np.testing.assert_array_equal(forest.predict(X), silent.predict(X))


def test_callbacks_are_called_after_each_batch():
    pytest.importorskip("sklearn.callback")
    X, y = numbers()

    class Recorder:
        def __init__(self):
            self.sizes = []

        def setup(self, estimator, context):
            pass

        def on_fit_task_begin(self, estimator, context):
            pass

        def on_fit_task_end(self, estimator, context, *, fitted_estimator):
            self.sizes.append(len(fitted_estimator))

        def teardown(self, estimator, context):
            pass

    recorder = Recorder()
    forest = regressor(n_estimators=30, n_jobs=1).set_callbacks(recorder).fit(X, y)
    assert recorder.sizes == [*range(3, 31, 3), 30]
    np.testing.assert_array_equal(
        forest.predict(X), regressor(n_estimators=30).fit(X, y).predict(X)
    )


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_estimators": 0}, "n_estimators"),
        ({"max_features": "third"}, "max_features"),
        ({"max_features_per_tree": 0}, "max_features_per_tree"),
        ({"max_samples": 0.0}, "max_samples"),
        ({"aggregate": "max"}, "aggregate"),
        ({"importance": "shap"}, "importance"),
        ({"n_iter_no_change": 0}, "n_iter_no_change"),
        ({"tol": 1.5}, "tol"),
        ({"bootstrap": False, "max_samples": 201}, "max_samples=201"),
        ({"class_weight": "subsample"}, "class_weight"),
        ({"monotonic_cst": [1, 0, 0, 0]}, "multiclass"),
    ],
    ids=repr,
)
def test_invalid_parameters(parameters, message):
    X, y = classes()
    with pytest.raises(ValueError, match=message):
        classifier(**parameters).fit(X, y)
