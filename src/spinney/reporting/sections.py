"""Sections of a report, which state a reason where they have no content."""

from collections.abc import Callable
from typing import Any

from ..base.unsupported import UnsupportedEstimatorError

Content = dict[str, Any]
N_STEPS = 7
"""The number of parts of a report that ``progress`` names."""


class Unavailable(Exception):  # noqa: N818 - a reason, not an error
    """The reason why a section has no content, as one sentence."""


REASONS = (Unavailable, UnsupportedEstimatorError, ValueError, NotImplementedError)
"""Errors whose messages are reasons; others are errors in this library."""


def section(compute: Callable[[], Content]) -> Content:
    """Return the content of a section, or the reason why there is none."""
    try:
        return compute()
    except REASONS as error:
        return {"unavailable": one_sentence(str(error))}


def one_sentence(text: str) -> str:
    """Return the first sentences of a message in one line, with a full stop."""
    line = " ".join(text.split())
    if len(line) > 300:
        line = line[:297].rstrip() + "..."
    return line if line.endswith((".", "...")) else line + "."


def supports_slices(model: Any) -> bool:
    """Whether a slice of the model is a model of its first trees, not a list of its members."""
    return hasattr(type(model), "__getitem__") and isinstance(model[:1], type(model))
