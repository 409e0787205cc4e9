"""The table of the pruning sequence, as rpart prints it."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.result_frames import as_table

COLUMNS = ("CP", "nsplit", "rel_error", "xerror", "xstd", "alpha")
TITLES = {"rel_error": "rel error"}
SHOWN = 40
"""Most rows that are printed."""


class CpTable(Mapping[str, NDArray[Any]]):
    """The pruned trees of a sequence: one row each, from the root alone to the largest tree.

    A mapping from column names to arrays. ``CP`` is alpha relative to the risk of the root,
    ``nsplit`` the number of splits, ``rel_error`` the cost on the training rows relative to the
    root's, ``xerror`` and ``xstd`` the same in cross-validation with its standard error (only if
    there was one), ``alpha`` the least ``ccp_alpha`` that gives the tree.

    Parameters
    ----------
    columns : mapping of str to array
        The columns, all of one length.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from spinney import DecisionTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> DecisionTreeClassifier(max_depth=2, ccp_risk="error").fit(X, y).cp_table_
           CP nsplit rel error
    1 0.50000      0   1.00000
    2 0.44000      1   0.50000
    3 0.00000      2   0.06000
    """

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self._columns: dict[str, NDArray[Any]] = {}
        for name in COLUMNS:
            if name in columns:
                column = np.array(columns[name])
                column.flags.writeable = False
                self._columns[name] = column

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def cut(self, alpha: float) -> "CpTable":
        """The rows that are left when trees are pruned at alpha."""
        below = np.flatnonzero(self["alpha"] <= alpha)
        last = int(below[0]) if below.size else len(self["alpha"]) - 1
        columns = {name: column[: last + 1].copy() for name, column in self.items()}
        if below.size:
            ratio = self["CP"][0] / self["alpha"][0] if self["alpha"][0] > 0 else 0.0
            columns["alpha"][-1] = alpha
            columns["CP"][-1] = alpha * ratio
        return CpTable(columns)

    def to_frame(self, backend: str | None = None) -> Any:
        """The table as a data frame.

        Parameters
        ----------
        backend : {"pandas", "polars", "dict"}, default=None
            None takes pandas, or polars if pandas is not installed.

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or dict of list
        """
        return as_table({name: column.tolist() for name, column in self.items()}, backend)

    def __repr__(self) -> str:
        n_rows = len(self["CP"])
        shown = np.arange(n_rows)
        if n_rows > SHOWN:
            shown = np.r_[: SHOWN // 2, n_rows - SHOWN // 2 : n_rows]
        columns = [["", *(str(row + 1) for row in shown)]]
        columns[0] = [cell.ljust(len(columns[0][-1])) for cell in columns[0]]
        for name in self:
            if name != "alpha":
                cells = [TITLES.get(name, name), *map(short, self[name][shown])]
                width = max(map(len, cells))
                columns.append([cell.rjust(width) for cell in cells])
        lines = [" ".join(cells) for cells in zip(*columns, strict=True)]
        if n_rows > SHOWN:
            lines.insert(SHOWN // 2 + 1, f"... {n_rows - SHOWN} more rows")
        return "\n".join(lines)


def short(number: Any) -> str:
    return str(number) if isinstance(number, np.integer) else f"{number:.5f}"
