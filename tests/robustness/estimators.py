"""The estimators that every robustness test is run on: a new one joins by one line."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from sklearn.utils import get_tags

import spinney

CLASSIFIER, REGRESSOR = "classifier", "regressor"
POLICIES = (
    *("surrogate", "fractional", "category", "mean", "median"),
    *("mode", "drop", "stop", "majority", "error"),
)


@dataclass(frozen=True)
class Entry:
    make: Callable[..., Any]
    task: str
    variant: str = ""
    """What sets it apart from the estimator with its defaults."""
    sums: bool = False
    """Whether numbers are sums of trees, so that training targets come back rounded."""
    draws: bool = False
    """Whether splits are drawn, so that the best one may be missed."""
    blends: bool = False
    """Whether members read X, each for itself."""
    scaled: bool = False
    """Whether numbers are measured by their spread, so that neighbouring ones may look alike."""
    holds_out: bool = False
    """Whether each half of the rows is held out once, so that one row of a kind is too few."""
    stacks: bool = False
    """Whether answers for held-out rows are learned from, so that training targets may be lost."""
    small: bool = False
    """Whether trees are held so small that they cannot follow every target."""
    policies: tuple[str, ...] = POLICIES
    """Policies for missing values that are tried, besides its own."""

    @property
    def name(self):
        return type(self.make()).__name__

    @property
    def label(self):
        return f"{self.name}, {self.variant}" if self.variant else self.name

    @property
    def recalls(self):
        """Whether training targets come back, whatever they are."""
        return not (self.stacks or self.small)

    def recovers(self, guess, y):
        """Whether the guesses are the targets that the model was fitted to."""
        if self.sums and self.task == REGRESSOR:
            return np.allclose(guess, y, rtol=1e-6, atol=1e-6)
        return np.array_equal(guess, y)

    def takes(self, parameters):
        """Whether the estimator has all of these parameters."""
        return set(parameters) <= set(self.make().get_params())


# Boosting that can follow any target: nothing holds leaves back.
FREE = {
    "n_estimators": 2,
    "learning_rate": 1.0,
    "max_leaf_nodes": None,
    "min_samples_leaf": 1,
    "min_child_weight": 0.0,
    "reg_lambda": 0.0,
    "cat_l2": 0.0,
    "min_samples_level": 0.0,
    "max_bins": None,
    "quantize": False,
}
# Forests whose trees see all that a single tree sees.
ALL = {"n_estimators": 2, "bootstrap": False, "max_features": None, "max_bins": None}


def bagged(kind, tree, **parameters):
    """Bagging of trees that see all rows; what bagging has no parameter for is the tree's."""
    own = {name: parameters.pop(name) for name in kind().get_params() if name in parameters}
    return kind(tree(**parameters), **{"n_estimators": 2, "bootstrap": False} | own)


def boosted(kind, tree, **parameters):
    """AdaBoost of whole trees, which have all parameters that trees have but for the threads."""
    shared = set(tree().get_params()) & set(parameters) - {"n_jobs", "random_state"}
    of_tree = {name: parameters.pop(name) for name in shared}
    return kind(tree(**of_tree), **{"n_estimators": 2} | parameters)


def blended(kind, tree, blend_parameters, **parameters):
    """A blend of two trees; what blends have no parameter for is the trees'."""
    own = {name: parameters.pop(name) for name in ("n_jobs", "verbose") if name in parameters}
    return kind([tree(**parameters), tree(**parameters)], **blend_parameters | own)


def blend(kind, tree, task, blend_parameters=None, **facts):
    return Entry(partial(blended, kind, tree, blend_parameters or {}), task, blends=True, **facts)


def linear_blend(kind, tree, task):
    return blend(kind, tree, task, {"cv": 2}, holds_out=True, sums=True)


def stack(kind, tree, task):
    final = {"final_estimator": tree(), "cv": 2}
    return blend(kind, tree, task, final, holds_out=True, stacks=True)


def optimal(tree, task):
    """A small tree, by a policy for missing values that a proof can have."""
    make = partial(tree, max_depth=2, missing="mean")
    return Entry(make, task, small=True, policies=("drop", "error"))


ESTIMATORS = [
    Entry(spinney.DecisionTreeClassifier, CLASSIFIER),
    Entry(spinney.DecisionTreeRegressor, REGRESSOR),
    Entry(partial(spinney.GradientBoostingClassifier, **FREE), CLASSIFIER, sums=True),
    Entry(partial(spinney.GradientBoostingRegressor, **FREE), REGRESSOR, sums=True),
    Entry(partial(spinney.RandomForestClassifier, **ALL), CLASSIFIER, sums=True),
    Entry(partial(spinney.RandomForestRegressor, **ALL), REGRESSOR, sums=True),
    Entry(partial(spinney.ExtraTreesClassifier, **ALL, random_state=0), CLASSIFIER, "", True, True),
    Entry(partial(spinney.ExtraTreesRegressor, **ALL, random_state=0), REGRESSOR, "", True, True),
    Entry(partial(bagged, spinney.BaggingClassifier, spinney.DecisionTreeClassifier), CLASSIFIER),
    Entry(partial(bagged, spinney.BaggingRegressor, spinney.DecisionTreeRegressor), REGRESSOR),
    Entry(partial(boosted, spinney.AdaBoostClassifier, spinney.DecisionTreeClassifier), CLASSIFIER),
    Entry(partial(boosted, spinney.AdaBoostRegressor, spinney.DecisionTreeRegressor), REGRESSOR),
    blend(spinney.VotingClassifier, spinney.DecisionTreeClassifier, CLASSIFIER),
    blend(spinney.VotingRegressor, spinney.DecisionTreeRegressor, REGRESSOR),
    linear_blend(spinney.LinearBlendClassifier, spinney.DecisionTreeClassifier, CLASSIFIER),
    linear_blend(spinney.LinearBlendRegressor, spinney.DecisionTreeRegressor, REGRESSOR),
    stack(spinney.StackingClassifier, spinney.DecisionTreeClassifier, CLASSIFIER),
    stack(spinney.StackingRegressor, spinney.DecisionTreeRegressor, REGRESSOR),
    optimal(spinney.OptimalTreeClassifier, CLASSIFIER),
    optimal(spinney.OptimalTreeRegressor, REGRESSOR),
]


def with_policy(policy):
    """The estimators with a policy for missing values."""
    return [
        replace(entry, make=partial(entry.make, missing=policy), variant=policy)
        for entry in ESTIMATORS
        # Those that draw, and members, read X as the others do.
        if not entry.draws and entry.takes(["missing"]) and policy in entry.policies
    ]


def with_kind(kind, scaled=False):
    """Single trees whose nodes ask another kind of question."""
    trees = {CLASSIFIER: spinney.DecisionTreeClassifier, REGRESSOR: spinney.DecisionTreeRegressor}
    return [
        Entry(partial(tree, splits=kind, random_state=0), task, kind, scaled=scaled)
        for task, tree in trees.items()
    ]


# For tests of X alone, which is where a policy for missing values could matter.
VARIANTS = [
    *(entry for policy in POLICIES for entry in with_policy(policy)),
    *with_kind("multiway"),
    *with_kind("oblique"),
    *with_kind("sphere", scaled=True),
    *with_kind("pca", scaled=True),
]
KINDS = ("multiway", "oblique", "sphere", "pca")


def each(chosen, entries=ESTIMATORS):
    """Run a test on each of the estimators that are chosen."""
    entries = [entry for entry in entries if chosen(entry)]
    return pytest.mark.parametrize("entry", entries, ids=lambda entry: entry.label)


every_estimator = each(lambda entry: True)
every_search_that_keeps_all_rows = each(lambda entry: not (entry.draws or entry.stacks))
every_variant = each(lambda entry: True, ESTIMATORS + VARIANTS)
every_variant_that_tells_neighbours_apart = each(
    lambda entry: not entry.scaled, ESTIMATORS + VARIANTS
)
every_variant_with_missing = each(lambda entry: entry.variant != "error", ESTIMATORS + VARIANTS)
every_variant_with_empty_columns = each(
    lambda entry: entry.variant not in ("error", "drop"), ESTIMATORS + VARIANTS
)
every_estimator_that_recalls_and_keeps_all_rows = each(
    lambda entry: entry.recalls and not entry.holds_out
)
every_classifier = each(lambda entry: entry.task == CLASSIFIER)
every_classifier_that_recalls = each(lambda entry: entry.task == CLASSIFIER and entry.recalls)
every_regressor = each(lambda entry: entry.task == REGRESSOR)
every_multi_output_that_recalls = each(
    lambda entry: get_tags(entry.make()).target_tags.multi_output and entry.recalls
)
every_search_of_categories = each(
    lambda entry: entry.takes(["categorical_features"]) and not entry.draws
)


def fit_or_refuse(entry, culprit, *arguments, **named):
    """A fitted model, or None after a ValueError that names the culprit."""
    try:
        return entry.make().fit(*arguments, **named)
    except ValueError as error:
        if re.search(culprit, str(error)):
            return None
        raise


def clean_table(n_rows=60):
    """Small numbers that every dtype can hold; the first two columns matter."""
    rng = np.random.default_rng(1)
    return rng.integers(0, 50, (n_rows, 3)).astype(float)


def clean_y(task, X):
    """A target that the first two columns explain."""
    score = np.nan_to_num(np.asarray(X, dtype=float))[:, :2] @ [1.0, 2.0]
    return (score > np.median(score)).astype(int) if task == CLASSIFIER else score


def answers(model, X):
    """Everything a model says about X, as bytes."""
    methods = [name for name in ("predict", "predict_proba", "apply") if hasattr(model, name)]
    return {name: np.asarray(getattr(model, name)(X)).tobytes() for name in methods}
