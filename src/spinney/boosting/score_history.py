"""Early stopping of histogram gradient boosting, by the rule of scikit-learn."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import _core
from .eval_sets import EvalSet
from .evaluation import Evaluation
from .losses import Floats
from .metric_functions import Metric
from .model import BoostedModel
from .parameters import BoostingParameters

SCORES = ("train_score_", "validation_score_")


def no_scores() -> dict[str, Floats]:
    return {name: np.empty(0) for name in SCORES}


class ScoreHistory(Evaluation):
    """Scores of the training and validation data, also before the first iteration."""

    def __init__(
        self,
        estimator: BoostingParameters,
        model: BoostedModel,
        sets: list[EvalSet],
        n_threads: int,
        metric: Metric,
        earlier: Mapping[str, Floats],
    ) -> None:
        super().__init__(estimator, model, sets, n_threads, [metric])
        self.train = earlier["train_score_"].tolist()
        self.validation = earlier["validation_score_"].tolist()
        if not self.train:
            for one in sets:
                scores = model.scores(one.rows.table, n_threads, one.rows.margin)
                self._evaluate(-1, one, scores)
            self._append()
            self.results = {one.name: {} for one in sets}

    def add(self, round_: int, trees: list[_core.Tree], training_scores: Floats) -> None:
        super().add(round_, trees, training_scores)
        self._append()

    def _append(self) -> None:
        """Append the last values on the training and validation data to the scores."""
        last: dict[bool, float] = {}
        for one in self.sets:
            (values,) = self.results[one.name].values()
            last[one.is_train] = values[-1]
        self.train.append(last[True])
        if False in last:
            self.validation.append(last[False])

    def is_stalled(self, round_: int, patience: int) -> bool:
        """Return whether none of the last scores exceeds the one before them by ``tol``."""
        scores = self.validation or self.train
        if len(scores) <= patience:
            return False
        return bool(max(scores[-patience:]) <= scores[-patience - 1] + self.tol)

    def state(self) -> dict[str, Any]:
        scores = {
            "train_score_": np.array(self.train),
            "validation_score_": np.array(self.validation),
        }
        return super().state() | scores
