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
        """Return the surrogate splits, which are used where the value of the split is missing.

        Parameters
        ----------
        node : int, default=None
            The node; None lists those of all nodes.
        backend : {"pandas", "polars", "dict"}, default=None
            Type of the table; None uses pandas, or polars if pandas is not installed.

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or dict of list
            ``node``, ``rank`` (surrogates are tried in this order), ``feature``, ``condition`` (of
            the left child), ``agreement`` (share of the weight that goes to the same child as with
            the split itself) and ``adjusted`` (agreement relative to the majority rule, at most
            1).

        Examples
        --------
        >>> from spinney import DecisionTreeClassifier
        >>> X = [[1, 10], [2, 20], [3, 15], [4, 30], [5, 40], [6, 12]]
        >>> y = [0, 0, 0, 1, 1, 1]
        >>> tree = DecisionTreeClassifier(max_depth=1, missing="surrogate").fit(X, y)
        >>> tree.surrogates(0, backend="dict")["condition"]
        ['x1 <= 25']
        """
        return as_table(surrogate_columns(TreeFormatter(self._fitted()), node), backend)

    def competitors(self, node: int | None = None, *, backend: str | None = None) -> Any:
        """Return the competitors: the best splits on features other than the chosen one.

        Parameters
        ----------
        node : int, default=None
            The node; None lists those of all nodes.
        backend : {"pandas", "polars", "dict"}, default=None
            Type of the table; None uses pandas, or polars if pandas is not installed.

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or dict of list
            ``node``, ``rank``, ``feature``, ``condition`` (of the left child) and ``gain``.

        Examples
        --------
        >>> from spinney import DecisionTreeClassifier
        >>> X = [[1, 10], [2, 20], [3, 30], [4, 15]]
        >>> tree = DecisionTreeClassifier(max_depth=1, max_competitors=1).fit(X, [0, 0, 1, 1])
        >>> tree.competitors(0, backend="dict")["feature"]
        ['x1']
        """
        return as_table(competitor_columns(TreeFormatter(self._fitted()), node), backend)
