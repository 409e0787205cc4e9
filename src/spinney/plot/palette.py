"""Colours of numbers, lines and letters; those of classes are in look/colours.py."""

from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.colors import Normalize, to_rgb
from numpy.typing import NDArray

from ..inspection.colors import CLASS_COLOURS

INK, PALE_INK, LINE = "#222222", "#7A7A7A", "#8C8C8C"
ACCENT, SECOND = CLASS_COLOURS[0], CLASS_COLOURS[4]
# The ends of the map are left out: too pale to see, too dark to write on.
NUMBER_MAP, MAP_START, MAP_END = "YlGnBu", 0.06, 0.72


def number_colours() -> Any:
    """The colour map of numbers."""
    steps = np.linspace(MAP_START, MAP_END, 256)
    return mpl.colors.ListedColormap(mpl.colormaps[NUMBER_MAP](steps), name="spinney")


def number_norm(values: NDArray[np.float64]) -> Normalize:
    """From numbers to places on the colour map; a constant is in its middle."""
    low, high = float(values.min()), float(values.max())
    return Normalize(low - 1, high + 1) if low == high else Normalize(low, high)


def ink_on(colour: str) -> str:
    """Black or white, whichever can be read on a colour."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return INK if luminance > 0.2 else "white"
