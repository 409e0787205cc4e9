"""Small real data sets for examples and tests."""

import csv
from importlib.resources import files
from inspect import cleandoc
from typing import Any

import numpy as np
from sklearn.utils import Bunch

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


def load_penguins(*, return_X_y: bool = False, as_frame: bool = False) -> Any:
    """Load the Palmer penguins data set (classification).

    Measurements of 344 penguins from three islands of the Palmer Archipelago: seven features, two
    of them categorical (``island`` and ``sex``), with some missing values. The target is the
    species: Adelie, Chinstrap or Gentoo. Measured by Kristen Gorman and the
    Palmer Station LTER; published by Horst, Hill and Gorman (2020) under CC0.

    Parameters
    ----------
    return_X_y : bool, default=False
        If True, return the tuple (data, target) instead of a Bunch.
    as_frame : bool, default=False
        If True, the data are a pandas DataFrame and the target a Series, which requires pandas.

    Returns
    -------
    Bunch
        As scikit-learn's loaders, with the attributes

        - ``data``: the features, a numpy structured array or a DataFrame. Estimators accept
          structured arrays like dataframes.
        - ``target``: the species of each penguin, an array or a Series.
        - ``feature_names``, ``target_names``: the names of the features and of the species.
        - ``frame``: with ``as_frame``, data and target in one DataFrame; else None.
        - ``DESCR``: a description.

    Examples
    --------
    >>> from spinney.datasets import load_penguins
    >>> penguins = load_penguins()
    >>> penguins.data.shape, penguins.feature_names[0]
    ((344,), 'island')
    >>> X, y = load_penguins(return_X_y=True)
    """
    text = (files(__name__) / "penguins.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    data: Any = np.empty(len(rows), dtype=np.dtype(list(PENGUIN_COLUMNS.items()), align=True))
    for name, kind in PENGUIN_COLUMNS.items():
        missing = None if kind is object else np.nan
        data[name] = [row[name] or missing for row in rows]
    target: Any = np.array([row["species"] for row in rows])
    species, frame = np.unique(target), None
    if as_frame:
        import pandas as pd

        data = pd.DataFrame({name: data[name] for name in PENGUIN_COLUMNS})
        target = pd.Series(target, name="species")
        frame = pd.concat([data, target], axis=1)
    if return_X_y:
        return data, target
    return Bunch(
        data=data,
        target=target,
        frame=frame,
        feature_names=list(PENGUIN_COLUMNS),
        target_names=species,
        DESCR=cleandoc(load_penguins.__doc__ or "").partition("\n\nParameters")[0],
    )
