"""Properties of all forests, on random tables."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from spinney import (
    BaggingClassifier,
    BaggingRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from spinney.base import threads

from .tables import CLASSIFIERS, every_kind, packed, predictions, problems, unsmoothed

few = settings(max_examples=settings().max_examples // 2)
PLAIN = {
    RandomForestClassifier: DecisionTreeClassifier,
    RandomForestRegressor: DecisionTreeRegressor,
    BaggingClassifier: DecisionTreeClassifier,
    BaggingRegressor: DecisionTreeRegressor,
}
every_plain_kind = pytest.mark.parametrize("kind", PLAIN, ids=lambda kind: kind.__name__)
BAGS = st.sampled_from(
    [{}, {"max_samples": 0.5}, {"bootstrap": False, "max_samples": 0.6}, {"aggregate": "median"}]
)
WHOLE = {"bootstrap": False}


@pytest.fixture
def any_threads(monkeypatch):
    """Use exactly n_jobs threads, on tables of any size."""
    monkeypatch.setattr(threads, "SMALL_TABLE", 0)
    monkeypatch.setattr(threads, "effective_threads", lambda n_jobs: n_jobs or 1)


@every_kind
@pytest.mark.usefixtures("any_threads")
@pytest.mark.filterwarnings("ignore:.*in every bag")
def test_same_bytes_for_any_number_of_threads(kind):
    @few
    @given(problem=problems(), bags=BAGS)
    def check(problem, bags):
        models = [
            problem.fit(kind, **{"bootstrap": True} | bags, oob_score=True, n_jobs=n_jobs)
            for n_jobs in (1, 2, 3)
        ]
        states = {pickle.dumps(packed(model)) for model in models}
        predicted = {predictions(model, problem.X).tobytes() for model in models}
        out_of_bag = {out_of_bag_predictions(model).tobytes() for model in models}
        assert len(states) == len(predicted) == len(out_of_bag) == 1

    check()


def out_of_bag_predictions(model):
    """Return the out-of-bag predictions in the shape of ``predictions``."""
    if hasattr(model, "oob_prediction_"):
        return model.oob_prediction_.reshape(len(model.oob_prediction_), -1, 1)
    found = model.oob_decision_function_
    return found[:, None] if found.ndim == 2 else found.transpose(0, 2, 1)


@every_kind
@few
@given(problem=problems(), bags=BAGS.filter(lambda bags: "aggregate" not in bags))
@pytest.mark.filterwarnings("ignore:.*in every bag")
def test_out_of_bag_predictions_recomputed_from_the_trees(kind, problem, bags):
    parameters = {"bootstrap": True} | bags | unsmoothed(kind)
    model = problem.fit(kind, **parameters, oob_score=True)
    n_rows = len(problem.X)
    total, n_trees = 0.0, np.zeros(n_rows)
    for tree, rows in zip(model.estimators_, model.estimators_samples_, strict=True):
        out = np.ones(n_rows, bool) if problem.weight is None else problem.weight > 0
        out[rows] = False
        total = total + predictions(tree, problem.X) * out[:, None, None]
        n_trees += out
    with np.errstate(invalid="ignore"):
        expected = total / n_trees[:, None, None]
    np.testing.assert_allclose(out_of_bag_predictions(model), expected, rtol=1e-12, atol=1e-15)


@every_kind
@few
@given(problem=problems())
def test_forest_predicts_the_mean_of_its_trees(kind, problem):
    model = problem.fit(kind, **unsmoothed(kind))
    mean = np.mean([predictions(tree, problem.X) for tree in model.estimators_], axis=0)
    np.testing.assert_allclose(predictions(model, problem.X), mean, rtol=1e-12, atol=1e-15)


@every_plain_kind
@few
@given(problem=problems(), depth=st.sampled_from([None, 2]), alpha=st.sampled_from([0.0, 0.02]))
def test_forest_of_one_tree_equals_the_tree(kind, problem, depth, alpha):
    tree = PLAIN[kind](max_depth=depth, ccp_alpha=alpha)
    if kind in (BaggingClassifier, BaggingRegressor):
        forest = problem.fit(kind, 1, estimator=tree, **WHOLE)
    else:
        whole = {"max_features": 1.0, "min_samples_category": 1, **WHOLE, **unsmoothed(kind)}
        forest = problem.fit(kind, 1, max_depth=depth, ccp_alpha=alpha, **whole)
    tree.fit(problem.X, problem.y(kind), problem.weight)
    assert np.array_equal(predictions(forest, problem.X), predictions(tree, problem.X))
    ours, theirs = forest.estimators_[0]._fitted().tree, tree._fitted().tree
    exact = ("kind", "feature", "threshold", "first_child", "missing_go_to_left", "n_node_samples")
    for name in exact:
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=name)
    leaf = theirs.kind == 0
    assert np.array_equal(ours.value[leaf], theirs.value[leaf])
    np.testing.assert_allclose(ours.value, theirs.value, rtol=1e-9, atol=1e-9)
    size = theirs.impurity.max() + 1e-30
    for name in ("impurity", "gain"):
        pair = getattr(ours, name) / size, getattr(theirs, name) / size
        np.testing.assert_allclose(*pair, rtol=1e-5, atol=1e-6, err_msg=name)
    weights = ours.weighted_n_node_samples, theirs.weighted_n_node_samples
    np.testing.assert_allclose(*weights, rtol=1e-6)


def columns(problem, kind):
    y = problem.y(kind)
    return y.reshape(len(y), -1).T.tolist() if kind in CLASSIFIERS else []


@every_kind
@few
@given(problem=problems(weighted=True))
def test_weight_zero_equals_removal_without_sampling(kind, problem):
    positive = problem.rows(np.flatnonzero(problem.weight))
    # Categories and classes of rows of weight 0 are still known to the model.
    assume(set(positive.X["color"].dropna()) == set(problem.X["color"].dropna()))
    assume(list(map(set, columns(positive, kind))) == list(map(set, columns(problem, kind))))
    whole, removed = problem.fit(kind, **WHOLE), positive.fit(kind, **WHOLE)
    assert np.array_equal(predictions(whole, problem.X), predictions(removed, problem.X))


@every_kind
@few
@given(problem=problems(weighted=True))
def test_rows_of_weight_zero_are_in_no_bag(kind, problem):
    model = problem.fit(kind, bootstrap=True)
    n_present = np.count_nonzero(problem.weight)
    for rows in model.estimators_samples_:
        assert (problem.weight[rows] > 0).all()
        assert len(rows) == n_present


@every_kind
@few
@given(problem=problems(weighted=False), data=st.data())
def test_integer_weights_equal_repeated_rows_without_sampling(kind, problem, data):
    n_rows = len(problem.X)
    times = np.array(data.draw(st.lists(st.integers(1, 3), min_size=n_rows, max_size=n_rows)))
    weighted = replace(problem, weight=times.astype(float)).fit(kind, **WHOLE)
    repeated = problem.rows(np.repeat(np.arange(n_rows), times)).fit(kind, **WHOLE)
    np.testing.assert_allclose(
        predictions(weighted, problem.X), predictions(repeated, problem.X), rtol=1e-12, atol=1e-12
    )


@every_kind
@pytest.mark.filterwarnings("ignore:.*in every bag")
def test_warm_start_equals_a_single_fit(kind):
    @few
    @given(problem=problems(), first=st.integers(1, 9), bags=BAGS)
    def check(problem, first, bags):
        options = {"bootstrap": True} | bags | {"oob_score": True}
        whole = problem.fit(kind, 10, **options)
        continued = problem.fit(kind, first, **options, warm_start=True)
        continued.set_params(n_estimators=10).fit(problem.X, problem.y(kind), problem.weight)
        assert pickle.dumps(packed(continued)) == pickle.dumps(packed(whole))
        assert (
            out_of_bag_predictions(continued).tobytes() == out_of_bag_predictions(whole).tobytes()
        )

    check()


@every_kind
@few
@given(problem=problems())
def test_constant_target_gives_one_leaf(kind, problem):
    y = np.full(len(problem.X), "same") if kind in CLASSIFIERS else np.full(len(problem.X), 2.5)
    model = kind(n_estimators=3, random_state=0).fit(problem.X, y, problem.weight)
    assert np.array_equal(model.predict(problem.X), y)
    assert [tree.get_n_leaves() for tree in model.estimators_] == [1, 1, 1]


@every_kind
@few
@given(problem=problems())
def test_pickles_and_copies_predict_the_same(kind, problem):
    model = problem.fit(kind)
    for again in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        assert np.array_equal(predictions(again, problem.X), predictions(model, problem.X))
        assert all(map(np.array_equal, again.estimators_samples_, model.estimators_samples_))
        assert np.array_equal(again.feature_importances_, model.feature_importances_)


@pytest.mark.parametrize("kind", [RandomForestClassifier, RandomForestRegressor])
@few
@given(problem=problems(), cut=st.integers(1, 5))
def test_slice_is_a_forest_of_its_trees(kind, problem, cut):
    forest = problem.fit(kind, **unsmoothed(kind))
    head, tail = forest[:cut], forest[cut:]
    assert (len(head), len(tail)) == (cut, 6 - cut)
    joined = (cut * predictions(head, problem.X) + (6 - cut) * predictions(tail, problem.X)) / 6
    np.testing.assert_allclose(joined, predictions(forest, problem.X), rtol=1e-12, atol=1e-15)
    assert np.array_equal(
        predictions(head, problem.X),
        predictions(problem.fit(kind, cut, **unsmoothed(kind)), problem.X),
    )
    samples = [*head.estimators_samples_, *tail.estimators_samples_]
    assert all(map(np.array_equal, samples, forest.estimators_samples_))


@every_kind
@few
@given(problem=problems())
def test_single_rows_and_batches_agree(kind, problem):
    model = problem.fit(kind)
    each = [predictions(model, problem.X.iloc[[i]]) for i in range(5)]
    assert np.array_equal(np.concatenate(each), predictions(model, problem.X)[:5])


@every_kind
@few
@given(problem=problems())
def test_unknown_categories_and_empty_rows_are_predicted(kind, problem):
    model = problem.fit(kind)
    X = problem.X.iloc[:5].copy()
    X["color"] = pd.Categorical(["violet", None, "red", "violet", None])
    X.iloc[3:, :3] = np.nan
    assert np.isfinite(predictions(model, X)).all()
