"""Progress of fit on stderr: a bar if rich is installed, else lines."""

import importlib.util
import sys
from types import TracebackType
from typing import Self

LINES = 10
"""Number of lines printed for verbose=1."""


class Lines:
    """Prints a line every ``every`` steps."""

    def __init__(self, step: str, n_steps: int, every: int) -> None:
        self.step = step
        self.n_steps = n_steps
        self.every = every

    def __enter__(self) -> Self:
        return self

    def show(self, done: int, metrics: str) -> None:
        if done % self.every == 0 or done == self.n_steps:
            text = f"{self.step} {done}/{self.n_steps}"
            print(f"{text}: {metrics}" if metrics else text, file=sys.stderr)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing to close."""


class Bar:
    """Shows a progress bar of rich."""

    def __init__(self, work: str, n_steps: int) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        self.progress = Progress(
            TextColumn(work),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[metrics]}"),
            console=Console(stderr=True),
        )
        self.task = self.progress.add_task(work, total=n_steps, metrics="")

    def __enter__(self) -> Self:
        self.progress.start()
        return self

    def show(self, done: int, metrics: str) -> None:
        self.progress.update(self.task, completed=done, metrics=metrics)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.progress.stop()


def make_progress(verbose: int, work: str, step: str, n_steps: int) -> Lines | Bar:
    """Return the display for ``verbose``: 1 a bar (or ten lines), 2 a line for every step.

    ``work`` is the title of the bar ("boosting"), ``step`` the unit that is counted ("round").
    """
    if verbose < 2 and importlib.util.find_spec("rich") is not None:
        return Bar(work, n_steps)
    return Lines(step, n_steps, 1 if verbose >= 2 else max(1, n_steps // LINES))
