"""The command group, error messages and exit codes."""

import os
import sys
import traceback
import warnings
from importlib import import_module
from typing import Any

import click

from .errors import one_line

COMMANDS = {
    "fit": "Fit a model to a table, score it and save it.",
    "predict": "Predict the target for each row of a table.",
    "evaluate": "Score a model on a table with known targets.",
    "tree": "Show or draw a tree of a model.",
    "explain": "Explain predictions by the contributions of the features.",
    "importance": "Rank the features of a model by importance.",
    "prune": "Prune a decision tree.",
    "compare": "Compare several models on one table.",
    "tune": "Tune the hyperparameters of a model.",
    "models": "List the models, or the parameters of one model.",
    "report": "Write an HTML report of a model.",
    "inspect": "Show the contents of a model file.",
    "export": "Export a model to JSON, SQL or C.",
    "demo": "Run an example on a bundled table.",
}
OTHER_NAMES = {
    **dict.fromkeys(("train", "learn", "build"), "fit"),
    **dict.fromkeys(("score", "test", "validate"), "evaluate"),
    **dict.fromkeys(("plot", "draw", "show", "view", "rules"), "tree"),
    **dict.fromkeys(("info", "describe", "summary"), "inspect"),
    **dict.fromkeys(("search", "optimize"), "tune"),
    **dict.fromkeys(("shap", "why", "contributions"), "explain"),
    "features": "importance",
    "html": "report",
    "convert": "export",
}
"""Names that users may try, with the command that does it."""
INTERRUPTED = 130
USER_ERROR, OTHER_ERROR = 2, 1


class LazyCommand(click.Command):
    """A command whose module is imported when it runs, so that ``spinney --help`` is fast."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        module = import_module(f".commands.{self.name}", __package__)
        command: click.Command = getattr(module, str(self.name))
        return command.make_context(*args, **kwargs)


class Commands(click.Group):
    """Group that reports an error as one line on stderr, with exit code 2 for user errors, else 1.

    Warnings of the library are printed as notes.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = OTHER_NAMES.get(args[0])
        if known:
            raise click.UsageError(f"No such command {args[0]!r}. Did you mean {known!r}?", ctx)
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        kwargs["standalone_mode"] = False
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("default")
                code = super().main(*args, **kwargs)
                show_warnings(caught)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            code = USER_ERROR
        except (KeyboardInterrupt, click.Abort):
            code = fail("interrupted", INTERRUPTED)
        except BrokenPipeError:
            # The reader, such as "head", has closed the pipe; flushing stdout at exit would fail.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = OTHER_ERROR
        except Exception as error:
            code = fail(*format_message(error))
        sys.exit(code if isinstance(code, int) else 0)


def format_message(error: Exception) -> tuple[str, int]:
    """Return the message and the exit code for an error."""
    if isinstance(error, click.UsageError):
        command = error.ctx.command_path if error.ctx else "spinney"
        return f"{error.format_message()} (see {command} --help)", USER_ERROR
    if isinstance(error, click.ClickException):
        return error.format_message(), error.exit_code
    if isinstance(error, OSError) and error.strerror:
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{error.strerror}", USER_ERROR
    if isinstance(error, (ValueError, OSError, ImportError)):
        return str(error), USER_ERROR
    if isinstance(error, MemoryError):
        return "out of memory", OTHER_ERROR
    if os.environ.get("SPINNEY_TRACEBACK"):
        traceback.print_exception(error)
    hint = "set SPINNEY_TRACEBACK=1 for a traceback"
    return f"unexpected {type(error).__name__}: {error} ({hint})", OTHER_ERROR


def fail(message: str, code: int) -> int:
    click.echo(f"spinney: {one_line(message)}", err=True)
    return code


def show_warnings(caught: list[warnings.WarningMessage]) -> None:
    """Print each distinct warning of the library as one line."""
    for message in dict.fromkeys(
        str(entry.message) for entry in caught if issubclass(entry.category, UserWarning)
    ):
        click.echo(f"note: {one_line(message)}", err=True)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="spinney", prog_name="spinney")
def spinney() -> None:
    """Decision trees, forests and boosting from the command line.

    \b
    spinney demo                                             run an example
    spinney fit data.csv --target price -o m.spinney         fit, score and save a model
    spinney predict m.spinney new.csv -o predictions.csv     predict new rows
    spinney tree m.spinney -o tree.png                       draw a tree

    Tables are CSV (also .gz, .bz2, .zst, .lz4), Parquet or Arrow files; "-" reads CSV from standard
    input. Each command has --help with examples, and --json for machine-readable output.
    """


for name, summary in COMMANDS.items():
    spinney.add_command(LazyCommand(name, short_help=summary))
