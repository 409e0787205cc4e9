"""Read the training and validation data of gradient boosting."""

from dataclasses import replace
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np

from .. import _core
from ..base.random_seed import resolve_seed
from ..base.read_targets import ValidationSet
from ..base.training_data import DataReader, LabeledTable, TableEstimator
from ..base.validation_split import Mask, RowDraw, split_rows
from ..data.columns import Array
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..data.targets import Targets
from ..data.weights import Weights, sample_weights, with_class_weight
from .losses import Floats
from .margins import StartedDataset, read_margin
from .model import BoostedModel
from .parameters import BoostingParameters

SAMPLES = ("subsample", "colsample_bytree", "colsample_bylevel", "colsample_bynode")


class Rows(NamedTuple):
    """Training or validation data of the core's booster."""

    table: _core.Table
    y: Floats
    """Target values, or class indices; (rows, targets) if there are several targets."""
    weight: Weights | None
    margin: Floats | None = None
    """The scores to start from, (rows, n_scores); None: those of the model."""

    @classmethod
    def of(cls, data: LabeledTable, margin: Floats | None = None) -> "Rows":
        values = np.asarray(data.targets.values, dtype=np.float64, order="F")
        y = values if data.targets.n_outputs > 1 else values[:, 0]
        return cls(data.table, y, data.weight, margin)


class TrainingSet(NamedTuple):
    """The training data, and the part set aside for validation."""

    reader: DataReader
    data: LabeledTable
    """Without rows of weight 0 and rows set aside."""
    rows: Rows
    held_out: Rows | None
    all_targets: Targets
    kept: Mask
    """The rows of X in ``rows``."""
    set_aside: Mask | None
    """The rows of X in ``held_out``."""

    def read_validation(
        self,
        given: ValidationSet,
        init_score: Any = None,
        class_weight: Any = None,
        keep: Mask | None = None,
    ) -> Rows:
        """Read a validation set, or some of its rows; it has no class weights of the estimator."""

        def weights(sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
            return with_class_weight(sample_weights(sample_weight, n_rows), class_weight, targets)

        reader = replace(self.reader, targets=replace(self.reader.targets, weights=weights))
        data = reader.validation(self.data, given)
        started = StartedDataset(data, read_margin(init_score, data.n_rows, "eval_init_score"))
        started = started if keep is None else started.select(keep)
        return Rows.of(started.data, started.margin)

    @property
    def n_classes(self) -> int:
        """The number of classes; 0 for regression."""
        return 0 if self.classes is None else len(self.classes)

    @property
    def n_targets(self) -> int:
        """The number of columns of y."""
        return self.all_targets.n_outputs

    @property
    def classes(self) -> Array | None:
        return self.all_targets.classes[0] if self.all_targets.classes else None

    @property
    def schema(self) -> Schema:
        return self.data.schema

    @property
    def missing(self) -> MissingRules:
        return self.data.missing

    @property
    def targets(self) -> Targets:
        return self.data.targets

    @property
    def n_rows(self) -> int:
        return self.data.n_rows

    @property
    def n_threads(self) -> int:
        return self.data.n_threads


class EarlierModel(NamedTuple):
    """A boosted model, for the reader of a continued fit."""

    schema: Schema
    missing: MissingRules
    classes: list[Array]
    n_outputs: int


class BoostingEstimator(TableEstimator, Protocol):
    """An estimator that reads its data as a table, with one or several targets."""

    _multi_output: ClassVar[bool]


def boosting_seed(estimator: BoostingParameters, start: BoostedModel | None) -> int:
    """Return the seed of the core; a continued model keeps its own unless an int is passed."""
    if start is not None and not isinstance(estimator.random_state, int | np.integer):
        return start.seed
    shares = (getattr(estimator, name) for name in SAMPLES)
    draws = any(not isinstance(share, str) and share < 1 for share in shares)
    given = estimator.max_features
    draws = draws or (given is not None and not (isinstance(given, float) and given == 1))
    draws = draws or estimator.extra_trees is True or estimator.data_sample_strategy == "goss"
    draws = draws or estimator._drops
    return resolve_seed(estimator.random_state, draws)


def unknown_like_missing(data: LabeledTable) -> MissingRules:
    """Return rules in which unknown categories follow missing values where there were none.

    Then the route of missing values is not learned from them: it is the larger child, or the side
    of the mean of all targets for splits by target statistics.
    """
    if "majority" not in data.missing.unknown:  # no categories
        return data.missing
    missing = data.table.absent_counts(data.n_threads)[:, 0]
    unknown = tuple(
        "missing" if policy == "majority" and count == 0 else policy
        for policy, count in zip(data.missing.unknown, missing, strict=True)
    )
    return replace(data.missing, unknown=unknown)


def read_training(
    estimator: BoostingEstimator,
    X: Any,
    y: Any,
    sample_weight: Any,
    start: BoostedModel | None,
    validation_size: float | None,
    seed: int,
    init_score: Any = None,
    draw: RowDraw | None = None,
) -> TrainingSet:
    """Read training data, and set aside a part of it for validation if its size is given."""
    reader = DataReader.of(estimator, single_output=not estimator._multi_output)
    earlier = None
    if start is not None:
        classes = [] if start.classes is None else [start.classes]
        n_outputs = start.n_scores if start.classes is None else 1
        earlier = EarlierModel(start.schema, start.missing, classes, n_outputs)
    data = reader.training(X, y, sample_weight, earlier)
    if earlier is None and isinstance(reader.unknown, str) and reader.unknown == "auto":
        data = replace(data, missing=unknown_like_missing(data))
    started = StartedDataset(data, read_margin(init_score, data.n_rows, "init_score"))
    kept, set_aside = split_rows(started, validation_size, seed, draw)
    train = started.select(kept)
    held_out = None if set_aside is None else started.select(set_aside)
    return TrainingSet(
        *(reader, train.data, Rows.of(train.data, train.margin)),
        None if held_out is None else Rows.of(held_out.data, held_out.margin),
        *(data.targets, kept, set_aside),
    )
