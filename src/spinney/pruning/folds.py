"""Folds of a cross-validation."""

from collections.abc import Iterator
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.validation_split import Mask, shuffled_rows
from ..data.targets import Targets
from ..data.weights import Weights

N_FOLDS = 10


class Fold(NamedTuple):
    """Masks of the training rows and of the test rows."""

    train: Mask
    test: Mask


def make_folds(
    cv: Any, X: Any, y: Any, targets: Targets, weight: Weights | None, random_state: Any
) -> list[Fold]:
    """Return the folds of the parameter ``cv``; training and test rows have positive weight."""
    n_rows = len(targets.values)
    if cv is None or isinstance(cv, Integral):
        numbers = assign_folds(N_FOLDS if cv is None else int(cv), targets, weight, random_state)
        folds = list(folds_of(numbers))
    elif hasattr(cv, "split"):
        folds = [fold_of(train, test, n_rows) for train, test in cv.split(X, y)]
    else:
        folds = read_folds(cv, n_rows)
    if len(folds) < 2:
        raise ValueError(f"cv must give at least 2 folds, got {len(folds)}.")
    for k, fold in enumerate(folds):
        for role, mask in (("training", fold.train), ("test", fold.test)):
            if not (mask.any() if weight is None else weight[mask].any()):
                raise ValueError(f"Fold {k} of cv has no {role} row of weight above 0.")
    return folds


def read_folds(cv: Any, n_rows: int) -> list[Fold]:
    """Read folds from fold numbers, one per row, or from pairs of row indices."""
    given = cv if isinstance(cv, np.ndarray) or hasattr(cv, "__array__") else list(cv)
    one_per_row = np.ndim(given) == 1 if hasattr(given, "ndim") else not are_pairs(given)
    if not one_per_row:
        return [fold_of(train, test, n_rows) for train, test in given]
    numbers = np.asarray(given)
    if numbers.shape != (n_rows,):
        raise ValueError(
            f"cv has {len(numbers)} fold numbers, but X has {n_rows} rows: it needs one per row."
        )
    if numbers.dtype.kind not in "biu" and not (
        numbers.dtype.kind == "f" and (numbers == np.floor(numbers)).all()
    ):
        raise ValueError(f"cv must contain integer fold numbers, got dtype {numbers.dtype}.")
    return list(folds_of(np.unique(numbers, return_inverse=True)[1]))


def are_pairs(given: list[Any]) -> bool:
    return all(isinstance(entry, tuple | list) and len(entry) == 2 for entry in given)


def fold_of(train: Any, test: Any, n_rows: int) -> Fold:
    return Fold(row_mask(train, n_rows), row_mask(test, n_rows))


def row_mask(rows: Any, n_rows: int) -> Mask:
    """Convert indices or a mask to a mask of rows."""
    rows = np.asarray(rows)
    mask = np.zeros(n_rows, dtype=np.bool_)
    try:
        mask[rows if rows.size else []] = True
    except IndexError:
        raise ValueError(
            f"cv must contain integer row indices of X, or masks; X has {n_rows} rows."
        ) from None
    return mask


def folds_of(numbers: NDArray[Any]) -> Iterator[Fold]:
    for number in range(int(numbers.max()) + 1):
        test = numbers == number
        yield Fold(~test, test)


def assign_folds(
    n_folds: int, targets: Targets, weight: Weights | None, random_state: Any
) -> NDArray[np.int64]:
    """Return the fold of each row, stratified by class; -1 for rows of weight 0."""
    order = shuffled_rows(targets, weight, random_state)
    if len(order) < n_folds:
        fewer = f"cv to at most {len(order)}, or " if len(order) > 1 else ""
        raise ValueError(
            f"cv={n_folds} needs {n_folds} rows of weight above 0, got n_samples={len(order)}: set "
            f"{fewer}ccp_alpha to a number."
        )
    numbers = np.full(len(targets.values), -1, dtype=np.int64)
    numbers[order] = np.arange(len(order)) % n_folds
    return numbers
