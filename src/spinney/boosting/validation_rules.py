"""Rules of early stopping and evaluation, which scikit-learn's classes replace."""

from typing import Any

from ..base.validation_split import RowDraw
from .boosting_data import TrainingSet
from .eval_sets import EvalSet, GivenSet, with_training
from .evaluation import Evaluation
from .fit_rounds import Start
from .margins import check_scores
from .metrics import make_metrics
from .model import BoostedModel
from .parameters import BoostingParameters

DEFAULT_PATIENCE = 10


class ValidationRules(BoostingParameters):
    """When to stop early, and what to evaluate."""

    def _patience(self, X: Any, sets: list[GivenSet]) -> int | None:
        """Return the iterations without improvement before fit stops; None: no early stopping."""
        if self.early_stopping == "auto":
            return self.n_iter_no_change
        if self.early_stopping == "eval_set" and not sets:
            raise ValueError(
                "early_stopping_rounds requires validation data: pass eval_set to fit. To set "
                "aside part of the training data instead, replace it by early_stopping=True, "
                "n_iter_no_change and validation_fraction."
            )
        return (self.n_iter_no_change or DEFAULT_PATIENCE) if self.early_stopping else None

    def _draw_validation(self) -> RowDraw | None:
        """Return the function that draws the rows of the validation set; None: the default one."""
        return None

    def _eval_sets(
        self, sets: list[EvalSet], data: TrainingSet, patience: int | None
    ) -> list[EvalSet]:
        """Return the sets to evaluate; early stopping needs at least the training data."""
        return sets if sets or patience is None else with_training(sets, data)

    def _make_evaluation(
        self, model: BoostedModel, sets: list[EvalSet], data: TrainingSet, X: Any, start: Start
    ) -> Evaluation | None:
        """Check the sets and metrics; return None if there is nothing to evaluate."""
        for one in sets:
            check_scores(one.rows.margin, model.n_scores, "eval_init_score")
        self._check_metrics(model)
        return self._evaluation(model, sets, data, X, start) if sets else None

    def _evaluation(
        self,
        model: BoostedModel,
        sets: list[EvalSet],
        data: TrainingSet,
        X: Any,
        start: Start,
    ) -> Evaluation:
        return Evaluation(self, model, sets, data.n_threads)

    def _check_metrics(self, model: BoostedModel) -> None:
        """Raise if ``eval_metric`` is unknown, also without validation data."""
        make_metrics(self, model.loss, model.classes)
