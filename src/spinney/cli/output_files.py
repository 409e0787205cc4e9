"""Atomic writing of output files."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from os.path import samefile
from pathlib import Path

from .errors import UserError


def check_writable(path: str) -> None:
    """Raise an error if the file cannot be written; called before any work is done."""
    folder = Path(path).parent
    if not folder.is_dir():
        raise UserError(f"cannot write {path}: there is no folder {str(folder)!r}")
    if Path(path).is_dir():
        raise UserError(f"cannot write {path}: it is a folder")
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UserError(
            f"cannot write {path} in the folder {str(folder)!r}: {error.strerror}"
        ) from None


def check_model_path(path: str, data: str) -> None:
    """Raise an error if the model cannot be written or would overwrite its training table."""
    check_writable(path)
    if data != "-" and Path(path).exists() and Path(data).exists() and samefile(path, data):
        raise UserError(f"-o {path} would overwrite the table: choose another name for the model")


@contextmanager
def atomic_write(path: str) -> Iterator[str]:
    """Yield a temporary path in the same folder; rename it to ``path`` on success."""
    check_writable(path)
    target = Path(path)
    handle, unfinished = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(handle)
    try:
        yield unfinished
        os.chmod(unfinished, 0o666 & ~current_umask())
        os.replace(unfinished, path)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise


def current_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_text(text: str, path: str) -> None:
    with atomic_write(path) as unfinished:
        Path(unfinished).write_text(text, encoding="utf-8")
