"""The trees of a forest as estimators, unpacked on access."""

from collections.abc import Sequence
from typing import Any, overload

from ..data.containers import Indices
from ..trees import (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreeClassifier,
    ExtraTreeRegressor,
)
from .model import FittedForest

Tree = DecisionTreeClassifier | DecisionTreeRegressor


class ForestTrees(Sequence[Tree]):
    """Sequence of the trees of a forest; each access unpacks a tree.

    Parameters
    ----------
    parameters : dict
        The parameters of the trees.
    model : FittedForest
        The fitted forest.
    extra : bool, default=False
        Whether the trees are extremely randomized.
    features : list of ndarray, default=None
        The columns of each tree, which then reads only these; None: all columns.
    """

    def __init__(
        self,
        parameters: dict[str, Any],
        model: FittedForest,
        extra: bool = False,
        features: list[Indices] | None = None,
    ) -> None:
        self.parameters = parameters
        self.model = model
        self.features = features
        self.kind: type[Tree]
        if model.classes:
            self.kind = ExtraTreeClassifier if extra else DecisionTreeClassifier
        else:
            self.kind = ExtraTreeRegressor if extra else DecisionTreeRegressor

    def __len__(self) -> int:
        return self.model.forest.n_trees

    @overload
    def __getitem__(self, index: int) -> Tree: ...
    @overload
    def __getitem__(self, index: slice) -> list[Tree]: ...
    def __getitem__(self, index: int | slice) -> Tree | list[Tree]:
        try:
            numbers = range(len(self))[index]
        except IndexError:
            raise IndexError(
                f"Tree {index} does not exist: the forest has {len(self)} trees."
            ) from None
        if isinstance(numbers, range):
            return [self._tree(i) for i in numbers]
        return self._tree(numbers)

    def unfitted(self) -> Tree:
        """Return an unfitted tree with the parameters of the trees."""
        return self.kind(**self.parameters)

    def _tree(self, i: int) -> Tree:
        model, tree = self.model, self.unfitted()
        fitted = model.tree(i)
        if self.features is not None:
            fitted = fitted.select(self.features[i])
        tree._install(
            tree._state(fitted, model.max_features)
            | {"n_leaves_grown_": fitted.tree.n_leaves, "ccp_alpha_": float(tree.ccp_alpha)}
            | {"_in_ensemble": True}
        )
        return tree

    def __repr__(self) -> str:
        return f"<{len(self)} trees, {self.kind.__name__}>"
