"""Seeds of the core's random numbers."""

from numbers import Integral
from typing import Any

import numpy as np

MAX_SEED = 2**31 - 1


def resolve_seed(random_state: Any, samples: bool) -> int:
    """Return the core's seed; without ``random_state`` it is random only if fit samples."""
    if isinstance(random_state, Integral):
        return int(random_state)
    if random_state is None:
        return int(np.random.randint(MAX_SEED)) if samples else 0  # noqa: NPY002
    return int(random_state.randint(MAX_SEED))
