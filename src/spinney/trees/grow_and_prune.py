"""Grow a tree and prune it as the parameters specify."""

from collections.abc import Callable
from typing import Any, NamedTuple

from .. import _core
from ..base.fitted_tree import FittedTree
from ..base.training_data import LabeledTable
from ..base.validation_split import Mask, validation_rows
from ..data.columns import Array
from ..data.frames import select_rows
from ..pruning.costs import ClassCosts, Floats
from ..pruning.cross_validation import (
    Curve,
    cross_validated,
    evaluation_alphas,
    fold_curve,
    map_in_threads,
    root_loss,
    select_row,
)
from ..pruning.early_stopping import stop_early
from ..pruning.folds import Fold, make_folds
from ..pruning.fractional_rows import fractional_rows, has_fractional_routes
from ..pruning.held_out import HeldOutRows, node_losses
from ..pruning.pessimistic import prune_pessimistic
from ..pruning.risks import mean_loss_of
from ..pruning.tree_structure import minimum_cost_subtree
from ..pruning.weakest_links import WeakestLinks, training_table
from .growth import TrainingSet, grow
from .parameters import TreeParameters


class FitResult(NamedTuple):
    """The pruned model, and the fitted attributes that describe the pruning."""

    model: FittedTree
    attributes: dict[str, Any]


def grow_model(
    estimator: TreeParameters,
    data: TrainingSet,
    seed: int,
    keep: Mask | None = None,
    n_threads: int = 0,
) -> FittedTree:
    """Grow an unpruned tree on all rows, or on those to keep."""
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
    validation: LabeledTable | None,
    on_fold_end: Callable[[FittedTree], None],
) -> FitResult:
    """Grow and prune a tree; call ``on_fold_end`` with the unpruned tree after each fold."""
    if estimator.early_stopping or estimator.pruning == "reduced_error":
        return fit_with_validation(estimator, data, seed, validation)
    model = grow_model(estimator, data, seed)
    attributes: dict[str, Any] = {"n_leaves_grown_": model.tree.n_leaves, "ccp_alpha_": 0.0}
    if estimator.pruning == "pessimistic":
        model = prune_pessimistic(
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
        return fit_cross_validated(estimator, data, seed, model, folds, on_fold_end)
    elif float(estimator.ccp_alpha) > 0 or estimator.cp > 0:
        links = WeakestLinks.of(model, estimator.ccp_risk)
        alpha = max(float(estimator.ccp_alpha), links.absolute(estimator.cp))
        model = collapse(model, links.collapsed(alpha))
        attributes["ccp_alpha_"] = alpha
    return FitResult(model, attributes)


def fit_cross_validated(
    estimator: TreeParameters,
    data: TrainingSet,
    seed: int,
    model: FittedTree,
    folds: list[Fold],
    on_fold_end: Callable[[FittedTree], None],
) -> FitResult:
    """Prune with the alpha selected by cross-validation, which is at least that of ``cp``."""
    n_leaves = model.tree.n_leaves
    links = WeakestLinks.of(model, estimator.ccp_risk)
    least = links.absolute(estimator.cp)
    if least > 0:
        model = collapse(model, links.collapsed(least))
        links = WeakestLinks.of(model, estimator.ccp_risk)
    alphas = evaluation_alphas(links.steps(least))
    mean_loss, unit, weight = mean_loss_of(model), root_loss(model), data.row_weight

    def evaluate(fold: Fold) -> Curve:
        fold_model = grow_model(estimator, data, seed, fold.train, n_threads=1)
        fold_links = WeakestLinks.of(
            fold_model, estimator.ccp_risk, float(weight[fold.train].sum()), mean_loss
        )
        rows = held_out_rows(data, fold_model, fold.test, weight)
        losses = node_losses(fold_model, estimator.criterion, rows, unit)
        return fold_curve(fold_links, losses, float(rows.weight.sum()), alphas)

    curves = []
    for curve in map_in_threads(evaluate, folds, data.n_threads):
        curves.append(curve)
        on_fold_end(model)
    table = cross_validated(training_table(model, links, least), curves)
    alpha = float(table["alpha"][select_row(table, estimator.ccp_rule)])
    attributes = {"n_leaves_grown_": n_leaves, "ccp_alpha_": alpha, "_cp_table": table}
    return FitResult(collapse(model, links.collapsed(alpha)), attributes)


def held_out_rows(
    data: TrainingSet, model: FittedTree, held_out: Mask, weight: Floats
) -> HeldOutRows:
    """Return training rows that the tree was not grown on, with the nodes where they end."""
    table = data.missing.table(data.schema, select_rows(data.frame, held_out), 1)
    return locate_rows(model, table, data.targets.values[held_out], weight[held_out], data.costs)


def locate_rows(
    model: FittedTree, table: _core.Table, y: Array, weight: Floats, costs: ClassCosts | None
) -> HeldOutRows:
    """Find the node where each row, or each fraction of it, ends."""
    factor = None if costs is None else costs.prior_factor
    if not has_fractional_routes(model.tree):
        return HeldOutRows(model.tree.apply(table), y, weight, factor)
    row, node, fraction = fractional_rows(model.tree, table)
    return HeldOutRows(node, y[row], weight[row] * fraction, factor)


def fit_with_validation(
    estimator: TreeParameters, data: TrainingSet, seed: int, validation: LabeledTable | None
) -> FitResult:
    """Prune, or stop early, by the loss on validation data."""
    if validation is None:
        held_out = validation_rows(
            estimator.validation_fraction, data.targets, data.weight, estimator.random_state
        )
        model = grow_model(estimator, data, seed, ~held_out)
        rows = held_out_rows(data, model, held_out, data.row_weight)
    else:
        model = grow_model(estimator, data, seed)
        rows = locate_rows(
            model, validation.table, validation.targets.values, validation.row_weight, data.costs
        )
    losses = node_losses(model, estimator.criterion, rows)
    total = float(rows.weight.sum())
    attributes: dict[str, Any] = {"n_leaves_grown_": model.tree.n_leaves, "ccp_alpha_": 0.0}
    if estimator.early_stopping:
        mask, curve = stop_early(model.tree, losses, int(estimator.n_iter_no_change))
        attributes["validation_curve_"] = curve / total
        attributes["validation_loss_"] = float(curve.min()) / total
    else:
        mask, loss = minimum_cost_subtree(model.tree, losses.loss, losses.stopped)
        attributes["validation_loss_"] = loss / total
    return FitResult(collapse(model, mask), attributes)
