"""Class weights of forests and bagging: weights in growth, not in the draws."""

import numpy as np
import pytest

import spinney
from spinney import BaggingClassifier, DecisionTreeClassifier, RandomForestClassifier

rng = np.random.default_rng(0)
X = rng.normal(size=(600, 4))
RARE = rng.permutation(600) < 30
X[RARE, 0] += 1.0
Y = np.where(RARE, "rare", "usual")
TREES = 30


def random_forest(class_weight, **parameters):
    return RandomForestClassifier(
        TREES, class_weight=class_weight, oob_score=True, random_state=0, **parameters
    )


def extra_trees(class_weight, **parameters):
    return spinney.ExtraTreesClassifier(
        TREES,
        bootstrap=True,
        class_weight=class_weight,
        oob_score=True,
        random_state=0,
        **parameters,
    )


def bagging(class_weight, **parameters):
    tree = DecisionTreeClassifier(class_weight=class_weight)
    return BaggingClassifier(tree, TREES, oob_score=True, random_state=0, **parameters)


ENSEMBLES = [random_forest, extra_trees, bagging]
each_ensemble = pytest.mark.parametrize("make", ENSEMBLES)
each_weight = pytest.mark.parametrize(
    "class_weight", ["balanced", {"rare": 100.0}, {"rare": 1e6, "usual": 1e-6}], ids=repr
)


@each_weight
@each_ensemble
def test_every_class_has_out_of_bag_rows(make, class_weight):
    model = make(class_weight).fit(X, Y)
    assert not np.isnan(model.oob_decision_function_).any()


def test_every_class_has_out_of_bag_rows_if_balanced_by_tree():
    model = random_forest("balanced_subsample").fit(X, Y)
    assert not np.isnan(model.oob_decision_function_).any()


@each_weight
@each_ensemble
def test_bags_do_not_depend_on_class_weights(make, class_weight):
    plain, weighted = make(None).fit(X, Y), make(class_weight).fit(X, Y)
    pairs = zip(plain.estimators_samples_, weighted.estimators_samples_, strict=True)
    assert all(np.array_equal(one, other) for one, other in pairs)


@pytest.mark.parametrize("sample_weight", [None, rng.integers(1, 4, 600)], ids=["none", "some"])
@pytest.mark.parametrize("make", [random_forest, bagging])
def test_class_weights_are_weights_in_growth(make, sample_weight):
    """Each tree equals one grown on the counts of its bag times the class weights."""
    parameters = {"max_features": None} if make is random_forest else {}
    model = make({"rare": 5.0, "usual": 2.0}, **parameters).fit(X, Y, sample_weight)
    for tree, rows in zip(model.estimators_, model.estimators_samples_, strict=True):
        weight = np.bincount(rows, minlength=600) * np.where(RARE, 5.0, 2.0)
        alone = DecisionTreeClassifier().fit(X, Y, weight)
        np.testing.assert_array_equal(tree.predict_proba(X), alone.predict_proba(X))


@each_ensemble
def test_a_class_of_weight_zero_is_not_drawn(make):
    model = make({"rare": 1.0, "usual": 0.0}).fit(X, Y)
    assert all(RARE[rows].all() for rows in model.estimators_samples_)
    assert (model.predict(X) == "rare").all()


@each_ensemble
def test_warm_start(make):
    whole = make("balanced").fit(X, Y)
    grown = make("balanced", warm_start=True).set_params(n_estimators=10).fit(X, Y)
    grown.set_params(n_estimators=TREES).fit(X, Y)
    np.testing.assert_array_equal(grown.predict_proba(X), whole.predict_proba(X))
    np.testing.assert_array_equal(grown.oob_decision_function_, whole.oob_decision_function_)


def test_balanced_weights_raise_the_probability_of_a_rare_class():
    plain, balanced = (random_forest(w, max_depth=3).fit(X, Y) for w in (None, "balanced"))
    rare = plain.classes_.tolist().index("rare")
    share = [model.oob_decision_function_[:, rare].mean() for model in (plain, balanced)]
    assert share[0] < 0.1 < 0.3 < share[1] < 0.7


def test_balanced_by_tree_without_bootstrap():
    """The classes are balanced by their sample weights, which keep their total."""
    weight = rng.integers(1, 50, 600)
    model = RandomForestClassifier(
        1,
        bootstrap=False,
        max_features=None,
        class_weight="balanced_subsample",
        max_depth=3,
        smoothing=0,
    ).fit(X, Y, weight)
    total = {label: weight[label == Y].sum() for label in np.unique(Y)}
    factor = [weight.sum() / (2 * total[label]) for label in Y]
    alone = DecisionTreeClassifier(max_depth=3).fit(X, Y, weight * factor)
    np.testing.assert_allclose(model.predict_proba(X), alone.predict_proba(X))
    root = model.estimators_[0].tree_.weighted_n_node_samples[0]
    np.testing.assert_allclose(root, weight.sum())
