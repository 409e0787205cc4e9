"""What every boosted model can be asked: scores, leaves, importances, its first rounds."""

import copy
from collections.abc import Iterator
from numbers import Integral
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ..base.fitted_estimator import TableEstimatorMixin
from .boosted_tree import BoostedTree
from .custom_loss import raw_scores
from .losses import Floats
from .model import BoostedModel, importances


class Predictions(TableEstimatorMixin[BoostedModel]):
    """Walks through the trees of a fitted model."""

    evals_result_: dict[str, dict[str, list[float]]]

    def _state(self, model: BoostedModel) -> dict[str, Any]:
        raise NotImplementedError

    def _scores(self, X: Any, n_iter: int | None = None) -> tuple[BoostedModel, Floats]:
        """The model, and its scores (n_scores, rows)."""
        model, table, n_threads = self._table(X)
        return model, model.scores(table, n_threads, checked_rounds(n_iter, model))

    def _staged_scores(self, X: Any) -> Iterator[tuple[BoostedModel, Floats]]:
        model, table, n_threads = self._table(X)
        for scores in model.staged(table, n_threads):
            yield model, scores

    def _raw(self, X: Any, n_iter: int | None) -> Floats:
        return raw_scores(self._scores(X, n_iter)[1])

    def _leaves(self, X: Any, n_iter: int | None) -> NDArray[np.int32]:
        model, table, n_threads = self._table(X)
        return model.leaves(table, n_threads)[:, : checked_rounds(n_iter, model)]

    def apply(self, X: Any) -> NDArray[np.int32]:
        """Index of the leaf that each row reaches in each tree.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_rounds) or (n_samples, n_rounds, n_classes)
            Node indices into the arrays of the trees; one per class if there are more than two.
        """
        return self._leaves(X, None)

    def __len__(self) -> int:
        """Number of rounds."""
        return self._fitted().n_rounds

    def __getitem__(self, rounds: slice) -> Self:
        """The model of the first rounds, as ``model[:50]``."""
        model = self._fitted()
        if not isinstance(rounds, slice):
            raise TypeError(
                "A model is indexed by a slice, as model[:50]; its trees are in estimators_."
            )
        first, last, step = rounds.indices(model.n_rounds)
        if first != 0 or step != 1:
            raise ValueError(
                "Only a slice from the first round on, as model[:50], is a model: later rounds "
                "add to what the ones before them predict."
            )
        part = copy.copy(self)
        part.__dict__.update(self._state(model.first_rounds(last)))
        return part

    @property
    def estimators_(self) -> NDArray[Any]:
        """The trees, (n_rounds, n_scores), each of which can be read and drawn."""
        model = self._fitted()
        trees = np.empty(len(model.trees), dtype=object)
        trees[:] = [BoostedTree(model.tree(i)) for i in range(len(model.trees))]
        return trees.reshape(-1, model.n_scores)

    @property
    def feature_importances_(self) -> Floats:
        """Share of each feature in the total gain of all splits."""
        return self.importance("total_gain", normalize=True)

    def importance(self, kind: str = "gain", *, normalize: bool = False) -> Floats:
        """How much each feature matters to the trees.

        Parameters
        ----------
        kind : {"gain", "total_gain", "cover", "total_cover", "count"}, default="gain"
            What the splits on a feature gained on average or in total, the sum of hessians that
            they divided on average or in total, or how many there are.
        normalize : bool, default=False
            Scale the numbers so that they sum to 1.

        Returns
        -------
        ndarray of shape (n_features,)
            One number per feature, 0 for those that no tree asks.
        """
        values = importances(self._fitted(), kind)
        total = values.sum()
        return values / total if normalize and total > 0 else values

    @property
    def train_score_(self) -> Floats:
        """The first metric on the training rows by round, if ``eval_set`` had them."""
        if "train" not in vars(self).get("evals_result_", {}):
            raise AttributeError(
                "train_score_ is there only if eval_set=[(X, y)] was given the training rows."
            )
        return np.array(next(iter(self.evals_result_["train"].values())))


def checked_rounds(n_iter: int | None, model: BoostedModel) -> int | None:
    """A number of first rounds that the model has; None for all."""
    if n_iter is None:
        return None
    if not isinstance(n_iter, Integral) or not 0 <= n_iter <= model.n_rounds:
        raise ValueError(
            f"n_iter must be a whole number from 0 to the {model.n_rounds} rounds of the model, "
            f"got {n_iter!r}."
        )
    return int(n_iter)
