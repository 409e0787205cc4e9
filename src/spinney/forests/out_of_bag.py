"""Out-of-bag errors, predictions and scores."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..data.targets import Targets
from ..data.user_warnings import warn
from ..data.weights import Weights
from .model import FittedForest
from .tree_growth import Growth

Floats = NDArray[np.float64]


class OutOfBagErrors:
    """Out-of-bag error of a growing forest after each tree."""

    def __init__(self, growth: Growth, weight: Weights | None, aggregate: str) -> None:
        self.growth = growth
        self.weight = weight
        self.aggregate = aggregate
        self.errors: Floats = np.empty(0)
        self.core = self._begin()

    def _begin(self) -> _core.OutOfBag:
        targets = self.growth.data.targets
        return _core.OutOfBag(targets.values, targets.n_classes, self.weight, self.aggregate)

    def add(self, forest: _core.Forest, first: int) -> None:
        """Add trees; ``first`` is the index of the first of them."""
        bags = self.growth.bags
        assert bags is not None
        data = self.growth.data
        errors = self.core.add(forest, data.table, bags, first, data.n_threads)
        self.errors = np.concatenate([self.errors, errors])

    def restart(self, forest: _core.Forest, first: int) -> None:
        """Start again with these trees."""
        self.errors, self.core = np.empty(0), self._begin()
        self.add(forest, first)

    def converged_after(self, patience: int, tol: float) -> int | None:
        """Return the number of trees after which the error has converged; None if it has not.

        It has converged when the last ``patience`` trees have lowered the minimum error by less
        than the fraction ``tol``.
        """
        lowest = np.minimum.accumulate(np.where(np.isnan(self.errors), np.inf, self.errors))
        before, after = lowest[:-patience], lowest[patience:]
        flat = np.flatnonzero(np.isfinite(before) & (after >= (1 - tol) * before))
        return int(flat[0]) + patience + 1 if flat.size else None

    def latest(self) -> str:
        """Return the last error as text."""
        return f"out-of-bag error {self.errors[-1]:.6g}"

    def smoothed_prediction(self, model: FittedForest) -> Floats | None:
        """Return the out-of-bag probabilities of a forest that smooths them."""
        growth, smoothed = self.growth, self._begin()
        if not model.smoothing or growth.bags is None:
            return None
        data, forest = growth.data, model.probability_forest(growth.data.n_threads)
        smoothed.add(forest, data.table, growth.bags, model.first, data.n_threads)
        return smoothed.prediction


def out_of_bag_state(score: Any, errors: OutOfBagErrors, model: FittedForest) -> dict[str, Any]:
    """Return the out-of-bag attributes; ``score`` is the parameter ``oob_score``."""
    state: dict[str, Any] = {"oob_errors_": errors.errors}
    if score:
        targets, prediction = errors.growth.data.targets, errors.core.prediction
        state |= prediction_state(score, targets, prediction, errors.weight)
        smoothed = errors.smoothed_prediction(model)
        if smoothed is not None:
            state["oob_decision_function_"] = decision_function(smoothed)
    return state


def decision_function(prediction: Floats) -> Floats:
    """Return (rows, classes), or (rows, classes, outputs) for several outputs."""
    return prediction[:, 0] if prediction.shape[1] == 1 else prediction.transpose(0, 2, 1)


def prediction_state(
    score: Any, targets: Targets, prediction: Floats, weight: Weights | None
) -> dict[str, Any]:
    """Return out-of-bag predictions (rows, outputs, width) and their score as attributes."""
    known = ~np.isnan(prediction[:, 0, 0])
    counts = np.ones(len(known), dtype=bool) if weight is None else weight > 0
    warn_never_out_of_bag(int(np.count_nonzero(counts & ~known)))
    rows = known & counts
    state: dict[str, Any] = {"oob_score_": np.nan}
    if rows.any():
        metric = score if callable(score) else None
        kept = Targets(targets.values[rows], targets.classes)
        row_weight = None if weight is None else weight[rows]
        state["oob_score_"] = score_of(metric, kept, prediction[rows], row_weight)
    if not targets.classes:
        state["oob_prediction_"] = squeezed(prediction[:, :, 0])
    else:
        state["oob_decision_function_"] = decision_function(prediction)
    return state


def warn_never_out_of_bag(n_rows: int) -> None:
    if n_rows:
        warn(
            f"Some inputs do not have OOB scores: {n_rows} rows are in every bag, so their "
            "predictions are NaN. Use more estimators or smaller bags (max_samples)."
        )


def score_of(metric: Any, targets: Targets, prediction: Floats, weight: Weights | None) -> float:
    """Return the weighted accuracy or R2, or the value of the metric passed by the user."""
    if targets.classes:
        best = prediction.argmax(axis=2)
        if metric is None:
            return float(np.average((best == targets.values).all(axis=1), weights=weight))
        return float(metric(labels_of(targets.values, targets), labels_of(best, targets)))
    from sklearn.metrics import r2_score

    y, predicted = squeezed(targets.values), squeezed(prediction[:, :, 0])
    if metric is not None:
        return float(metric(y, predicted))
    return float(r2_score(y, predicted, sample_weight=weight)) if len(y) > 1 else np.nan


def labels_of(codes: NDArray[Any], targets: Targets) -> NDArray[Any]:
    columns = [classes[codes[:, k]] for k, classes in enumerate(targets.classes)]
    return squeezed(np.column_stack(columns))


def squeezed(columns: NDArray[Any]) -> NDArray[Any]:
    return columns[:, 0] if columns.shape[1] == 1 else columns
