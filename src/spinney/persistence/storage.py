"""Saving and loading of models."""

import json
import os
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any, NoReturn

import numpy as np
from sklearn.utils.validation import check_is_fitted

from .. import _core
from ..base.output_files import output_file
from ..data.columns import Array
from .decoding import Decoder
from .encoding import Encoder, unknown_class_message
from .errors import FileError
from .registry import ESTIMATORS, NAME_OF

ALIGNMENT = 64
DECODING_ERRORS = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RuntimeError,
)
"""Errors that decoding an invalid text may raise."""
Section = tuple[str, Array]
Source = str | os.PathLike[str] | bytes | IO[bytes]


def save(model: Any, path: str | os.PathLike[str]) -> None:
    """Save a fitted Spinney estimator, as ``model.save(path)``.

    Parameters
    ----------
    model : estimator
        The fitted estimator. Its parameters and fitted attributes are saved.
    path : str or path
        The file. An existing file is replaced atomically: it stays unchanged if saving fails.
        The model is written into a pipe or a device.

    Examples
    --------
    >>> import tempfile, spinney
    >>> from spinney.persistence import save
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> tree = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(tree, f"{folder}/penguins.spinney")
    ...     same = spinney.load(f"{folder}/penguins.spinney")
    >>> bool((same.predict(X) == tree.predict(X)).all())
    True
    """
    if NAME_OF.get(type(model)) not in ESTIMATORS:
        raise FileError(unknown_class_message(type(model)))
    check_is_fitted(model)
    encoder = Encoder()
    node = encoder.encode(model, "")
    text = {
        "spinney": version("spinney"),
        "n_trees": encoder.n_trees,
        "n_nodes": encoder.n_nodes,
        "model": node,
    }
    coded = json.dumps(text, separators=(",", ":"), allow_nan=False).encode()
    write_container(path, coded, encoder.arrays)


def load(source: Source) -> Any:
    """Load a model saved by its method ``save``.

    The file is checked completely before it is used, and no code from it is run, so untrusted
    files are safe to load.

    Parameters
    ----------
    source : str, path, bytes or binary file
        The file or its contents.

    Returns
    -------
    estimator
        An estimator of the saved class with bit-identical predictions and the same methods.

    Raises
    ------
    FileError
        A ValueError, if the file is damaged, not a model file, or of a newer format.

    Examples
    --------
    >>> import tempfile, spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> forest = spinney.RandomForestClassifier(10, random_state=0).fit(X, y)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     forest.save(f"{folder}/penguins.spinney")
    ...     same = spinney.load(f"{folder}/penguins.spinney")
    >>> bool((same.predict_proba(X) == forest.predict_proba(X)).all())
    True
    """
    name, content = read_source(source)
    text, arrays = read_text(name, content)
    try:
        model = Decoder(arrays, len(content)).decode(text["model"])
    except DECODING_ERRORS as error:
        raise_invalid(name, error)
    if NAME_OF.get(type(model)) not in ESTIMATORS:
        raise FileError(f"{name}: it contains no estimator")
    return model


def raise_invalid(name: str, error: Exception) -> NoReturn:
    raise FileError(f"{name}: not a valid model: {error}") from error


def read_source(source: Source) -> tuple[str, bytes]:
    """Return the name and the bytes of a file."""
    if isinstance(source, bytes):
        return "bytes", source
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        return str(path), path.read_bytes()
    content = source.read()
    if not isinstance(content, bytes):
        raise TypeError("the file must be opened in binary mode: open(path, 'rb').")
    return str(getattr(source, "name", "file")), content


def read_text(name: str, content: bytes) -> tuple[dict[str, Any], dict[str, Array]]:
    """Return the text as JSON and the arrays by name."""
    try:
        coded, arrays = _core.read_container(content)
    except ValueError as error:
        raise FileError(f"{name}: {error}") from None
    try:
        text = json.loads(coded.decode(), parse_constant=reject_constant)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{name}: its text is not valid JSON: {error}") from None
    if not isinstance(text, dict) or not {"spinney", "model"} <= text.keys():
        raise FileError(f"{name}: its text does not describe a model")
    return text, arrays


def reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def write_container(path: str | os.PathLike[str], text: bytes, arrays: list[Section]) -> None:
    """Write the text and the arrays, each padded to the alignment but for the last one."""
    head = _core.container_head(text, arrays)
    with output_file(path) as file:
        file.write(head)
        for i, (_, array) in enumerate(arrays):
            file.write(np.ravel(array).view(np.uint8).data)
            if i + 1 < len(arrays):
                file.write(bytes(-array.nbytes % ALIGNMENT))
