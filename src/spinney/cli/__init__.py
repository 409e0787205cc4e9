"""The command line ``spinney``: fit, evaluate and use models without writing a program."""

import sys
from importlib.util import find_spec
from io import TextIOWrapper

REQUIRED = ("click", "rich", "pyarrow")

__all__ = ["main"]


def main() -> None:
    """Run the command line, or print what to install if a required package is missing."""
    absent = [name for name in REQUIRED if find_spec(name) is None]
    if absent:
        print(
            f"spinney: the command line needs {', '.join(absent)}: "
            "python -m pip install 'spinney[cli]'",
            file=sys.stderr,
        )
        raise SystemExit(1)
    from .app import spinney

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # replace what the terminal's encoding lacks by "?"
            stream.reconfigure(errors="replace")
    spinney(prog_name="spinney")
