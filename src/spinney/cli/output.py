"""What a command says: text for people, or one JSON document for machines."""

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

BAR = 24


class Output:
    """Results go to stdout, notes and progress to stderr; with ``as_json`` all is one document."""

    def __init__(self, as_json: bool, quiet: bool) -> None:
        self.as_json, self.quiet = as_json, quiet
        self.results = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self.remarks = Console(
            stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True
        )
        self.notes: list[str] = []

    def say(self, text: str = "", style: str | None = None) -> None:
        """A line or more of the result."""
        if not (self.as_json or self.quiet):
            self.results.print(Text(text, style or ""))

    def note(self, text: str) -> None:
        """Something that the user should know; on stderr, or among the notes of the document."""
        self.notes.append(text)
        if not self.as_json:
            self.remarks.print(Text(f"note: {text}", "yellow"))

    def done(self, text: str) -> None:
        """What was done, on stderr."""
        if not (self.as_json or self.quiet):
            self.remarks.print(Text(text))

    def table(
        self, titles: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int] = (0,)
    ) -> None:
        """A table; the columns ``left`` hold text, others numbers."""
        if self.as_json or self.quiet:
            return
        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for place, title in enumerate(titles):
            table.add_column(Text(title), justify="left" if place in left else "right")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        self.results.print(table)

    def bars(self, names: Sequence[str], values: Sequence[float]) -> None:
        """Names with bars and shares, as they come."""
        largest = max(max(values, default=0.0), 1e-300)
        width = max(map(len, names), default=0)
        encoding = (getattr(self.results.file, "encoding", None) or "utf-8").lower()
        block = "█" if encoding.startswith("utf") else "#"
        for name, value in zip(names, values, strict=True):
            bar = block * round(BAR * max(value, 0.0) / largest)
            self.say(f"  {name:<{width}}  {bar:<{BAR}} {value:.3f}")

    def finish(self, document: dict[str, Any]) -> None:
        """The document, if one is asked for."""
        if self.as_json:
            notes = {"notes": self.notes} if self.notes else {}
            print(json.dumps(plain(document | notes), allow_nan=False))

    @contextmanager
    def progress(self, work: str, n_steps: int) -> Iterator[Callable[[], None]]:
        """A bar on stderr, if that is a terminal; call what it gives after every step."""
        show = not (self.as_json or self.quiet) and sys.stderr.isatty()
        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        with Progress(*columns, console=self.remarks, disable=not show, transient=True) as bar:
            task = bar.add_task(work, total=n_steps)

            yield lambda: bar.advance(task)


def plain(value: Any) -> Any:
    """Values as JSON has them: no numpy, and null where a number is not finite."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, (str, int, bool)):
        return value
    return repr(value)
