"""The real tables that the peers and Spinney grow their trees on."""

import gzip
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

REFERENCE = Path(__file__).parent / "reference"
TABLES = REFERENCE / "tables"
MOST_MISSING = 0.2


@dataclass(frozen=True)
class Sample:
    """What a tree is grown on: numbers and level codes, class codes or numbers, weights."""

    X: np.ndarray
    y: np.ndarray
    weight: np.ndarray
    categorical: list[int]
    levels: list[int]
    is_class: bool


@cache
def read_index():
    return json.loads((REFERENCE / "tables.json").read_text())


@cache
def read_table(name):
    """One committed table: its columns as float64 (labels as codes), and its target."""
    labels = read_index()[name]["categorical"]
    with gzip.open(TABLES / f"{name}.csv.gz", "rt", encoding="utf-8") as file:
        frame = pd.read_csv(
            file,
            dtype=dict.fromkeys(labels, "category"),
            float_precision="round_trip",
            keep_default_na=False,
            na_values=[""],
        )
    target = frame.pop("target")
    for column in labels:
        codes = frame[column].cat.codes.astype(float)
        frame[column] = codes.mask(codes < 0)
    return frame.astype(float), target.to_numpy()


def take_sample(name, peer, weighted=False):
    """The rows and columns of a table as one peer can take them.

    rpart without surrogates keeps rows with a missing value at the node, so it gets complete
    rows. scikit-learn holds float32 and takes a category for a number.
    """
    frame, target = read_table(name)
    about = read_index()[name]
    labels = set(about["categorical"])
    if peer == "rpart":
        frame = frame.loc[:, frame.isna().mean() <= MOST_MISSING]
        keep = frame.notna().all(axis=1).to_numpy()
        frame, target = frame[keep], target[keep]
        for column in labels & set(frame.columns):
            frame = frame.assign(**{column: np.unique(frame[column], return_inverse=True)[1]})
    else:
        frame, labels = frame.astype(np.float32), set()
    is_class = about["task"] != "regression"
    X = frame.to_numpy(float)
    categorical = [j for j, column in enumerate(frame.columns) if column in labels]
    levels = [int(X[:, j].max()) + 1 if j in categorical else 0 for j in range(X.shape[1])]
    y = np.unique(target, return_inverse=True)[1] if is_class else target.astype(float)
    weight = 1.0 + np.arange(len(y)) % 3 if weighted else np.ones(len(y))
    return Sample(X, y, weight, categorical, levels, is_class)
