"""Numeric arrays of a report, stored together as compressed bytes."""

import base64
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

TYPES = {"float64": "f8", "float32": "f4", "int32": "i4", "uint32": "u4", "int16": "i2"}
TYPES |= {"uint8": "u1"}
ALIGNMENT = 8


def single(values: NDArray[Any]) -> NDArray[np.float32]:
    """Return numbers in single precision; larger ones become the largest."""
    largest = np.finfo(np.float32).max
    found: NDArray[np.float32] = np.clip(values, -largest, largest).astype(np.float32)
    return found


class ArrayStore:
    """Collects arrays; a reference names type, position and length of each."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0

    def add(self, array: NDArray[Any]) -> list[Any]:
        """Append an array, and return its reference [type, first byte, length]."""
        data = np.ascontiguousarray(array)
        little = data.astype(data.dtype.newbyteorder("<"), copy=False).tobytes()
        reference = [TYPES[data.dtype.name], self.size, int(data.size)]
        padding = -len(little) % ALIGNMENT
        self.parts.append(little + bytes(padding))
        self.size += len(little) + padding
        return reference

    def encoded(self) -> str:
        """Return all arrays as compressed bytes in base64."""
        return base64.b64encode(zlib.compress(b"".join(self.parts), 9)).decode()
