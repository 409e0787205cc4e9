"""Convert results to a dataframe."""

import importlib
from importlib.util import find_spec
from typing import Any, ClassVar

BACKENDS = ("pandas", "polars", "dict")


def as_table(columns: dict[str, list[Any]], backend: str | None = None) -> Any:
    """Convert a dict of columns to a dataframe of pandas or polars.

    Parameters
    ----------
    columns : dict of list
        The columns by name.
    backend : {"pandas", "polars", "dict"}, default=None
        None selects pandas, or polars if pandas is not installed. "dict" returns the columns.

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
    candidates = ("pandas", "polars") if backend is None else (backend,)
    found = next((name for name in candidates if find_spec(name) is not None), None)
    if found is None:
        raise ImportError(
            f"A dataframe needs {' or '.join(candidates)}, which is not installed; backend='dict' "
            "returns lists."
        )
    return importlib.import_module(found).DataFrame(columns)


class ShortRepr:
    """Adds a text of one line to dataclasses with arrays."""

    def __repr__(self) -> str:
        shown = (short_text(name, getattr(self, name)) for name in self.__dataclass_fields__)
        return f"{type(self).__name__}({', '.join(shown)})"

    __dataclass_fields__: ClassVar[dict[str, Any]]


class ResultTable(ShortRepr):
    """Adds the method ``to_frame`` to results, which implement ``_columns``."""

    def to_frame(self, backend: str | None = None) -> Any:
        """Return a dataframe.

        Parameters
        ----------
        backend : {"pandas", "polars", "dict"}, default=None
            None selects pandas, or polars if pandas is not installed.

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or dict
        """
        return as_table(self._columns(), backend)

    def _columns(self) -> dict[str, list[Any]]:
        raise NotImplementedError


def short_text(name: str, value: Any) -> str:
    """Return an attribute as text, an array by its shape and a sequence by its length."""
    if hasattr(value, "shape"):
        return f"{name}: {' x '.join(map(str, value.shape))}"
    return f"{name}: {len(value)}" if isinstance(value, (list, tuple)) else f"{name}={value!r}"
