"""Taking model files apart, changing them and putting them together again."""

import json

import numpy as np

from spinney import _core

HEAD = 64


def pieces(content):
    """Return the text as JSON and copies of the arrays by name."""
    text, arrays = _core.read_container(content)
    return json.loads(text), {name: array.copy() for name, array in arrays.items()}


def put_together(text, arrays):
    """Return a file with valid checksums."""
    coded = text if isinstance(text, bytes) else json.dumps(text).encode()
    file = bytearray(_core.container_head(coded, list(arrays.items())))
    for i, array in enumerate(arrays.values()):
        file += np.ascontiguousarray(array).tobytes()
        if i + 1 < len(arrays):
            file += bytes(-len(file) % HEAD)
    return bytes(file)


def places(node, path=()):
    """Yield the path of each value in a JSON value."""
    yield path
    if isinstance(node, (dict, list)):
        for key in node if isinstance(node, dict) else range(len(node)):
            yield from places(node[key], (*path, key))


def changed(node, path, value):
    """Return a copy of a JSON value with another value at one path."""
    if not path:
        return value
    copy = node.copy()
    copy[path[0]] = changed(node[path[0]], path[1:], value)
    return copy
