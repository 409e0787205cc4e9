"""Progress of a fit on stderr: a bar where rich is installed, else lines."""

import importlib.util
import sys
from types import TracebackType
from typing import Any, Self

LINES = 10


class Lines:
    """A line for every tenth of the rounds, or for every round."""

    def __init__(self, n_rounds: int, every_round: bool) -> None:
        self.n_rounds = n_rounds
        self.every = 1 if every_round else max(1, n_rounds // LINES)

    def __enter__(self) -> Self:
        return self

    def show(self, done: int, metrics: str) -> None:
        if done % self.every == 0 or done == self.n_rounds:
            text = f"round {done}/{self.n_rounds}"
            print(f"{text}: {metrics}" if metrics else text, file=sys.stderr)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Lines need no end."""


class Bar:
    """A bar of rich."""

    def __init__(self, n_rounds: int) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        self.progress = Progress(
            TextColumn("boosting"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[metrics]}"),
            console=Console(stderr=True),
        )
        self.task = self.progress.add_task("boosting", total=n_rounds, metrics="")

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


def make_progress(verbose: int, n_rounds: int) -> Any:
    """The display for ``verbose``: 1 a bar (or lines), 2 a line for every round."""
    if verbose >= 2 or importlib.util.find_spec("rich") is None:
        return Lines(n_rounds, verbose >= 2)
    return Bar(n_rounds)
