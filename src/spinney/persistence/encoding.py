"""Encoding of a fitted estimator as the text and the arrays of a model file."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils import Bunch

from .. import _core
from ..base.members import Estimator
from ..data.codings import is_time_type
from ..data.columns import Array
from ..data.user_warnings import warn
from .errors import FileError
from .registry import (
    CORE,
    ESTIMATORS,
    LINEAR,
    NAME_OF,
    OBJECTS,
    TIMES,
    arguments_of,
    is_fitted_attribute,
    parameters_of,
)

Node = Any
"""A JSON value."""
NUMBER_TYPES = frozenset("?bhilqBHILQfd")
MAX_PADDING = 1024
"""Maximum difference between the width of a string type and its longest string."""
MAX_WIDE_TEXT = 2**26
"""Bytes that an array of strings may always take in memory, whatever its size in the file."""


NOT_COUNTED = ("greedy_",)
"""Fitted attributes whose trees are not used to predict."""


class Encoder:
    """Converts values to JSON, and collects arrays by name.

    A value that occurs several times is encoded once; other occurrences are references.
    """

    def __init__(self) -> None:
        self.arrays: list[tuple[str, Array]] = []
        self.n_trees = self.n_nodes = 0
        self._written: dict[int, tuple[Any, dict[str, Node]]] = {}
        self._n_shared = 0

    def encode(self, value: Any, path: str) -> Node:
        """Return a value as JSON; ``path`` names its arrays, and the value in error messages."""
        kind = type(value)
        if value is None or kind in (bool, int, str):
            return value
        if kind is float:
            return value if math.isfinite(value) else {"float": repr(value)}
        if kind in (list, tuple):
            items = self._items(value, path)
            return items if kind is list else {"tuple": items}
        if kind in (dict, Bunch):
            return {"dict" if kind is dict else "bunch": self._pairs(value, path)}
        if isinstance(value, np.generic):
            return {"scalar": self.encode(value.item(), path), "dtype": scalar_type(value, path)}
        return self._once(value, path)

    def _once(self, value: Any, path: str) -> Node:
        if id(value) in self._written:
            first = self._written[id(value)][1]
            if "id" not in first:
                first["id"] = self._n_shared
                self._n_shared += 1
            return {"ref": first["id"]}
        node = self._large(value, path)
        self._written[id(value)] = value, node  # keep a reference, so that the id stays unique
        return node

    def _large(self, value: Any, path: str) -> dict[str, Node]:
        kind = type(value)
        name = NAME_OF.get(kind, "")
        if kind is np.ndarray:
            return self._array(value, path)
        if name in OBJECTS:
            return {"object": name, "fields": self._members(arguments_of(value), path)}
        if name in CORE:
            return {"core": name, "state": self._state(value, path)}
        if name in ESTIMATORS or name in LINEAR:
            return self._estimator(value, path)
        raise FileError(unsupported_message(value, path))

    def _members(self, members: dict[str, Any], path: str) -> dict[str, Node]:
        return {name: self.encode(value, f"{path}.{name}") for name, value in members.items()}

    def _pairs(self, values: dict[Any, Any], path: str) -> list[Node]:
        return [
            [self.encode(key, f"{path}[{i}]"), self.encode(value, f"{path}[{i}]")]
            for i, (key, value) in enumerate(values.items())
        ]

    def _items(self, values: Sequence[Any], path: str) -> Node:
        if values and all(type(value) is _core.Tree for value in values):
            self._count(len(values), sum(tree.node_count for tree in values))
            return {
                "core": "Tree",
                "states": self._records([t.__getstate__() for t in values], path),
            }
        if are_records(values):
            return {"records": self._records(values, path)}
        return [self.encode(value, f"{path}[{i}]") for i, value in enumerate(values)]

    def _records(self, records: Sequence[dict[str, Any]], path: str) -> dict[str, Node]:
        """Encode dicts with the same keys by column, with concatenated arrays."""
        lengths: dict[bytes, Node] = {}
        columns: dict[str, Node] = {}
        for key in records[0]:
            values = [record[key] for record in records]
            if not isinstance(values[0], np.ndarray):
                columns[key] = {"values": self.encode(values, f"{path}.{key}")}
                continue
            counts = np.array([len(value) for value in values], np.uint64)
            if counts.tobytes() not in lengths:
                lengths[counts.tobytes()] = self._plain(counts, f"{path}.{key}.lengths")
            joined = self._plain(np.concatenate(values), f"{path}.{key}")
            columns[key] = {"joined": joined, "lengths": lengths[counts.tobytes()]}
        return columns

    def _estimator(self, estimator: Estimator, path: str) -> dict[str, Node]:
        fitted = {
            name: value
            for name, value in vars(estimator).items()
            if is_fitted_attribute(name, type(estimator)) and name not in TIMES
        }
        public_first = sorted(fitted, key=lambda name: name.startswith("_"))
        return {
            "estimator": NAME_OF[type(estimator)],
            "parameters": {
                name: self._parameter(value, f"{path}.{name}" if path else name)
                for name, value in parameters_of(estimator).items()
            },
            "fitted": {
                name: self._fitted(name, fitted[name], f"{path}.{name}" if path else name)
                for name in public_first
            },
        }

    def _fitted(self, name: str, value: Any, path: str) -> Node:
        before = self.n_trees, self.n_nodes
        node = self.encode(value, path)
        if name in NOT_COUNTED:
            self.n_trees, self.n_nodes = before
        return node

    def _parameter(self, value: Any, path: str) -> Node:
        if isinstance(value, np.random.RandomState):
            warn(
                f"{path} is a RandomState, whose position cannot be saved: None is saved instead. "
                "Predictions are the same; refitting the loaded model gives other random numbers."
            )
            return None
        return self.encode(value, path)

    def _array(self, array: Array, path: str) -> dict[str, Node]:
        shape = list(array.shape)
        kind = array.dtype.kind
        if array.dtype.char in NUMBER_TYPES:
            return self._plain(array, path)
        items = array.ravel().tolist()
        if kind == "U" or (kind == "O" and items and all(type(item) is str for item in items)):
            return {
                "text": self._text(items, path),
                "dtype": text_type(array, items, path),
                "shape": shape,
            }
        if kind == "O" and all(type(item) in (bool, int, float, str, type(None)) for item in items):
            return {"objects": [self.encode(item, path) for item in items], "shape": shape}
        raise FileError(
            f"{path} is an array of {array.dtype}, which cannot be saved: model files hold "
            "numbers, strings and booleans."
        )

    def _text(self, items: list[str], path: str) -> list[Node]:
        """Encode strings as concatenated bytes and the end of each."""
        coded = [item.encode("utf-8", "surrogatepass") for item in items]
        ends = np.cumsum([len(item) for item in coded], dtype=np.uint64)
        joined = np.frombuffer(b"".join(coded), np.uint8)
        return [self._plain(joined, f"{path}.text"), self._plain(ends, f"{path}.ends")]

    def _plain(self, array: Array, path: str) -> dict[str, Node]:
        native = array.astype(array.dtype.newbyteorder("="), order="C", copy=False)
        self.arrays.append((path, native))
        return {"array": path}

    def _state(self, value: Any, path: str) -> dict[str, Node]:
        before = self.n_trees, self.n_nodes
        state = self._members(value.__getstate__(), path)
        if isinstance(value, _core.Tree):
            self._count(1, value.node_count)
        elif isinstance(value, _core.Forest):
            self.n_trees, self.n_nodes = (
                before  # its state may contain trees, which are already counted
            )
            self._count(value.n_trees, value.n_nodes)
        return state

    def _count(self, n_trees: int, n_nodes: int) -> None:
        self.n_trees += n_trees
        self.n_nodes += n_nodes


def are_records(values: Sequence[Any]) -> bool:
    """Return whether these are dicts of one-dimensional arrays that can be stored by column."""
    if not values or not all(type(value) is dict and value for value in values):
        return False
    kinds = [
        {key: getattr(item, "dtype", None) for key, item in value.items() if np.ndim(item) == 1}
        for value in values
    ]
    first = kinds[0]
    alike = all(
        kind == first and len(kind) == len(v) for kind, v in zip(kinds, values, strict=True)
    )
    n_bytes = sum(np.asarray(item).nbytes for value in values for item in value.values())
    alike = alike and n_bytes + 8 * len(values) >= len(values) * len(first)
    return alike and all(type(key) is str for key in first) and None not in first.values()


def scalar_type(value: np.generic, path: str) -> str:
    """Return the name of the dtype of a number or a string."""
    if isinstance(value, np.str_):
        return "str"
    if value.dtype.char not in NUMBER_TYPES:
        raise FileError(f"{path} is a {value.dtype}, which cannot be saved.")
    return value.dtype.name


def text_type(array: Array, items: list[str], path: str) -> str | int:
    """Return "object" or the width of the strings."""
    if array.dtype.kind == "O":
        return "object"
    width, longest = array.dtype.itemsize // 4, max(map(len, items), default=0)
    width = width if width <= longest + MAX_PADDING else longest
    if is_too_wide(len(items), width, sum(map(len, items))):
        raise FileError(
            f"{path} has {len(items)} strings of up to {longest} characters, which a string array "
            "pads to that length: pass an object array."
        )
    return width


def is_too_wide(n: int, width: int, n_bytes: int) -> bool:
    """Return whether ``n`` strings take much more memory than ``n_bytes`` in the file."""
    return 4 * n * width > MAX_WIDE_TEXT + 100 * n_bytes


def unknown_class_message(cls: type) -> str:
    """Explain why a model of another class cannot be saved, and what to do."""
    base = next((NAME_OF[one] for one in cls.__mro__ if NAME_OF.get(one) in ESTIMATORS), None)
    if base is None:
        return f"{cls.__name__} is not a Spinney estimator: it cannot be saved."
    return (
        f"{cls.__name__} is a subclass of {base}, which cannot be saved: loading a model file "
        f"runs no code but Spinney's own. Fit a {base} and save that, or pickle this model."
    )


def unsupported_message(value: Any, path: str) -> str:
    """Explain why a value cannot be saved, and what to do."""
    kind = type(value)
    if isinstance(value, BaseEstimator):
        if set(kind.__mro__) & set(ESTIMATORS.values()):
            return f"{path}: {unknown_class_message(kind)}"
        return (
            f"{path} is a {kind.__name__} of {kind.__module__.split('.')[0]}. Model files hold "
            "Spinney's estimators (with scikit-learn's LogisticRegression and RidgeCV as members), "
            "so that loading runs no code from the file: use Spinney's estimators as members, or "
            "pickle this model."
        )
    if is_time_type(kind):
        return f"{path} is a {kind.__name__}: convert times to strings or numbers before fit."
    what = "a function or class" if callable(value) else f"a {kind.__module__}.{kind.__name__}"
    return (
        f"{path} is {what}, which cannot be saved: model files hold numbers, strings, lists, "
        "dicts and NumPy arrays of them."
    )
