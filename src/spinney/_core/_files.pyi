"""Model files: a text and named arrays, with checksums."""

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

FORMAT_VERSION: int

def container_head(text: bytes, arrays: Sequence[tuple[str, NDArray[Any]]]) -> bytes:
    """What stands before the arrays in a file.

    The arrays, C-contiguous, are to follow with zeros up to a multiple of 64 between them. Names
    are printable ASCII without spaces.
    """

def read_container(file: bytes) -> tuple[bytes, dict[str, NDArray[Any]]]:
    """The text and the arrays of a file, checked whole; the arrays are views of ``file``."""
