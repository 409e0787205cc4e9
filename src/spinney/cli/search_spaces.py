"""What ``tune`` draws the parameters of each model from."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Draw = Callable[[np.random.Generator], Any]


def between(low: float, high: float) -> Draw:
    return lambda rng: float(f"{rng.uniform(low, high):.3g}")


def log_between(low: float, high: float) -> Draw:
    """Evenly on the scale of logarithms."""
    return lambda rng: float(f"{np.exp(rng.uniform(np.log(low), np.log(high))):.3g}")


def whole(low: int, high: int) -> Draw:
    """Whole numbers, evenly on the scale of logarithms."""
    return lambda rng: round(float(np.exp(rng.uniform(np.log(low), np.log(high)))))


def one_of(*choices: Any) -> Draw:
    return lambda rng: choices[int(rng.integers(len(choices)))]


FOREST: dict[str, Draw] = {
    "max_features": between(0.1, 1.0),
    "min_samples_leaf": whole(1, 20),
    "max_depth": one_of(None, None, 8, 12, 20),
}
SPACES: dict[str, dict[str, Draw]] = {
    "tree": {
        "ccp_alpha": one_of(0.0, "cv"),
        "ccp_rule": one_of("min", "1se"),
        "max_depth": one_of(None, 3, 4, 5, 6, 8, 12),
        "min_samples_leaf": whole(1, 50),
    },
    "forest": FOREST,
    "extra": FOREST,
    "boost": {
        "learning_rate": log_between(0.02, 0.2),
        "max_leaf_nodes": whole(4, 128),
        "min_samples_leaf": whole(2, 100),
        "reg_lambda": log_between(0.01, 30),
        "subsample": between(0.5, 1.0),
        "colsample_bytree": between(0.4, 1.0),
    },
    "adaboost": {
        "learning_rate": log_between(0.05, 2),
        "n_estimators": whole(30, 300),
        "estimator__max_depth": one_of(1, 2, 3, 4, 6),
    },
    "bagging": {
        "max_samples": between(0.3, 1.0),
        "max_features": between(0.4, 1.0),
        "estimator__min_samples_leaf": whole(1, 20),
    },
    "optimal": {
        "max_depth": one_of(2, 3),
        "min_samples_leaf": whole(1, 50),
        "max_thresholds": one_of(8, 16, 32),
    },
}


def draw_settings(
    space: dict[str, Draw], fixed: Sequence[str], n: int, rng: np.random.Generator
) -> list[dict[str, Any]]:
    """So many different settings, the usual ones (nothing changed) first."""
    drawn: list[dict[str, Any]] = [{}]
    for _ in range(20 * n):
        if len(drawn) >= n:
            break
        settings = {name: draw(rng) for name, draw in space.items() if name not in fixed}
        if settings not in drawn:
            drawn.append(settings)
    return drawn
