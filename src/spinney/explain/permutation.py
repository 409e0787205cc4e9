"""Decreases of a score when columns are permuted."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sklearn.metrics import get_scorer

from ..data.containers import permute_columns
from ..data.weights import Weights
from .additive import Floats

Scorer = Callable[..., float]


def read_scorer(scoring: Any) -> Scorer:
    """Return a scorer of scikit-learn; None is the method ``score`` of the estimator."""
    if scoring is None:
        return score_method
    if callable(scoring):
        found: Scorer = scoring
        return found
    scorer: Scorer = get_scorer(scoring)
    return scorer


def score_method(model: Any, X: Any, y: Any, **weight: Any) -> float:
    return float(model.score(X, y, **weight))


def check_labels(model: Any, y: Any) -> None:
    """Raise if y has none of the classes of a classifier: every score would be 0."""
    known, labels = getattr(model, "classes_", None), np.asarray(y)
    if not isinstance(known, np.ndarray) or labels.ndim != 1 or len(labels) == 0:
        return
    if not set(labels.tolist()) & set(known.tolist()):
        raise ValueError(
            f"y has none of the classes of the model: {known.tolist()!r:.100}, got {labels[0]!r}."
        )


class Permutations:
    """Scores of a model on rows in which some columns are permuted together."""

    def __init__(
        self,
        model: Any,
        X: Any,
        y: Any,
        scorer: Scorer,
        n_repeats: int,
        seed: Any,
        weight: Weights | None = None,
    ) -> None:
        self.model, self.X, self.y, self.n_repeats = model, X, y, n_repeats
        self.scorer = scorer
        self.weight = {} if weight is None else {"sample_weight": weight}
        self.rng = np.random.default_rng(seed)
        check_labels(model, y)
        self.score = self.score_of(X)

    def score_of(self, X: Any) -> float:
        return float(self.scorer(self.model, X, self.y, **self.weight))

    def decreases(self, columns: Sequence[int]) -> Floats:
        """Return the decrease of the score in each repeat."""
        orders = (self.rng.permutation(len(self.y)) for _ in range(self.n_repeats))
        return np.array(
            [self.score - self.score_of(permute_columns(self.X, columns, o)) for o in orders]
        )
