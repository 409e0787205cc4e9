"""Fitted members that answer for new rows: trees of ours, or estimators of any kind."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from .. import _core
from ..base.fitted_tree import FittedTree
from ..base.resolvers import n_features_of
from ..base.threads import threads_for
from ..data.columns import Array
from ..data.containers import check_fitted_container
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..pruning.parts import divides
from .methods import Floats

Form = Callable[[Floats], NDArray[Any]]


class TableRows(NamedTuple):
    """Rows as the trees take them."""

    table: _core.Table
    n_threads: int

    @property
    def n_rows(self) -> int:
        return self.table.n_rows


def ask_tree(tree: _core.Tree, rows: TableRows, form: Form) -> NDArray[Any]:
    """``form`` of the values that the rows get; of the nodes' values where each row has one."""
    if divides(tree):
        return form(tree.predict(rows.table, rows.n_threads)[:, 0])
    return form(tree.value[:, 0]).take(tree.apply(rows.table, rows.n_threads), axis=0)


@dataclass(frozen=True)
class TreeEnsemble:
    """Trees that the core has grown."""

    tree: Any
    """What members are copies of; not fitted."""
    schema: Schema
    missing: MissingRules
    classes: list[Array]
    members: tuple[_core.Tree, ...]

    n_outputs = 1

    @property
    def n_features(self) -> int:
        return self.schema.n_features

    @property
    def names(self) -> tuple[str, ...] | None:
        return self.schema.names

    def first(self, n: int) -> "TreeEnsemble":
        return replace(self, members=self.members[:n])

    def read(self, X: Any, owner: Any) -> TableRows:
        frame = self.schema.read(X, type(owner).__name__)
        n_threads = threads_for(owner.n_jobs, frame.n_rows * frame.n_columns)
        return TableRows(self.missing.table(self.schema, frame, n_threads), n_threads)

    def ask(self, i: int, rows: TableRows, form: Form) -> NDArray[Any]:
        """``form`` of what a member answers: (rows, classes), or (rows, 1) for numbers."""
        return ask_tree(self.members[i], rows, form)

    def estimator(self, i: int) -> Any:
        """A member as an estimator of its own."""
        fitted = FittedTree(self.schema, self.members[i], self.classes, self.missing)
        tree = clone(self.tree)
        tree._install(tree._state(fitted, n_features_of(tree.max_features, self.n_features)))
        return tree

    def importances(self, i: int) -> Floats:
        return self.members[i].feature_importances()

    def ensemble(self, scores: list[Floats]) -> _core.Ensemble | None:
        """The sum of ``scores``, (nodes, n_scores) of each tree; None if trees divide rows."""
        if any(map(divides, self.members)):
            return None
        trees = [
            _core.with_scores(tree, np.ascontiguousarray(column))
            for tree, values in zip(self.members, scores, strict=True)
            for column in values.T
        ]
        return _core.Ensemble(trees, scores[0].shape[1])

    def node_values(self, i: int) -> Floats:
        """(nodes, classes), or (nodes, 1)."""
        return self.members[i].value[:, 0]


@dataclass(frozen=True)
class EstimatorEnsemble:
    """Estimators of any kind."""

    estimators: tuple[Any, ...]
    n_features: int
    names: tuple[str, ...] | None
    classes: list[Array]
    by_shares: bool
    """Whether members are asked for probabilities, or else for labels."""

    n_outputs = 1

    @property
    def members(self) -> tuple[Any, ...]:
        return self.estimators

    def first(self, n: int) -> "EstimatorEnsemble":
        return replace(self, estimators=self.estimators[:n])

    def read(self, X: Any, owner: Any) -> "GivenRows":
        return GivenRows(check_fitted_container(X, owner))

    def ask(self, i: int, rows: "GivenRows", form: Form) -> NDArray[Any]:
        return form(ask_estimator(self.estimators[i], rows.X, self.classes, self.by_shares))

    def estimator(self, i: int) -> Any:
        return self.estimators[i]

    def importances(self, i: int) -> Floats:
        return np.asarray(self.estimators[i].feature_importances_, dtype=np.float64)


class GivenRows(NamedTuple):
    """Rows as the user gave them."""

    X: Any
    n_threads: int = 1

    @property
    def n_rows(self) -> int:
        return int(self.X.shape[0])


def ask_estimator(member: Any, X: Any, classes: list[Array], by_shares: bool) -> Floats:
    """What an estimator answers: (rows, classes), or (rows, 1) for numbers."""
    if not classes:
        return np.asarray(member.predict(X), dtype=np.float64).reshape(-1, 1)
    known = classes[0]
    if not by_shares:
        return np.asarray(np.eye(len(known))[np.searchsorted(known, member.predict(X))])
    shares = np.zeros((X.shape[0], len(known)))
    shares[:, np.searchsorted(known, member.classes_)] = member.predict_proba(X)
    return shares


Team = TreeEnsemble | EstimatorEnsemble
