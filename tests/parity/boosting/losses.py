"""Gradients and hessians computed from the rows, independent of any tree library."""

import numpy as np
from scipy.special import expit, softmax


def log_loss(y, scores):
    p = expit(scores)
    return p - y, p * (1 - p)


def multinomial(y, scores):
    """With the hessian K / (K - 1) p (1 - p) of Friedman's boosting of K classes."""
    n_classes = len(scores)
    p = softmax(scores, axis=0)
    here = y == np.arange(n_classes)[:, None]
    return p - here, p * (1 - p) * n_classes / (n_classes - 1)


def exponential(y, scores):
    sign = 2 * y - 1
    step = np.exp(-sign * scores)
    return -sign * step, step


def squared_error(y, scores):
    return scores - y, np.ones_like(scores)


def absolute_error(y, scores):
    """A residual of 0 counts as too low, as in scikit-learn."""
    return np.where(scores > y, 1.0, -1.0), np.ones_like(scores)


def quantile(y, scores, alpha):
    return np.where(scores > y, 1 - alpha, -alpha), np.ones_like(scores)


def huber(y, scores, delta):
    return np.clip(scores - y, -delta, delta), np.ones_like(scores)


def poisson(y, scores):
    return np.exp(scores) - y, np.exp(scores)


def gamma(y, scores):
    share = y * np.exp(-scores)
    return 1 - share, share


def tweedie(y, scores, power):
    low, high = y * np.exp((1 - power) * scores), np.exp((2 - power) * scores)
    return high - low, (2 - power) * high - (1 - power) * low


LOSSES = {
    "log_loss": log_loss,
    "multinomial": multinomial,
    "exponential": exponential,
    "squared_error": squared_error,
    "absolute_error": absolute_error,
    "quantile": quantile,
    "huber": huber,
    "poisson": poisson,
    "gamma": gamma,
    "tweedie": tweedie,
}


def weighted_quantile(values, weight, alpha):
    """The first value with at least this share of the weight up to it."""
    order = np.argsort(values, kind="stable")
    below = np.cumsum(weight[order])
    return values[order][np.searchsorted(below, alpha * below[-1])]


def line_search(loss, residual, weight, params, delta):
    """Leaf values of scikit-learn that are not Newton steps."""
    alpha = params["alpha"] if loss == "quantile" else 0.5
    middle = weighted_quantile(residual, weight, alpha)
    if loss != "huber":
        return middle
    return middle + np.average(np.clip(residual - middle, -delta, delta), weights=weight)


def huber_delta(sample, scores, alpha):
    return weighted_quantile(np.abs(sample.y - scores[0]), sample.weight, alpha)


def derive(loss, sample, scores, params):
    """Weighted gradients and hessians, (n_scores, rows) each."""
    options = {}
    if loss == "quantile":
        options["alpha"] = params["alpha"]
    elif loss == "huber":
        options["delta"] = huber_delta(sample, scores, params["alpha"])
    elif loss == "tweedie":
        options["power"] = params["power"]
    elif loss == "log_loss" and len(scores) > 1:
        loss = "multinomial"
    gradient, hessian = LOSSES[loss](sample.y, scores, **options)
    return gradient * sample.weight, hessian * sample.weight
