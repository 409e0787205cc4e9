"""Pictures that commands write, by matplotlib if it is installed."""

from pathlib import Path
from typing import Any

import spinney

from .errors import UserError
from .outputs import check_writable, written

ENDINGS = (".png", ".svg", ".pdf")


def check_picture_path(path: str) -> None:
    """Raise if no picture could be written there, before any work is done."""
    if Path(path).suffix.lower() not in ENDINGS:
        raise UserError(f"{path}: pictures end in {', '.join(ENDINGS)}")
    check_writable(path)
    plots()


def plots() -> Any:
    """``spinney.plot``, drawing without a screen."""
    try:
        import matplotlib
    except ImportError:
        raise UserError("pictures need matplotlib: python -m pip install 'spinney[plot]'") from None
    matplotlib.use("Agg")
    return spinney.plot


def save_picture(axes: Any, path: str) -> None:
    """Write the figure of some axes, and close it."""
    figure = axes.get_figure(root=True)
    with written(path) as unfinished:
        figure.savefig(unfinished, format=Path(path).suffix[1:].lower(), dpi=150)
    figure.clf()
