"""Distributions for random search."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Draw = Callable[[np.random.Generator], Any]


def uniform(low: float, high: float) -> Draw:
    return lambda rng: float(f"{rng.uniform(low, high):.3g}")


def log_uniform(low: float, high: float) -> Draw:
    return lambda rng: float(f"{np.exp(rng.uniform(np.log(low), np.log(high))):.3g}")


def integer(low: int, high: int) -> Draw:
    """Log-uniform integers."""
    return lambda rng: round(float(np.exp(rng.uniform(np.log(low), np.log(high)))))


def choice(*values: Any) -> Draw:
    return lambda rng: values[int(rng.integers(len(values)))]


def sample_settings(
    space: dict[str, Draw], fixed: Sequence[str], n: int, rng: np.random.Generator
) -> list[dict[str, Any]]:
    """Return up to ``n`` distinct settings. The first one is empty: the model's own parameters."""
    sampled: list[dict[str, Any]] = [{}]
    for _ in range(20 * n):
        if len(sampled) >= n:
            break
        settings = {name: draw(rng) for name, draw in space.items() if name not in fixed}
        if settings not in sampled:
            sampled.append(settings)
    return sampled
