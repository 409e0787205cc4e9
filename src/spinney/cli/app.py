"""The group of all commands, and what becomes of their errors."""

import os
import sys
import traceback
import warnings
from importlib import import_module
from typing import Any

import click

from .errors import one_line

COMMANDS = {
    "fit": "Learn from a table and save a model.",
    "predict": "Predict the target for every row of a table.",
    "evaluate": "Score a model on a table with known answers.",
    "tree": "Draw a tree of a model.",
    "importance": "Rank the features of a model.",
    "prune": "Make a tree smaller.",
    "compare": "Compare several models on one table.",
    "tune": "Search for good settings of a model.",
    "inspect": "Tell what a model file holds, without making the model.",
    "export": "Write a model as JSON, SQL or C.",
    "demo": "Show the main job on a bundled table.",
}
STOPPED = 130
USERS_MISTAKE, OTHER = 2, 1


class Deferred(click.Command):
    """A command whose module is imported when it runs: the list of commands needs no more."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        module = import_module(f".commands.{self.name}", __package__)
        command: click.Command = getattr(module, str(self.name))
        return command.make_context(*args, **kwargs)


class Commands(click.Group):
    """Commands whose errors are one line on stderr: exit code 2 for the user's mistakes, else 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        kwargs["standalone_mode"] = False
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("default")
                code = super().main(*args, **kwargs)
                show_warnings(caught)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            code = USERS_MISTAKE
        except (KeyboardInterrupt, click.Abort):
            code = failed("stopped", STOPPED)
        except BrokenPipeError:
            # The reader has gone, as "head" does; the rest of stdout would fail again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = OTHER
        except Exception as error:
            code = failed(*told(error))
        sys.exit(code if isinstance(code, int) else 0)


def told(error: Exception) -> tuple[str, int]:
    """An error in words, and its exit code."""
    if isinstance(error, click.UsageError):
        command = error.ctx.command_path if error.ctx else "spinney"
        return f"{error.format_message()} (see {command} --help)", USERS_MISTAKE
    if isinstance(error, click.ClickException):
        return error.format_message(), error.exit_code
    if isinstance(error, OSError) and error.strerror:
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{error.strerror}", USERS_MISTAKE
    if isinstance(error, (ValueError, OSError, ImportError)):
        return str(error), USERS_MISTAKE
    if isinstance(error, MemoryError):
        return "not enough memory", OTHER
    if os.environ.get("SPINNEY_TRACEBACK"):
        traceback.print_exception(error)
    hint = "set SPINNEY_TRACEBACK=1 to see where"
    return f"unexpected {type(error).__name__}: {error} ({hint})", OTHER


def failed(message: str, code: int) -> int:
    click.echo(f"spinney: {one_line(message)}", err=True)
    return code


def show_warnings(caught: list[warnings.WarningMessage]) -> None:
    """Warnings of the library, each once, as a line."""
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
    spinney demo                                         a first look
    spinney fit data.csv --target price -o m.spinney     learn, score, save
    spinney predict m.spinney new.csv -o answers.csv     use it
    spinney tree m.spinney -o tree.png                   see it

    Tables are CSV (also .gz, .bz2, .zst, .lz4), Parquet or Arrow files; "-" is CSV from standard
    input. Every command has --help with examples, and --json for machines.
    """


for name, summary in COMMANDS.items():
    spinney.add_command(Deferred(name, short_help=summary))
