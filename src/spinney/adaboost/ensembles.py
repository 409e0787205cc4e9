"""Fitted members: decision trees of this library, or arbitrary estimators."""

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
from ..base.training_data import Threaded
from ..data.columns import Array
from ..data.containers import check_fitted_container
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..pruning.fractional_rows import has_fractional_routes
from .methods import Floats

Transform = Callable[[Floats], NDArray[Any]]


class TableRows(NamedTuple):
    """Rows as a table, for trees."""

    table: _core.Table
    n_threads: int

    @property
    def n_rows(self) -> int:
        return self.table.n_rows


def predict_tree(tree: _core.Tree, rows: TableRows, transform: Transform) -> NDArray[Any]:
    """Return the transformed predictions; node values are transformed once if possible."""
    if has_fractional_routes(tree):
        return transform(tree.predict(rows.table, rows.n_threads)[:, 0])
    return transform(tree.value[:, 0]).take(tree.apply(rows.table, rows.n_threads), axis=0)


@dataclass(frozen=True)
class TreeEnsemble:
    """Trees grown by the core."""

    tree: Any
    """The unfitted estimator of the members."""
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

    def read(self, X: Any, owner: Threaded) -> TableRows:
        frame = self.schema.read(X, type(owner).__name__)
        n_threads = threads_for(owner.n_jobs, frame.n_rows * frame.n_columns)
        return TableRows(self.missing.table(self.schema, frame, n_threads), n_threads)

    def predict(self, i: int, rows: TableRows, transform: Transform) -> NDArray[Any]:
        """Return the transformed prediction of a member: (rows, classes), or (rows, 1)."""
        return predict_tree(self.members[i], rows, transform)

    def estimator(self, i: int, seed: int) -> Any:
        """Return a member as an estimator; ``seed`` is its ``random_state``."""
        fitted = FittedTree(self.schema, self.members[i], self.classes, self.missing)
        tree = clone(self.tree).set_params(random_state=seed)
        state = tree._state(fitted, n_features_of(tree.max_features, self.n_features))
        tree._install(state | {"_in_ensemble": True})
        return tree

    def importances(self, i: int) -> Floats:
        return self.members[i].feature_importances()

    def core_ensemble(self, scores: list[Floats]) -> _core.Ensemble | None:
        """Sum ``scores`` (nodes, n_scores) of all trees; None if trees split rows fractionally."""
        if any(map(has_fractional_routes, self.members)):
            return None
        return _core.Ensemble(self.with_values(scores), scores[0].shape[1])

    def with_values(self, scores: list[Floats]) -> list[_core.Tree]:
        """Return a tree per member and score, with ``scores`` (nodes, n_scores) as values."""
        return [
            _core.with_scores(tree, np.ascontiguousarray(column))
            for tree, values in zip(self.members, scores, strict=True)
            for column in values.T
        ]

    def node_values(self, i: int) -> Floats:
        """Return the values of the nodes: (nodes, classes), or (nodes, 1)."""
        return self.members[i].value[:, 0]


@dataclass(frozen=True)
class EstimatorEnsemble:
    """Arbitrary estimators."""

    estimators: tuple[Any, ...]
    n_features: int
    names: tuple[str, ...] | None
    classes: list[Array]
    by_shares: bool
    """Whether members predict probabilities rather than labels."""

    n_outputs = 1

    @property
    def members(self) -> tuple[Any, ...]:
        return self.estimators

    def first(self, n: int) -> "EstimatorEnsemble":
        return replace(self, estimators=self.estimators[:n])

    def read(self, X: Any, owner: Threaded) -> "RawRows":
        return RawRows(check_fitted_container(X, owner))

    def predict(self, i: int, rows: "RawRows", transform: Transform) -> NDArray[Any]:
        return transform(
            predict_estimator(self.estimators[i], rows.X, self.classes, self.by_shares)
        )

    def estimator(self, i: int, seed: int) -> Any:
        return self.estimators[i]

    def importances(self, i: int) -> Floats:
        return np.asarray(self.estimators[i].feature_importances_, dtype=np.float64)


class RawRows(NamedTuple):
    """Rows in the container that the user passed."""

    X: Any
    n_threads: int = 1

    @property
    def n_rows(self) -> int:
        return int(self.X.shape[0])


def predict_estimator(member: Any, X: Any, classes: list[Array], by_shares: bool) -> Floats:
    """Return the prediction of an estimator: (rows, classes), or (rows, 1) for regression."""
    if not classes:
        return np.asarray(member.predict(X), dtype=np.float64).reshape(-1, 1)
    known = classes[0]
    if not by_shares:
        return np.asarray(np.eye(len(known))[np.searchsorted(known, member.predict(X))])
    proba = np.zeros((X.shape[0], len(known)))
    proba[:, np.searchsorted(known, member.classes_)] = member.predict_proba(X)
    return proba


Ensemble = TreeEnsemble | EstimatorEnsemble
