"""Decoding of the text and the arrays of a model file to a fitted estimator."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from sklearn.utils import Bunch

from ..data.columns import Array
from .checks import check_estimator, check_object, check_values
from .encoding import MAX_PADDING, Node, is_too_wide
from .errors import FileError
from .registry import (
    CORE,
    ESTIMATORS,
    FORMER_OBJECTS,
    LINEAR,
    OBJECTS,
    current_names,
    is_fitted_attribute,
)

MAX_DEPTH = 100
FLOATS = {"nan": float("nan"), "inf": float("inf"), "-inf": float("-inf")}
SCALARS = {name: np.dtype(name).type for name in (np.dtype(c).name for c in "?bhilBHILfd")}
SCALARS["str"] = np.str_


class Decoder:
    """Converts JSON back to values. Arrays are copied, except for those that the core copies."""

    def __init__(self, arrays: Mapping[str, Array], n_bytes: int) -> None:
        self._arrays = arrays
        self._n_bytes = n_bytes
        self._shared: dict[int, Any] = {}
        self._taken: set[str] = set()
        self._n_parts = 0
        self._depth = 0
        self._kinds: dict[str, Callable[[dict[str, Node]], Any]] = {
            "array": lambda node: self._take(node).copy(),
            "bunch": lambda node: Bunch(**self._dict(node["bunch"])),
            "core": self._core,
            "dict": lambda node: self._dict(node["dict"]),
            "estimator": self._estimator,
            "float": lambda node: known(FLOATS, node["float"], "float"),
            "object": self._object,
            "objects": self._objects,
            "records": lambda node: list(self._records(node["records"])),
            "ref": lambda node: known(self._shared, node["ref"], "shared value"),
            "scalar": self._scalar,
            "text": self._text,
            "tuple": lambda node: tuple(self._list(node["tuple"])),
        }

    def decode(self, node: Node) -> Any:
        """Return the value that a JSON value encodes."""
        if isinstance(node, list):
            return self._nested(lambda: [self.decode(item) for item in node])
        if not isinstance(node, dict):
            return node
        [kind] = [key for key in node if key in self._kinds] or [""]
        make = known(self._kinds, kind, "encoding")
        value = self._nested(lambda: make(node))
        if "id" in node:
            self._shared[node["id"]] = value
        return value

    def _nested(self, make: Callable[[], Any]) -> Any:
        if self._depth == MAX_DEPTH:
            raise FileError("the text is nested too deeply")
        self._depth += 1
        value = make()
        self._depth -= 1
        return value

    def _members(self, nodes: dict[str, Node]) -> dict[str, Any]:
        return {name: self.decode(node) for name, node in nodes.items()}

    def _list(self, node: Node) -> list[Any]:
        value = self.decode(node)
        if not isinstance(value, list):
            raise FileError(f"expected a list, not {type(value).__name__}")
        return value

    def _dict(self, pairs: Node) -> dict[Any, Any]:
        return {self.decode(key): self.decode(value) for key, value in pairs}

    def _array(self, node: dict[str, Node]) -> Array:
        array: Array = known(self._arrays, node["array"], "array")
        return array

    def _take(self, node: dict[str, Node]) -> Array:
        """Return an array to be copied: once, so that a small file cannot fill the memory."""
        array = self._array(node)
        if node["array"] in self._taken:
            raise FileError(f"the array {node['array']!r} is used twice")
        self._taken.add(node["array"])
        return array

    def _scalar(self, node: dict[str, Node]) -> Any:
        return known(SCALARS, node["dtype"], "type")(self.decode(node["scalar"]))

    def _text(self, node: dict[str, Node]) -> Array:
        joined, ends = (self._take(part) for part in node["text"])
        coded, bounds = joined.tobytes(), [0, *ends.tolist()]
        if bounds != sorted(bounds) or bounds[-1] != len(coded):
            raise FileError("the ends of strings are inconsistent")
        items = [
            coded[start:end].decode("utf-8", "surrogatepass") for start, end in pairwise(bounds)
        ]
        if node["dtype"] == "object":
            return object_array(items, node["shape"])
        longest = max(map(len, items), default=0)
        if not longest <= node["dtype"] <= longest + MAX_PADDING:
            raise FileError(f"strings of length {longest} have the wrong width {node['dtype']}")
        if is_too_wide(len(items), node["dtype"], len(coded)):
            raise FileError("the strings differ too much in length")
        return np.array(items, dtype=f"U{node['dtype']}").reshape(node["shape"])

    def _objects(self, node: dict[str, Node]) -> Array:
        return object_array(self._list(node["objects"]), node["shape"])

    def _records(self, columns: dict[str, Node]) -> Iterator[dict[str, Any]]:
        values = [self._column(column) for column in columns.values()]
        for row in zip(*values, strict=True):
            yield dict(zip(columns, row, strict=True))

    def _column(self, column: dict[str, Node]) -> Iterator[Any]:
        if "values" in column:
            return iter(self._list(column["values"]))
        joined = self._take(column["joined"])
        lengths = self._array(column["lengths"])
        # Columns can share lengths: limit the number of empty arrays that a small file can create.
        self._n_parts += len(lengths)
        if self._n_parts > self._n_bytes:
            raise FileError("the file has more arrays than bytes")
        if sum(lengths.tolist()) != len(joined):
            raise FileError("the lengths of joined arrays do not add up")
        return split_array(joined, lengths.tolist())

    def _core(self, node: dict[str, Node]) -> Any:
        cls = known(CORE, node["core"], "core class")
        if "states" in node:
            return [self._restored(cls, state) for state in self._records(node["states"])]
        state = {name: self._state(part) for name, part in node["state"].items()}
        return self._restored(cls, state)

    def _restored(self, cls: Any, state: dict[str, Any]) -> Any:
        """Restore an object of the core, which checks the rest of its state itself."""
        state = current_names(cls.__name__, state)
        check_values(state)
        # Each feature has its policies in the file, so a file has more bytes than features.
        if state.get("n_features", 0) > self._n_bytes:
            raise FileError(f"a tree of {state['n_features']} features is too large for the file")
        value = cls.__new__(cls)
        value.__setstate__(state)
        return value

    def _state(self, node: Node) -> Any:
        """Decode a part of a core object's state; plain arrays are copied by the core."""
        plain = isinstance(node, dict) and "array" in node and "id" not in node
        return self._take(node) if plain else self.decode(node)

    def _object(self, node: dict[str, Node]) -> Any:
        name = node["object"]
        cls = known(OBJECTS, FORMER_OBJECTS.get(name, name), "object")
        value = cls(**current_names(cls.__name__, self._members(node["fields"])))
        check_object(value)
        return value

    def _estimator(self, node: dict[str, Node]) -> Any:
        name = node["estimator"]
        cls = known(ESTIMATORS | LINEAR, name, "estimator")
        parameters = current_names(name, self._members(node["parameters"]))
        unknown = sorted(parameters.keys() - set(cls._get_param_names()))
        if unknown:
            raise FileError(f"{name} has no parameter {unknown[0]!r}")
        estimator = cls(**parameters)
        fitted = current_names(name, self._members(node["fitted"]))
        for attribute in fitted:
            if not is_fitted_attribute(attribute, cls):
                raise FileError(f"{attribute!r} is not a fitted attribute of {name}")
        vars(estimator).update(fitted)
        check_estimator(estimator)
        return estimator


def known(table: Mapping[Any, Any], name: Any, what: str) -> Any:
    """Look up a name; raise FileError if it is unknown."""
    try:
        return table[name]
    except (KeyError, TypeError):
        raise FileError(f"unknown {what} {name!r}") from None


def split_array(joined: Array, lengths: Sequence[int]) -> Iterator[Array]:
    end = 0
    for length in lengths:
        yield joined[end : end + length]
        end += length


def object_array(items: list[Any], shape: Any) -> Array:
    array = np.empty(len(items), dtype=object)
    array[:] = items
    return array.reshape(shape)
