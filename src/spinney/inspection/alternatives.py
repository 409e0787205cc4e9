"""Methods that list the surrogates and competitors of a fitted tree."""

from typing import Any

from ..base.fitted_tree import FittedTree
from ..base.result_frames import as_table
from ..data.user_warnings import warn
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
        columns = surrogate_columns(TreeFormatter(self._fitted()), node)
        if not columns["node"]:
            warn_if_not_kept("surrogates", self._surrogate_parameters())
        return as_table(columns, backend)

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
        columns = competitor_columns(TreeFormatter(self._fitted()), node)
        if not columns["node"]:
            is_kept = getattr(self, "max_competitors", 0) > 0
            warn_if_not_kept("competitors", "" if is_kept else "max_competitors=4")
        return as_table(columns, backend)

    def _surrogate_parameters(self) -> str:
        """Return the parameters that keep surrogates; empty if the tree was fitted with them."""
        if "surrogate" not in self._fitted().missing.policies:
            return 'missing="surrogate"'
        return "max_surrogates=5" if getattr(self, "max_surrogates", 0) == 0 else ""


def warn_if_not_kept(name: str, parameters: str) -> None:
    """Warn that the tree has none of these splits because of its parameters."""
    if parameters:
        message = f"The tree has no {name}: fit it with {parameters} to keep them."
        warn(message)
