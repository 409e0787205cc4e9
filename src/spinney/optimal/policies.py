"""Missing-value policies of optimal trees: only those applied before the search."""

from typing import Any

import numpy as np
from sklearn.utils._param_validation import InvalidParameterError

from ..base.training_data import LabeledTable
from ..data.missing.policies import IMPUTING

MISSING_POLICIES = ("error", *IMPUTING, "category", "drop")
"""Policies that leave no missing values for the search."""
UNKNOWN_POLICIES = ("missing", "fractional", "mode", "stop", "majority", "error")


def check_policies(missing: Any, unknown: Any) -> None:
    """Raise for policies that route missing values at splits."""
    for name, given, allowed in (
        ("missing", missing, MISSING_POLICIES),
        ("unknown", unknown, UNKNOWN_POLICIES),
    ):
        entries = given.items() if isinstance(given, dict) else [(None, given)]
        for key, policy in entries:
            if policy not in allowed:
                argument = name if key is None else f"{name}[{key!r}]"
                raise InvalidParameterError(
                    f"Optimal trees do not support {argument}={policy!r}. It must be one of "
                    f"{', '.join(map(repr, allowed))}."
                )


def check_complete(data: LabeledTable) -> None:
    """Raise if a training value is still missing, with the first such column."""
    absent = data.table.absent_counts(data.n_threads).sum(axis=1)
    for j in np.flatnonzero(absent).tolist():
        if data.missing.policies[j] in IMPUTING or data.missing.policies[j] == "drop":
            continue  # the column has no values, or its rows are dropped
        raise ValueError(
            f"Input X contains NaN or null in {data.frame.column_name(j)}, a numeric feature with "
            f"missing={data.missing.policies[j]!r}: choose 'mean', 'median', 'mode' or 'drop'."
        )
