"""Small real data sets for examples and tests."""

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
    """Load the Palmer penguins data set (classification).

    Measurements of 344 penguins from three islands of the Palmer Archipelago: seven features, two
    of them categorical (``island`` and ``sex``), with some missing values. The target is the
    species: Adelie, Chinstrap or Gentoo. Measured by Kristen Gorman and the
    Palmer Station LTER; published by Horst, Hill and Gorman (2020) under CC0.

    Parameters
    ----------
    as_frame : bool, default=False
        If True, return a pandas DataFrame and Series, which requires pandas.

    Returns
    -------
    X : numpy structured array or DataFrame
        The features. Estimators accept structured arrays like dataframes.
    y : ndarray or Series
        The species of each penguin.

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
