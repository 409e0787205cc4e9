"""Parameters and early stopping of scikit-learn's histogram gradient boosting."""

from typing import Any

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.utils import check_random_state

from ..base.parameters import (
    FRACTION,
    INT32_FROM_1,
    INT_FROM_1,
    NON_NEGATIVE,
    POSITIVE,
    redeclare,
    renamed,
)
from ..base.validation_split import Mask, RowDraw
from ..data.containers import check_container, take_rows
from ..data.number_rules import ANY_NUMBER
from ..data.targets import Targets
from ..data.weights import Weights
from .base import BaseGradientBoosting
from .boosting_data import TrainingSet
from .eval_sets import EvalSet, GivenSet, with_training
from .evaluation import Evaluation
from .fit_arguments import number_of_rows
from .fit_rounds import Start
from .metric_functions import EvalBatch
from .model import ONE_OUTPUT_PER_TREE, BoostedModel
from .score_history import ScoreHistory, no_scores
from .scoring import scoring_metric
from .validation_rules import DEFAULT_PATIENCE

LARGE = 10_000
"""Number of samples above which ``early_stopping="auto"`` stops early."""


def draw_validation(size: float, targets: Targets, weight: Weights | None, seed: int) -> Mask:
    """Draw the rows that scikit-learn draws for the same ``random_state``."""
    rows = np.arange(len(targets.values)) if weight is None else np.flatnonzero(weight)
    random_state = check_random_state(seed).randint(np.iinfo(np.uint32).max, dtype="u8")
    labels = targets.values[rows, 0] if targets.classes else None
    options = {"test_size": size, "stratify": labels, "random_state": random_state}
    try:
        chosen = train_test_split(rows, **options)[1]
    except ValueError as error:
        raise ValueError(f"validation_fraction={size} cannot be set aside: {error}") from None
    mask = np.zeros(len(targets.values), dtype=np.bool_)
    mask[chosen] = True
    return mask


class BaseHistGradientBoosting(BaseGradientBoosting):
    """Gradient boosting with the parameters, defaults and attributes of scikit-learn.

    Attributes
    ----------
    n_trees_per_iteration_ : int
        Number of trees per iteration: 1, or the number of classes if there are more than two.
    train_score_, validation_score_ : ndarray of shape (n_iter + 1,)
        Scores on the training and validation data, also before the first iteration; empty without
        early stopping, the second also with ``validation_fraction=None``.
    do_early_stopping_ : bool
        Whether training could stop early.
    is_categorical_ : ndarray of shape (n_features,) or None
        Whether each feature is categorical; None if none is.
    """

    _number_rules = ANY_NUMBER
    _multi_output = False
    _records_training_loss = False

    max_iter: int = renamed(
        "n_estimators",
        default=100,
        allowed=(INT32_FROM_1,),
        doc="The maximum number of boosting iterations; one tree per iteration, or one per class.",
    )
    learning_rate: float = redeclare(
        default=0.1,
        allowed=(POSITIVE,),
        doc="Shrinkage applied to the leaf values of each tree.",
    )
    growth: str = redeclare(default="leaf")
    multi_strategy: str = redeclare(default=ONE_OUTPUT_PER_TREE)
    max_leaf_nodes: int | None = redeclare(
        default=31, doc="The maximum number of leaves of a tree. None: no limit."
    )
    max_depth: int | None = redeclare(default=None)
    min_samples_leaf: int | float = redeclare(default=20)
    l2_regularization: float = renamed(
        "reg_lambda", default=0.0, allowed=(NON_NEGATIVE,), doc="L2 regularization of leaf values."
    )
    max_features: float = renamed(
        "colsample_bynode",
        default=1.0,
        allowed=(FRACTION,),
        doc="The fraction of features drawn for each node.",
    )
    subsample: float = redeclare(default=1.0)
    ordered_features: Any = redeclare(default=None)
    quantize: bool = redeclare(default=False)
    use_best_model: bool | None = redeclare(default=False)
    cat_l2: float = redeclare(default=0.0)
    max_onehot: int = redeclare(default=0)
    target_statistics: bool = redeclare(default=False)
    extra_trees: bool = redeclare(default=False)
    unknown: Any = redeclare(default="missing")
    early_stopping: bool | str = redeclare(
        doc="""\
            If True, stop when none of the last ``n_iter_no_change`` scores is better than the one
            before them; all iterations are kept. "auto" is True if there are more than 10,000
            samples, or if ``X_val`` is passed to ``fit``.""",
    )
    scoring: Any = renamed(
        "eval_metric",
        default="loss",
        allowed=(str, callable, None),
        doc="""\
            The score that early stopping uses: "loss", the name of a scikit-learn scorer, a
            callable ``scorer(estimator, X, y)``, or None for ``score``.""",
        aliases={},
    )
    n_iter_no_change: int = redeclare(
        default=DEFAULT_PATIENCE,
        allowed=(INT_FROM_1,),
        doc="The number of last scores that early stopping compares with the one before them.",
    )
    tol: float = redeclare(
        default=1e-7, doc="A score is better if it exceeds the other by more than this."
    )

    def _patience(self, X: Any, sets: list[GivenSet]) -> int | None:
        """Return the iterations that early stopping compares; None: no early stopping."""
        if self.early_stopping == "auto":
            is_large = (number_of_rows(X) or 0) > LARGE
            return self.n_iter_no_change if sets or is_large else None
        if not self.early_stopping and any(not one.in_eval_set for one in sets):
            raise ValueError(
                "X_val and y_val are passed to fit while at the same time early_stopping is False: "
                "set early_stopping to True or 'auto'."
            )
        return super()._patience(X, sets)

    def _draw_validation(self) -> RowDraw | None:
        return draw_validation

    def _eval_sets(
        self, sets: list[EvalSet], data: TrainingSet, patience: int | None
    ) -> list[EvalSet]:
        return sets if patience is None else with_training(sets, data)

    def _evaluation(
        self,
        model: BoostedModel,
        sets: list[EvalSet],
        data: TrainingSet,
        X: Any,
        start: Start,
    ) -> Evaluation:
        X_of = {id(one.rows.y): one.X for one in sets if one.X is not None}

        def rows_of(batch: EvalBatch) -> Any:
            if id(batch.y) in X_of:
                return X_of[id(batch.y)]
            kept = data.kept if batch.y is data.rows.y else data.set_aside
            assert kept is not None
            return take_rows(check_container(X, self), np.flatnonzero(kept))

        metric = scoring_metric(self.scoring, model, rows_of)
        earlier = {**no_scores(), **start.state}
        return ScoreHistory(self, model, sets, data.n_threads, metric, earlier)

    def _check_metrics(self, model: BoostedModel) -> None:
        scoring_metric(self.scoring, model, lambda batch: None)

    def _install(self, state: dict[str, Any]) -> None:
        stops = {"do_early_stopping_": "train_score_" in state}
        super()._install(no_scores() | state | stops)

    def _state(self, model: BoostedModel) -> dict[str, Any]:
        categories = model.schema.categories
        is_categorical = None
        if categories is not None and any(known is not None for known in categories):
            is_categorical = np.array([known is not None for known in categories])
        return super()._state(model) | {
            "n_trees_per_iteration_": model.trees_per_member,
            "is_categorical_": is_categorical,
        }
