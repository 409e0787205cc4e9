"""Smoothed class probabilities of forests."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import log_loss

import spinney
from spinney import ExtraTreesClassifier, RandomForestClassifier
from spinney.forests.smoothing import STRENGTHS

from .small_tables import classes
from .tables import predictions, problems

KINDS = pytest.mark.parametrize("kind", [RandomForestClassifier, ExtraTreesClassifier])
few = settings(max_examples=settings().max_examples // 2)


def smoothed(tree, strength):
    """Return the values of all nodes (nodes, outputs, classes), one node after the other."""
    values = tree.value.copy()
    for node in range(len(tree.kind)):
        weight = tree.weighted_n_node_samples[node]
        for child in range(tree.first_child[node], tree.first_child[node] + tree.n_children[node]):
            difference = tree.value[child] - tree.value[node]
            values[child] = values[node] + difference / (1 + strength / weight)
    return values


def by_hand(model, X, strength):
    """Return probabilities (rows, outputs, classes) computed tree by tree."""
    fitted, leaves = model._fitted(), model.apply(X)
    found = [
        smoothed(fitted.forest.tree(i), strength)[leaves[:, i]]
        for i in range(fitted.forest.n_trees)
    ]
    return np.mean(found, axis=0)


def noisy(n=300, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    return X, np.where(X[:, 0] + rng.normal(size=n) > 0, "yes", "no")


@KINDS
@few
@given(problem=problems(), strength=st.sampled_from([0.05, 1.0, 20.0]))
def test_probabilities_against_numpy(kind, problem, strength):
    model = problem.fit(kind, smoothing=strength)
    weight = problem.weight
    bagged = weight is None or kind is RandomForestClassifier
    unit = 1.0 if bagged else weight[weight > 0].min()
    assert model.smoothing_ == strength * unit
    found = predictions(model, problem.X)
    np.testing.assert_allclose(found, by_hand(model, problem.X, model.smoothing_), rtol=1e-6)
    widths = np.array(model.n_classes_).reshape(-1)
    for k, width in enumerate(widths):
        np.testing.assert_allclose(found[:, k, :width].sum(axis=1), 1.0, rtol=1e-12)
    plain = problem.fit(kind, smoothing=0)
    assert np.array_equal(model.predict(problem.X), plain.predict(problem.X))


@KINDS
def test_predict_is_that_of_unsmoothed_probabilities(kind):
    X, y = noisy(n=400)
    new = noisy(n=2000, seed=1)[0]
    plain = kind(smoothing=0, random_state=0).fit(X, y)
    strong = kind(smoothing=12.8, random_state=0).fit(X, y)
    largest = plain.classes_[plain.predict_proba(new).argmax(axis=1)]
    assert np.array_equal(plain.predict(new), largest)
    assert np.array_equal(strong.predict(new), largest)
    assert (strong.classes_[strong.predict_proba(new).argmax(axis=1)] != largest).any()


@KINDS
@few
@given(problem=problems())
def test_files_threads_slices_and_serving(kind, problem, tmp_path_factory):
    model = problem.fit(kind)
    found = predictions(model, problem.X)
    path = tmp_path_factory.mktemp("models") / "model.spinney"
    model.save(path)
    handle = model.predictor()
    others = [
        spinney.load(path),
        pickle.loads(pickle.dumps(model)),
        model.compact(),
        problem.fit(kind, n_jobs=3),
        model[:],
        handle.estimator,
    ]
    for other in others:
        assert np.array_equal(predictions(other, problem.X), found)
        assert np.array_equal(other.predict(problem.X), model.predict(problem.X))
    rows = problem.X.iloc[:3]
    for i, row in enumerate(rows.to_dict("records")):
        single = handle.predict_proba(row)
        single = single if isinstance(single, list) else [single]
        for k, shares in enumerate(single):
            assert np.array_equal(shares, found[i, k, : len(shares)])
        assert np.array_equal(handle.predict(row), model.predict(rows)[i])


@few
@given(problem=problems(weighted=True), power=st.integers(-30, 30))
def test_only_ratios_of_weights_matter(problem, power):
    kind = ExtraTreesClassifier
    model = problem.fit(kind)
    scaled = kind(n_estimators=6, random_state=3)
    scaled.fit(problem.X, problem.y(kind), problem.weight * 2.0**power)
    assert np.array_equal(predictions(model, problem.X), predictions(scaled, problem.X))


def test_strength_of_the_lowest_out_of_bag_loss():
    X, y = noisy(400)
    weight = np.random.default_rng(1).integers(0, 3, len(X)).astype(float)
    model = RandomForestClassifier(40, random_state=0, oob_score=True).fit(X, y, weight)
    code, kept = (y == "yes").astype(int), weight > 0
    losses = []
    for strength in STRENGTHS:
        total, n_trees = np.zeros(len(X)), np.zeros(len(X))
        for i, rows in enumerate(model.estimators_samples_):
            out = kept.copy()
            out[rows] = False
            tree = model._fitted().forest.tree(i)
            values = smoothed(tree, strength)[model.apply(X)[:, i], 0]
            total += out * values[np.arange(len(X)), code]
            n_trees += out
        losses.append(-np.log(np.maximum(total[kept] / n_trees[kept], 1e-15)))
    means = np.average(losses, axis=1, weights=weight[kept])
    assert model.smoothing_ == STRENGTHS[means.argmin()] > STRENGTHS[0]
    chosen = model.oob_decision_function_[kept, code[kept]]
    np.testing.assert_allclose(-np.log(chosen), losses[means.argmin()], rtol=1e-5)


@KINDS
def test_log_loss_of_noisy_labels_and_equal_labels(kind):
    X, y = noisy(600)
    new, truth = noisy(2000, 1)
    auto, plain = (kind(random_state=0, **how).fit(X, y) for how in ({}, {"smoothing": 0}))
    assert np.array_equal(auto.predict(new), plain.predict(new))
    assert auto.predict_proba(new).min() > 0
    losses = [log_loss(truth, model.predict_proba(new)) for model in (auto, plain)]
    assert losses[0] < losses[1]


def test_disabled_or_without_effect():
    X, y = noisy()
    plain = RandomForestClassifier(10, smoothing=0, random_state=0).fit(X, y)
    mean = np.mean([tree.predict_proba(X) for tree in plain.estimators_], axis=0)
    np.testing.assert_allclose(plain.predict_proba(X), mean)
    for aggregate in ("mode", "median"):
        model = RandomForestClassifier(10, aggregate=aggregate, random_state=0).fit(X, y)
        assert model.smoothing_ == 0
    with pytest.raises(ValueError, match="smoothing"):
        RandomForestClassifier(smoothing=-1).fit(X, y)
    everything = RandomForestClassifier(10, bootstrap=False, random_state=0).fit(X, y)
    assert everything.smoothing_ == STRENGTHS[0]


def test_warm_start_chooses_again():
    X, y = noisy()
    grown = RandomForestClassifier(5, warm_start=True, random_state=0).fit(X, y)
    grown.predict_proba(X)
    grown.set_params(n_estimators=20).fit(X, y)
    whole = RandomForestClassifier(20, random_state=0).fit(X, y)
    assert grown.smoothing_ == whole.smoothing_
    assert np.array_equal(grown.predict_proba(X), whole.predict_proba(X))


@pytest.mark.parametrize("missing", ["learned", "fractional", "stop", "surrogate"])
def test_missing_values(missing):
    X, y = noisy()
    X[::3, 0] = X[1::4, 2] = np.nan
    model = RandomForestClassifier(10, missing=missing, smoothing=2.0, random_state=0).fit(X, y)
    plain = RandomForestClassifier(10, missing=missing, smoothing=0, random_state=0).fit(X, y)
    found = model.predict_proba(X)
    assert np.abs(found - plain.predict_proba(X)).max() > 0.01
    np.testing.assert_allclose(found.sum(axis=1), 1.0)
    if missing != "fractional":
        np.testing.assert_allclose(found, by_hand(model, X, 2.0)[:, 0], rtol=1e-6)
    handle = model.predictor()
    assert all(np.array_equal(handle.predict_proba(x), p) for x, p in zip(X, found, strict=True))


def test_explanations_add_up_to_probabilities():
    X, y = classes()
    model = RandomForestClassifier(10, smoothing=1.0, random_state=0).fit(X, y)
    for options in ({}, {"background": X[:20]}):
        found = spinney.explain.shap(model, X[:5], **options)
        total = found.base_values + found.values.sum(axis=1)
        np.testing.assert_allclose(total, model.predict_proba(X[:5]), atol=1e-9)
    gains = RandomForestClassifier(10, smoothing=0, random_state=0).fit(X, y)
    assert np.array_equal(model.feature_importances_, gains.feature_importances_)


def test_counterfactuals_change_the_predicted_class():
    X, y = noisy()
    frame = pd.DataFrame(X, columns=list("abcd"))
    model = RandomForestClassifier(10, smoothing=5.0, max_depth=3, random_state=0).fit(frame, y)
    row = frame.iloc[[int(np.flatnonzero(model.predict(frame) == "no")[0])]]
    for least in (None, 0.7):
        options = {"X": frame, "desired_class": "yes", "min_probability": least}
        found = spinney.explain.counterfactual(model, row, **options)
        changed = found.row
        assert model.predict(changed)[0] == "yes"
        assert least is None or model.predict_proba(changed)[0, 1] >= least
