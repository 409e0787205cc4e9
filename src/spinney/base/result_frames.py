"""Columns of plain Python values as a data frame."""

import importlib
from importlib.util import find_spec
from typing import Any

BACKENDS = ("pandas", "polars", "dict")


def as_table(columns: dict[str, list[Any]], backend: str | None = None) -> Any:
    """The columns as a frame of pandas or polars, or as the dict that they are.

    Parameters
    ----------
    columns : dict of list
        The columns by name.
    backend : {"pandas", "polars", "dict"}, default=None
        None takes pandas, or polars if pandas is not installed.

    Returns
    -------
    pandas.DataFrame, polars.DataFrame or dict

    Examples
    --------
    >>> from spinney.base.result_frames import as_table
    >>> as_table({"node": [0, 1]}, "dict")
    {'node': [0, 1]}
    """
    if backend not in (None, *BACKENDS):
        raise ValueError(f"backend must be one of {BACKENDS} or None, got {backend!r}.")
    if backend == "dict":
        return columns
    wanted = ("pandas", "polars") if backend is None else (backend,)
    found = next((name for name in wanted if find_spec(name) is not None), None)
    if found is None:
        raise ImportError(
            f"A data frame needs {' or '.join(wanted)}, which is not installed; backend='dict' "
            "gives plain lists."
        )
    return importlib.import_module(found).DataFrame(columns)
