"""Output of a command: text for the terminal, or one JSON document."""

import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table
from rich.text import Text

from ..base.printable import printable

BAR_WIDTH = 24


class Output:
    """Prints results to stdout, notes and progress to stderr.

    With ``as_json`` it prints a single JSON document with results and notes instead. Characters
    that do not print are escaped: names and labels of a table or a model file cannot send commands
    to the terminal, nor add lines to the output.
    """

    def __init__(self, as_json: bool, quiet: bool) -> None:
        self.as_json, self.quiet = as_json, quiet
        self.stdout, self.stderr = (
            Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)
            for stderr in (False, True)
        )
        self.notes: list[str] = []
        self.has_printed = False

    @property
    def shows_text(self) -> bool:
        return not (self.as_json or self.quiet)

    def print(self, line: str = "", style: str | None = None) -> None:
        """Print a line to stdout."""
        if self.shows_text:
            self.stdout.print(safe_text(line, style))
            self.has_printed = True

    def print_lines(self, text: str) -> None:
        """Print a text of several lines."""
        for line in text.split("\n"):
            self.print(line)

    def heading(self, text: str) -> None:
        """Print a line in bold, after a blank line unless it is the first."""
        if self.has_printed:
            self.print()
        self.print(text, "bold")

    def note(self, text: str) -> None:
        """Report something that the user should know; also printed with ``--quiet``."""
        self.notes.append(text)
        if not self.as_json:
            self.stderr.print(safe_text(f"note: {text}", "yellow"))

    def status(self, text: str) -> None:
        """Print what was done to stderr."""
        if self.shows_text:
            self.stderr.print(safe_text(text))

    def table(
        self, titles: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int] = (0,)
    ) -> None:
        """Print a table. Columns whose index is in ``left`` are left-aligned."""
        if not self.shows_text:
            return
        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for i, title in enumerate(titles):
            table.add_column(safe_text(title), justify="left" if i in left else "right")
        for row in rows:
            table.add_row(*(safe_text(cell) for cell in row))
        self.stdout.print(table)
        self.has_printed = True

    def bars(self, names: Sequence[str], values: Sequence[float]) -> None:
        """Print a horizontal bar chart."""
        largest = max(max(values, default=0.0), 1e-300)
        names = [printable(name) for name in names]
        width = max(map(len, names), default=0)
        encoding = (getattr(self.stdout.file, "encoding", None) or "utf-8").lower()
        block = "█" if encoding.startswith("utf") else "#"
        for name, value in zip(names, values, strict=True):
            bar = block * round(BAR_WIDTH * max(value, 0.0) / largest)
            self.print(f"  {name:<{width}}  {bar:<{BAR_WIDTH}} {value:.3f}")

    def print_json(self, document: dict[str, Any]) -> None:
        """Print the document and the notes if JSON output was requested."""
        if self.as_json:
            notes = {"notes": self.notes} if self.notes else {}
            print(json.dumps(to_json_value(document | notes), allow_nan=False))

    @contextmanager
    def progress(self, work: str, n_steps: int) -> Iterator[Callable[[], None]]:
        """Show a progress bar if stderr is a terminal; yield a function to call after each step."""
        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        disable = not (self.shows_text and sys.stderr.isatty())
        with Progress(*columns, console=self.stderr, disable=disable, transient=True) as bar:
            task = bar.add_task(work, total=n_steps)

            yield lambda: bar.advance(task)


def safe_text(line: str, style: str | None = None) -> Text:
    """Return a line without markup, with escapes for characters that do not print."""
    return Text(printable(line), style or "")


def print_data(data: bytes | memoryview) -> None:
    """Write a file to stdout: unchanged, but on a terminal as printable lines."""
    if sys.stdout.isatty():
        lines = bytes(data).decode(errors="replace").split("\n")
        sys.stdout.write("\n".join(map(printable, lines)))
    else:
        sys.stdout.buffer.write(data)
    sys.stdout.flush()


def to_json_value(value: Any) -> Any:
    """Convert NumPy values and containers to JSON types; non-finite numbers become null."""
    if isinstance(value, dict):
        return {str(key): to_json_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json_value(item) for item in value]
    if isinstance(value, np.ndarray):
        return to_json_value(value.tolist())
    if isinstance(value, np.generic):
        return to_json_value(value.item())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, (str, int, bool)):
        return value
    return repr(value)
