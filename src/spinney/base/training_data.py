"""Read X, y and sample_weight for training and validation.

All estimators that grow trees read their data here: :class:`DataReader` turns the arguments of
``fit`` into a :class:`LabeledTable`. Ensembles of arbitrary estimators use :mod:`.raw_data`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Protocol, Self

import numpy as np

from .. import _core
from ..data.columns import Array
from ..data.dataset import read_rows
from ..data.encoded_rows import EncodedRows
from ..data.frames import Frame, select_rows
from ..data.missing import MissingRules
from ..data.number_rules import PLAIN_NUMBERS, NumberRules
from ..data.schema import Schema
from ..data.targets import Targets
from ..data.weights import Weights, sample_weights
from .read_targets import (
    TRAINING,
    EarlierTargets,
    TargetEstimator,
    TargetReader,
    ValidationSet,
    argument_errors,
)
from .threads import threads_for
from .validation_split import Mask
from .warm_start import DATA_PARAMETERS, warn_ignored


class EarlierFit(EarlierTargets, Protocol):
    """The parts of a fitted model that a continued fit has to match."""

    @property
    def schema(self) -> Schema: ...
    @property
    def missing(self) -> MissingRules: ...


class Threaded(Protocol):
    """An estimator that uses threads."""

    n_jobs: int | None


class TableEstimator(TargetEstimator, Threaded, Protocol):
    """An estimator that reads its data as a table."""

    categorical_features: Any
    ordered_features: Any
    missing: Any
    unknown: Any
    _number_rules: ClassVar[NumberRules]


@dataclass(frozen=True)
class LabeledTable:
    """A table with targets and weights, for training or for validation."""

    schema: Schema
    missing: MissingRules
    table: _core.Table
    targets: Targets
    weight: Weights | None
    """Sample weights times class weights; rows of weight 0 are ignored."""
    n_threads: int
    frame: Frame
    """X as it was passed."""
    dropped: dict[int, int]
    """By feature index: number of rows dropped because of a missing value."""
    rows: EncodedRows | None
    """The rows of X if it is a :class:`Dataset`."""

    @property
    def n_rows(self) -> int:
        return self.table.n_rows

    @property
    def y(self) -> Array:
        """The values of the first output."""
        values: Array = self.targets.values[:, 0]
        return values

    @property
    def row_weight(self) -> Weights:
        """The weights; ones if there are none."""
        return np.ones(self.n_rows) if self.weight is None else self.weight

    def select(self, keep: Mask) -> Self:
        """Return the rows where ``keep`` is True, in a table of their own."""
        if keep.all():
            return self
        frame = select_rows(self.frame, keep)
        return replace(
            self,
            frame=frame,
            table=make_table(self.rows, self.schema, self.missing, frame, self.n_threads, keep),
            rows=None,
            targets=self.targets.select(keep),
            weight=None if self.weight is None else self.weight[keep],
        )


@dataclass(frozen=True)
class DataReader:
    """Reads the data of an estimator by its parameters."""

    targets: TargetReader
    categorical_features: Any
    ordered_features: Any
    missing: Any
    unknown: Any
    n_jobs: int | None
    rules: NumberRules = PLAIN_NUMBERS

    @classmethod
    def of(cls, estimator: TableEstimator, single_output: bool = False) -> "DataReader":
        return cls(
            TargetReader.of(estimator, single_output),
            estimator.categorical_features,
            estimator.ordered_features,
            estimator.missing,
            estimator.unknown,
            estimator.n_jobs,
            estimator._number_rules,
        )

    @classmethod
    def of_members(
        cls, tree: TableEstimator, owner: Threaded, single_output: bool = False
    ) -> "DataReader":
        """Return the reader of an ensemble of trees; class weights are not yet applied."""
        reader = cls.of(tree, single_output)
        targets = replace(reader.targets, owner=type(owner).__name__, weights=plain_weights)
        return replace(reader, targets=targets, n_jobs=owner.n_jobs)

    def training(
        self,
        X: Any,
        y: Any,
        sample_weight: Any,
        earlier: EarlierFit | None = None,
        n_trees: int = 1,
        min_samples_category: int = 1,
    ) -> LabeledTable:
        """Read training data; ``earlier`` is the model of a fit to continue.

        Categories with fewer rows than ``min_samples_category`` are unknown. ``n_trees`` scales the
        table size from which several threads are used.
        """
        dropped, rows = dict[int, int](), read_rows(X)
        if earlier is None:
            min_samples = 1 if self._rejects_unknown() else min_samples_category
            learn = partial(Schema.learn, X) if rows is None else rows.learn
            schema, frame = learn(
                *self._feature_kinds(rows), min_samples, sample_weight, self.rules
            )
        else:
            schema = earlier.schema
            frame = schema.read(X, self.targets.owner, self.rules)
            given = {name: getattr(self, name) for name in DATA_PARAMETERS}
            categorical, ordered = self._feature_kinds(rows)
            given |= {"categorical_features": categorical, "ordered_features": ordered}
            warn_ignored(given, schema, earlier.missing, frame)
        targets, weight = self.targets.read(y, sample_weight, frame.n_rows, earlier, TRAINING)
        if earlier is None:
            missing, schema, weight, dropped = MissingRules.learn(
                self.missing, self.unknown, schema, frame, weight
            )
        else:
            missing = earlier.missing
            weight = missing.kept_weight(frame, weight)
        n_threads = threads_for(self.n_jobs, frame.n_rows * frame.n_columns * n_trees)
        table = make_table(rows, schema, missing, frame, n_threads)
        return LabeledTable(
            schema, missing, table, targets, weight, n_threads, frame, dropped, rows
        )

    def validation(self, data: LabeledTable, given: ValidationSet) -> LabeledTable:
        """Read validation data by the columns and classes of the training data."""
        rows = read_rows(given.X)
        with argument_errors(given.names.X, "X"):
            frame = data.schema.read(given.X, self.targets.owner, self.rules)
            table = make_table(rows, data.schema, data.missing, frame, data.n_threads)
        targets, weight = self.targets.read(
            given.y, given.sample_weight, frame.n_rows, data.targets, given.names
        )
        return replace(
            data,
            table=table,
            targets=targets,
            weight=weight,
            frame=frame,
            dropped={},
            rows=rows,
        )

    def _feature_kinds(self, rows: EncodedRows | None) -> tuple[Any, Any]:
        """Return the categorical and the ordered features, with the values of a Dataset."""
        categorical, ordered = self.categorical_features, self.ordered_features
        return (categorical, ordered) if rows is None else rows.feature_kinds(categorical, ordered)

    def _rejects_unknown(self) -> bool:
        """Return whether a policy raises for unknown categories, or drops their rows."""
        policies: list[Any] = []
        for given in (self.missing, self.unknown):
            policies.extend(given.values() if isinstance(given, Mapping) else [given])
        return "error" in policies or "drop" in policies


def make_table(
    rows: EncodedRows | None,
    schema: Schema,
    missing: MissingRules,
    frame: Frame,
    n_threads: int,
    keep: Mask | None = None,
) -> _core.Table:
    """Return the table of a frame; ``keep``: the rows of a Dataset that it has, None is all."""
    if rows is None:
        return missing.table(schema, frame, n_threads)
    return rows.table(schema, missing, frame, n_threads, keep)


def plain_weights(sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
    """Read sample weights without class weights."""
    return sample_weights(sample_weight, n_rows)
