"""Permutation importances on the out-of-bag rows of forests and bagging."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..base.fitted_tree import FittedTree
from ..base.members import FittedMembers
from ..data.containers import permute_columns, take_columns, take_rows
from ..data.weights import Weights
from ..forests.bagged_trees import FittedTrees
from ..forests.model import FittedForest
from ..forests.training_rows import check_row_count
from .additive import Floats
from .leaves import read_leaves

Groups = Mapping[str, Sequence[int]]


def out_of_bag(
    model: Any, X: Any, y: Any, groups: Groups, weight: Weights | None, n_repeats: int, seed: Any
) -> Floats:
    """Return the increase of the error of each member when a group is permuted."""
    fitted = model._fitted() if hasattr(model, "_fitted") else None
    if isinstance(fitted, FittedForest):
        lists = {name: list(columns) for name, columns in groups.items()}
        found: Floats = model.importances(
            "permutation",
            X=X,
            y=y,
            sample_weight=weight,
            groups=lists,
            n_repeats=n_repeats,
            random_state=seed,
        ).per_tree
        return found
    if not isinstance(fitted, FittedTrees | FittedMembers):
        raise ValueError(
            f'kind="oob" needs members that were fitted on samples of the rows; use '
            f'kind="permutation" for {type(model).__name__}.'
        )
    check_rows(fitted, model, X, len(y))
    return by_member(model, X, np.asarray(y), groups, weight, n_repeats, seed)


def check_rows(fitted: FittedTrees | FittedMembers, model: Any, X: Any, n_rows: int) -> None:
    """Raise if X is not the training table, as far as leaves of trees show it."""
    check_row_count(n_rows, fitted.sampling, 'kind="oob"')
    members = [] if isinstance(fitted, FittedTrees) else fitted.estimators
    if all(isinstance(getattr(member, "_model", None), FittedTree) for member in members):
        read_leaves(model).training(X, "oob")


class HeldOut(NamedTuple):
    """The out-of-bag rows of a member."""

    member: Any
    features: Any
    y: Any
    weight: Weights

    def error(self, X: Any) -> float:
        """Return the misclassification rate, or the mean squared error."""
        predicted = self.member.predict(take_columns(X, self.features))
        is_class = hasattr(self.member, "classes_")
        loss = predicted != self.y if is_class else (predicted - self.y) ** 2
        return float(np.average(loss.reshape(len(self.y), -1).mean(axis=1), weights=self.weight))


def by_member(
    model: Any, X: Any, y: Any, groups: Groups, weight: Weights | None, n_repeats: int, seed: Any
) -> Floats:
    """Return the same for bagging, whose members predict one by one."""
    rng = np.random.default_rng(seed)
    weights = np.ones(len(y)) if weight is None else weight
    result = np.full((len(model.estimators_), len(groups)), np.nan)
    features = model.estimators_features_
    for i, (member, sample) in enumerate(
        zip(model.estimators_, model.estimators_samples_, strict=True)
    ):
        rows = np.setdiff1d(np.flatnonzero(weights), sample)
        if not len(rows):
            continue
        held_out, own_X = HeldOut(member, features[i], y[rows], weights[rows]), take_rows(X, rows)
        base = held_out.error(own_X)
        for g, columns in enumerate(groups.values()):
            if not np.isin(columns, features[i]).any():
                result[i, g] = 0
                continue
            orders = [rng.permutation(len(rows)) for _ in range(n_repeats)]
            errors = [held_out.error(permute_columns(own_X, columns, order)) for order in orders]
            result[i, g] = np.mean(errors) - base
    return result
