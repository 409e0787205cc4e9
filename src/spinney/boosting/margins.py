"""Scores to start from, one or several per row: ``init_score`` of fit, ``base_margin``."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from .._core import Link
from ..base.training_data import LabeledTable
from ..base.validation_split import Mask
from ..data.targets import Targets
from ..data.weights import Weights
from .losses import Floats


def read_margin(given: Any, n_rows: int, argument: str) -> Floats | None:
    """Read scores of shape (rows,) or (rows, n_scores), or flat, class after class (LightGBM)."""
    if given is None:
        return None
    try:
        margin = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{argument} must contain numbers: {error}") from None
    if margin.ndim == 1 and margin.size > n_rows and margin.size % n_rows == 0:
        margin = margin.reshape(-1, n_rows).T
    if margin.ndim == 1:
        margin = margin[:, None]
    if margin.ndim != 2 or len(margin) != n_rows:
        raise ValueError(
            f"{argument} must have one row per sample: {n_rows}, got the shape {np.shape(given)}."
        )
    if not np.isfinite(margin).all():
        row = int(np.argwhere(~np.isfinite(margin))[0, 0])
        raise ValueError(f"{argument} contains NaN or infinity: row {row}.")
    return margin


def check_scores(margin: Floats | None, n_scores: int, argument: str) -> None:
    if margin is not None and margin.shape[1] != n_scores:
        raise ValueError(
            f"{argument} has {margin.shape[1]} scores per row, but the model has {n_scores}."
        )


def link_scores(predicted: Floats, link: Link | None) -> Floats:
    """Convert predictions to raw scores; class probabilities to scores with a mean of 0."""
    if link in (Link.logit, Link.half_logit):
        return np.log(predicted / (1 - predicted)) / (2 if link is Link.half_logit else 1)
    if link is Link.softmax:
        centered: Floats = np.log(predicted)
        centered -= centered.mean(axis=1, keepdims=True)
        return centered
    return np.log(predicted) if link is Link.log else predicted


@dataclass(frozen=True)
class StartedDataset:
    """A data set with the scores to start from."""

    data: LabeledTable
    margin: Floats | None

    @property
    def targets(self) -> Targets:
        return self.data.targets

    @property
    def weight(self) -> Weights | None:
        return self.data.weight

    def select(self, keep: Mask) -> Self:
        margin = None if self.margin is None else self.margin[keep]
        return type(self)(self.data.select(keep), margin)
