"""The command ``spinney``: from a file of data to a saved model without a program."""

import sys
from importlib.util import find_spec
from io import TextIOWrapper

NEEDED = ("click", "rich", "pyarrow")

__all__ = ["main"]


def main() -> None:
    """Run the command line; without what it needs, say in one line what to install."""
    absent = [name for name in NEEDED if find_spec(name) is None]
    if absent:
        print(
            f"spinney: the command line needs {', '.join(absent)}: "
            "python -m pip install 'spinney[cli]'",
            file=sys.stderr,
        )
        raise SystemExit(1)
    from .app import spinney

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without Unicode gets question marks
            stream.reconfigure(errors="replace")
    spinney(prog_name="spinney")
