"""Whether the parts of a model that was read from a file fit each other."""

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
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..forests.model import FittedForest
from .errors import FileError
from .registry import ESTIMATORS, MODELS

ANSWERS = {"value", "numbers", "share_pool", "inner_value"}
"""Arrays of trees and forests that hold what they answer."""


def check_object(value: Any) -> None:
    """Raise FileError unless the object makes sense; the core's parts have checked themselves."""
    for cls, check in CHECKS.items():
        if isinstance(value, cls):
            check(value)


def check_estimator(estimator: Any) -> None:
    """The fitted model is of the estimator's kind, with class labels if that is a classifier."""
    name, fitted = type(estimator).__name__, vars(estimator)
    if name not in ESTIMATORS or "_model" not in fitted:
        return
    require(
        isinstance(fitted["_model"], MODELS[name]), f"the fitted model of {name} is of another kind"
    )
    labels = fitted["_model"].classes
    has_labels = labels is not None and len(labels) > 0
    require(has_labels == name.endswith("Classifier"), f"the class labels do not fit a {name}")


def check_answers(state: dict[str, Any]) -> None:
    """No NaN among the values of nodes: they are sorted, and no fit makes one."""
    for name in ANSWERS & state.keys():
        require(not np.isnan(state[name]).any(), f"there is NaN in the array {name!r} of a tree")


def require(condition: Any, message: str) -> None:
    if not condition:
        raise FileError(message)


def all_of(values: Any, *kinds: type) -> bool:
    return isinstance(values, (list, tuple)) and all(isinstance(value, kinds) for value in values)


def check_schema(schema: Schema) -> None:
    n, names, levels = schema.n_features, schema.names, schema.categories
    require(type(n) is int and n > 0, "the number of features is not a positive integer")
    fits = names is None or (all_of(names, str) and len(names) == n)
    require(fits, "the feature names do not fit the number of features")
    fits = levels is None or (all_of(levels, dict, type(None)) and len(levels) == n)
    require(fits, "the categories do not fit the number of features")
    for known in filter(None, levels or ()):
        require(list(known.values()) == list(range(len(known))), "categories are not numbered")


def check_rules(rules: MissingRules) -> None:
    fits = all_of(rules.policies, str) and all_of(rules.unknown, str)
    require(fits and len(rules.policies) == len(rules.unknown), "policies do not fit each other")
    fills = isinstance(rules.fills, dict) and all(type(key) is int for key in rules.fills)
    require(fills, "what stands in for missing values is not numbered by feature")


def check_columns(schema: Any, missing: Any) -> None:
    fits = isinstance(schema, Schema) and isinstance(missing, MissingRules)
    require(fits, "a model lacks its schema or its rules for missing values")
    require(len(missing.policies) == schema.n_features, "policies do not fit the features")


def check_classes(classes: Any, counts: Sequence[int]) -> None:
    fits = all_of(classes, np.ndarray) and [labels.shape for labels in classes] == [
        (count,) for count in counts
    ]
    require(fits, "the class labels do not fit the trees")


def check_trees(trees: Any, schema: Schema) -> None:
    require(all_of(trees, _core.Tree), "something else stands in the place of trees")
    fits = all(tree.n_features == schema.n_features for tree in trees)
    require(fits, "the trees do not fit the number of features")


def check_tree(model: FittedTree) -> None:
    check_columns(model.schema, model.missing)
    check_trees([model.tree], model.schema)
    if model.classes:
        check_classes(model.classes, model.tree.n_classes)
    check_array(model.loss, (len(model.classes[0]),) * 2 if model.classes else ())


def check_array(array: Any, shape: tuple[int, ...]) -> None:
    """Numbers of this shape, or None."""
    fits = isinstance(array, np.ndarray) and array.dtype == np.float64 and array.shape == shape
    require(array is None or fits, "an array of numbers has the wrong shape")


def check_forest(model: FittedForest) -> None:
    check_columns(model.schema, model.missing)
    require(isinstance(model.forest, _core.Forest), "a model lacks its forest")
    fits = model.forest.n_features == model.schema.n_features and model.forest.n_trees > 0
    require(fits, "the forest does not fit the number of features")
    check_classes(model.classes, model.forest.n_classes)
    kept = model.leaf_targets
    require(kept is None or isinstance(kept, _core.LeafTargets), "the leaf targets are none")
    require(isinstance(model.sampling, Sampling), "a forest does not know its bags")


def check_sampling(sampling: Sampling) -> None:
    counts = (sampling.n_rows, sampling.n_draws, sampling.seed)
    require(all(type(count) is int and count >= 0 for count in counts), "bags lack their numbers")
    for weight in (sampling.draw_weight, sampling.row_weight):
        check_array(weight, (sampling.n_rows,))


def check_boosted(model: BoostedModel) -> None:
    check_columns(model.schema, model.missing)
    check_trees(model.trees, model.schema)
    require(isinstance(model.loss, NamedLoss | SingleClass), "a boosted model has no loss")
    n = model.loss.n_scores
    require(len(model.trees) % n == 0, "the number of trees is no multiple of the scores")
    require(all(tree.value.shape[1:] == (1, 1) for tree in model.trees), "a tree is of no score")
    require(isinstance(model.initial, np.ndarray), "the first scores are none")
    check_array(model.initial, (n,))
    if model.classes is not None:
        require(isinstance(model.classes, np.ndarray), "the class labels are none")
        fits = len(model.classes) == (n if n > 1 else min(2, len(model.classes)))
        require(fits, "the class labels do not fit the scores")


def check_tree_ensemble(ensemble: TreeEnsemble) -> None:
    check_columns(ensemble.schema, ensemble.missing)
    check_trees(ensemble.members, ensemble.schema)
    for tree in ensemble.members:
        check_classes(ensemble.classes, tree.n_classes)


def check_estimator_ensemble(ensemble: EstimatorEnsemble) -> None:
    check_asked(ensemble.estimators)


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
    require(method.loss in LOSSES, f"there is no loss {method.loss!r}")


def check_loss(loss: NamedLoss) -> None:
    """The core knows its losses."""
    require(loss.core.n_scores == loss.n_scores, "a loss does not fit the number of classes")


def check_asked(estimators: Any) -> None:
    fits = isinstance(estimators, list | tuple) and all(hasattr(e, "predict") for e in estimators)
    require(fits, "something else stands in the place of estimators")


def check_bagged(model: FittedMembers) -> None:
    check_asked(model.estimators)
    fits = all_of(model.features, np.ndarray) and len(model.features) == len(model.estimators)
    require(fits, "the members' features do not fit the members")


def check_blended(model: BlendMembers) -> None:
    check_asked(model.estimators)
    require(len(model.names) == len(model.estimators), "the members' names do not fit them")


CHECKS: dict[type, Callable[[Any], None]] = {
    Schema: check_schema,
    MissingRules: check_rules,
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
