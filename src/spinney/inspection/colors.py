"""Colours of classes, which people with colour-blindness can tell apart."""

# The colours of Okabe and Ito, then the muted scheme of Paul Tol.
CLASS_COLOURS = (
    *("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442"),
    *("#332288", "#88CCEE", "#44AA99", "#117733", "#999933", "#DDCC77", "#CC6677"),
    *("#882255", "#AA4499", "#777777"),
)


def class_colour(index: int) -> str:
    """The colour of a class; beyond 17 classes colours come back."""
    return CLASS_COLOURS[index % len(CLASS_COLOURS)]


def tint(colour: str, strength: float) -> str:
    """The colour mixed with white: 0 is white, 1 the colour itself."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - strength * (255 - part)):02x}" for part in parts)


def purity_tint(colour: str, share: float, n_classes: int) -> str:
    """The colour of a class, paler the less of a node it has."""
    even = 1 / max(n_classes, 2)
    return tint(colour, 0.12 + 0.5 * max(0.0, (share - even) / (1 - even)))
