"""Split criteria of the core."""

import numpy as np
from numpy.typing import NDArray

from .. import _core

CRITERIA: dict[str, _core.CriterionInfo] = {
    name: criterion
    for criterion in _core.criteria()
    for name in (criterion.name, *criterion.aliases)
}
"""Descriptions by name and alias."""


def criterion_names(task: str, *, multiway: bool = False) -> list[str]:
    """Return names and aliases of the criteria of a task, "classification" or "regression".

    ``multiway``: include the criteria that need multiway splits.
    """
    return [
        name
        for name, criterion in CRITERIA.items()
        if criterion.task == task and (multiway or not criterion.needs_multiway)
    ]


def criterion_doc(task: str) -> str:
    """Return the description of the parameter ``criterion``, for docstrings."""
    where = " (p: class proportions of a node)" if task == "classification" else ""
    lines = [f"The impurity that splits decrease{where}:\n"]
    for name in criterion_names(task):
        criterion = CRITERIA[name]
        alias = f'alias of "{criterion.name}"' if name in criterion.aliases else None
        lines.append(f'- "{name}": {alias or f"``{criterion.impurity}``"}')
    return "\n            ".join(lines)


def check_domain(criterion: str, values: NDArray[np.float64]) -> None:
    """Raise ValueError if the criterion does not allow these targets."""
    if not CRITERIA[criterion].non_negative:
        return
    if (values < 0).any():
        row = int(np.argwhere(values < 0)[0][0])
        raise ValueError(f'y is negative in row {row}, which criterion="{criterion}" forbids.')
    if (values.sum(axis=0) <= 0).any():
        raise ValueError(f'Sum of y is not positive, which criterion="{criterion}" requires.')
