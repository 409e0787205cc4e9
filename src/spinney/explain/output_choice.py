"""The output of a model that an explanation shows."""

from collections.abc import Sequence
from typing import Any

import numpy as np

MAX_LISTED = 10
"""The maximum number of outputs in a message."""


def default_output(outputs: Sequence[Any], kind: str) -> int | None:
    """Return the output to show if none is chosen: the only one, or the second of two classes."""
    if len(outputs) == 1:
        return 0
    two_classes = len(outputs) == 2 and kind == "probability"
    return 1 if two_classes and not isinstance(outputs[0], tuple) else None


def output_index(outputs: Sequence[Any], kind: str, output: Any = None) -> int:
    """Return the position of an output; raise if it does not exist or has to be chosen."""
    shown = ", ".join(map(repr, outputs[:MAX_LISTED])) + ", ..." * (len(outputs) > MAX_LISTED)
    if output is None:
        found = default_output(outputs, kind)
        if found is None:
            raise ValueError(f"Choose one of the outputs: output=[{shown}].")
        return found
    if isinstance(output, list | set | np.ndarray):
        raise ValueError(
            f"output must be a single one of [{shown}], got the {type(output).__name__} {output!r}."
        )
    if output not in outputs:
        raise ValueError(f"output must be one of [{shown}], got {output!r}.{single_score(outputs)}")
    return list(outputs).index(output)


def single_score(outputs: Sequence[Any]) -> str:
    """Return a note on models of two classes with one score."""
    if len(outputs) > 1 or outputs[0] == 0:
        return ""
    return " This model of two classes has one score, that of the second class."
