"""The rows on which each member of a bag is fitted and evaluated."""

from collections.abc import Iterable
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupKFold, StratifiedGroupKFold

from ..base.validation_split import shuffled_rows, validation_rows
from .auto_values import is_auto, n_folds
from .boosting_data import Rows, TrainingSet
from .model import BoostedModel
from .parameters import BoostingParameters

Indices = NDArray[np.uint32]


class Fold(NamedTuple):
    """Rows of the training data, ascending, on which a member is fitted and evaluated."""

    fitted: Indices
    held_out: Indices


def make_folds(
    estimator: BoostingParameters,
    data: TrainingSet,
    X: Any,
    groups: Any,
    start: BoostedModel | None,
    seed: int,
) -> list[Fold]:
    """Divide the training data by ``cv``; a model to continue defines the number of folds.

    Return no folds if there are too few rows.
    """
    cv = estimator.cv
    if is_auto(cv):
        cv = start.n_parallel if start is not None else n_folds(data.n_rows, n_common(data))
    if cv == 0:
        return []
    if not isinstance(cv, Integral):
        pairs = cv.split(X, data.all_targets.values[:, 0], groups) if hasattr(cv, "split") else cv
        folds = [fold_of(pair, data) for pair in pairs]
        if not folds:
            raise ValueError("cv must have at least one pair of rows to fit and to evaluate.")
        return folds
    if groups is not None:
        kind = StratifiedGroupKFold if data.classes is not None else GroupKFold
        splitter = kind(max(2, int(cv)), shuffle=True, random_state=seed)
        pairs = splitter.split(data.kept, data.all_targets.values[:, 0], groups)
        found = [fold_of(pair, data) for pair in pairs]
        return found if int(cv) > 1 else found[:1]
    if cv == 1:
        held_out = validation_rows(estimator.validation_fraction or 0.1, data.targets, None, seed)
        return [Fold(rows_where(~held_out), rows_where(held_out))]
    return balanced_folds(data, int(cv), seed)


def n_common(data: TrainingSet) -> int:
    """Return the number of rows of the most frequent class; all rows for numbers."""
    if data.classes is None:
        return data.n_rows
    return int(np.bincount(data.targets.values[:, 0].astype(np.int64)).max())


def held_out_rows(rows: Rows, folds: list[Fold]) -> Rows:
    """Return the targets and weights of the held-out rows of all folds, one after the other."""
    order = np.concatenate([fold.held_out for fold in folds])
    weight = None if rows.weight is None else rows.weight[order]
    return Rows(rows.table, rows.y[order], weight)


def balanced_folds(data: TrainingSet, n_folds: int, seed: int) -> list[Fold]:
    """Draw folds with the same share of each class.

    Rows of classes with fewer rows than folds are never held out: without them the members could
    not know the class.
    """
    if n_folds > data.n_rows:
        raise ValueError(f"cv={n_folds} must be at most n_samples={data.n_rows}.")
    order = shuffled_rows(data.targets, None, seed)
    fold = np.empty(data.n_rows, dtype=np.int64)
    fold[order] = np.arange(data.n_rows) % n_folds
    if data.classes is not None:
        labels = data.targets.values[:, 0].astype(np.int64)
        fold[np.bincount(labels)[labels] < n_folds] = -1
    folds = (Fold(rows_where(fold != k), rows_where(fold == k)) for k in range(n_folds))
    return [one for one in folds if len(one.held_out)]


def rows_where(mask: NDArray[np.bool_]) -> Indices:
    return np.flatnonzero(mask).astype(np.uint32)


def fold_of(pair: Any, data: TrainingSet) -> Fold:
    """Read a pair of indices into X; rows of weight 0 are left out."""
    position = np.cumsum(data.kept) - 1
    if not isinstance(pair, Iterable) or len(pair := tuple(pair)) != 2:
        raise ValueError("cv must be an int, a splitter, or pairs of arrays of indices.")
    parts = []
    for given in pair:
        indices = np.asarray(given)
        if indices.size == 0:
            raise ValueError("Every pair of cv needs rows to fit and rows to evaluate.")
        mask = np.zeros(len(data.kept), np.bool_)
        try:
            mask[indices] = True
        except IndexError as error:
            raise ValueError(f"cv has invalid indices: {error}.") from None
        parts.append(position[mask & data.kept].astype(np.uint32))
    if np.intersect1d(parts[0], parts[1]).size:
        raise ValueError("The rows to fit and the rows to evaluate of a pair of cv must differ.")
    if not (parts[0].size and parts[1].size):
        raise ValueError("Every pair of cv needs rows of weight above 0 to fit and to evaluate.")
    return Fold(parts[0], parts[1])
