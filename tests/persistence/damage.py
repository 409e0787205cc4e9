"""Files that are changed on purpose: their pieces, and how to put them together again."""

import json

import numpy as np

from spinney import _core

HEAD = 64


def pieces(content):
    """The text as JSON, and the arrays, by name; both may be changed."""
    text, arrays = _core.read_container(content)
    return json.loads(text), {name: array.copy() for name, array in arrays.items()}


def put_together(text, arrays):
    """A file whose checksums fit."""
    coded = text if isinstance(text, bytes) else json.dumps(text).encode()
    file = bytearray(_core.container_head(coded, list(arrays.items())))
    for i, array in enumerate(arrays.values()):
        file += np.ascontiguousarray(array).tobytes()
        if i + 1 < len(arrays):
            file += bytes(-len(file) % HEAD)
    return bytes(file)


def places(node, path=()):
    """Every place in a piece of JSON: how to get there."""
    yield path
    if isinstance(node, (dict, list)):
        for key in node if isinstance(node, dict) else range(len(node)):
            yield from places(node[key], (*path, key))


def changed(node, path, value):
    """The JSON with another value in one place."""
    if not path:
        return value
    copy = node.copy()
    copy[path[0]] = changed(node[path[0]], path[1:], value)
    return copy
