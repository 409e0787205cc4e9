"""Checks of output paths, and writing of text files."""

import os
import tempfile
from pathlib import Path

from ..base.output_files import check_output_path, is_node, output_file
from .errors import UserError


def check_writable(path: str, *inputs: str) -> None:
    """Raise an error if the file cannot be written or is an input; called before any work."""
    if path == "-":
        raise UserError("cannot write -: name a file, or /dev/stdout for standard output")
    folder = Path(path).resolve().parent
    if not is_node(path) and not folder.is_dir():
        raise UserError(f"cannot write {path}: there is no folder {str(Path(path).parent)!r}")
    try:
        check_output_path(path)
        if not is_node(path):
            with tempfile.TemporaryFile(dir=folder):
                pass
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None
    existing = [name for name in (path, *inputs) if name != "-" and Path(name).exists()]
    if path in existing and any(os.path.samefile(path, name) for name in existing[1:]):
        raise UserError(f"cannot write {path}: it is an input of the command")


def check_different(first: str, first_option: str, second: str, second_option: str) -> None:
    """Raise an error if two outputs of a command are the same file."""
    is_same = Path(first).resolve() == Path(second).resolve()
    if Path(first).exists() and Path(second).exists():
        is_same = os.path.samefile(first, second)
    if is_same and not is_node(first):
        raise UserError(f"{first_option} and {second_option} name the same file: {second}")


def write_text(text: str, path: str) -> None:
    with output_file(path) as file:
        file.write(text.encode())
