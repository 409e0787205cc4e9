"""Validation of Arrow arrays and categorical columns, before they are read."""

from typing import Any

import numpy as np


def check_native(values: Any, name: str) -> None:
    """Raise for a pandas or Arrow array with codes, indices or buffers that are not valid."""
    dtype: Any = getattr(values, "dtype", None)
    if type(dtype).__module__.startswith("pandas"):
        array = getattr(values, "array", values)
        if hasattr(dtype, "categories") and hasattr(array, "codes"):
            check_codes(array.codes, len(dtype.categories), name)
        if not hasattr(dtype, "pyarrow_dtype"):
            return
        values = array.__arrow_array__()
    if not type(values).__module__.startswith("pyarrow") or not hasattr(values, "validate"):
        return
    try:
        values.validate(full=True)
    except ValueError as error:
        raise ValueError(f"{name} is not a valid Arrow array: {error}") from None


def check_codes(codes: Any, n_categories: int, name: str) -> None:
    """Raise for codes of categories that do not exist; -1 is a missing value."""
    wrong = np.flatnonzero((codes < -1) | (codes >= n_categories))
    if wrong.size:
        row = int(wrong[0])
        raise ValueError(
            f"{name} is not a valid categorical column: row {row} has the code {codes[row]}, but "
            f"there are {n_categories} categories."
        )
