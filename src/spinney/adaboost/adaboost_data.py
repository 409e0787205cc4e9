"""Read the training and validation data of AdaBoost, and set up the trainer of its members."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ..base.raw_data import RawDataset, read_raw_training, read_raw_validation
from ..base.read_targets import ValidationSet
from ..base.training_data import DataReader, LabeledTable
from ..base.validation_split import split_training
from ..data.columns import Array
from .ensembles import Ensemble, EstimatorEnsemble, RawRows, TableRows, TreeEnsemble
from .methods import Floats
from .trainers import Draws, EstimatorTrainer, TreeTrainer

Data = TypeVar("Data", LabeledTable, RawDataset)


class EvalRows(NamedTuple):
    """Validation data, evaluated after each iteration."""

    rows: TableRows | RawRows
    y: Array
    weight: Floats


class Prepared(NamedTuple):
    """The trainer of the members, and the validation data."""

    trainer: TreeTrainer | EstimatorTrainer
    validation: EvalRows | None


@dataclass(frozen=True)
class Setup:
    """Settings of a fit that do not depend on the data."""

    owner: Any
    member: Any
    """The unfitted estimator that members are cloned from."""
    draws: Draws
    ensemble: Ensemble | None
    """The members of an earlier fit to continue."""
    validation_fraction: float | None
    """Fraction of the training data to set aside for validation."""
    validation: ValidationSet | None

    def weighted(self, data: Data) -> Data:
        """Multiply the weights by the class weights."""
        weight = self.owner._class_weights(data.weight, data.targets)
        return replace(data, weight=np.ones(data.n_rows) if weight is None else weight)

    def split(self, data: Data) -> tuple[Data, Data | None]:
        return split_training(data, self.validation_fraction, self.draws.seed)


def prepare_trees(setup: Setup, X: Any, y: Any, sample_weight: Any) -> Prepared:
    """Read data for decision trees of this library."""
    owner, tree, earlier = setup.owner, setup.member, setup.ensemble
    tree._validate_parameters()
    assert earlier is None or isinstance(earlier, TreeEnsemble)
    reader = DataReader.of_members(tree, owner, single_output=True)
    data = setup.weighted(reader.training(X, y, sample_weight, earlier))
    train, held_out = setup.split(data)
    trainer = TreeTrainer(tree, train, setup.draws)
    if setup.validation is not None:
        held_out = setup.weighted(reader.validation(data, setup.validation))
    if held_out is None:
        return Prepared(trainer, None)
    rows = TableRows(held_out.table, held_out.n_threads)
    return Prepared(trainer, EvalRows(rows, held_out.y, held_out.row_weight))


def prepare_estimators(setup: Setup, X: Any, y: Any, sample_weight: Any) -> Prepared:
    """Read data for arbitrary estimators: X stays as it was passed."""
    owner, earlier = setup.owner, setup.ensemble
    assert earlier is None or isinstance(earlier, EstimatorEnsemble)
    data = setup.weighted(read_raw_training(owner, X, y, sample_weight, earlier, True))
    train, held_out = setup.split(data)
    trainer = EstimatorTrainer(setup.member, train, setup.draws, owner._needs_probabilities())
    if setup.validation is not None:
        held_out = setup.weighted(read_raw_validation(owner, data, setup.validation))
    if held_out is None:
        return Prepared(trainer, None)
    return Prepared(trainer, EvalRows(RawRows(held_out.X), held_out.y, held_out.row_weight))
