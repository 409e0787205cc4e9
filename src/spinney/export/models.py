"""Fitted estimators as programs: what their trees say, and how it becomes a prediction."""

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
from ..base.fitted_tree import FittedTree
from ..blending.member_predictions import WeightedMembers
from ..boosting.losses import BoostingLoss
from ..boosting.model import BoostedModel
from ..data.columns import Array, plain_label
from ..forests.bagged_trees import FittedTrees
from ..forests.model import FittedForest
from ..pruning.parts import divides
from .program import Feature, Node, Part, Program, Tree
from .reading import node_values, read_features, read_tree

# Name and factor of each link in a program.
LINKS: dict[Link, tuple[str, float]] = {
    Link.identity: ("identity", 1.0),
    Link.log: ("exp", 1.0),
    Link.logit: ("logistic", 1.0),
    Link.half_logit: ("logistic", 2.0),
    Link.softmax: ("softmax", 1.0),
}
NO_EXPORT = (
    "Trees, forests, boosted trees, AdaBoost and bags of trees can be exported, voting and linear "
    "blends of those too."
)


def read_program(estimator: Any, feature_names: Sequence[str] | None = None) -> Program:
    """The program of a fitted estimator of ours."""
    if not hasattr(estimator, "_fitted"):
        raise TypeError(f"{type(estimator).__name__} cannot be exported. {NO_EXPORT}")
    return program_of(estimator._fitted(), estimator, feature_names)


@singledispatch
def program_of(model: Any, estimator: Any, names: Sequence[str] | None) -> Program:
    """By the kind of fitted state."""
    raise ValueError(
        f"This {type(estimator).__name__} cannot be exported: its members are asked one by one in "
        f"Python. {NO_EXPORT}"
    )


@program_of.register
def of_tree(model: FittedTree, estimator: Any, names: Sequence[str] | None) -> Program:
    tree = read_tree(model)
    loss = None if model.loss is None else tuple(map(tuple, model.loss.tolist()))
    part = Part((tree,), (0.0,) * tree.width)
    return program(estimator, model, names, model.classes, part)._replace(loss=loss)


@program_of.register
def of_forest(model: FittedForest, estimator: Any, names: Sequence[str] | None) -> Program:
    part = forest_part(model, model.aggregate, type(estimator).__name__)
    return program(estimator, model, names, model.classes, part)


@program_of.register
def of_bag(model: FittedTrees, estimator: Any, names: Sequence[str] | None) -> Program:
    part = forest_part(model.model, estimator.aggregate, type(estimator).__name__)
    return program(estimator, model, names, model.classes, part)


def forest_part(model: FittedForest, aggregate: str, owner: str) -> Part:
    """All trees of a forest; votes are written into the leaves."""
    n, votes = model.forest.n_trees, aggregate == "mode" and bool(model.classes)
    fitted = (model.tree(i) for i in range(n))
    if votes:
        check_whole_rows(fitted_trees := list(fitted), owner, "the vote of a tree")
        trees = tuple(read_tree(one, votes_of(one.tree)) for one in fitted_trees)
    else:
        trees = tuple(map(read_tree, fitted))
    start = (0.0,) * trees[0].width
    if aggregate == "mean" or votes:
        return Part(trees, start, divisor=float(n))
    return Part(trees, start, combine=aggregate, link="scale" if model.classes else "identity")


def votes_of(tree: _core.Tree) -> NDArray[np.float64]:
    """(nodes, width): 1 for the largest share of each output, the first of equals, else 0."""
    return np.hstack(
        [
            np.eye(width)[tree.value[:, k, :width].argmax(axis=1)]
            for k, width in enumerate(tree.n_classes)
        ]
    )


def check_whole_rows(trees: Iterable[FittedTree], owner: str, what: str) -> None:
    if any(divides(fitted.tree) for fitted in trees):
        raise ValueError(
            f"This {owner} cannot be exported: with missing='fractional' a row ends in several "
            f"leaves, and {what} is no sum over leaves."
        )


@program_of.register
def of_boosting(model: BoostedModel, estimator: Any, names: Sequence[str] | None) -> Program:
    classes = [] if model.classes is None else [model.classes]
    if classes and len(classes[0]) == 1:
        return program(estimator, model, names, classes, certain())
    k = model.n_scores
    trees = tuple(read_tree(model.tree(i), slot=i % k) for i in range(len(model.trees)))
    link, factor = link_of(model.loss)
    part = Part(trees, tuple(model.initial.tolist()), link=link, factor=factor)
    return program(estimator, model, names, classes, part)


def link_of(loss: BoostingLoss) -> tuple[str, float]:
    """Name of the link, and the factor applied to scores before it."""
    if loss.link is None:
        raise ValueError(
            f"The loss {loss.name} has a link of its own in Python, which cannot be exported."
        )
    return LINKS[loss.link]


@program_of.register
def of_adaboost(model: FittedRounds, estimator: Any, names: Sequence[str] | None) -> Program:
    team, method, owner = model.team, model.method, type(estimator).__name__
    if not isinstance(team, TreeEnsemble):
        raise ValueError(
            f"This {owner} cannot be exported: its members are asked one by one in Python, which "
            "all are but our trees without pruning."
        )
    if team.classes and len(team.classes[0]) == 1:
        return program(estimator, team, names, team.classes, certain())
    fitted = [FittedTree(team.schema, tree, team.classes, team.missing) for tree in team.members]
    votes = tuple(model.votes.tolist())
    if not isinstance(method, Samme):
        trees = tuple(map(read_tree, fitted))
        part = Part(trees, (0.0,), combine="weighted_median", weights=votes)
        return program(estimator, team, names, [], part)
    check_whole_rows(fitted, owner, "the opinion of a tree")
    scores = [
        vote * method.scores(node_values(one.tree)) for vote, one in zip(votes, fitted, strict=True)
    ]
    k = method.n_classes
    part = Part(
        tuple(map(read_tree, fitted, scores)),
        (0.0,) * method.n_scores,
        divisor=float(model.votes.sum()),
        link="logistic" if k == 2 else "softmax",
        factor=1.0 if k == 2 else 1 / (k - 1),
    )
    return program(estimator, team, names, team.classes, part)


def certain() -> Part:
    """All rows are of one class."""
    return Part((Tree((Node((1.0,)),)),), (0.0,))


@program_of.register
def of_blend(model: WeightedMembers, estimator: Any, names: Sequence[str] | None) -> Program:
    owner = type(estimator).__name__
    is_linear = not hasattr(estimator, "voting")
    if not is_linear and estimator.voting == "median":
        raise ValueError(f"This {owner} cannot be exported: voting='median' has no export.")
    members = list(zip(model.names, model.estimators, strict=True))
    programs = [read_member(name, member, names, owner) for name, member in members]
    first = programs[0]
    for name, found in zip(model.names, programs, strict=True):
        check_alike(
            found,
            first,
            f"This {owner} cannot be exported: the members {name!r} and {model.names[0]!r}",
        )
    total = 1.0 if is_linear else float(model.weights.sum())
    return first._replace(
        estimator=owner,
        classes=plain_classes(model.classes),
        parts=tuple(found.parts[0] for found in programs),
        weights=tuple(model.weights.tolist()),
        divisor=total,
        votes=not is_linear and estimator.voting == "hard",
        scale=is_linear and bool(model.classes),
    )


def read_member(name: str, member: Any, names: Sequence[str] | None, owner: str) -> Program:
    """A member of a blend, which is one part."""
    try:
        found = read_program(member, names)
    except (TypeError, ValueError) as error:
        raise ValueError(f"The member {name!r} of this {owner}: {error}") from None
    if found.is_blend or found.loss is not None:
        what = "is a blend itself" if found.is_blend else "has a loss_matrix"
        raise ValueError(f"This {owner} cannot be exported: its member {name!r} {what}.")
    return found


def check_alike(found: Program, first: Program, who: str) -> None:
    """Members share one list of features and of classes."""
    if found.classes != first.classes:
        raise ValueError(f"{who} have not seen the same classes.")
    for ours, theirs in zip(found.features, first.features, strict=True):
        if ours != theirs:
            raise ValueError(
                f"{who} read the column {ours.name!r} in different ways (its categories, or what "
                "stands in for absent values)."
            )


def program(
    estimator: Any, model: Any, names: Sequence[str] | None, classes: list[Array], part: Part
) -> Program:
    """One part, with what the fitted state says of features and classes."""
    features: tuple[Feature, ...] = read_features(model.schema, model.missing, names)
    return Program(type(estimator).__name__, features, plain_classes(classes), (part,))


def plain_classes(classes: Sequence[Array]) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(map(plain_label, labels)) for labels in classes)
