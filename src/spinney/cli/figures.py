"""Figures written by commands; they need matplotlib."""

from pathlib import Path
from typing import Any

import spinney

from ..base.output_files import output_file
from .errors import UserError
from .output_files import check_writable

FIGURE_SUFFIXES = (".png", ".svg", ".pdf")


def check_figure_path(path: str, *inputs: str) -> None:
    """Raise an error if the figure cannot be written; called before any work is done."""
    if Path(path).suffix.lower() not in FIGURE_SUFFIXES:
        raise UserError(f"{path}: figures are written as {', '.join(FIGURE_SUFFIXES)}")
    check_writable(path, *inputs)
    load_plots()


def load_plots() -> Any:
    """Import ``spinney.plot`` with a backend that needs no display."""
    try:
        import matplotlib
    except ImportError:
        raise UserError("figures need matplotlib: python -m pip install 'spinney[plot]'") from None
    matplotlib.use("Agg")
    return spinney.plot


def save_figure(axes: Any, path: str) -> None:
    """Save the figure of the axes and release its memory."""
    figure = axes.get_figure(root=True)
    with output_file(path) as file:
        figure.savefig(file, format=Path(path).suffix[1:].lower(), dpi=150)
    figure.clf()
