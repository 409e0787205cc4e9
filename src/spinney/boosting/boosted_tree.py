"""One tree of a boosted model."""

from typing import Any

from ..base.fitted_tree import FittedTree
from ..inspection.text import tree_text
from ..inspection.tree_arrays import Tree


class BoostedTree:
    """A tree whose leaf values are added to a score, for ``export_text`` and plots.

    Attributes
    ----------
    tree_ : Tree
        The tree as read-only arrays with one entry per node; node weights are sums of hessians.
    """

    def __init__(self, fitted: FittedTree) -> None:
        self._model = fitted

    @property
    def tree_(self) -> Tree:
        return Tree(self._model)

    def text(self, **options: Any) -> str:
        """Return the tree as indented text, with the options of a decision tree's ``text``."""
        return tree_text(self._model, **options)

    def _fitted(self) -> FittedTree:
        return self._model

    def __repr__(self) -> str:
        return f"BoostedTree({self.tree_.n_leaves} leaves)"
