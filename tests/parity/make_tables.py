"""Reduce the shared real tables to the small ones in reference/tables."""

import gzip
import json
import os
from pathlib import Path

import pandas as pd

from .tables import REFERENCE, TABLES

MAX_LEVELS = 30
MOST_CELLS = 36_000
MOST_ROWS = 1_500
ROOT = Path(__file__).parents[2]


def find_data():
    """The folder of the shared tables: SPINNEY_DATA, or ../shared/data next to the project."""
    return Path(os.environ.get("SPINNEY_DATA", ROOT.parent / "shared" / "data"))


def thin(frame):
    """Drop names and constants, then keep every k-th row."""
    is_label = frame.dtypes == "category"
    levels = frame.nunique()
    kept = (levels > 1) & ~(is_label & (levels > MAX_LEVELS))
    kept["target"] = True
    frame = frame.loc[:, kept]
    rows = min(MOST_ROWS, MOST_CELLS // (frame.shape[1] - 1))
    return frame.iloc[:: -(-len(frame) // rows)]


def make_tables(names):
    data = find_data()
    tasks = {
        entry["name"]: entry["task"] for entry in json.loads((data / "index.json").read_text())
    }
    TABLES.mkdir(parents=True, exist_ok=True)
    index = {}
    for name in sorted(names):
        frame = thin(pd.read_parquet(data / f"{name}.parquet"))
        labels = [c for c in frame.columns if frame[c].dtype == "category" and c != "target"]
        index[name] = {"task": tasks[name], "categorical": labels}
        text = frame.to_csv(index=False, lineterminator="\n").encode()
        (TABLES / f"{name}.csv.gz").write_bytes(gzip.compress(text, mtime=0))
    (REFERENCE / "tables.json").write_text(json.dumps(index, indent=1) + "\n")
