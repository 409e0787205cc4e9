"""The choice of one output of a result."""

from collections.abc import Sequence
from typing import Any

import numpy as np


def output_position(output: Any, outputs: Sequence[Any]) -> int:
    """Return the position of an output; raise if there is no such output."""
    known = list(outputs)
    if isinstance(output, (list, set, np.ndarray)):
        raise ValueError(
            f"output must be a single one of {known!r}, got the {type(output).__name__} {output!r}."
        )
    if output not in known:
        raise ValueError(f"output must be one of {known!r}, got {output!r}.")
    return known.index(output)
