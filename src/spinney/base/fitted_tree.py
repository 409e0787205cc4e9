"""The fitted model of a single tree."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..data.columns import Array, plain_label
from ..data.missing import MissingRules
from ..data.schema import Schema


class FittedTree(NamedTuple):
    """A tree with the schema, classes and policies that prediction needs."""

    schema: Schema
    tree: _core.Tree
    classes: list[Array]
    missing: MissingRules
    loss: NDArray[np.float64] | None = None
    """Cost of predicting class j for a row of class i; None for equal costs."""

    def select(self, features: NDArray[np.intp]) -> "FittedTree":
        """Return the tree as one of these columns; it has no splits on other columns."""
        return self._replace(
            schema=self.schema.select(features),
            tree=with_columns(self.tree, features),
            missing=self.missing.select(features),
        )

    def predicted_classes(self, values: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return class indices (n, outputs) for class probabilities (n, outputs, classes).

        The class of the largest probability, or of the lowest expected cost; the first of a tie.
        """
        best: NDArray[np.intp]
        best = values.argmax(axis=2) if self.loss is None else (values @ self.loss).argmin(axis=2)
        return best

    def plain_predictions(
        self, value: NDArray[np.float64], best: NDArray[np.intp] | None
    ) -> list[Any]:
        """Return the prediction of a node or row for each output as Python objects.

        ``value`` is (outputs, classes) with class indices ``best``, or (outputs, 1) and None.
        """
        if best is None:
            return [float(number) for number in value[:, 0]]
        return [plain_label(labels[i]) for labels, i in zip(self.classes, best, strict=True)]


def with_columns(tree: _core.Tree, features: NDArray[np.intp]) -> _core.Tree:
    """Return the tree with features counted among the given ones."""
    state = tree.__getstate__()
    number = np.full(tree.n_features, -1, np.int32)
    number[features] = np.arange(len(features))
    for name in ("feature", "term_feature", "surrogate_feature", "competitor_feature"):
        used = state[name] >= 0
        state[name] = np.where(used, number[np.where(used, state[name], 0)], state[name])
    for name in ("missing_route", "unknown_route"):
        state[name] = state[name][features] if len(state[name]) else state[name]
    state["n_features"] = len(features)
    result = _core.Tree.__new__(_core.Tree)
    result.__setstate__(state)
    return result
