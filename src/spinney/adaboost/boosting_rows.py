"""From what fit is given to a trainer, and to rows for validation."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import clone

from ..base.training_data import TrainingRows, read_rows
from ..base.validation import validate_parameters
from ..data.columns import Array
from ..data.containers import check_container, check_fitted_container, take_rows
from ..data.frames import select_rows
from ..data.targets import Targets, in_known_classes
from ..data.weights import Weights, sample_weights
from ..pruning.folds import Mask, validation_rows
from .ensembles import EstimatorEnsemble, GivenRows, TableRows, Team, TreeEnsemble
from .methods import Floats
from .trainers import AnyTrainer, Draws, TreeTrainer


class GivenSet(NamedTuple):
    """Rows to validate on, as the user gave them."""

    X: Any
    y: Any
    sample_weight: Any

    def check(self) -> "GivenSet | None":
        """None if there are none."""
        if (self.X is None) != (self.y is None):
            raise ValueError("X_val and y_val must be given together.")
        if self.X is None and self.sample_weight is not None:
            raise ValueError("sample_weight_val is given without X_val and y_val.")
        return None if self.X is None else self


class EvalRows(NamedTuple):
    """Rows by which every round is judged."""

    rows: TableRows | GivenRows
    y: Array
    weight: Floats


class Prepared(NamedTuple):
    """What fit can start from."""

    trainer: TreeTrainer | AnyTrainer
    validation: EvalRows | None


class Setup(NamedTuple):
    """What fit has decided before it reads any row."""

    owner: Any
    member: Any
    """What members are copies of."""
    draws: Draws
    team: Team | None
    """Of an earlier fit that is continued."""
    holds_out: bool
    validation: GivenSet | None

    def weights(self, weight: Weights | None, targets: Targets) -> Weights:
        """The rows' weights with those of their classes."""
        check_one_output(self.owner, targets)
        result: Weights | None = self.owner._class_weights(weight, targets)
        return np.ones(len(targets.values)) if result is None else result

    def held_out(self, targets: Targets, weight: Weights) -> Mask:
        if not self.holds_out:
            return np.zeros(len(weight), dtype=np.bool_)
        fraction = self.owner.validation_fraction
        return validation_rows(fraction, targets, weight, self.draws.seed)


def prepare_trees(setup: Setup, X: Any, y: Any, sample_weight: Any) -> Prepared:
    """Rows for trees of ours: read by their rules for columns and missing values."""
    owner, tree, known = setup.owner, setup.member, setup.team
    validate_parameters(tree)
    assert known is None or isinstance(known, TreeEnsemble)
    reader = clone(tree).set_params(n_jobs=owner.n_jobs)
    if "class_weight" in reader.get_params():
        reader.set_params(class_weight=None)  # it is the tree's own, in every round
    data = read_rows(reader, X, y, sample_weight, known)
    data = replace(data, weight=setup.weights(data.weight, data.targets))
    held = setup.held_out(data.targets, data.row_weight)
    trainer = TreeTrainer(tree, part(data, (data.row_weight > 0) & ~held), setup.draws)
    if setup.validation is not None:
        return Prepared(trainer, read_validation(setup, trainer, data.targets))
    judged = part(data, held) if setup.holds_out else None
    return Prepared(trainer, None if judged is None else judged_rows(judged))


def part(data: TrainingRows, keep: Mask) -> TrainingRows:
    """Some of the rows, in a table of their own."""
    if keep.all():
        return data
    frame = select_rows(data.frame, keep)
    return replace(
        data,
        frame=frame,
        table=data.missing.table(data.schema, frame, data.n_threads),
        targets=data.targets._replace(values=np.ascontiguousarray(data.targets.values[keep])),
        weight=data.row_weight[keep],
    )


def judged_rows(data: TrainingRows) -> EvalRows:
    rows = TableRows(data.table, data.n_threads)
    return EvalRows(rows, data.targets.values[:, 0], data.row_weight)


def prepare_estimators(setup: Setup, X: Any, y: Any, sample_weight: Any) -> Prepared:
    """Rows for estimators of any kind: left as they are."""
    owner, known = setup.owner, setup.team
    assert known is None or isinstance(known, EstimatorEnsemble)
    X = check_container(X, owner) if known is None else check_fitted_container(X, owner)
    n_rows = X.shape[0]
    targets: Targets = owner._targets(y, n_rows)
    if known is not None:
        earlier = Targets(targets.values, known.classes)
        targets = in_known_classes(targets, earlier, "y", "that of the earlier fit")
    weight = setup.weights(sample_weights(sample_weight, n_rows), targets)
    held = setup.held_out(targets, weight)
    keep = (weight > 0) & ~held

    def some(mask: Mask) -> tuple[Any, Targets, Weights]:
        rows = X if mask.all() else take_rows(X, np.flatnonzero(mask))
        return rows, targets._replace(values=targets.values[mask]), weight[mask]

    trainer = AnyTrainer(setup.member, *some(keep), setup.draws, owner._asks_for_shares())
    if setup.validation is not None:
        return Prepared(trainer, read_validation(setup, trainer, targets))
    if not setup.holds_out:
        return Prepared(trainer, None)
    held_X, held_targets, held_weight = some(held)
    return Prepared(trainer, EvalRows(GivenRows(held_X), held_targets.values[:, 0], held_weight))


def read_validation(setup: Setup, trainer: TreeTrainer | AnyTrainer, known: Targets) -> EvalRows:
    """The rows to validate on, by the columns and classes of the training rows."""
    given, owner = setup.validation, setup.owner
    assert given is not None
    try:
        rows: TableRows | GivenRows
        if isinstance(trainer, TreeTrainer):
            rows = trainer.team([]).read(given.X, owner)
        else:
            rows = GivenRows(check_container(given.X, owner))
        targets = in_known_classes(owner._targets(given.y, rows.n_rows), known)
        weight = setup.weights(sample_weights(given.sample_weight, rows.n_rows), targets)
    except ValueError as error:
        raise ValueError(f"X_val, y_val or sample_weight_val: {error}") from error
    return EvalRows(rows, targets.values[:, 0], weight)


def check_one_output(owner: Any, targets: Targets) -> None:
    if targets.n_outputs > 1:
        raise ValueError(
            f"y has {targets.n_outputs} columns, but {type(owner).__name__} takes one target per "
            "row: y should be a 1d array."
        )
