"""Colours that people with colour-blindness can tell apart, and tints of them."""

from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.colors import Normalize, to_hex, to_rgb
from numpy.typing import NDArray

# The colours of Okabe and Ito, and the muted scheme of Paul Tol.
OKABE_ITO = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442"]
MUTED = ["#332288", "#88CCEE", "#44AA99", "#117733", "#999933", "#DDCC77", "#CC6677", "#882255"]
CLASS_COLOURS = [*OKABE_ITO, *MUTED, "#AA4499", "#777777"]
INK, PALE_INK, LINE = "#222222", "#7A7A7A", "#8C8C8C"
ACCENT, SECOND = CLASS_COLOURS[0], CLASS_COLOURS[4]
# The ends of the map are left out: too pale to see, too dark to write on.
NUMBER_MAP, MAP_START, MAP_END = "YlGnBu", 0.06, 0.72


def class_colour(index: int) -> str:
    """The colour of a class; beyond 17 classes colours come back."""
    return CLASS_COLOURS[index % len(CLASS_COLOURS)]


def tint(colour: str, strength: float) -> str:
    """The colour mixed with white: 0 is white, 1 the colour itself."""
    r, g, b = (1 - strength * (1 - part) for part in to_rgb(colour))
    return to_hex((r, g, b))


def purity_tint(colour: str, share: float, n_classes: int) -> str:
    """The colour of a class, paler the less of a node it has."""
    even = 1 / max(n_classes, 2)
    return tint(colour, 0.12 + 0.5 * max(0.0, (share - even) / (1 - even)))


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
