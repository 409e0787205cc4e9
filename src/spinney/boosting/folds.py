"""The rows on which each member of a bag is fitted and evaluated."""

from collections.abc import Iterable
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupKFold, StratifiedGroupKFold
from sklearn.utils.validation import check_consistent_length

from .. import _core
from ..base.members import class_indices
from ..base.validation_split import Mask, shuffled_rows, validation_rows
from ..data.containers import take_rows
from .auto_values import MIN_CLASS_ROWS, is_auto, n_folds, n_repeats
from .boosting_data import Rows, TrainingSet
from .losses import Floats
from .model import BoostedModel
from .parameters import BoostingParameters

Indices = NDArray[np.uint32]
HELD_OUT = 0.1
"""The fraction of rows held out once if ``validation_fraction`` is None."""


class Fold(NamedTuple):
    """Rows of the training data, ascending, on which a member is fitted and evaluated."""

    fitted: Indices
    held_out: Indices
    start: Floats | None = None
    """The scores to start from, (n_scores, rows); None: those of the model."""


def check_fold_arguments(by_folds: bool, groups: Any, start: BoostedModel | None) -> None:
    """Raise if groups have no effect, or if a model has seen the rows to hold out."""
    if groups is not None and not by_folds:
        raise ValueError(
            "groups are used by the folds of n_estimators='auto' only: without them, and with "
            "validation data, groups have no effect."
        )
    if by_folds and start is not None:
        raise ValueError(
            "n_estimators='auto' cannot continue a model on folds, because it may have been fitted "
            "to the held-out rows: pass a number of iterations, or validation data."
        )


def make_folds(
    estimator: BoostingParameters, data: TrainingSet, X: Any, groups: Any, seed: int
) -> list[Fold]:
    """Divide the training data by ``cv``; no folds if there are too few rows for "auto"."""
    cv = estimator.cv
    if groups is not None:
        check_consistent_length(X, groups)
        groups = np.asarray(groups)[data.kept]
    if is_auto(cv):
        cv = n_folds(data.n_rows, int(np.max(class_counts(data))), estimator.preset == "best")
        if groups is not None:
            cv = min(cv, len(np.unique(groups)))
        if cv == 0:
            return []
    if isinstance(cv, Integral):
        fraction, seeds = estimator.validation_fraction, range(seed, seed + n_repeats(estimator))
        return [fold for one in seeds for fold in drawn_folds(data, int(cv), groups, fraction, one)]
    if isinstance(cv, str):
        raise ValueError(f"cv={cv!r} must be 'auto', an int, a splitter, or pairs of indices.")
    if hasattr(cv, "split"):
        rows = X if data.kept.all() else take_rows(X, np.flatnonzero(data.kept))
        found = cv.split(rows, class_indices(data.targets), groups)
        folds = [fold_of(pair, np.ones(data.n_rows, np.bool_)) for pair in found]
    else:
        folds = [fold_of(pair, data.kept) for pair in cv]
    if not folds:
        raise ValueError("cv must have at least one pair of rows to fit and to evaluate.")
    return folds


def drawn_folds(
    data: TrainingSet, n: int, groups: Any, fraction: float | None, seed: int
) -> list[Fold]:
    """Draw folds at random; ``groups`` or None are not divided."""
    if groups is None:
        return balanced_folds(data, n, fraction, seed)
    splitter, n_kept = group_splitter(data, n, fraction, seed)
    pairs = list(splitter.split(data.targets.values, data.targets.values[:, 0], groups))[:n_kept]
    return [fold_of(pair, np.ones(data.n_rows, np.bool_)) for pair in pairs]


def group_splitter(
    data: TrainingSet, n: int, fraction: float | None, seed: int
) -> tuple[GroupKFold | StratifiedGroupKFold, int]:
    """Return a splitter by groups, and the number of its folds to use."""
    kind = StratifiedGroupKFold if data.classes is not None else GroupKFold
    share = fraction if isinstance(fraction, float) else HELD_OUT
    n_splits = n if n > 1 else max(2, round(1 / share))
    return kind(n_splits, shuffle=True, random_state=seed), n


def class_counts(data: TrainingSet) -> NDArray[np.int64]:
    """Return the number of rows of each class; of all rows for numbers."""
    if data.classes is None:
        return np.array([data.n_rows])
    return np.bincount(data.targets.values[:, 0].astype(np.int64))


def held_out_rows(rows: Rows, folds: list[Fold]) -> Rows:
    """Return the targets and weights of the held-out rows of all folds, one after the other."""
    order = np.concatenate([fold.held_out for fold in folds])
    weight = None if rows.weight is None else rows.weight[order]
    return Rows(rows.table, rows.y[order], weight)


def balanced_folds(
    data: TrainingSet, n_folds: int, fraction: float | None, seed: int
) -> list[Fold]:
    """Draw folds with the same share of each class; one fold holds out a fraction of the rows.

    Rows of rare classes are never held out: the members could hardly know such a class without
    them, and a few of them would decide when to stop.
    """
    if n_folds > data.n_rows:
        raise ValueError(f"cv={n_folds} must be at most n_samples={data.n_rows}.")
    if n_folds == 1:
        fold = np.where(validation_rows(fraction or HELD_OUT, data.targets, None, seed), 0, -1)
    else:
        fold = np.empty(data.n_rows, dtype=np.int64)
        fold[shuffled_rows(data.targets, None, seed)] = np.arange(data.n_rows) % n_folds
    if data.classes is not None:
        fold[class_counts(data)[data.targets.values[:, 0].astype(np.int64)] < MIN_CLASS_ROWS] = -1
    folds = [Fold(rows_where(fold != k), rows_where(fold == k)) for k in range(n_folds)]
    if not all(len(one.held_out) for one in folds):
        raise ValueError(
            f"cv={n_folds} has folds without rows, because classes with fewer than "
            f"{MIN_CLASS_ROWS} rows are not held out: pass n_estimators as a number."
        )
    return folds


def rows_where(mask: Mask) -> Indices:
    return np.flatnonzero(mask).astype(np.uint32)


def fold_of(pair: Any, kept: Mask) -> Fold:
    """Read a pair of indices; rows that are not kept are left out."""
    position = np.cumsum(kept) - 1
    if not isinstance(pair, Iterable) or len(pair := tuple(pair)) != 2:
        raise ValueError("cv must be an int, a splitter, or pairs of arrays of indices.")
    parts = []
    for given in pair:
        indices = np.asarray(given)
        if indices.size == 0:
            raise ValueError("Every pair of cv needs rows to fit and rows to evaluate.")
        mask = np.zeros(len(kept), np.bool_)
        try:
            mask[indices] = True
        except IndexError as error:
            raise ValueError(f"cv has invalid indices: {error}.") from None
        parts.append(position[mask & kept].astype(np.uint32))
    if np.intersect1d(parts[0], parts[1]).size:
        raise ValueError("The rows to fit and the rows to evaluate of a pair of cv must differ.")
    if not (parts[0].size and parts[1].size):
        raise ValueError("Every pair of cv needs rows of weight above 0 to fit and to evaluate.")
    return Fold(parts[0], parts[1])


def continued_members(
    estimator: BoostingParameters, data: TrainingSet, model: BoostedModel
) -> list[Fold] | None:
    """Return a fold of all rows for each member of a model that is a mean of members, or None.

    Every member continues from its own scores.
    """
    per_member = int(estimator.num_parallel_tree)
    n_members, rest = divmod(model.n_parallel, per_member)
    if n_members < 2 or rest:
        return None
    every, none = np.arange(data.n_rows, dtype=np.uint32), np.empty(0, np.uint32)
    block = per_member * model.trees_per_member
    folds = []
    for member in range(n_members):
        scores = model.start(data.n_rows, data.rows.margin)
        trees = [
            tree.scaled(n_members)
            for i, tree in enumerate(model.trees)
            if i // block % n_members == member
        ]
        _core.Ensemble(trees, model.n_scores).add(data.rows.table, scores, data.n_threads)
        folds.append(Fold(every, none, scores))
    return folds
