"""Models to files and back."""

import json
import os
import shutil
from importlib.metadata import version
from pathlib import Path
from secrets import token_hex
from typing import IO, Any, NoReturn

import numpy as np
from sklearn.utils.validation import check_is_fitted

from .. import _core
from ..data.columns import Array
from .decoding import Decoder
from .encoding import Encoder
from .errors import FileError
from .registry import ESTIMATORS, NAME_OF

ALIGNMENT = 64
INVALID = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RuntimeError)
"""What a text that describes no model may raise while it is read."""
Source = str | os.PathLike[str] | bytes | IO[bytes]


def save(model: Any, path: str | os.PathLike[str]) -> None:
    """Save a fitted estimator of Spinney; what ``model.save(path)`` does.

    Parameters
    ----------
    model : estimator
        Fitted. All that it learned is saved, with its parameters.
    path : str or path
        The file. One that exists is replaced at once, when the new one is complete on the disk:
        whatever goes wrong before leaves it as it was.

    Examples
    --------
    >>> import tempfile, spinney
    >>> from spinney.persistence import save
    >>> X, y = spinney.datasets.load_penguins()
    >>> tree = spinney.DecisionTreeClassifier(max_depth=2).fit(X, y)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(tree, f"{folder}/penguins.spinney")
    ...     same = spinney.load(f"{folder}/penguins.spinney")
    >>> bool((same.predict(X) == tree.predict(X)).all())
    True
    """
    if NAME_OF.get(type(model)) not in ESTIMATORS:
        raise FileError(f"{type(model).__name__} is no estimator of Spinney, so it is not saved.")
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
    replace_file(Path(path), coded, encoder.arrays)


def load(source: Source) -> Any:
    """Read a model that was saved by its method ``save``.

    The file is checked whole before anything is made of it, and no code is run from it: files
    from strangers are safe to load.

    Parameters
    ----------
    source : str, path, bytes or binary file
        The file, or what is in it.

    Returns
    -------
    estimator
        Of the class that was saved; it predicts the same, to the bit, and can do all that the
        saved one could.

    Raises
    ------
    FileError
        A ValueError: the file is damaged, no model file, or of a newer format.

    Examples
    --------
    >>> import tempfile, spinney
    >>> X, y = spinney.datasets.load_penguins()
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
    except INVALID as error:
        not_valid(name, error)
    if NAME_OF.get(type(model)) not in ESTIMATORS:
        raise FileError(f"{name}: there is no estimator in it")
    return model


def not_valid(name: str, error: Exception) -> NoReturn:
    raise FileError(f"{name}: what it holds is no valid model: {error}") from error


def read_source(source: Source) -> tuple[str, bytes]:
    """What the file is called, and its bytes."""
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
    """The text and the arrays, as they are in the file."""
    try:
        coded, arrays = _core.read_container(content)
    except ValueError as error:
        raise FileError(f"{name}: {error}") from None
    try:
        text = json.loads(coded.decode(), parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{name}: its text is no valid JSON: {error}") from None
    if not isinstance(text, dict) or not {"spinney", "model"} <= text.keys():
        raise FileError(f"{name}: its text describes no model")
    return text, arrays


def refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def replace_file(path: Path, text: bytes, arrays: list[tuple[str, Array]]) -> None:
    """Write a file beside the old one, wait for the disk, and put it in the old one's place."""
    head = _core.container_head(text, arrays)
    path = path.resolve()  # of a link the file, not the link, is replaced
    beside = path.with_name(f".{path.name}.{token_hex(4)}.part")
    try:
        with open(beside, "xb") as file:
            file.write(head)
            for i, (_, array) in enumerate(arrays):
                file.write(np.ravel(array).view(np.uint8).data)
                if i + 1 < len(arrays):
                    file.write(bytes(-array.nbytes % ALIGNMENT))
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, beside)
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """So that the new name survives a power cut, where the system lets us."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
