"""The loss of a weighted sum of members, and the weights that minimize it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.aggregation import Floats
from ..data.targets import Targets
from .scores import MemberScores
from .weight_solver import (
    SIMPLEX,
    SMALLEST,
    Bounds,
    absolute_error,
    log_loss,
    scale_to_one,
    squared_error,
)

LOSS_NAMES = {
    "log_loss": "log loss",
    "squared_error": "squared error",
    "absolute_error": "absolute error",
}


class Problem(NamedTuple):
    """The loss of a weighted sum of columns, one per member."""

    loss: str
    columns: Floats
    """Predictions; for the log loss the probability of the true class."""
    y: Floats
    row_weight: Floats
    total: float
    """Total weight of the rows of X, each of which may have several rows here."""

    def solve(self, bounds: Bounds) -> Floats:
        """Return the best weights; on the simplex never worse than a single member."""
        if self.loss == "log_loss":
            scaled, found = self, log_loss(self.columns, self.row_weight)
        else:
            columns, y = scale_to_one(self.columns, self.y)
            scaled = self._replace(columns=columns, y=y)
            solver = squared_error if self.loss == "squared_error" else absolute_error
            found = solver(columns, y, self.row_weight, bounds)
        if bounds != SIMPLEX:
            return found
        return min([found, *np.eye(len(found))], key=scaled.value)

    def value(self, weights: Floats) -> float:
        """Return the mean loss per row of X."""
        blended = self.columns @ weights
        if self.loss == "log_loss":
            terms = -np.log(np.maximum(blended, SMALLEST))
        elif self.loss == "squared_error":
            with np.errstate(over="ignore"):  # squares of large values may overflow
                terms = (blended - self.y) ** 2
        else:
            terms = np.abs(blended - self.y)
        return float(self.row_weight @ terms) / self.total

    def scores(self, names: tuple[str, ...], weights: Floats) -> MemberScores:
        """Return the losses of the members, of their mean and of the blend."""
        n = len(names)
        alone = {name: self.value(one) for name, one in zip(names, np.eye(n), strict=True)}
        uniform = self.value(np.full(n, 1 / n))
        return MemberScores(LOSS_NAMES[self.loss], alone, uniform, self.value(weights))


def make_problem(
    loss: str, predictions: Floats, targets: Targets, rows: NDArray[np.intp], weight: Floats | None
) -> Problem:
    """Set up the problem for predictions (members, rows, outputs, width) of some rows."""
    row_weight = np.ones(len(rows)) if weight is None else weight[rows]
    total = float(row_weight.sum())
    y = targets.values[rows]
    if loss == "log_loss":
        proba = predictions[:, np.arange(len(rows)), 0, y[:, 0]]
        return Problem(loss, np.ascontiguousarray(proba.T), y[:, 0], row_weight, total)
    if targets.classes:
        y = np.eye(len(targets.classes[0]))[y[:, 0]]
    width = y.shape[1]
    columns = np.ascontiguousarray(predictions.reshape(len(predictions), -1).T)
    return Problem(loss, columns, y.ravel(), np.repeat(row_weight, width), total)
