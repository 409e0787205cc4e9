"""Scorers of scikit-learn as metrics of boosting iterations."""

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.metrics import get_scorer

from ..data.columns import Array
from .custom_loss import raw_scores
from .losses import Floats
from .metric_functions import EvalBatch, Metric
from .model import BoostedModel

Scorer = Callable[..., float]


class ScoredRows(BaseEstimator):
    """Estimator whose predictions are known: scorers read them without traversing trees."""

    def __init__(self, batch: EvalBatch) -> None:
        self.batch = batch

    def __sklearn_is_fitted__(self) -> bool:
        return True


class ScoredClasses(ClassifierMixin, ScoredRows):
    """Known predictions of a classifier."""

    @property
    def classes_(self) -> Array | None:
        return self.batch.classes

    def predict(self, X: Any) -> Array:
        assert self.batch.classes is not None
        return self.batch.classes.take(self.batch.loss.best_class(self.batch.scores))

    def predict_proba(self, X: Any) -> Floats:
        return self.batch.prediction

    def decision_function(self, X: Any) -> Floats:
        return raw_scores(self.batch.scores)


class ScoredNumbers(RegressorMixin, ScoredRows):
    """Known predictions of a regressor."""

    def predict(self, X: Any) -> Floats:
        return self.batch.predicted_value


def negative_loss(batch: EvalBatch) -> float:
    value = batch.loss.value(batch.y, batch.scores, batch.weight, batch.n_threads)
    if value is None:
        raise ValueError("scoring='loss' needs a loss object with the method value(y, raw).")
    return -value


def default_score(estimator: Any, X: Any, y: Any, **weight: Any) -> float:
    return float(estimator.score(X, y, **weight))


def scoring_metric(
    scoring: Any, model: BoostedModel, rows_of: Callable[[EvalBatch], Any]
) -> Metric:
    """Return a scorer, or the negative loss, as a metric of which higher values are better.

    ``rows_of`` returns the rows of X that a batch contains, which a callable may use.
    """
    if scoring == "loss":
        return Metric("loss", negative_loss, True)
    scored = ScoredNumbers if model.classes is None else ScoredClasses
    if callable(scoring):
        scorer, name = scoring, str(getattr(scoring, "__name__", type(scoring).__name__))
    else:
        scorer = default_score if scoring is None else get_scorer(scoring)
        name = scoring or "score"

    def compute(batch: EvalBatch) -> float:
        y = batch.y if batch.classes is None else batch.classes[batch.class_index]
        X = rows_of(batch) if callable(scoring) else np.empty((len(y), 0))
        weight = {} if batch.weight is None else {"sample_weight": batch.weight}
        return float(scorer(scored(batch), X, y, **weight))

    return Metric(name, compute, True)
