"""What a fitted tree is made of."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from .columns import Array
from .missing import MissingRules
from .schema import Schema


class FittedTree(NamedTuple):
    """All that prediction needs, replaced as one: a refit never shows half a model."""

    schema: Schema
    tree: _core.Tree
    classes: list[Array]
    missing: MissingRules
    loss: NDArray[np.float64] | None = None
    """Cost of predicting class j for a row of class i; None counts errors."""
