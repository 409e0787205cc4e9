"""One tree of a boosted model, to be read and drawn as any tree."""

from .. import _core
from ..fitted import FittedTree
from ..look import Readable


class BoostedTree(Readable):
    """A tree whose values are what it adds to a score.

    Attributes
    ----------
    tree_ : Tree
        The tree as read-only arrays with one entry per node; its weights are sums of hessians.
    """

    criterion = "squared_error"

    def __init__(self, fitted: FittedTree) -> None:
        self._model = fitted

    @property
    def tree_(self) -> _core.Tree:
        return self._model.tree

    def _fitted(self) -> FittedTree:
        return self._model

    def __repr__(self) -> str:
        return f"BoostedTree({self.tree_.n_leaves} leaves)"
