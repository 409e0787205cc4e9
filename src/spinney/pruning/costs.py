"""Costs of wrong predictions: priors, the loss matrix, and the loss of each row."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.criteria import CRITERIA
from ..base.fitted_tree import FittedTree
from ..data.columns import Array
from ..data.targets import Targets
from ..data.weights import Weights

Floats = NDArray[np.float64]


class ClassCosts(NamedTuple):
    """Weights of the classes under priors and a loss matrix."""

    growth_factor: Floats
    """By class: the factor of the sample weights in growth, from the altered priors."""
    prior_factor: Floats
    """By class: the factor of the sample weights under the priors alone."""
    loss: Floats | None
    """Cost of predicting class j for a row of class i; None is misclassification error."""

    def shares(self, value: Floats) -> Floats:
        """Convert class shares under the altered priors to those under the priors alone."""
        if self.loss is None:
            return value
        shares: Floats = value / self.loss.sum(axis=1)
        shares /= shares.sum(axis=2, keepdims=True)
        return shares


def class_costs(
    priors: Any, loss_matrix: Any, targets: Targets, weight: Weights | None
) -> ClassCosts | None:
    """Return the class costs; None without priors and a loss matrix."""
    if priors is None and loss_matrix is None:
        return None
    if targets.n_outputs > 1:
        raise ValueError("priors and loss_matrix support one output only, but y has several.")
    classes = targets.classes[0]
    frequency = np.bincount(targets.values[:, 0], weight, len(classes))
    frequency = frequency / frequency.sum()
    loss = None if loss_matrix is None else check_loss_matrix(loss_matrix, len(classes))
    prior = frequency if priors is None else check_priors(priors, classes)
    altered = prior if loss is None else prior * loss.sum(axis=1)
    present = frequency > 0
    if not altered[present].sum() > 0:
        raise ValueError("priors are 0 for all classes with samples of weight above 0.")
    prior_factor = np.divide(prior, frequency, out=np.zeros_like(prior), where=present)
    growth_factor = np.divide(altered, frequency, out=np.zeros_like(prior), where=present)
    return ClassCosts(growth_factor / altered.sum(), prior_factor, loss)


def check_priors(priors: Any, classes: Array) -> Floats:
    """Validate priors; return them in the order of the classes, normalized to sum to 1."""
    if isinstance(priors, Mapping):
        labels = classes.tolist()
        unknown = [label for label in priors if label not in labels]
        absent = [label for label in labels if label not in priors]
        if unknown or absent:
            raise ValueError(
                f"priors must have one entry per class of y: missing classes {absent}, unknown "
                f"classes {unknown}."
            )
        priors = [priors[label] for label in labels]
    try:
        prior = np.asarray(priors, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"priors must be numbers: {error}") from None
    if prior.shape != classes.shape:
        raise ValueError(f"priors has shape {prior.shape}, but y has {len(classes)} classes.")
    wrong = np.flatnonzero(~(prior >= 0) | np.isinf(prior))
    if wrong.size:
        label = classes[wrong[0]]
        raise ValueError(
            f"priors must be finite and not negative; class {label!r} has {prior[wrong[0]]}."
        )
    if not prior.sum() > 0:
        raise ValueError("priors are 0 for every class.")
    scaled: Floats = prior / prior.sum()
    return scaled


def check_loss_matrix(loss_matrix: Any, n_classes: int) -> Floats:
    """Validate a loss matrix; entry (i, j) is the cost of predicting class j for class i."""
    try:
        loss = np.array(loss_matrix, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"loss_matrix must be a matrix of numbers: {error}") from None
    if loss.shape != (n_classes, n_classes):
        raise ValueError(
            f"loss_matrix has shape {loss.shape}, but y has {n_classes} classes: it must be "
            f"({n_classes}, {n_classes})."
        )
    if not (np.isfinite(loss) & (loss >= 0)).all():
        i, j = np.argwhere(~(np.isfinite(loss) & (loss >= 0)))[0]
        raise ValueError(
            f"loss_matrix must be finite and not negative; row {i}, column {j} is {loss[i, j]}."
        )
    if loss.diagonal().any():
        i = int(np.flatnonzero(loss.diagonal())[0])
        raise ValueError(f"loss_matrix must have zeros on its diagonal; row {i} has {loss[i, i]}.")
    if n_classes > 1 and not loss.any(axis=1).all():
        i = int(np.flatnonzero(~loss.any(axis=1))[0])
        raise ValueError(
            f"loss_matrix has only zeros in row {i}: errors of that class have no cost."
        )
    return loss


def node_predictions(model: FittedTree) -> Array:
    """Return the prediction of each node as a leaf: (nodes, outputs) class indices or numbers."""
    value = model.tree.value
    return model.predicted_classes(value) if model.classes else value[:, :, 0]


def row_losses(model: FittedTree, criterion: str, prediction: Array, y: Array) -> Floats:
    """Return the mean loss over outputs of each row, for arrays (rows, outputs)."""
    if model.classes:
        if model.loss is not None:
            return model.loss[y[:, 0], prediction[:, 0]]
        loss: Floats = (prediction != y).astype(np.float64)
    else:
        loss = _core.row_losses(CRITERIA[criterion].kind, y.ravel(), prediction.ravel()).reshape(
            y.shape
        )
    return loss[:, 0] if loss.shape[1] == 1 else loss.mean(axis=1)
