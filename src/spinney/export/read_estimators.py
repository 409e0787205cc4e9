"""Conversion of fitted estimators to the export model."""

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._core import Link
from ..adaboost.ensembles import TreeEnsemble
from ..adaboost.methods import Samme
from ..adaboost.model import FittedRounds
from ..base.fitted_estimator import FittedEstimatorMixin
from ..base.fitted_tree import FittedTree
from ..base.parameters import Parameterized
from ..base.unsupported import UnsupportedEstimatorError
from ..blending.member_predictions import WeightedMembers
from ..blending.parameters import BlendParameters
from ..blending.voting import BaseVoting
from ..boosting.losses import BoostingLoss
from ..boosting.model import BoostedModel
from ..data.columns import Array, plain_label
from ..forests.bagged_trees import FittedTrees
from ..forests.model import FittedForest
from ..forests.parameters import BaggingParameters
from ..pruning.fractional_rows import has_fractional_routes
from .model import Ensemble, Feature, Model, Node, Tree
from .read_trees import node_values, read_features, read_tree

# The export link of each link of a loss, and the factor of the scores before it.
LINKS: dict[Link, tuple[str, float]] = {
    Link.identity: ("identity", 1.0),
    Link.log: ("log", 1.0),
    Link.logit: ("logit", 1.0),
    Link.half_logit: ("logit", 2.0),
    Link.softmax: ("softmax", 1.0),
}
if lacking := set(Link) - LINKS.keys():
    raise TypeError(f"Links of the core without an export: {lacking}.")
NO_EXPORT = (
    "Export supports trees, forests, bagged trees, gradient boosting, AdaBoost of trees, and "
    "voting and linear blends of those."
)


def read_model(estimator: object, feature_names: Sequence[str] | None = None) -> Model:
    """Return the export model of a fitted estimator."""
    if not isinstance(estimator, FittedEstimatorMixin) or not isinstance(estimator, Parameterized):
        raise UnsupportedEstimatorError(
            f"{type(estimator).__name__} cannot be exported. {NO_EXPORT}"
        )
    return model_of(estimator._fitted(), estimator, feature_names)


@singledispatch
def model_of(fitted: Any, estimator: Parameterized, names: Sequence[str] | None) -> Model:
    """Return the export model of a fitted state, by its type."""
    raise ValueError(
        f"This {type(estimator).__name__} cannot be exported: its members predict one by one in "
        f"Python. {NO_EXPORT}"
    )


@model_of.register
def from_tree(fitted: FittedTree, estimator: Parameterized, names: Sequence[str] | None) -> Model:
    tree = read_tree(fitted)
    loss_matrix = None if fitted.loss is None else tuple(map(tuple, fitted.loss.tolist()))
    ensemble = Ensemble((tree,), (0.0,) * tree.width)
    model = single_ensemble(estimator, fitted, names, fitted.classes, ensemble)
    return model._replace(loss_matrix=loss_matrix)


@model_of.register
def from_forest(
    fitted: FittedForest, estimator: Parameterized, names: Sequence[str] | None
) -> Model:
    ensemble = read_forest(fitted, fitted.aggregate, type(estimator).__name__)
    return single_ensemble(estimator, fitted, names, fitted.classes, ensemble)


@model_of.register
def from_bagging(
    fitted: FittedTrees, estimator: BaggingParameters, names: Sequence[str] | None
) -> Model:
    ensemble = read_forest(fitted.model, estimator.aggregate, type(estimator).__name__)
    return single_ensemble(estimator, fitted, names, fitted.classes, ensemble)


def read_forest(fitted: FittedForest, aggregate: str, owner: str) -> Ensemble:
    """Return the trees of a forest; the values of voting trees are their votes."""
    n, voting = fitted.forest.n_trees, aggregate == "mode" and bool(fitted.classes)
    trees = [fitted.tree(i) for i in range(n)]
    if voting:
        check_not_fractional(trees, owner, "the vote of a tree")
    if fitted.smoothing:
        return smoothed_ensemble(trees, fitted.probability_forest())
    exported = tuple(read_tree(one, votes_of(one.tree) if voting else None) for one in trees)
    initial = (0.0,) * exported[0].width
    if aggregate == "mean" or voting:
        return Ensemble(exported, initial, divisor=float(n))
    link = "normalize" if fitted.classes else "identity"
    return Ensemble(exported, initial, aggregate=aggregate, link=link)


def smoothed_ensemble(trees: Sequence[FittedTree], smoothed: _core.Forest) -> Ensemble:
    """Return trees with smoothed probabilities, followed by those that the class is chosen by."""
    exported = tuple(
        read_tree(one, np.hstack([node_values(smoothed.tree(i)), node_values(one.tree)]))
        for i, one in enumerate(trees)
    )
    initial = (0.0,) * exported[0].width
    return Ensemble(exported, initial, divisor=float(len(trees)), link="first_half")


def votes_of(tree: _core.Tree) -> NDArray[np.float64]:
    """Return 1 for the largest share of each output (the first of equals), else 0, per node."""
    return np.hstack(
        [
            np.eye(width)[tree.value[:, k, :width].argmax(axis=1)]
            for k, width in enumerate(tree.n_classes)
        ]
    )


def check_not_fractional(trees: Iterable[FittedTree], owner: str, what: str) -> None:
    if any(has_fractional_routes(fitted.tree) for fitted in trees):
        raise ValueError(
            f"This {owner} cannot be exported: with missing='fractional' a row ends in several "
            f"leaves, and {what} is not a sum over leaves."
        )


@model_of.register
def from_boosting(
    fitted: BoostedModel, estimator: Parameterized, names: Sequence[str] | None
) -> Model:
    if fitted.init is not None:
        raise ValueError(
            f"This {type(estimator).__name__} cannot be exported: its scores start from those of "
            f"the estimator init={fitted.init!r}. Fit it without init."
        )
    classes = [] if fitted.classes is None else [fitted.classes]
    if classes and len(classes[0]) == 1:
        return single_ensemble(estimator, fitted, names, classes, constant())
    k = fitted.trees_per_member
    trees = tuple(read_tree(fitted.tree(i), slot=i % k) for i in range(len(fitted.trees)))
    link, factor = link_of(fitted.loss)
    ensemble = Ensemble(trees, tuple(fitted.initial.tolist()), link=link, factor=factor)
    return single_ensemble(estimator, fitted, names, classes, ensemble)


def link_of(loss: BoostingLoss) -> tuple[str, float]:
    """Return the export link of a loss, and the factor of the scores before it."""
    if loss.link is None:
        raise ValueError(f"The loss {loss.name} has a custom link, which cannot be exported.")
    return LINKS[loss.link]


@model_of.register
def from_adaboost(
    fitted: FittedRounds, estimator: Parameterized, names: Sequence[str] | None
) -> Model:
    boosted, method, owner = fitted.ensemble, fitted.method, type(estimator).__name__
    if not isinstance(boosted, TreeEnsemble):
        raise ValueError(
            f"This {owner} cannot be exported: its members predict one by one in Python. Only "
            "trees of this library without pruning are exported."
        )
    if boosted.classes and len(boosted.classes[0]) == 1:
        return single_ensemble(estimator, boosted, names, boosted.classes, constant())
    trees = [
        FittedTree(boosted.schema, tree, boosted.classes, boosted.missing)
        for tree in boosted.members
    ]
    weights = tuple(fitted.votes.tolist())
    if not isinstance(method, Samme):
        exported = tuple(map(read_tree, trees))
        ensemble = Ensemble(exported, (0.0,), aggregate="weighted_median", weights=weights)
        return single_ensemble(estimator, boosted, names, [], ensemble)
    check_not_fractional(trees, owner, "the class score of a tree")
    scores = [
        weight * method.scores(node_values(one.tree))
        for weight, one in zip(weights, trees, strict=True)
    ]
    k = method.n_classes
    ensemble = Ensemble(
        tuple(map(read_tree, trees, scores)),
        (0.0,) * method.n_scores,
        divisor=float(fitted.votes.sum()),
        link="logit" if k == 2 else "softmax",
        factor=1.0 if k == 2 else 1 / (k - 1),
    )
    return single_ensemble(estimator, boosted, names, boosted.classes, ensemble)


def constant() -> Ensemble:
    """Return an ensemble that predicts the only class."""
    return Ensemble((Tree((Node((1.0,)),)),), (0.0,))


@model_of.register
def from_blend(
    fitted: WeightedMembers, estimator: BlendParameters, names: Sequence[str] | None
) -> Model:
    owner = type(estimator).__name__
    voting = estimator.voting if isinstance(estimator, BaseVoting) else None
    if voting == "median":
        raise ValueError(
            f"This {owner} cannot be exported: voting='median' is not supported by any format."
        )
    members = zip(fitted.names, fitted.estimators, strict=True)
    models = [read_member(name, member, names, owner) for name, member in members]
    classes = plain_classes(fitted.classes)
    for name, model in zip(fitted.names, models, strict=True):
        if model.classes != classes:
            raise ValueError(
                f"This {owner} cannot be exported: its member {name!r} was not fitted on all "
                "classes."
            )
        check_same_inputs(
            model,
            models[0],
            f"This {owner} cannot be exported: the members {name!r} and {fitted.names[0]!r}",
        )
    return models[0]._replace(
        estimator=owner,
        classes=classes,
        ensembles=tuple(model.ensembles[0].half(voting == "hard") for model in models),
        weights=tuple(fitted.weights.tolist()),
        divisor=1.0 if voting is None else float(fitted.weights.sum()),
        hard_voting=voting == "hard",
        normalize=voting is None and bool(fitted.classes),
    )


def read_member(name: str, member: Any, names: Sequence[str] | None, owner: str) -> Model:
    """Return the export model of a blend's member, which must be a single ensemble."""
    try:
        model = read_model(member, names)
    except (TypeError, ValueError) as error:
        raise ValueError(f"The member {name!r} of this {owner}: {error}") from None
    if model.is_blend or model.loss_matrix is not None:
        what = "is a blend itself" if model.is_blend else "has a loss_matrix"
        raise ValueError(f"This {owner} cannot be exported: its member {name!r} {what}.")
    return model


def check_same_inputs(model: Model, first: Model, who: str) -> None:
    """Raise unless two members have the same features."""
    for feature, other in zip(model.features, first.features, strict=True):
        if feature != other:
            raise ValueError(
                f"{who} encode the column {feature.name!r} differently (its categories, or the "
                "values that replace missing ones)."
            )


def single_ensemble(
    estimator: Parameterized,
    fitted: Any,
    names: Sequence[str] | None,
    classes: list[Array],
    ensemble: Ensemble,
) -> Model:
    """Return the model of an estimator that is one ensemble."""
    features: tuple[Feature, ...] = read_features(fitted.schema, fitted.missing, names)
    return Model(type(estimator).__name__, features, plain_classes(classes), (ensemble,))


def plain_classes(classes: Sequence[Array]) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(map(plain_label, labels)) for labels in classes)
