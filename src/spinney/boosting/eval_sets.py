"""Validation sets: arguments of fit, and the data read from them."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..base.read_targets import ArgumentNames, ValidationSet
from ..data.containers import take_rows
from .boosting_data import Rows, TrainingSet
from .eval_results import TRAIN
from .folds import Fold, held_out_rows


class GivenSet(NamedTuple):
    """A validation set as it was passed to fit."""

    data: ValidationSet
    name: str | None = None
    """None: it is named by its position in ``eval_set``."""
    margin: Any = None
    """The scores to start from, one or several per row."""
    class_weight: Any = None
    in_eval_set: bool = True
    """Whether it is a pair of ``eval_set``, which may contain the training data."""

    def is_training(self, X: Any, y: Any) -> bool:
        """Return whether the set is the training data itself."""
        return self.in_eval_set and self.data.X is X and self.data.y is y

    @property
    def has_options(self) -> bool:
        """Whether the set has weights or initial scores of its own."""
        options = (self.data.sample_weight, self.margin, self.class_weight)
        return any(one is not None for one in options)


class EvalSet(NamedTuple):
    """A validation set, or the training data."""

    name: str
    rows: Rows
    is_train: bool = False
    X: Any = None
    """The samples as they were passed to fit; None for the rows that trees are fitted to."""
    by_folds: bool = False
    """Whether the rows are those that the folds hold out."""

    @property
    def has_booster_scores(self) -> bool:
        """Whether the booster computes the scores of this set."""
        return self.by_folds or (self.is_train and self.X is None)


def eval_pairs(
    eval_set: Any,
    eval_sample_weight: Any = None,
    eval_names: Any = None,
    eval_init_score: Any = None,
    eval_class_weight: Any = None,
) -> list[GivenSet]:
    """Return the pairs of ``eval_set``, which may be a single pair (X, y), with their options."""
    options = {
        "eval_sample_weight": eval_sample_weight,
        "eval_names": eval_names,
        "eval_init_score": eval_init_score,
        "eval_class_weight": eval_class_weight,
    }
    if eval_set is None:
        for name, given in options.items():
            if given is not None:
                raise ValueError(f"{name} was passed without eval_set.")
        return []
    if not isinstance(eval_set, Iterable):
        raise ValueError(f"eval_set must be a list of pairs (X, y), got {eval_set!r}.")
    pairs: list[Any] = [eval_set] if is_pair(eval_set) else list(eval_set)
    for i, pair in enumerate(pairs):
        if not isinstance(pair, Sequence) or len(pair) != 2:
            raise ValueError(f"eval_set[{i}] must be a pair (X, y).")
    weights, names, margins, class_weights = (
        one_per_set(given, name, len(pairs)) for name, given in options.items()
    )
    return [
        GivenSet(
            ValidationSet(
                *(pair[0], pair[1], weights[i]),
                ArgumentNames(f"eval_set[{i}][0]", f"eval_set[{i}][1]", f"eval_sample_weight[{i}]"),
            ),
            *(names[i], margins[i], class_weights[i]),
        )
        for i, pair in enumerate(pairs)
    ]


def is_pair(eval_set: Any) -> bool:
    """Return whether ``eval_set`` is one pair (X, y) rather than a collection of pairs."""
    if not isinstance(eval_set, tuple) or len(eval_set) != 2:
        return False
    return not all(isinstance(one, tuple) and len(one) == 2 for one in eval_set)


def one_per_set(given: Any, name: str, n_sets: int) -> Sequence[Any]:
    """Return one entry per pair of ``eval_set``; None are all None."""
    if given is None:
        return [None] * n_sets
    if n_sets == 1 and (isinstance(given, str) or not isinstance(given, list | tuple)):
        given = [given]
    if not isinstance(given, Collection):
        raise ValueError(f"{name} must be a list with one entry per pair in eval_set.")
    if len(given) != n_sets:
        raise ValueError(f"{name} has {len(given)} entries, but eval_set has {n_sets}.")
    return list(given)


def read_sets(
    data: TrainingSet, X: Any, y: Any, given: list[GivenSet], folds: list[Fold] | None = None
) -> list[EvalSet]:
    """Read all sets in order; the held-out training data is the last."""
    sets: list[EvalSet] = []
    for i, one in enumerate(given):
        is_train = one.is_training(X, y)
        first = is_train and not any(known.is_train for known in sets)
        name = one.name or (TRAIN if first else f"validation_{i}")
        if is_train and not one.has_options:
            sets.append(EvalSet(name, data.rows, True, X if folds else None))
            continue
        keep = ~data.set_aside if is_train and data.set_aside is not None else None
        rows = data.read_validation(one.data, one.margin, one.class_weight, keep)
        samples = one.data.X if keep is None else take_rows(one.data.X, np.flatnonzero(keep))
        sets.append(EvalSet(name, rows, is_train, samples))
    if data.held_out is not None:
        sets.append(EvalSet("validation", data.held_out))
    if folds and len(folds[0].held_out):
        sets.append(EvalSet("validation", held_out_rows(data.rows, folds), by_folds=True))
    check_distinct([one.name for one in sets])
    return sets


def check_distinct(names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"Two validation sets have the name {name!r}: change eval_names.")


def with_training(sets: list[EvalSet], data: TrainingSet) -> list[EvalSet]:
    """Add the training data, unless it is one of the sets."""
    known = any(one.is_train for one in sets)
    return sets if known else [EvalSet(TRAIN, data.rows, True), *sets]
