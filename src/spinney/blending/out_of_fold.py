"""Fit members, and compute their out-of-fold predictions."""

from collections.abc import Sequence
from numbers import Integral
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from sklearn.base import is_classifier
from sklearn.model_selection import check_cv
from sklearn.utils._param_validation import InvalidParameterError
from sklearn.utils.validation import check_is_fitted

from ..data.containers import Indices
from ..data.targets import Targets, encode_known_classes
from .fit_members import Predictor, Rows, fit_members

PREFIT = "prefit"


class CrossValidatedBlend(Protocol):
    """A blend that is fitted on out-of-fold predictions."""

    cv: Any
    verbose: int

    def _jobs(self) -> int | None: ...


class OutOfFold(NamedTuple):
    """Out-of-fold predictions of sorted rows; a row occurs once per fold that held it out."""

    rows: Indices
    predictions: list[NDArray[Any]]
    """Predictions of each member."""


def fit_out_of_fold(
    owner: CrossValidatedBlend,
    members: Sequence[tuple[str, Any]],
    rows: Rows,
    predictors: Sequence[Predictor],
) -> tuple[list[Any], OutOfFold]:
    """Return fitted members and out-of-fold predictions; of all rows with ``cv="prefit"``."""
    if is_prefit(owner.cv):
        estimators = [member for _, member in members]
        pairs = zip(estimators, predictors, strict=True)
        predictions = [predict(member, rows.X) for member, predict in pairs]
        return estimators, OutOfFold(np.arange(len(rows.y)), predictions)
    folds = split(owner, rows)
    estimators, predictions = fit_members(
        members, rows, folds, predictors, owner._jobs(), owner.verbose
    )
    held_out = np.concatenate([test for _, test in folds])
    order = np.argsort(held_out, kind="stable")
    return estimators, OutOfFold(held_out[order], [values[order] for values in predictions])


def is_prefit(cv: Any) -> bool:
    return isinstance(cv, str) and cv == PREFIT


def split(owner: CrossValidatedBlend, rows: Rows) -> list[tuple[Indices, Indices]]:
    """Return the training rows and the held-out rows of each fold."""
    splitter = check_cv(owner.cv, rows.y, classifier=is_classifier(owner))
    try:
        pairs = list(splitter.split(rows.X, rows.y))
    except (TypeError, ValueError) as error:
        raise InvalidParameterError(
            f"cv={owner.cv!r}, {len(rows.y)} row(s) of weight above 0: {error}"
        ) from None
    if splitter is owner.cv or owner.cv is None or isinstance(owner.cv, Integral):
        folds = [(indices(train), indices(test)) for train, test in pairs]
    else:
        folds = [
            (present_rows(train, rows.position), present_rows(test, rows.position))
            for train, test in pairs
        ]
    if not sum(len(test) for _, test in folds):
        raise ValueError(f"cv={owner.cv!r} holds out no rows.")
    return folds


def present_rows(chosen: Any, position: Indices) -> Indices:
    """Convert row indices of the user to indices of the rows of weight above 0."""
    rows = indices(chosen)
    if rows.size and not -len(position) <= rows.min() <= rows.max() < len(position):
        raise ValueError(f"cv contains row {rows.max()}, but X has {len(position)} rows.")
    found = position[rows]
    return np.asarray(found[found >= 0])


def indices(chosen: Any) -> Indices:
    """Convert indices or a mask to row indices."""
    chosen = np.asarray(chosen)
    return np.flatnonzero(chosen) if chosen.dtype == bool else chosen.astype(np.intp)


def with_classes_of(members: Sequence[tuple[str, Any]], targets: Targets) -> Targets:
    """Add the classes of fitted members to those of the target."""
    for name, member in members:
        check_is_fitted(member, msg=f"cv='prefit', but the member {name!r} is not fitted.")
    if len(targets.classes) != 1:
        return targets
    of_members = [getattr(member, "classes_", targets.classes[0]) for _, member in members]
    classes = np.unique(np.concatenate([targets.classes[0], *of_members]))
    known = Targets(targets.values, [classes])
    return encode_known_classes(targets, known, "y", "the members")
