"""Files that the commands write: all of it, or nothing."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from os.path import samefile
from pathlib import Path

from .errors import UserError


def check_writable(path: str) -> None:
    """Raise if a file could not be written there, before any work is done."""
    folder = Path(path).parent
    if not folder.is_dir():
        raise UserError(f"{path} cannot be written: there is no folder {str(folder)!r}")
    if Path(path).is_dir():
        raise UserError(f"{path} cannot be written: it is a folder")
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        where = f"in the folder {str(folder)!r}"
        raise UserError(f"{path} cannot be written {where}: {error.strerror}") from None


def check_model_path(path: str, data: str) -> None:
    """The same for a model that is learned from a table, which it must not replace."""
    check_writable(path)
    if data != "-" and Path(path).exists() and Path(data).exists() and samefile(path, data):
        raise UserError(f"-o {path} is the table itself: give the model a name of its own")


@contextmanager
def written(path: str) -> Iterator[str]:
    """A temporary path beside ``path``, which takes its place if nothing fails."""
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
    with written(path) as unfinished:
        Path(unfinished).write_text(text, encoding="utf-8")
