"""Seeds of the core's random number generators."""

from numbers import Integral
from typing import Any

import numpy as np

MAX_SEED = 2**31 - 1


def resolve_seed(random_state: Any, is_random: bool) -> int:
    """Return the seed; without ``random_state`` it is 0 unless fit is random."""
    if isinstance(random_state, Integral):
        return int(random_state)
    if random_state is None:
        return int(np.random.randint(MAX_SEED)) if is_random else 0  # noqa: NPY002
    return int(random_state.randint(MAX_SEED))
