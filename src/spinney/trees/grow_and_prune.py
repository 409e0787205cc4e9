"""From the rows to the tree that fit keeps: grown, then pruned as the parameters ask."""

from collections.abc import Callable
from typing import Any, NamedTuple

from .. import _core
from ..base.fitted_tree import FittedTree
from ..base.training_data import Dataset
from ..base.validation_split import Mask, validation_rows
from ..data.columns import Array
from ..data.frames import select_rows
from ..pruning.costs import ClassCosts, Floats
from ..pruning.cross_validation import (
    Curve,
    between,
    chosen_row,
    cross_validated,
    fold_curve,
    in_threads,
    root_loss,
)
from ..pruning.early_stopping import stopped_early
from ..pruning.folds import Fold, make_folds
from ..pruning.held_out import Rows, node_losses
from ..pruning.parts import divides, parts_of_rows
from ..pruning.pessimistic import pruned_by_errors
from ..pruning.risks import mean_loss_of
from ..pruning.shape import cheapest_subtree
from ..pruning.weakest_links import WeakestLinks, training_table
from .growth import TrainingSet, grow
from .parameters import TreeParameters


class Fit(NamedTuple):
    """What a fit came to: the model, and the attributes that its pruning adds."""

    model: FittedTree
    found: dict[str, Any]


def grown(
    estimator: TreeParameters,
    data: TrainingSet,
    seed: int,
    keep: Mask | None = None,
    n_threads: int = 0,
) -> FittedTree:
    """A whole tree, on all rows or on those to keep."""
    tree = grow(estimator, data, seed, keep, n_threads or data.n_threads)
    loss = None if data.costs is None else data.costs.loss
    return FittedTree(data.schema, tree, data.targets.classes, data.missing, loss)


def collapse(model: FittedTree, mask: Mask) -> FittedTree:
    return model._replace(tree=model.tree.prune(mask))


def fit_tree(
    estimator: TreeParameters,
    data: TrainingSet,
    seed: int,
    X: Any,
    y: Any,
    validation: Dataset | None,
    fold_done: Callable[[FittedTree], None],
) -> Fit:
    """Grow and prune; ``fold_done`` hears of every fold, with the tree that is not yet pruned."""
    if estimator.early_stopping or estimator.pruning == "reduced_error":
        return fit_validated(estimator, data, seed, validation)
    model = grown(estimator, data, seed)
    found: dict[str, Any] = {"n_leaves_grown_": model.tree.n_leaves, "ccp_alpha_": 0.0}
    if estimator.pruning == "pessimistic":
        model = pruned_by_errors(
            model,
            data.table,
            data.targets.values,
            data.weight,
            criterion=estimator.criterion,
            confidence=estimator.confidence,
            raising=bool(getattr(estimator, "subtree_raising", False)),
        )
    elif estimator.ccp_alpha == "cv":
        folds = make_folds(estimator.cv, X, y, data.targets, data.weight, estimator.random_state)
        return fit_cross_validated(estimator, data, seed, model, folds, fold_done)
    elif float(estimator.ccp_alpha) > 0:
        alpha = float(estimator.ccp_alpha)
        links = WeakestLinks.of(model, estimator.ccp_risk)
        model = collapse(model, links.collapsed(alpha))
        found["ccp_alpha_"] = alpha
    return Fit(model, found)


def fit_cross_validated(
    estimator: TreeParameters,
    data: TrainingSet,
    seed: int,
    model: FittedTree,
    folds: list[Fold],
    fold_done: Callable[[FittedTree], None],
) -> Fit:
    """Prune at the alpha that cross-validation chooses."""
    links = WeakestLinks.of(model, estimator.ccp_risk)
    alphas = between(links.steps())
    mean_loss, unit, weight = mean_loss_of(model), root_loss(model), data.row_weight

    def judge(fold: Fold) -> Curve:
        fold_model = grown(estimator, data, seed, fold.train, n_threads=1)
        fold_links = WeakestLinks.of(
            fold_model, estimator.ccp_risk, float(weight[fold.train].sum()), mean_loss
        )
        rows = held_out_rows(data, fold_model, fold.test, weight)
        losses = node_losses(fold_model, estimator.criterion, rows, unit)
        return fold_curve(fold_links, losses, float(rows.weight.sum()), alphas)

    curves = []
    for curve in in_threads(judge, folds, data.n_threads):
        curves.append(curve)
        fold_done(model)
    table = cross_validated(training_table(model, links), curves)
    alpha = float(table["alpha"][chosen_row(table, estimator.ccp_rule)])
    found = {"n_leaves_grown_": model.tree.n_leaves, "ccp_alpha_": alpha, "_cp_table": table}
    return Fit(collapse(model, links.collapsed(alpha)), found)


def held_out_rows(data: TrainingSet, model: FittedTree, held: Mask, weight: Floats) -> Rows:
    """Rows of the training set that the tree was not grown on."""
    table = data.missing.table(data.schema, select_rows(data.frame, held), 1)
    return rows_in(model, table, data.targets.values[held], weight[held], data.costs)


def rows_in(
    model: FittedTree, table: _core.Table, y: Array, weight: Floats, costs: ClassCosts | None
) -> Rows:
    """Where rows end in the tree, or the parts that they divide into."""
    charge = None if costs is None else costs.charge
    if not divides(model.tree):
        return Rows(model.tree.apply(table), y, weight, charge)
    row, end, share = parts_of_rows(model.tree, table)
    return Rows(end, y[row], weight[row] * share, charge)


def fit_validated(
    estimator: TreeParameters, data: TrainingSet, seed: int, validation: Dataset | None
) -> Fit:
    """Prune back, or stop growth, by the loss on a validation part."""
    if validation is None:
        held = validation_rows(
            estimator.validation_fraction, data.targets, data.weight, estimator.random_state
        )
        model = grown(estimator, data, seed, ~held)
        rows = held_out_rows(data, model, held, data.row_weight)
    else:
        model = grown(estimator, data, seed)
        rows = rows_in(
            model, validation.table, validation.targets.values, validation.row_weight, data.costs
        )
    losses = node_losses(model, estimator.criterion, rows)
    total = float(rows.weight.sum())
    found: dict[str, Any] = {"n_leaves_grown_": model.tree.n_leaves, "ccp_alpha_": 0.0}
    if estimator.early_stopping:
        mask, curve = stopped_early(model.tree, losses, int(estimator.n_iter_no_change))
        found["validation_curve_"] = curve / total
        found["validation_loss_"] = float(curve.min()) / total
    else:
        mask, loss = cheapest_subtree(model.tree, losses.loss, losses.stopped)
        found["validation_loss_"] = loss / total
    return Fit(collapse(model, mask), found)
