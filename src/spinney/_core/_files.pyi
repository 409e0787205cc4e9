"""Model files: a text and named arrays, with checksums."""

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

FORMAT_VERSION: int

def container_head(text: bytes, arrays: Sequence[tuple[str, NDArray[Any]]]) -> bytes:
    """Return the head of a file, which precedes the arrays.

    The C-contiguous arrays follow, padded with zeros to multiples of 64 bytes. Names
    are printable ASCII without spaces.
    """

def read_container(file: bytes) -> tuple[bytes, dict[str, NDArray[Any]]]:
    """Return the text and the arrays of a file after checking it; arrays are views."""
