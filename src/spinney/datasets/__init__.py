"""Small real tables for examples and tests."""

import csv
from importlib.resources import files
from typing import Any

import numpy as np

__all__ = ["load_penguins"]

PENGUIN_COLUMNS = {
    "island": object,
    "bill_length_mm": np.float64,
    "bill_depth_mm": np.float64,
    "flipper_length_mm": np.float64,
    "body_mass_g": np.float64,
    "sex": object,
    "year": np.int64,
}


def load_penguins(*, as_frame: bool = False) -> tuple[Any, Any]:
    """Size and species of 344 penguins from three islands of the Palmer Archipelago.

    Seven features, two of them categories (``island`` and ``sex``), with a few missing values;
    the target is the species: Adelie, Chinstrap or Gentoo. Measured by Kristen Gorman and the
    Palmer Station LTER; published by Horst, Hill and Gorman (2020) under CC0.

    Parameters
    ----------
    as_frame : bool, default=False
        Return a pandas DataFrame and Series, which needs pandas.

    Returns
    -------
    X : numpy structured array or DataFrame
        The features by name. The estimators take a structured array as they take a dataframe.
    y : ndarray or Series
        The species.

    Examples
    --------
    >>> from spinney.datasets import load_penguins
    >>> X, y = load_penguins()
    >>> X.shape, X.dtype.names[0]
    ((344,), 'island')
    """
    text = (files(__name__) / "penguins.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    data: Any = np.empty(len(rows), dtype=np.dtype(list(PENGUIN_COLUMNS.items()), align=True))
    for name, kind in PENGUIN_COLUMNS.items():
        missing = None if kind is object else np.nan
        data[name] = [row[name] or missing for row in rows]
    target: Any = np.array([row["species"] for row in rows])
    if as_frame:
        import pandas as pd

        data = pd.DataFrame({name: data[name] for name in PENGUIN_COLUMNS})
        target = pd.Series(target, name="species")
    return data, target
