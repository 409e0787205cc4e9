"""Colors of numeric values, lines and text. Class colors are in inspection/colors.py."""

from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.colors import Normalize, to_rgb
from numpy.typing import NDArray

from ..inspection.colors import CLASS_COLORS

INK, PALE_INK, LINE = "#222222", "#6F6F6F", "#8C8C8C"
ACCENT, SECOND = CLASS_COLORS[0], CLASS_COLORS[4]
# The ends of the color map are left out: too pale to see, and too dark for black text.
VALUE_MAP, MAP_START, MAP_END = "YlGnBu", 0.06, 0.72


def value_colormap() -> Any:
    """Return the color map of numeric values."""
    steps = np.linspace(MAP_START, MAP_END, 256)
    return mpl.colors.ListedColormap(mpl.colormaps[VALUE_MAP](steps), name="spinney")


def value_norm(values: NDArray[np.float64]) -> Normalize:
    """Return the normalization of values to [0, 1]; a constant is mapped to 0.5."""
    low, high = float(values.min()), float(values.max())
    return Normalize(low - 1, high + 1) if low == high else Normalize(low, high)


def text_color(background: str) -> str:
    """Return black or white, whichever is readable on the background color."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(background)
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return INK if luminance > 0.2 else "white"
