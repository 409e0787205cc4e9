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
