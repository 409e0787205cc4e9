"""Cross-validated pruning the slow way: each fold's tree pruned and asked at each alpha."""

import numpy as np
from sklearn.base import clone


def losses(model, X, y, charge):
    """What each row loses by the model's answer."""
    answer = model.predict(X)
    if getattr(model, "loss_matrix", None) is not None:
        code = {label: k for k, label in enumerate(model.classes_.tolist())}
        true, said = ([code[label] for label in labels.tolist()] for labels in (y, answer))
        lost = np.asarray(model.loss_matrix, dtype=float)[true, said]
    elif hasattr(model, "classes_"):
        lost = (answer != y).astype(float)
    elif model.criterion == "absolute_error":
        lost = np.abs(answer - y)
    elif model.criterion == "poisson":
        lost = y * np.log(np.where(y > 0, y, 1) / answer) - y + answer
    else:
        lost = (answer - y) ** 2
    lost = lost.mean(axis=1) if lost.ndim == 2 else lost
    return lost if charge is None else lost * [charge[label] for label in y.tolist()]


def slow_table(model, X, y, weight, folds, charge=None):
    """xerror and xstd of each row of the CP table.

    Trees of the folds are grown with the weights of the training rows, those of other rows 0.
    """
    whole = clone(model).set_params(ccp_alpha=0.0).fit(X, y, weight)
    weight = np.ones(len(y)) if weight is None else weight
    alpha = whole.cp_table_["alpha"]
    # rpart: the geometric mean of a step and the larger one before it; the first stands alone.
    at = np.append(np.inf, np.sqrt(alpha[1:] * alpha[:-1]) * (1 + 1e-12))
    lost = np.zeros((len(at), 0))
    weights = np.zeros(0)
    for fold in np.unique(folds):
        train = folds != fold
        tree = clone(whole).fit(X, y, weight * train)
        part = [losses(tree.prune(a), X[~train], y[~train], charge) for a in at]
        lost = np.hstack([lost, part])
        weights = np.append(weights, weight[~train])
    root = (losses(whole.prune(np.inf), X, y, charge) * weight).sum()
    if root == 0:
        return np.zeros(len(at)), np.zeros(len(at))
    total = lost @ weights
    spread = np.sqrt(np.maximum(lost**2 @ weights - total**2 / weights.sum(), 0))
    return total / root, spread / root
