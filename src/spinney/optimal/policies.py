"""Missing values in a search that must be proven: only what is done to the table before it."""

from typing import Any

import numpy as np

from ..base.training_data import Dataset
from ..data.missing.policies import IMPUTING

PREPARED = ("error", *IMPUTING, "category", "drop")
"""Policies that leave no missing value to the search."""
UNKNOWN = ("missing", "fractional", "mode", "stop", "majority", "error")


def check_policies(missing: Any, unknown: Any) -> None:
    """Refuse policies by which a split would have to send missing values."""
    for name, given, allowed in (("missing", missing, PREPARED), ("unknown", unknown, UNKNOWN)):
        entries = given.items() if isinstance(given, dict) else [(None, given)]
        for key, policy in entries:
            if policy not in allowed:
                argument = name if key is None else f"{name}[{key!r}]"
                raise ValueError(
                    f"{argument}={policy!r} is not for optimal trees. It must be one of "
                    f"{', '.join(map(repr, allowed))}."
                )


def check_complete(data: Dataset) -> None:
    """Refuse training rows in which a value is still missing, naming the first."""
    absent = data.table.absent_counts(data.n_threads).sum(axis=1)
    for j in np.flatnonzero(absent).tolist():
        if data.missing.policies[j] in IMPUTING or data.missing.policies[j] == "drop":
            continue  # the column has no value at all, or the rows are left out
        raise ValueError(
            f"Input X contains NaN or null in {data.frame.column_name(j)}, a feature of numbers "
            f"with missing={data.missing.policies[j]!r}: choose 'mean', 'median', 'mode' or 'drop'."
        )
