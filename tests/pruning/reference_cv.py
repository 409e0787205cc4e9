"""Reference cross-validation: the tree of each fold is pruned and evaluated at each alpha."""

import numpy as np
from sklearn.base import clone


def losses(model, X, y, class_factor):
    """Return the loss of each row, times the factor of its class."""
    predicted = model.predict(X)
    if getattr(model, "loss_matrix", None) is not None:
        code = {label: k for k, label in enumerate(model.classes_.tolist())}
        true, chosen = ([code[label] for label in labels.tolist()] for labels in (y, predicted))
        loss = np.asarray(model.loss_matrix, dtype=float)[true, chosen]
    elif hasattr(model, "classes_"):
        loss = (predicted != y).astype(float)
    elif model.criterion == "absolute_error":
        loss = np.abs(predicted - y)
    elif model.criterion == "poisson":
        loss = y * np.log(np.where(y > 0, y, 1) / predicted) - y + predicted
    else:
        loss = (predicted - y) ** 2
    loss = loss.mean(axis=1) if loss.ndim == 2 else loss
    return loss if class_factor is None else loss * [class_factor[label] for label in y.tolist()]


def reference_table(model, X, y, weight, folds, class_factor=None):
    """Return xerror and xstd of each row of the CP table.

    The trees of the folds are grown on all rows; those held out have weight 0.
    """
    whole = clone(model).set_params(ccp_alpha=0.0).fit(X, y, weight)
    weight = np.ones(len(y)) if weight is None else weight
    alpha = whole.cp_table_["alpha"]
    # As in rpart: the geometric mean of each alpha and the previous, larger one.
    at = np.append(np.inf, np.sqrt(alpha[1:] * alpha[:-1]) * (1 + 1e-12))
    loss = np.zeros((len(at), 0))
    weights = np.zeros(0)
    for fold in np.unique(folds):
        train = folds != fold
        tree = clone(whole).fit(X, y, weight * train)
        held_out = [losses(tree.prune(a), X[~train], y[~train], class_factor) for a in at]
        loss = np.hstack([loss, held_out])
        weights = np.append(weights, weight[~train])
    root = (losses(whole.prune(np.inf), X, y, class_factor) * weight).sum()
    if root == 0:
        return np.zeros(len(at)), np.zeros(len(at))
    total = loss @ weights
    spread = np.sqrt(np.maximum(loss**2 @ weights - total**2 / weights.sum(), 0))
    return total / root, spread / root
