"""Writing of output files: atomic replacement of files, and direct writing to pipes and devices.

Contents are first written to a temporary file in the same folder, which is locked. The lock tells
the temporary files of running processes from those of processes that were killed.
"""

import errno
import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from types import ModuleType
from typing import IO

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows, where open files cannot be removed
    fcntl = None

StrPath = str | os.PathLike[str]
TEMPORARY_NAME = re.compile(r"\.spinney-[0-9a-f]{16}\.part")


@contextmanager
def output_file(path: StrPath) -> Iterator[IO[bytes]]:
    """Yield a binary file whose contents are written to ``path`` at the end of the block.

    A regular file is replaced atomically and keeps its mode; it stays unchanged if an error
    occurs. Symbolic links are followed. The contents are written into a pipe or a character
    device; such nodes are never replaced.
    """
    check_output_path(path)
    if is_node(path):
        contents = BytesIO()
        yield contents
        with open(os.open(path, os.O_WRONLY), "wb") as node:
            node.write(contents.getbuffer())
        return
    target = Path(path).resolve()
    remove_leftovers(target.parent)
    with temporary_file(target.parent) as (file, temporary):
        yield file
        file.flush()
        os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        if fcntl is None:
            file.close()
        os.replace(temporary, target)
    sync_folder(target.parent)


def check_output_path(path: StrPath) -> None:
    """Raise an OSError if nothing can be written to ``path``. The path is not changed."""
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, "It is a folder", str(path))
    if not is_node(path):
        folder = Path(path).resolve().parent
        if not folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, "No such directory", str(folder))
    elif not stat.S_ISFIFO(mode := os.stat(path).st_mode) and not stat.S_ISCHR(mode):
        raise OSError(
            errno.EINVAL, "It is neither a file, a pipe nor a character device", str(path)
        )
    if os.path.exists(path) and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "It is not writable", str(path))


def is_node(path: StrPath) -> bool:
    """Return whether ``path`` exists and is not a regular file."""
    return os.path.exists(path) and not os.path.isfile(path)


@contextmanager
def temporary_file(folder: Path) -> Iterator[tuple[IO[bytes], Path]]:
    """Create a locked file; remove it at the end of the block unless it was renamed."""
    file, path = create_locked(folder)
    with file:
        try:
            yield file, path
        except BaseException:
            if fcntl is None:
                file.close()
            path.unlink(missing_ok=True)
            raise


def create_locked(folder: Path) -> tuple[IO[bytes], Path]:
    """Create and lock a file; try another name if a concurrent save took it for a leftover."""
    while True:
        path = folder / f".spinney-{token_hex(8)}.part"
        file = open(path, "xb")  # noqa: SIM115
        with suppress(BlockingIOError):
            lock(file.fileno())
            if path.exists():
                return file, path
        file.close()


def remove_leftovers(folder: Path) -> None:
    """Remove temporary files that are not locked."""
    with suppress(OSError):
        for name in filter(TEMPORARY_NAME.fullmatch, os.listdir(folder)):
            with suppress(OSError):
                remove_if_unlocked(folder / name)


def remove_if_unlocked(path: Path) -> None:
    if fcntl is None:
        path.unlink()
        return
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    try:
        if stat.S_ISREG(os.fstat(handle).st_mode) and lock(handle):
            path.unlink()
    finally:
        os.close(handle)


def lock(handle: int) -> bool:
    """Lock a file; return False if its folder supports no locks, raise if it is locked already."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return False
    return True


def sync_folder(folder: Path) -> None:
    """Sync the folder, so that the rename survives a power failure, if the system supports it."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(PermissionError):  # a folder that may be written but not read
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
