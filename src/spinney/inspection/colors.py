"""Class colors that remain distinguishable with color blindness."""

# The palette of Okabe and Ito, then the muted palette of Paul Tol.
CLASS_COLORS = (
    *("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442"),
    *("#332288", "#88CCEE", "#44AA99", "#117733", "#999933", "#DDCC77", "#CC6677"),
    *("#882255", "#AA4499", "#777777"),
)


def class_color(index: int) -> str:
    """Return the color of a class; colors repeat beyond 17 classes."""
    return CLASS_COLORS[index % len(CLASS_COLORS)]


def tint(color: str, strength: float) -> str:
    """Mix a color with white: 0 is white, 1 the color itself."""
    parts = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - strength * (255 - part)):02x}" for part in parts)


def purity_tint(color: str, share: float, n_classes: int) -> str:
    """Return the color of a class, paler for a smaller share of the node."""
    even = 1 / max(n_classes, 2)
    return tint(color, 0.12 + 0.5 * max(0.0, (share - even) / (1 - even)))
