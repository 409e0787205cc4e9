"""The complexity parameter table of a tree, as in rpart."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.result_frames import as_table

COLUMNS = ("CP", "nsplit", "rel_error", "xerror", "xstd", "alpha")
TITLES = {"rel_error": "rel error"}
MAX_ROWS = 40
"""The maximum number of printed rows."""


class CpTable(dict[str, NDArray[Any]]):
    """The complexity parameter table: one row per pruned tree, from the root to the largest tree.

    A dict from column names to arrays, so ``pd.DataFrame(tree.cp_table_)`` converts it to a
    dataframe, as ``to_frame`` does. ``CP`` is alpha relative to the risk of the root, ``nsplit``
    the number of splits, ``rel_error`` the cost on the training samples relative to that of the
    root, ``xerror`` and ``xstd`` the cross-validated relative cost and its standard error (only
    after cross-validation), and ``alpha`` the minimum ``ccp_alpha`` of the tree.

    Parameters
    ----------
    columns : mapping of str to array
        The columns, all of the same length.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from spinney import DecisionTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> DecisionTreeClassifier(max_depth=2, ccp_risk="error").fit(X, y).cp_table_
           CP nsplit rel error   alpha
    1 0.50000      0   1.00000 0.33333
    2 0.44000      1   0.50000 0.29333
    3 0.00000      2   0.06000 0.00000
    """

    def __init__(self, columns: Mapping[str, Any]) -> None:
        super().__init__({name: np.array(columns[name]) for name in COLUMNS if name in columns})
        for column in self.values():
            column.flags.writeable = False

    def cut(self, alpha: float) -> "CpTable":
        """Return the rows that remain after pruning at alpha."""
        below = np.flatnonzero(self["alpha"] <= alpha)
        last = int(below[0]) if below.size else len(self["alpha"]) - 1
        columns = {name: column[: last + 1].copy() for name, column in self.items()}
        if below.size:
            ratio = self["CP"][0] / self["alpha"][0] if self["alpha"][0] > 0 else 0.0
            columns["alpha"][-1] = alpha
            columns["CP"][-1] = alpha * ratio
        return CpTable(columns)

    def to_frame(self, backend: str | None = None) -> Any:
        """Convert to a dataframe.

        Parameters
        ----------
        backend : {"pandas", "polars", "dict"}, default=None
            None selects pandas, or polars if pandas is not installed.

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or dict of list
        """
        return as_table({name: column.tolist() for name, column in self.items()}, backend)

    def __repr__(self) -> str:
        n_rows = len(self["CP"])
        shown = np.arange(n_rows)
        if n_rows > MAX_ROWS:
            shown = np.r_[: MAX_ROWS // 2, n_rows - MAX_ROWS // 2 : n_rows]
        columns = [["", *(str(row + 1) for row in shown)]]
        columns[0] = [cell.ljust(len(columns[0][-1])) for cell in columns[0]]
        for name in self:
            cells = [TITLES.get(name, name), *map(format_cell, self[name][shown])]
            width = max(map(len, cells))
            columns.append([cell.rjust(width) for cell in cells])
        lines = [" ".join(cells) for cells in zip(*columns, strict=True)]
        if n_rows > MAX_ROWS:
            lines.insert(MAX_ROWS // 2 + 1, f"... {n_rows - MAX_ROWS} more rows")
        return "\n".join(lines)


def format_cell(number: Any) -> str:
    return str(number) if isinstance(number, np.integer) else f"{number:.5f}"
