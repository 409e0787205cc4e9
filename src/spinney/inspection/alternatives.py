"""Methods that list the surrogates and competitors of a fitted tree."""

from typing import Any

from ..base.fitted_tree import FittedTree
from ..base.result_frames import as_table
from .nodes import competitor_columns, surrogate_columns
from .tree_formatter import TreeFormatter


class AlternativesMixin:
    """Adds tables of alternative splits to an estimator with a fitted tree."""

    def _fitted(self) -> FittedTree:
        raise NotImplementedError

    def surrogates(self, node: int | None = None, *, backend: str | None = None) -> Any:
        """The surrogates: questions that stand in where the value asked for is missing.

        Parameters
        ----------
        node : int, default=None
            The node to list them for; None lists all.
        backend : {"pandas", "polars", "dict"}, default=None
            What to make; None takes pandas, or polars if pandas is not installed.

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or dict of list
            ``node``, ``rank`` (the order in which they are asked), ``feature``, ``question`` (what
            goes left), ``agreement`` (share of the weight sent as the split sends it) and
            ``adjusted`` (agreement beyond that of going with the majority, 1 at best).

        Examples
        --------
        >>> from spinney import DecisionTreeClassifier
        >>> X = [[1, 10], [2, 20], [3, 15], [4, 30], [5, 40], [6, 12]]
        >>> y = [0, 0, 0, 1, 1, 1]
        >>> tree = DecisionTreeClassifier(max_depth=1, missing="surrogate").fit(X, y)
        >>> tree.surrogates(0, backend="dict")["question"]
        ['x1 <= 25']
        """
        return as_table(surrogate_columns(TreeFormatter(self._fitted()), node), backend)

    def competitors(self, node: int | None = None, *, backend: str | None = None) -> Any:
        """The competitors: the best questions on other features than the one asked.

        Parameters
        ----------
        node : int, default=None
            The node to list them for; None lists all.
        backend : {"pandas", "polars", "dict"}, default=None
            What to make; None takes pandas, or polars if pandas is not installed.

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or dict of list
            ``node``, ``rank``, ``feature``, ``question`` (what would go left) and ``gain``.

        Examples
        --------
        >>> from spinney import DecisionTreeClassifier
        >>> X = [[1, 10], [2, 20], [3, 30], [4, 15]]
        >>> tree = DecisionTreeClassifier(max_depth=1, max_competitors=1).fit(X, [0, 0, 1, 1])
        >>> tree.competitors(0, backend="dict")["feature"]
        ['x1']
        """
        return as_table(competitor_columns(TreeFormatter(self._fitted()), node), backend)
