"""Consistency checks for models read from files."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import _core
from ..adaboost.ensembles import EstimatorEnsemble, TreeEnsemble
from ..adaboost.methods import LOSSES, R2, Samme
from ..adaboost.model import FittedRounds
from ..base.fitted_tree import FittedTree
from ..base.members import FittedMembers
from ..base.sampling import Sampling
from ..blending.member_predictions import BlendMembers
from ..boosting.losses import NamedLoss, SingleClass
from ..boosting.model import BoostedModel
from ..data.codings import KINDS, Coding
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..forests.model import FittedForest
from .errors import FileError
from .registry import ESTIMATORS, MODELS

VALUE_ARRAYS = {"value", "numbers", "share_pool", "inner_value"}
"""Arrays of trees and forests with predicted values."""


def check_object(value: Any) -> None:
    """Raise FileError if the object is inconsistent. Core objects check themselves."""
    for cls, check in CHECKS.items():
        if isinstance(value, cls):
            check(value)


def check_estimator(estimator: object) -> None:
    """Check the class of the fitted model, and that only classifiers have class labels."""
    name, fitted = type(estimator).__name__, vars(estimator)
    if name not in ESTIMATORS or "_model" not in fitted:
        return
    require(
        isinstance(fitted["_model"], MODELS[name]),
        f"the fitted model of {name} has the wrong class",
    )
    labels = fitted["_model"].classes
    has_labels = labels is not None and len(labels) > 0
    require(has_labels == name.endswith("Classifier"), f"the class labels do not match a {name}")


def check_values(state: dict[str, Any]) -> None:
    """Reject NaN in predicted values, which are sorted and which no fit produces."""
    for name in VALUE_ARRAYS & state.keys():
        require(not np.isnan(state[name]).any(), f"the array {name!r} of a tree contains NaN")


def require(condition: Any, message: str) -> None:
    if not condition:
        raise FileError(message)


def all_of(values: Any, *kinds: type) -> bool:
    return isinstance(values, (list, tuple)) and all(isinstance(value, kinds) for value in values)


def check_schema(schema: Schema) -> None:
    n, names, categories = schema.n_features, schema.names, schema.categories
    require(type(n) is int and n > 0, "the number of features is not a positive integer")
    valid = names is None or (all_of(names, str) and len(names) == n)
    require(valid, "the feature names do not match the number of features")
    valid = categories is None or (all_of(categories, dict, type(None)) and len(categories) == n)
    require(valid, "the categories do not match the number of features")
    for codes in filter(None, categories or ()):
        require(list(codes.values()) == list(range(len(codes))), "categories have wrong codes")
    check_codings(schema)


def check_codings(schema: Schema) -> None:
    """Require codings of numeric features, with labels for ordered categories only."""
    categories = schema.categories
    require(isinstance(schema.codings, dict), "the codings are not indexed by feature")
    for j, coding in schema.codings.items():
        valid = type(j) is int and 0 <= j < schema.n_features and isinstance(coding, Coding)
        numeric = valid and (categories is None or categories[j] is None)
        require(numeric, "a coding belongs to no numeric feature")
        require(coding.kind in KINDS, f"unknown coding {coding.kind!r}")
        require(isinstance(coding.zone, str | None), "a time zone is not text")
        valid = isinstance(coding.categories, tuple)
        require(valid and bool(coding.categories) == (coding.kind == "ordered"), "wrong labels")


def check_missing_rules(rules: MissingRules) -> None:
    valid = all_of(rules.policies, str) and all_of(rules.unknown, str)
    require(valid and len(rules.policies) == len(rules.unknown), "policies differ in length")
    fills = isinstance(rules.fills, dict) and all(type(key) is int for key in rules.fills)
    require(fills, "the fill values are not indexed by feature")


def check_columns(schema: Any, missing: Any) -> None:
    valid = isinstance(schema, Schema) and isinstance(missing, MissingRules)
    require(valid, "a model has no schema or no rules for missing values")
    require(len(missing.policies) == schema.n_features, "the policies do not match the features")


def check_classes(classes: Any, counts: Sequence[int]) -> None:
    valid = all_of(classes, np.ndarray) and [labels.shape for labels in classes] == [
        (count,) for count in counts
    ]
    require(valid, "the class labels do not match the trees")


def check_trees(trees: Any, schema: Schema) -> None:
    require(all_of(trees, _core.Tree), "a list of trees has other items")
    valid = all(tree.n_features == schema.n_features for tree in trees)
    require(valid, "the trees do not match the number of features")
    categories = schema.categories
    if categories is not None:
        used = {j for tree in trees for j in tree.leaf_features.tolist()}
        require(all(categories[j] is None for j in used), "a linear leaf has a category")


def check_tree(model: FittedTree) -> None:
    check_columns(model.schema, model.missing)
    check_trees([model.tree], model.schema)
    if model.classes:
        check_classes(model.classes, model.tree.n_classes)
    check_array(model.loss, (len(model.classes[0]),) * 2 if model.classes else ())


def check_array(array: Any, shape: tuple[int, ...]) -> None:
    """Require a float64 array of this shape, or None."""
    valid = isinstance(array, np.ndarray) and array.dtype == np.float64 and array.shape == shape
    require(array is None or valid, "an array of numbers has the wrong shape")


def check_forest(model: FittedForest) -> None:
    check_columns(model.schema, model.missing)
    require(isinstance(model.forest, _core.Forest), "a model has no forest")
    valid = model.forest.n_features == model.schema.n_features and model.forest.n_trees > 0
    require(valid, "the forest does not match the number of features")
    check_classes(model.classes, model.forest.n_classes)
    targets = model.leaf_targets
    require(targets is None or isinstance(targets, _core.LeafTargets), "wrong leaf targets")
    require(isinstance(model.sampling, Sampling), "a forest has no sampling")
    smoothing = model.smoothing
    valid = type(smoothing) is float and 0 <= smoothing < np.inf
    require(valid and (not smoothing or bool(model.classes)), "wrong strength of smoothing")


def check_sampling(sampling: Sampling) -> None:
    counts = (sampling.n_rows, sampling.n_draws, sampling.seed)
    require(
        all(type(count) is int and count >= 0 for count in counts), "the sampling has wrong counts"
    )
    for weight in (sampling.draw_weight, sampling.row_weight):
        check_array(weight, (sampling.n_rows,))


def check_boosted(model: BoostedModel) -> None:
    check_columns(model.schema, model.missing)
    check_trees(model.trees, model.schema)
    require(isinstance(model.loss, NamedLoss | SingleClass), "a boosted model has no loss")
    n, parallel = model.loss.n_scores, model.n_parallel
    width = n // model.trees_per_member
    require(type(parallel) is int and 0 < parallel < 2**31, "wrong number of parallel trees")
    multiple = len(model.trees) % model.trees_per_round == 0
    require(multiple, "the number of trees is not a multiple of the scores")
    require(
        all(tree.value.shape[1:] == (width, 1) for tree in model.trees),
        "a tree has a wrong number of values per node",
    )
    require(isinstance(model.initial, np.ndarray), "the initial scores are not an array")
    check_array(model.initial, (n,))
    if model.init is not None:
        method = "predict" if model.classes is None else "predict_proba"
        require(hasattr(model.init, method), "the initial estimator cannot predict")
    if model.classes is not None:
        require(isinstance(model.classes, np.ndarray), "the class labels are not an array")
        valid = len(model.classes) == (n if n > 1 else min(2, len(model.classes)))
        require(valid, "the class labels do not match the scores")


def check_tree_ensemble(ensemble: TreeEnsemble) -> None:
    check_columns(ensemble.schema, ensemble.missing)
    check_trees(ensemble.members, ensemble.schema)
    for tree in ensemble.members:
        check_classes(ensemble.classes, tree.n_classes)


def check_estimator_ensemble(ensemble: EstimatorEnsemble) -> None:
    check_members(ensemble.estimators)


def check_rounds(model: FittedRounds) -> None:
    require(
        isinstance(model.ensemble, TreeEnsemble | EstimatorEnsemble), "the rounds have no members"
    )
    n = len(model.ensemble.members)
    for array in (model.votes, model.errors):
        require(array is not None and n > 0, "the rounds have no votes")
        check_array(array, (n,))
    require(isinstance(model.method, Samme | R2), "the rounds have no method")
    n_classes = [model.method.n_classes] if isinstance(model.method, Samme) else []
    check_classes(model.ensemble.classes, n_classes)


def check_method(method: R2) -> None:
    require(method.loss in LOSSES, f"unknown loss {method.loss!r}")


def check_loss(loss: NamedLoss) -> None:
    """Compare with the loss of the core; an unknown name raises an error there."""
    require(loss.core.n_scores == loss.n_scores, "a loss does not match the number of classes")


def check_members(estimators: Any) -> None:
    valid = isinstance(estimators, list | tuple) and all(hasattr(e, "predict") for e in estimators)
    require(valid, "a list of estimators has other items")


def check_bagged(model: FittedMembers) -> None:
    check_members(model.estimators)
    valid = all_of(model.features, np.ndarray) and len(model.features) == len(model.estimators)
    require(valid, "the features do not match the members")


def check_blended(model: BlendMembers) -> None:
    check_members(model.estimators)
    require(len(model.names) == len(model.estimators), "the names do not match the members")


CHECKS: dict[type, Callable[[Any], None]] = {
    Schema: check_schema,
    MissingRules: check_missing_rules,
    FittedTree: check_tree,
    FittedForest: check_forest,
    Sampling: check_sampling,
    BoostedModel: check_boosted,
    TreeEnsemble: check_tree_ensemble,
    EstimatorEnsemble: check_estimator_ensemble,
    FittedRounds: check_rounds,
    R2: check_method,
    NamedLoss: check_loss,
    FittedMembers: check_bagged,
    BlendMembers: check_blended,
}
