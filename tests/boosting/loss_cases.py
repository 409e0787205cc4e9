"""One test case per loss of the core, with random targets and scikit-learn's equivalent."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn._loss import loss as reference
from sklearn.utils.stats import _weighted_percentile

from spinney._core import Loss, LossInfo, TargetDomain, Task, losses

Array = NDArray[Any]
Targets = Callable[[np.random.Generator, int], Array]
N_CLASSES, ALPHA, POWER = 4, 0.8, 1.3
PARAMETERS = {"alpha": ALPHA, "power": POWER}


def integers(n: int) -> Targets:
    return lambda random, size: random.integers(0, n, size).astype(np.float64)


TARGETS: dict[TargetDomain, Targets] = {
    TargetDomain.real: lambda random, size: random.normal(size=size),
    TargetDomain.non_negative: integers(6),
    TargetDomain.positive: lambda random, size: random.gamma(1.5, size=size) + 1e-3,
    TargetDomain.two_classes: integers(2),
    TargetDomain.classes: integers(2),
}


@dataclass
class Case:
    """A loss, and a function that draws targets from its domain."""

    info: LossInfo
    n_classes: int
    targets: Targets

    @property
    def loss(self) -> Loss:
        parameter = self.info.parameter
        value = None if parameter is None else PARAMETERS[parameter.name]
        return Loss(self.info.name, self.n_classes, value)


CASES = {
    info.name: Case(info, 2 * (info.task is Task.classification), TARGETS[info.domain])
    for info in losses()
}
CASES["multinomial"] = Case(CASES["log_loss"].info, N_CLASSES, integers(N_CLASSES))
# scikit-learn's equivalents; a new loss need not have one.
REFERENCES: dict[str, Callable[[], Any]] = {
    "log_loss": reference.HalfBinomialLoss,
    "multinomial": lambda: reference.HalfMultinomialLoss(n_classes=N_CLASSES),
    "exponential": reference.ExponentialLoss,
    "squared_error": reference.HalfSquaredError,
    "absolute_error": reference.AbsoluteError,
    "huber": lambda: reference.HuberLoss(quantile=ALPHA),
    "quantile": lambda: reference.PinballLoss(quantile=ALPHA),
    "poisson": reference.HalfPoissonLoss,
    "gamma": reference.HalfGammaLoss,
    "tweedie": lambda: reference.HalfTweedieLoss(power=POWER),
}
CLASSIFICATION = [name for name, case in CASES.items() if case.n_classes]
# Losses whose leaf_step has a closed form.
EXACT = ["squared_error", "absolute_error", "quantile", "poisson", "gamma", "tweedie"]
seeds = st.integers(0, 2**32 - 1)
every_loss = pytest.mark.parametrize("name", CASES)
every_reference = pytest.mark.parametrize("name", REFERENCES)


@dataclass
class Rows:
    y: Array
    scores: Array
    weight: Array

    def take(self, rows: Any) -> "Rows":
        return Rows(self.y[rows], self.scores[:, rows].copy(), self.weight[rows])


def draw(name: str, seed: int, n: int, spread: float = 2.0) -> Rows:
    random = np.random.default_rng(seed)
    scores = random.normal(scale=spread, size=(CASES[name].loss.n_scores, n))
    return Rows(CASES[name].targets(random, n), scores, random.integers(1, 5, n) / 2)


def sklearn_scores(scores: Array) -> Array:
    """Raw predictions in scikit-learn's layout: (rows,) or (rows, classes)."""
    return scores[0] if len(scores) == 1 else np.ascontiguousarray(scores.T)


def reference_loss(name: str, rows: Rows) -> Any:
    """scikit-learn's loss, with Huber's delta computed from the rows."""
    loss = REFERENCES[name]()
    if name == "huber":
        errors = np.abs(rows.y - rows.scores[0])
        loss.closs.delta = float(_weighted_percentile(errors, rows.weight, 100 * ALPHA))
    return loss


def hessian_factor(name: str) -> float:
    return N_CLASSES / (N_CLASSES - 1) if name == "multinomial" else 1.0
