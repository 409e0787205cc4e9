"""Estimators of the input matrix, from the estimator table of the package."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from sklearn.utils import get_tags

import spinney
from spinney.estimators import BLEND, ENSEMBLE, META, TASKS, TREE
from spinney.estimators import ESTIMATORS as ESTIMATOR_TABLE

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
    """Difference from the estimator with its defaults."""
    sums_trees: bool = False
    """Predictions are sums over trees, so training targets are recovered up to rounding."""
    random_splits: bool = False
    """Splits are random, so the best one may be missed."""
    blends: bool = False
    """A blend, whose members read X themselves."""
    standardizes: bool = False
    """Features are standardized, so adjacent floats may become equal."""
    cross_fits: bool = False
    """Fits on each half of the rows, so each class needs two rows."""
    stacks: bool = False
    """Learns from out-of-fold predictions, so training targets may not be recovered."""
    shallow: bool = False
    """Trees are too small to fit every target."""
    policies: tuple[str, ...] = POLICIES
    """Policies for missing values to test, besides its default."""

    @property
    def name(self):
        return type(self.make()).__name__

    @property
    def label(self):
        return f"{self.name}, {self.variant}" if self.variant else self.name

    @property
    def interpolates(self):
        """Whether the model can recover any training targets."""
        return not (self.stacks or self.shallow)

    def recovers(self, predicted, y):
        """Whether the predictions equal the targets, up to rounding for sums of trees."""
        if self.sums_trees and self.task == REGRESSOR:
            return np.allclose(predicted, y, rtol=1e-6, atol=1e-6)
        return np.array_equal(predicted, y)

    def has_parameters(self, names):
        return set(names) <= set(self.make().get_params())


# Boosting without regularization, which can fit any target.
UNREGULARIZED = {
    "n_estimators": 2,
    "learning_rate": 1.0,
    "max_leaf_nodes": None,
    "min_samples_leaf": 1,
    "min_child_weight": 0.0,
    "reg_lambda": 0.0,
    "cat_l2": 0.0,
    "min_samples_category": 0.0,
    "max_bins": None,
    "quantize": False,
}
# Forests whose trees use every row and feature.
ALL_DATA = {"n_estimators": 2, "bootstrap": False, "max_features": None, "max_bins": None}


def single(kind, tree, task):
    return Entry(kind, task)


def bagging(kind, tree, task):
    return Entry(partial(bagged, kind, tree), task)


def bagged(kind, tree, **parameters):
    """Bagging of trees on all rows; parameters that bagging does not have go to the trees."""
    own = {name: parameters.pop(name) for name in kind().get_params() if name in parameters}
    return kind(tree(**parameters), **{"n_estimators": 2, "bootstrap": False} | own)


def adaboost(kind, tree, task):
    return Entry(partial(boosted, kind, tree), task)


def boosted(kind, tree, **parameters):
    """AdaBoost of full trees; parameters of trees go to the trees, except these two."""
    shared = set(tree().get_params()) & set(parameters) - {"n_jobs", "random_state"}
    of_tree = {name: parameters.pop(name) for name in shared}
    return kind(tree(**of_tree), **{"n_estimators": 2} | parameters)


def blend(kind, tree, task, blend_parameters=None, **traits):
    return Entry(partial(blended, kind, tree, blend_parameters or {}), task, blends=True, **traits)


def blended(kind, tree, blend_parameters, **parameters):
    """A blend of two trees; parameters that blends do not have go to the trees."""
    own = {name: parameters.pop(name) for name in ("n_jobs", "verbose") if name in parameters}
    return kind([tree(**parameters), tree(**parameters)], **blend_parameters | own)


def linear_blend(kind, tree, task):
    return blend(kind, tree, task, {"cv": 2}, cross_fits=True, sums_trees=True)


def stack(kind, tree, task):
    final = {"final_estimator": tree(), "cv": 2}
    return blend(kind, tree, task, final, cross_fits=True, stacks=True)


def optimal(kind, tree, task):
    """A shallow tree, with the policies for missing values that optimal trees support."""
    make = partial(kind, max_depth=2)
    return Entry(make, task, shallow=True, policies=("mean", "drop", "error"))


def forest(kind, tree, task):
    return Entry(partial(kind, **ALL_DATA), task, sums_trees=True)


def extra_trees(kind, tree, task):
    make = partial(kind, **ALL_DATA, random_state=0)
    return Entry(make, task, sums_trees=True, random_splits=True)


def extra_tree(kind, tree, task):
    make = partial(kind, max_features=None, random_state=0)
    return Entry(make, task, random_splits=True)


def boosting(kind, tree, task):
    make = partial(kind, **UNREGULARIZED, early_stopping=False)
    return Entry(make, task, sums_trees=True)


# How to make an entry, by kind or, if the estimator needs special parameters, by name.
ENTRIES_BY_KIND = {TREE: single, ENSEMBLE: single, META: bagging, BLEND: blend}
ENTRIES_BY_NAME = {
    "AdaBoost": adaboost,
    "ExtraTree": extra_tree,
    "ExtraTrees": extra_trees,
    "GradientBoosting": boosting,
    "HistGradientBoosting": boosting,
    "LinearBlend": linear_blend,
    "OptimalTree": optimal,
    "RandomForest": forest,
    "Stacking": stack,
}


def make_entry(row, task):
    make = ENTRIES_BY_NAME.get(row.name, ENTRIES_BY_KIND[row.kind])
    tree = getattr(spinney, f"DecisionTree{task}")
    return make(row.load_class(task), tree, task.lower())


ESTIMATORS = [make_entry(row, task) for row in ESTIMATOR_TABLE for task in TASKS]


def with_policy(policy):
    """The estimators with a policy for missing values."""
    return [
        replace(entry, make=partial(entry.make, missing=policy), variant=policy)
        for entry in ESTIMATORS
        if not entry.random_splits
        and entry.has_parameters(["missing"])
        and policy in entry.policies
    ]


def with_kind(kind, standardizes=False):
    """Single trees with another kind of split."""
    trees = {CLASSIFIER: spinney.DecisionTreeClassifier, REGRESSOR: spinney.DecisionTreeRegressor}
    return [
        Entry(partial(tree, split_kind=kind, random_state=0), task, kind, standardizes=standardizes)
        for task, tree in trees.items()
    ]


VARIANTS = [
    *(entry for policy in POLICIES for entry in with_policy(policy)),
    *with_kind("multiway"),
    *with_kind("oblique"),
    *with_kind("sphere", standardizes=True),
    *with_kind("pca", standardizes=True),
]
KINDS = ("multiway", "oblique", "sphere", "pca")

# All estimators read X with the reader that test_reader.py covers, so each kind of input is tested
# on a few of them, and on the others and on the variants of a single tree in slow tests.
READERS = ESTIMATORS + [entry for entry in VARIANTS if entry.name == "DecisionTreeRegressor"]
FEW = {
    "DecisionTreeClassifier",
    "GradientBoostingRegressor",
    "RandomForestClassifier",
    "VotingRegressor",
    "DecisionTreeRegressor, mean",
    "DecisionTreeRegressor, surrogate",
    "DecisionTreeRegressor, oblique",
}


def is_quick(entry):
    return entry.label in FEW


def each(entries, quick=None):
    """Parametrize a test by ``entry``; those for which ``quick`` is false are slow tests."""
    slow = [] if quick is None else [pytest.mark.slow]
    params = [
        pytest.param(entry, marks=[] if quick and quick(entry) else slow, id=entry.label)
        for entry in entries
    ]
    return pytest.mark.parametrize("entry", params)


def each_estimator(condition=lambda entry: True, quick=None):
    """Parametrize by the estimators that satisfy a condition."""
    return each([entry for entry in ESTIMATORS if condition(entry)], quick)


def each_variant(condition=lambda entry: True):
    """Parametrize by the estimators and, as slow tests, by all variants of them."""
    entries = [entry for entry in ESTIMATORS + VARIANTS if condition(entry)]
    return each(entries, lambda entry: not entry.variant)


def each_reader(condition=lambda entry: True):
    """Parametrize by READERS that satisfy a condition; all but a few are slow tests."""
    return each([entry for entry in READERS if condition(entry)], is_quick)


def takes_missing(entry):
    return entry.variant != "error"


def takes_empty_columns(entry):
    return entry.variant not in ("error", "drop")


def is_classifier(entry):
    return entry.task == CLASSIFIER


def is_regressor(entry):
    return entry.task == REGRESSOR


def is_multi_output(entry):
    return get_tags(entry.make()).target_tags.multi_output


def fit_or_refuse(entry, pattern, *arguments, **named):
    """Return a fitted model, or None after a ValueError that matches the pattern."""
    try:
        return entry.make().fit(*arguments, **named)
    except ValueError as error:
        if re.search(pattern, str(error)):
            return None
        raise


def clean_table(n_rows=60):
    """Small numbers that every dtype can hold; the first two columns are informative."""
    rng = np.random.default_rng(1)
    return rng.integers(0, 50, (n_rows, 3)).astype(float)


def clean_y(task, X):
    """A target that depends on the first two columns."""
    score = np.nan_to_num(np.asarray(X, dtype=float))[:, :2] @ [1.0, 2.0]
    return (score > np.median(score)).astype(int) if task == CLASSIFIER else score


def predictions(model, X):
    """All predictions for X, as bytes per method."""
    methods = [name for name in ("predict", "predict_proba", "apply") if hasattr(model, name)]
    return {name: np.asarray(getattr(model, name)(X)).tobytes() for name in methods}
