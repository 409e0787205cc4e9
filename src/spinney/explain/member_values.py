"""Predictions of each member of a forest or bagging, whose mean is the prediction."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

import numpy as np

from .. import _core
from ..base.aggregation import votes
from ..base.fitted_estimator import FittedEstimatorMixin
from ..base.members import FittedMembers, predict_member
from ..base.sampling import Sampling
from ..data.columns import Array
from ..forests.bagged_trees import FittedTrees
from ..forests.model import FittedForest
from .additive import Floats, value_labels


@dataclass(frozen=True)
class MemberValues:
    """The values of members, and the bags that they were fitted on."""

    labels: tuple[Any, ...]
    """The class of each value, or its index; with several outputs pairs of both."""
    is_class: bool
    n_members: int
    sampling: Sampling
    count: Callable[[int], Any]
    """Returns the count of each row in the bag of a member."""
    each: Callable[[Any], Iterator[Floats]]
    """Yields the values (rows, values) of each member for a table."""

    def matrix(self, X: Any) -> Floats:
        """Return all values: (members, rows, values)."""
        return np.stack(list(self.each(X)))


def read_member_values(model: Any) -> MemberValues:
    """Return the members of a fitted estimator; raise if it has no bags."""
    fitted = model._fitted() if isinstance(model, FittedEstimatorMixin) else None
    found = members_of(fitted, model)
    if not found.sampling.has_out_of_bag:
        raise ValueError(
            f"Every member of this {type(model).__name__} was fitted on all rows, so its standard "
            "errors are not known: set bootstrap=True, or max_samples below 1."
        )
    if found.n_members < 2:
        raise ValueError("Standard errors need at least two members.")
    return found


@singledispatch
def members_of(fitted: Any, estimator: Any) -> MemberValues:
    """Return the members of a fitted state, by its type."""
    raise ValueError(
        f"Standard errors need members that were fitted on samples of the rows, as in forests and "
        f"bagging of this library, not {type(estimator).__name__}."
    )


def check_aggregate(aggregate: str, is_class: bool) -> None:
    if aggregate != "mean" and not (aggregate == "mode" and is_class):
        raise ValueError(
            f"Standard errors need predictions that are means of those of the members: "
            f'aggregate="mean" instead of {aggregate!r}.'
        )


def flat(values: Floats, classes: list[Array]) -> Floats:
    """Convert values (rows, outputs, width) to (rows, values)."""
    if not classes:
        return values[:, :, 0]
    return np.hstack([values[:, k, : len(labels)] for k, labels in enumerate(classes)])


def forest_values(model: FittedForest, aggregate: str, table: _core.Table, n_threads: int) -> Any:
    forest = model.probability_forest(n_threads)
    for i in range(forest.n_trees):
        tree = forest.sliced(i, i + 1)
        yield flat(tree.predict(table, aggregate, n_threads), model.classes)


@members_of.register
def from_forest(fitted: FittedForest, estimator: Any) -> MemberValues:
    check_aggregate(fitted.aggregate, bool(fitted.classes))

    def each(X: Any) -> Iterator[Floats]:
        _, table, n_threads = estimator._table(X)
        yield from forest_values(fitted, fitted.aggregate, table, n_threads)

    return from_trees(fitted, each)


@members_of.register
def from_bagged_trees(fitted: FittedTrees, estimator: Any) -> MemberValues:
    check_aggregate(estimator.aggregate, bool(fitted.classes))

    def each(X: Any) -> Iterator[Floats]:
        table = fitted.read(X, estimator)
        n_threads = fitted.threads(table.n_rows, estimator.n_jobs)
        yield from forest_values(fitted.model, estimator.aggregate, table, n_threads)

    return from_trees(fitted.model, each)


def from_trees(model: FittedForest, each: Callable[[Any], Iterator[Floats]]) -> MemberValues:
    bags = model.bags()
    return MemberValues(
        value_labels(model.classes, model.n_outputs),
        bool(model.classes),
        model.forest.n_trees,
        model.sampling,
        lambda i: None if bags is None else bags.counts(i),
        each,
    )


@members_of.register
def from_members(fitted: FittedMembers, estimator: Any) -> MemberValues:
    classes, bags = fitted.classes, fitted.sampling.bags()
    check_aggregate(estimator.aggregate, bool(classes))

    def each(X: Any) -> Iterator[Floats]:
        rows = fitted.read(X, estimator)
        for member, features in zip(fitted.estimators, fitted.features, strict=True):
            values = predict_member(member, features, rows, classes)
            yield flat(votes(values) if estimator.aggregate == "mode" else values, classes)

    return MemberValues(
        value_labels(classes, fitted.n_outputs),
        bool(classes),
        len(fitted.estimators),
        fitted.sampling,
        lambda i: None if bags is None else bags.counts(i),
        each,
    )
