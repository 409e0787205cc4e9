"""What a fitted tree is made of."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..data.columns import Array, plain_label
from ..data.missing import MissingRules
from ..data.schema import Schema


class FittedTree(NamedTuple):
    """All that prediction needs, replaced as one: a refit never shows half a model."""

    schema: Schema
    tree: _core.Tree
    classes: list[Array]
    missing: MissingRules
    loss: NDArray[np.float64] | None = None
    """Cost of predicting class j for a row of class i; None counts errors."""

    def predicted_classes(self, values: NDArray[np.float64]) -> NDArray[np.intp]:
        """Class indices (n, outputs) for class shares (n, outputs, width), of nodes or of rows.

        The class with the largest share, or of least expected loss; the first of equals.
        """
        best: NDArray[np.intp]
        best = values.argmax(axis=2) if self.loss is None else (values @ self.loss).argmin(axis=2)
        return best

    def plain_predictions(
        self, value: NDArray[np.float64], best: NDArray[np.intp] | None
    ) -> list[Any]:
        """One node's or row's answer for every output: a class label, or a number if best is None.

        ``value`` is (outputs, width), ``best`` its class indices.
        """
        if best is None:
            return [float(number) for number in value[:, 0]]
        return [plain_label(labels[i]) for labels, i in zip(self.classes, best, strict=True)]
