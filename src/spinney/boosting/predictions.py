"""Predictions of boosted models: scores, leaves, importances, slices."""

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
    """Computes scores, leaf indices and importances of a fitted model."""

    evals_result_: dict[str, dict[str, list[float]]]

    def _state(self, model: BoostedModel) -> dict[str, Any]:
        raise NotImplementedError

    def _scores(self, X: Any, n_iter: int | None = None) -> tuple[BoostedModel, Floats]:
        """Return the model and its scores (n_scores, rows)."""
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
        """Return the leaf index of each sample in each tree.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples, n_iter_) or (n_samples, n_iter_, n_classes)
            Node indices into the arrays of the trees; one per class if there are more than two.
        """
        return self._leaves(X, None)

    def __len__(self) -> int:
        """Number of boosting iterations."""
        return self._fitted().n_rounds

    def __getitem__(self, rounds: slice) -> Self:
        """Return the model of the first iterations, as in ``model[:50]``."""
        model = self._fitted()
        if not isinstance(rounds, slice):
            raise TypeError(
                "The index must be a slice, as in model[:50]; the trees are in estimators_."
            )
        first, last, step = rounds.indices(model.n_rounds)
        if first != 0 or step != 1:
            raise ValueError(
                "A slice must start at the first iteration, as in model[:50]: later trees correct "
                "the errors of earlier ones."
            )
        part = copy.copy(self)
        part.__dict__.update(self._state(model.first_rounds(last)))
        return part

    @property
    def estimators_(self) -> NDArray[Any]:
        """The trees, (n_iter_, n_scores), for ``export_text`` and plots."""
        model = self._fitted()
        trees = np.empty(len(model.trees), dtype=object)
        trees[:] = [BoostedTree(model.tree(i)) for i in range(len(model.trees))]
        return trees.reshape(-1, model.n_scores)

    @property
    def feature_importances_(self) -> Floats:
        """Total gain of the splits on each feature, normalized to a sum of 1."""
        return self.importance("total_gain", normalize=True)

    def importance(self, kind: str = "gain", *, normalize: bool = False) -> Floats:
        """Return the importance of each feature.

        Parameters
        ----------
        kind : {"gain", "total_gain", "cover", "total_cover", "count"}, default="gain"
            The mean or total gain of the splits on a feature, the mean or total sum of hessians
            in the nodes that they split, or the number of splits.
        normalize : bool, default=False
            Whether to scale the importances to a sum of 1.

        Returns
        -------
        ndarray of shape (n_features,)
            The importances; 0 for features without splits.
        """
        values = importances(self._fitted(), kind)
        total = values.sum()
        return values / total if normalize and total > 0 else values

    @property
    def train_score_(self) -> Floats:
        """The first metric on the training data after each iteration."""
        if "train" not in vars(self).get("evals_result_", {}):
            raise AttributeError(
                "train_score_ requires that the training data is passed as eval_set=[(X, y)]."
            )
        return np.array(next(iter(self.evals_result_["train"].values())))


def checked_rounds(n_iter: int | None, model: BoostedModel) -> int | None:
    """Check ``n_iter``; None: all iterations."""
    if n_iter is None:
        return None
    if not isinstance(n_iter, Integral) or not 0 <= n_iter <= model.n_rounds:
        raise ValueError(
            f"n_iter must be an integer from 0 to {model.n_rounds}, the iterations of the model, "
            f"got {n_iter!r}."
        )
    return int(n_iter)
