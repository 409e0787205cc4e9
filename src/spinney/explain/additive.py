"""Fitted models as sums of trees, the common input of explanations."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..adaboost.ensembles import TreeEnsemble
from ..adaboost.methods import Samme
from ..adaboost.model import FittedRounds
from ..base.fitted_estimator import FittedEstimatorMixin
from ..base.fitted_tree import FittedTree
from ..base.members import FittedMembers
from ..base.unsupported import UnsupportedEstimatorError
from ..blending.linear import BaseLinearBlend
from ..blending.member_predictions import WeightedMembers
from ..boosting.model import BoostedModel
from ..data.columns import Array, plain_label
from ..data.containers import Indices
from ..data.missing import MissingRules
from ..data.number_rules import PLAIN_NUMBERS, NumberRules
from ..data.schema import Schema
from ..forests.bagged_trees import FittedTrees
from ..forests.model import FittedForest
from ..pruning.fractional_rows import has_fractional_routes

Floats = NDArray[np.float64]
SUPPORTED = (
    "Supported are trees, forests, bagging, AdaBoostClassifier, gradient boosting, and means of "
    "those (soft voting and linear blends)."
)


@dataclass(frozen=True)
class TreeSum:
    """``scale`` times a sum of trees.

    A tree with one value per leaf adds to output ``i % n_outputs``, where i is its index; other
    trees have a value for every output.
    """

    schema: Schema
    missing: MissingRules
    trees: Sequence[_core.Tree] | _core.Forest
    n_outputs: int
    scale: float = 1.0
    columns: Indices | None = None
    """The columns of X that the trees use; None: all."""
    number_rules: NumberRules = PLAIN_NUMBERS
    outputs: NDArray[np.intp] | None = None
    """The output of the model that each output of the trees is; None: the same."""

    @property
    def n_trees(self) -> int:
        return self.trees.n_trees if isinstance(self.trees, _core.Forest) else len(self.trees)

    @property
    def core_trees(self) -> list[_core.Tree] | _core.Forest:
        """The trees as functions of the core accept them."""
        return self.trees if isinstance(self.trees, _core.Forest) else list(self.trees)

    def add_to(self, sums: _core.ShapSums, first: int, last: int) -> None:
        """Add the trees from ``first`` up to ``last`` to SHAP values."""
        if isinstance(self.trees, _core.Forest):
            sums.add(self.trees, first, last)
        else:
            sums.add(list(self.trees[first:last]), first)

    def each_tree(self) -> Iterable[_core.Tree]:
        if isinstance(self.trees, _core.Forest):
            return (self.trees.tree(i) for i in range(self.trees.n_trees))
        return self.trees


@dataclass(frozen=True)
class AdditiveModel:
    """A model whose output is a constant plus sums of trees.

    ``kind`` is "prediction" or "probability" if the sum is what the model predicts, otherwise
    "raw score".
    """

    parts: tuple[TreeSum, ...]
    offset: Floats
    """A constant for each output."""
    labels: tuple[Any, ...]
    """The class of each output, or its index; with several outputs pairs of both."""
    kind: str
    feature_names: tuple[str, ...] | None
    n_features: int

    @property
    def n_outputs(self) -> int:
        return len(self.labels)

    def scaled(self, factor: float) -> "AdditiveModel":
        parts = tuple(replace(part, scale=part.scale * factor) for part in self.parts)
        return replace(self, parts=parts, offset=self.offset * factor)


def read_additive(estimator: Any) -> AdditiveModel:
    """Return a fitted estimator as a sum of trees; raise if its output is not one."""
    if not isinstance(estimator, FittedEstimatorMixin):
        raise UnsupportedEstimatorError(
            f"{type(estimator).__name__} cannot be explained by its trees: it is not an estimator "
            f"of this library. {SUPPORTED}"
        )
    return additive_of(estimator._fitted(), estimator)


def read_decisions(estimator: Any, with_probabilities: bool) -> AdditiveModel:
    """Return the sum of trees by which the class is chosen.

    ``with_probabilities``: the last outputs are the probabilities, if they are other sums.
    """
    model = read_additive(estimator)
    fitted = estimator._fitted()
    if not isinstance(fitted, FittedForest) or not fitted.smoothing:
        return model
    (smoothed,) = model.parts
    k = model.n_outputs
    chosen = replace(smoothed, trees=fitted.forest, outputs=np.arange(k))
    if not with_probabilities:
        return replace(model, parts=(chosen,))
    return replace(
        model,
        parts=(chosen, replace(smoothed, outputs=np.arange(k, 2 * k))),
        offset=np.tile(model.offset, 2),
        labels=model.labels * 2,
    )


def refuse(estimator: Any, reason: str) -> ValueError:
    return ValueError(
        f"This {type(estimator).__name__} cannot be explained by its trees: {reason}. {SUPPORTED}"
    )


@singledispatch
def additive_of(fitted: Any, estimator: Any) -> AdditiveModel:
    """Return the sum of trees of a fitted state, by its type."""
    raise refuse(estimator, "its output is not a sum of trees")


def value_labels(classes: list[Array], n_outputs: int) -> tuple[Any, ...]:
    """Return the labels of the values of leaves, output by output."""
    if not classes:
        return tuple(range(n_outputs))
    if len(classes) == 1:
        return tuple(map(plain_label, classes[0]))
    return tuple((k, plain_label(label)) for k, labels in enumerate(classes) for label in labels)


def mean_model(fitted: Any, trees: Any, n_trees: int, n_outputs: int) -> AdditiveModel:
    """Return the mean of trees whose values are probabilities or numbers."""
    labels = value_labels(fitted.classes, n_outputs)
    part = TreeSum(fitted.schema, fitted.missing, trees, len(labels), 1 / n_trees)
    kind = "probability" if fitted.classes else "prediction"
    schema = fitted.schema
    return AdditiveModel(
        (part,), np.zeros(len(labels)), labels, kind, schema.names, schema.n_features
    )


@additive_of.register
def from_tree(fitted: FittedTree, estimator: Any) -> AdditiveModel:
    return mean_model(fitted, [fitted.tree], 1, fitted.tree.n_outputs)


def check_mean(aggregate: str, estimator: Any) -> None:
    if aggregate != "mean":
        raise refuse(estimator, f"aggregate={aggregate!r} is not a mean of its trees")


@additive_of.register
def from_forest(fitted: FittedForest, estimator: Any) -> AdditiveModel:
    check_mean(fitted.aggregate, estimator)
    return mean_model(fitted, fitted.probability_forest(), fitted.forest.n_trees, fitted.n_outputs)


@additive_of.register
def from_bagged_trees(fitted: FittedTrees, estimator: Any) -> AdditiveModel:
    check_mean(estimator.aggregate, estimator)
    forest = fitted.model.forest
    return mean_model(fitted, forest, forest.n_trees, fitted.n_outputs)


@additive_of.register
def from_boosting(fitted: BoostedModel, estimator: Any) -> AdditiveModel:
    if fitted.init is not None:
        raise refuse(estimator, "its scores start from those of the estimator init")
    k, classes, schema = fitted.n_scores, fitted.classes, fitted.schema
    labels = tuple(range(k)) if classes is None else tuple(map(plain_label, classes))[-k:]
    part = TreeSum(schema, fitted.missing, fitted.trees, k, number_rules=estimator._number_rules)
    is_prediction = classes is None and fitted.loss.link is _core.Link.identity
    kind = "prediction" if is_prediction else "raw score"
    return AdditiveModel((part,), fitted.initial, labels, kind, schema.names, schema.n_features)


@additive_of.register
def from_adaboost(fitted: FittedRounds, estimator: Any) -> AdditiveModel:
    ensemble, method = fitted.ensemble, fitted.method
    if not isinstance(method, Samme):
        raise refuse(estimator, "it predicts the weighted median of its members")
    if not isinstance(ensemble, TreeEnsemble):
        raise refuse(estimator, "its members predict one by one in Python")
    if any(map(has_fractional_routes, ensemble.members)):
        raise refuse(
            estimator,
            "with missing='fractional' a row ends in several leaves, and the class score of a "
            "tree is not a sum over leaves",
        )
    trees = ensemble.with_values(fitted.member_scores())
    k, schema = method.n_scores, ensemble.schema
    labels = tuple(map(plain_label, fitted.classes[0]))[-k:]
    part = TreeSum(schema, ensemble.missing, trees, k, 1 / float(fitted.votes.sum()))
    return AdditiveModel((part,), np.zeros(k), labels, "raw score", schema.names, schema.n_features)


@additive_of.register
def from_members(fitted: FittedMembers, estimator: Any) -> AdditiveModel:
    check_mean(estimator.aggregate, estimator)
    members = [
        replace(
            model,
            parts=tuple(replace(part, columns=columns) for part in model.parts),
            feature_names=fitted.names,
            n_features=fitted.n_features,
        )
        for model, columns in zip(
            (read_member(member, estimator) for member in fitted.estimators),
            fitted.features,
            strict=True,
        )
    ]
    weights = np.full(len(members), 1 / len(members))
    return weighted_sum(members, weights, fitted.classes)


@additive_of.register
def from_blend(fitted: WeightedMembers, estimator: Any) -> AdditiveModel:
    if getattr(estimator, "voting", "mean") not in ("mean", "soft"):
        raise refuse(estimator, f"voting={estimator.voting!r} is not a mean of its members")
    weights = fitted.weights
    if isinstance(estimator, BaseLinearBlend) and fitted.classes and (weights < 0).any():
        raise refuse(estimator, "a member has a negative weight, so probabilities are clipped at 0")
    if fitted.classes or not isinstance(estimator, BaseLinearBlend):
        weights = weights / weights.sum()
    members = [read_member(member, estimator) for member in fitted.estimators]
    return weighted_sum(members, weights, fitted.classes)


def read_member(member: Any, owner: Any) -> AdditiveModel:
    """Return a member as a sum of trees on the scale of predictions."""
    try:
        model = read_additive(member)
        if model.kind == "raw score":
            raise ValueError(
                f"The probabilities or means that {type(member).__name__} predicts are not a sum "
                "of trees; its raw scores are."
            )
    except (TypeError, ValueError) as error:
        raise ValueError(f"A member of this {type(owner).__name__}: {error}") from None
    return model


def weighted_sum(
    members: list[AdditiveModel], weights: Floats, classes: list[Array]
) -> AdditiveModel:
    """Return the weighted sum of members, whose classes may be some of those of the owner."""
    labels = value_labels(classes, members[0].n_outputs)
    parts: list[TreeSum] = []
    offset = np.zeros(len(labels))
    for member, weight in zip(members, weights, strict=True):
        scaled = member.scaled(float(weight))
        positions = np.array([labels.index(label) for label in member.labels])
        np.add.at(offset, positions, scaled.offset)
        parts += [replace(part, outputs=positions) for part in scaled.parts]
    kind = "probability" if classes else "prediction"
    return AdditiveModel(
        tuple(parts), offset, labels, kind, members[0].feature_names, members[0].n_features
    )
