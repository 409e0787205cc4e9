"""The losses of boosting as cases of a test: targets that suit them, and scikit-learn's twins."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn._loss import loss as reference
from sklearn.utils.stats import _weighted_percentile

from spinney._core import Loss

Array = NDArray[Any]
N_CLASSES, ALPHA, POWER = 4, 0.8, 1.3


@dataclass
class Case:
    """A loss, scikit-learn's twin of it, and targets that it can have."""

    arguments: tuple[Any, ...]
    twin: Callable[[], Any]
    targets: Callable[[np.random.Generator, int], Array]

    @property
    def loss(self) -> Loss:
        return Loss(*self.arguments)


def whole(n: int) -> Callable[[np.random.Generator, int], Array]:
    return lambda random, size: random.integers(0, n, size).astype(np.float64)


def real(random: np.random.Generator, size: int) -> Array:
    return random.normal(size=size)


def positive(random: np.random.Generator, size: int) -> Array:
    return random.gamma(1.5, size=size) + 1e-3


CASES = {
    "log_loss": Case(("log_loss", 2), reference.HalfBinomialLoss, whole(2)),
    "multinomial": Case(
        ("log_loss", N_CLASSES),
        lambda: reference.HalfMultinomialLoss(n_classes=N_CLASSES),
        whole(N_CLASSES),
    ),
    "exponential": Case(("exponential", 2), reference.ExponentialLoss, whole(2)),
    "squared_error": Case(("squared_error",), reference.HalfSquaredError, real),
    "absolute_error": Case(("absolute_error",), reference.AbsoluteError, real),
    "huber": Case(("huber", 0, ALPHA), lambda: reference.HuberLoss(quantile=ALPHA), real),
    "quantile": Case(("quantile", 0, ALPHA), lambda: reference.PinballLoss(quantile=ALPHA), real),
    "poisson": Case(("poisson",), reference.HalfPoissonLoss, whole(6)),
    "gamma": Case(("gamma",), reference.HalfGammaLoss, positive),
    "tweedie": Case(
        ("tweedie", 0, POWER), lambda: reference.HalfTweedieLoss(power=POWER), whole(6)
    ),
}
NEWTON = ["log_loss", "multinomial", "exponential"]
EXACT = ["squared_error", "absolute_error", "quantile", "poisson", "gamma", "tweedie"]
seeds = st.integers(0, 2**32 - 1)
every_loss = pytest.mark.parametrize("name", CASES)


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


def as_peers(scores: Array) -> Array:
    """(rows,) or (rows, classes), as scikit-learn has raw predictions."""
    return scores[0] if len(scores) == 1 else np.ascontiguousarray(scores.T)


def twin(name: str, rows: Rows) -> Any:
    """scikit-learn's loss, with Huber's delta of the rows."""
    loss = CASES[name].twin()
    if name == "huber":
        errors = np.abs(rows.y - rows.scores[0])
        loss.closs.delta = float(_weighted_percentile(errors, rows.weight, 100 * ALPHA))
    return loss


def hessian_factor(name: str) -> float:
    return N_CLASSES / (N_CLASSES - 1) if name == "multinomial" else 1.0
