"""From what fit is given to a table, targets and weights."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from .. import _core
from ..data.columns import Array
from ..data.frames import Frame
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..data.targets import Targets, in_known_classes
from ..data.weights import Weights
from .threads import threads_for


class Known(Protocol):
    """What an earlier fit knows of columns and targets."""

    @property
    def schema(self) -> Schema: ...
    @property
    def missing(self) -> MissingRules: ...
    @property
    def classes(self) -> list[Array]: ...
    @property
    def n_outputs(self) -> int: ...


@dataclass(frozen=True)
class TrainingRows:
    """What fit made of X, y and sample_weight."""

    schema: Schema
    missing: MissingRules
    table: _core.Table
    targets: Targets
    weight: Weights | None
    """The user's weights, with class weights; 0 leaves a row out."""
    n_threads: int
    frame: Frame
    """X as it was given."""
    dropped: dict[int, int]
    """By feature: rows that were dropped because its value was missing."""

    @property
    def n_rows(self) -> int:
        return self.table.n_rows

    @property
    def row_weight(self) -> Weights:
        """The weights, also where all are 1."""
        return np.ones(self.n_rows) if self.weight is None else self.weight


def least_rows(estimator: Any, asked: int) -> int:
    """Rows that a label needs to be learned; one where rows with unknown labels cannot stay."""
    policies: list[Any] = []
    for given in (estimator.missing, estimator.unknown):
        policies.extend(given.values() if isinstance(given, Mapping) else [given])
    strict = "error" in policies or "drop" in policies
    return 1 if strict else asked


def read_rows(
    estimator: Any,
    X: Any,
    y: Any,
    sample_weight: Any,
    known: Known | None = None,
    n_trees: int = 1,
    min_samples_level: int = 1,
) -> TrainingRows:
    """Read and check what fit is given; ``known`` is the model of a fit to continue.

    Labels of fewer rows than ``min_samples_level`` are unknown. The more trees, the smaller a table
    on which threads are worth it.
    """
    if known is None:
        least = least_rows(estimator, min_samples_level)
        schema, frame = Schema.learn(X, estimator.categorical_features, least, sample_weight)
    else:
        schema, frame = known.schema, known.schema.read(X, type(estimator).__name__)
    targets: Targets = estimator._targets(y, frame.n_rows)
    if known is not None:
        earlier = Targets(targets.values[:, : known.n_outputs], known.classes)
        targets = in_known_classes(targets, earlier, "y", "that of the earlier fit")
    weight = estimator._weights(sample_weight, frame.n_rows, targets)
    dropped: dict[int, int] = {}
    if known is None:
        missing, schema, weight, dropped = MissingRules.learn(
            estimator.missing, estimator.unknown, schema, frame, weight
        )
    else:
        missing = known.missing
        weight = missing.kept_weight(frame, weight)
    n_threads = threads_for(estimator.n_jobs, frame.n_rows * frame.n_columns * n_trees)
    table = missing.table(schema, frame, n_threads)
    return TrainingRows(schema, missing, table, targets, weight, n_threads, frame, dropped)
