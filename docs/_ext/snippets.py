"""Runs the code blocks of a Markdown page and compares what they print with the page.

Blocks of Python run in order and share their variables. Blocks of ``console`` hold commands of
``spinney``, or ``cd``, after ``$``. What a block prints is in a ``text`` block after it, or, for a
single line, in a comment after ``print(...)``. Blocks of ``bash`` change the system and are not
run, nor are blocks after the comment ``<!-- not run: reason -->``.
"""

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
import warnings
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib.pyplot as plt

FENCE = re.compile(r"^( *)```([^\n]*)\n(.*?)^\1```\n", re.DOTALL | re.MULTILINE)
SKIPPED = re.compile(r"<!-- not run: [^>]+-->\s*\Z")
COMMENT = re.compile(r"^print\(.*\)  # (.*)$", re.MULTILINE)
LANGUAGES = ("python", "console")


class Block(NamedTuple):
    """A block of code of a page."""

    language: str
    code: str
    expected: str | None
    """The text block that follows."""
    line: int
    end: int
    """Position in the page after the block."""


class Result(NamedTuple):
    block: Block
    printed: str
    figures: list[Any]


def blocks(text: str) -> list[Block]:
    """Return the blocks of a page that can be run."""
    fences = FENCE.finditer(text)
    found = []
    for fence, following in pairwise([*fences, None]):
        if fence[2] not in LANGUAGES or SKIPPED.search(text[: fence.start()]):
            continue
        adjacent = following is not None and not text[fence.end() : following.start()].strip()
        expected = following[3] if adjacent and following[2] == "text" else None
        line = text.count("\n", 0, fence.start()) + 1
        found.append(Block(fence[2], fence[3], expected, line, fence.end()))
    return found


def run(text: str, name: str) -> Iterator[Result]:
    """Run the blocks of a page in the working directory."""
    variables: dict[str, Any] = {"__name__": "__main__"}
    plt.close("all")
    for block in blocks(text):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", category=DeprecationWarning)
            if block.language == "python":
                code = "\n" * block.line + block.code  # tracebacks name the line of the page
                exec(compile(code, name, "exec"), variables)
            else:
                for line in block.code.splitlines():
                    run_command(line)
        yield Result(block, printed.getvalue(), [plt.figure(n) for n in plt.get_fignums()])
        plt.close("all")


def run_command(line: str) -> None:
    """Run a command of the command line in this process, or change the folder."""
    from click.testing import CliRunner

    from spinney.cli.app import spinney

    prompt, program, *arguments = shlex.split(line, comments=True)
    if (prompt, program) == ("$", "cd"):
        os.chdir(*arguments)
        return
    if (prompt, program) != ("$", "spinney"):
        raise ValueError(f"not a command of spinney: {line}")
    result = CliRunner().invoke(spinney, arguments)
    print(result.stdout, end="")
    if result.exit_code:
        raise RuntimeError(f"{line} failed:\n{result.output}") from result.exception


def difference(result: Result) -> str | None:
    """Return how the output of a block differs from the page, or None."""
    block, printed = result.block, lines(result.printed)
    if block.expected is not None:
        expected = lines(block.expected)
        if printed != expected:
            return f"line {block.line}: prints\n" + "\n".join(printed)
        return None
    comments = COMMENT.findall(block.code)
    if block.language == "python" and printed != comments:
        return f"line {block.line}: prints {printed}, the page says {comments}"
    return None


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def pages(folder: Path) -> list[Path]:
    """Return the pages below a folder that have blocks to run."""
    generated = ("_build", "gallery", "generated")
    found = (path for path in sorted(folder.rglob("*.md")))
    found = (p for p in found if not set(generated) & set(p.relative_to(folder).parts))
    return [path for path in found if blocks(path.read_text())]


def updated(text: str, name: str) -> str:
    """Return the page with the text blocks that its code prints."""
    parts, start = [], 0
    for result in run(text, name):
        block, printed = result.block, "\n".join(lines(result.printed))
        if not printed or (block.expected is None and COMMENT.search(block.code)):
            continue
        parts += [text[start : block.end], f"\n```text\n{printed}\n```\n"]
        start = FENCE.search(text, block.end).end() if block.expected is not None else block.end
    return "".join([*parts, text[start:]])


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        page = Path(argument).resolve()
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            page.write_text(updated(page.read_text(), page.name))
