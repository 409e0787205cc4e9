"""From what fit is given to a table, a target and weights that boosting can start from."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.threads import threads_for
from ..base.validation import resolve_seed
from ..data.columns import Array
from ..data.frames import Frame, select_rows
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..data.targets import Targets, in_known_classes
from ..data.weights import Weights
from ..pruning.folds import validation_rows
from .losses import Floats
from .model import BoostedModel

SAMPLES = ("subsample", "colsample_bytree", "colsample_bylevel", "colsample_bynode")


class Rows(NamedTuple):
    """Rows to learn from, or to judge by."""

    table: _core.Table
    y: Floats
    """Numbers, or class indices."""
    weight: Weights | None


class TrainingSet(NamedTuple):
    """What fit made of X, y and sample_weight."""

    schema: Schema
    missing: MissingRules
    targets: Targets
    """Of all rows."""
    rows: Rows
    """Without the rows of weight 0 and those held out."""
    held_out: Rows | None
    n_threads: int

    @property
    def classes(self) -> Array | None:
        return self.targets.classes[0] if self.targets.classes else None


def boosting_seed(estimator: Any, start: BoostedModel | None) -> int:
    """The seed of the core; a model that is continued keeps its own, unless another is named."""
    if start is not None and not isinstance(estimator.random_state, int | np.integer):
        return start.seed
    draws = any(getattr(estimator, name) < 1 for name in SAMPLES)
    return resolve_seed(estimator.random_state, draws)


def read_training(
    estimator: Any,
    X: Any,
    y: Any,
    sample_weight: Any,
    start: BoostedModel | None,
    held_out_by: int | None,
) -> TrainingSet:
    """Read and check; ``held_out_by`` is the seed by which a part is held out for validation."""
    if start is None:
        schema, frame = Schema.learn(X, estimator.categorical_features)
    else:
        schema, frame = start.schema, start.schema.read(X, type(estimator).__name__)
    targets = read_targets(estimator, y, frame.n_rows, None if start is None else start.classes)
    weight = estimator._weights(sample_weight, frame.n_rows, targets)
    if start is None:
        missing, schema, weight, _ = MissingRules.learn(
            estimator.missing, estimator.unknown, schema, frame, weight
        )
    else:
        missing = start.missing
        weight = missing.kept_weight(frame, weight)
    n_threads = threads_for(estimator.n_jobs, frame.n_rows * frame.n_columns)
    table = missing.table(schema, frame, n_threads)
    everything = Rows(table, targets.values[:, 0].astype(np.float64), weight)
    keep = None if weight is None or weight.all() else weight > 0
    held_out = None
    if held_out_by is not None:
        held = validation_rows(estimator.validation_fraction, targets, weight, held_out_by)
        keep = ~held if keep is None else keep & ~held
        held_out = part(everything, held, schema, missing, frame, n_threads)
    if keep is not None:
        everything = part(everything, keep, schema, missing, frame, n_threads)
    return TrainingSet(schema, missing, targets, everything, held_out, n_threads)


def read_targets(estimator: Any, y: Any, n_rows: int, classes: Array | None) -> Targets:
    """One target per row, in the classes of an earlier fit if there are any."""
    targets: Targets = estimator._targets(y, n_rows)
    if targets.n_outputs > 1:
        raise ValueError(
            f"y has {targets.n_outputs} columns, but {type(estimator).__name__} takes one target "
            "per row: y should be a 1d array."
        )
    if classes is not None:
        targets = in_known_classes(targets, Targets(targets.values, [classes]))
    return targets


def part(
    rows: Rows,
    keep: NDArray[np.bool_],
    schema: Schema,
    missing: MissingRules,
    frame: Frame,
    n_threads: int,
) -> Rows:
    """Some of the rows, in a table of their own."""
    table = missing.table(schema, select_rows(frame, keep), n_threads)
    return Rows(table, rows.y[keep], None if rows.weight is None else rows.weight[keep])


def read_rows(estimator: Any, data: TrainingSet, X: Any, y: Any, sample_weight: Any) -> Rows:
    """Rows to validate on, by the columns and classes of the training rows."""
    frame = data.schema.read(X, type(estimator).__name__)
    table = data.missing.table(data.schema, frame, data.n_threads)
    targets = read_targets(estimator, y, frame.n_rows, data.classes)
    weight = estimator._weights(sample_weight, frame.n_rows, targets)
    return Rows(table, targets.values[:, 0].astype(np.float64), weight)
