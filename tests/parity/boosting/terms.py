"""Spinney's parameters for a case of another library.

XGBoost differs in three points, which parameters compensate exactly:

- its gain lacks the half of the objective, so that its gamma is twice ours;
- its multinomial hessian is 2 p (1 - p), ours K / (K - 1) p (1 - p);
- its Poisson hessian is exp(score + max_delta_step), ours exp(score).

Where our hessian is c times the peer's, c times its lambda and minimum weight give 1 / c times
its leaves and gains, so that the learning rate is c times its own, and gamma and the maximum
step 1 / c times.
"""

import math
from dataclasses import dataclass

import numpy as np

# Defaults of a case, as defined by the peer.
DEFAULTS = {
    "xgboost": {"reg_lambda": 1.0, "min_child_weight": 1.0, "min_samples_leaf": 1},
    "sklearn_boosting": {"min_samples_leaf": 1, "min_samples_split": 2},
    "lightgbm": {"min_child_weight": 1e-3},
    "hist_gradient_boosting": {"min_child_weight": 1e-3},
}


@dataclass(frozen=True)
class Terms:
    """Parameters of our estimators that reproduce a peer's trees.

    ``hessian`` is the ratio of our hessian to the peer's.
    """

    loss: str
    params: dict
    hessian: float = 1.0

    @property
    def classic(self):
        return self.params.get("algorithm") == "classic"

    def leaf(self, gradient, hessian):
        """Optimal step of a leaf with these sums, before the learning rate."""
        get = self.params.get
        alpha, max_step = get("reg_alpha", 0.0), get("max_delta_step", 0.0) or np.inf
        thresholded = np.sign(gradient) * np.maximum(np.abs(gradient) - alpha, 0)
        return np.clip(-thresholded / (hessian + get("reg_lambda", 0.0)), -max_step, max_step)

    def objective_decrease(self, gradient, hessian):
        """Decrease of the objective by that step."""
        get, step = self.params.get, self.leaf(gradient, hessian)
        curved = (hessian + get("reg_lambda", 0.0)) * step**2 / 2
        return -(gradient * step + curved + get("reg_alpha", 0.0) * np.abs(step))


def read_terms(case, sample):
    """Parameters of a case on its rows."""
    options = DEFAULTS[case.peer] | case.params
    loss = options.pop("loss", "log_loss" if sample.is_class else "squared_error")
    options.pop("codes", None)
    options.pop("start", None)
    fixed = {"quantize": False, "subsample": 1.0}
    if case.peer == "sklearn_boosting":
        options.pop("n_estimators")
        return Terms(loss, options | fixed | {"algorithm": "classic", "max_bins": None})
    if case.peer == "xgboost":
        hessian = relative_hessian(loss, options, sample)
        scaled = scale(options, hessian) | {"max_bins": None, "growth": "level"}
        return Terms(loss, scaled | fixed, hessian)
    return Terms(loss, options | fixed | {"max_bins": 255})


def relative_hessian(loss, options, sample):
    """Our hessian as a multiple of XGBoost's."""
    n_classes = int(sample.y.max()) + 1 if sample.is_class else 2
    if n_classes > 2:
        return n_classes / (2 * (n_classes - 1))
    return math.exp(-options.get("max_delta_step", 0.0)) if loss == "poisson" else 1.0


def scale(options, c):
    """Convert XGBoost's parameters to ours, where our hessian is c times its own."""
    factors = {
        "reg_lambda": c,
        "min_child_weight": c,
        "learning_rate": c,
        "gamma": 1 / (2 * c),
        "max_delta_step": 1 / c,
    }
    return {name: value * factors.get(name, 1) for name, value in options.items()}
