"""Predictions of boosted models: scores, leaves, importances, slices."""

import copy
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ..base.best_iteration import first_evaluated
from ..data.user_warnings import warn
from ..inspection.partial_dependence import partial_dependence
from .boosted_tree import BoostedTree
from .custom_loss import raw_scores
from .importances import default_importances, importances
from .init_estimator import init_scores
from .losses import Floats
from .model import BoostedModel
from .peer_attributes import PeerAttributes
from .predict_arguments import PredictOptions, predict_options


class Predictions(PeerAttributes):
    """Computes scores, leaf indices and importances of a fitted model."""

    importance_type: str | None
    init: Any

    def _state(self, model: BoostedModel) -> dict[str, Any]:
        raise NotImplementedError

    def _scores(self, X: Any, options: PredictOptions | None = None) -> tuple[BoostedModel, Floats]:
        """Return the model and its scores (n_scores, rows)."""
        model, table, n_threads = self._table(X)
        start = None if options is None else options.start(model, table.n_rows)
        if start is None:
            start = self._start(model, X)
        rounds = None if options is None else options.rounds
        return model, model.scores(table, n_threads, start, rounds)

    def _start(self, model: BoostedModel, X: Any) -> Floats | None:
        """Return the scores of ``init``, (rows, n_scores); None: the initial scores."""
        return None if model.init is None else init_scores(model, X, self)

    def _staged_scores(self, X: Any) -> Iterator[tuple[BoostedModel, Floats]]:
        model, table, n_threads = self._table(X)
        for scores in model.staged(table, n_threads, self._start(model, X)):
            yield model, scores

    def _options(self, arguments: dict[str, Any]) -> PredictOptions:
        return predict_options(self._fitted(), **arguments)

    def _raw(self, X: Any, options: PredictOptions | None = None) -> Floats:
        return raw_scores(self._scores(X, options)[1])

    def _requested(self, X: Any, options: PredictOptions) -> NDArray[Any] | None:
        """Return contributions, leaves or raw scores if the arguments of ``predict`` ask for it."""
        if options.contributions is not None:
            # Imported here because the explain layer imports all estimators.
            explain = import_module("spinney.explain.contributions")
            found: Floats = explain.boosted_contributions(self, X, options)
            return found
        if options.leaves:
            return self._leaf_numbers(X, options)
        return self._raw(X, options) if options.raw else None

    def _leaf_numbers(self, X: Any, options: PredictOptions) -> NDArray[np.int32]:
        """Return the number of the leaf, from 0 in each tree: (rows, trees)."""
        model, table, n_threads = self._table(X)
        k = model.trees_per_round
        first, last = options.rounds.start * k, options.rounds.stop * k
        nodes = model.ensemble.apply(table, n_threads, first, last)
        for i, tree in enumerate(model.trees[first:last]):
            leaf_number = np.cumsum(tree.kind == 0, dtype=np.int32) - 1
            nodes[:, i] = leaf_number[nodes[:, i]]
        return nodes

    def apply(self, X: Any, **other_names: Any) -> NDArray[np.int32]:
        """Return the leaf index of each sample in each tree.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        **other_names : dict
            ``iteration_range`` and other arguments of ``predict`` that select iterations.

        Returns
        -------
        ndarray of shape (n_samples, n_iter) or (n_samples, n_iter, n_classes)
            Node indices into the arrays of the trees; one per class if there are more than two and
            each class has trees of its own.
        """
        rounds, n_parallel = self._options(other_names).rounds, self._fitted().n_parallel
        model, table, n_threads = self._table(X)
        nodes = model.leaves(table, n_threads)
        return nodes[:, rounds.start * n_parallel : rounds.stop * n_parallel]

    def _compute_partial_dependence_recursion(self, grid: Any, target_features: Any) -> Any:
        """Compute partial dependence for scikit-learn: of raw scores without the initial ones."""
        model = self._fitted()
        if model.init is not None:
            warn(
                "Using recursion method with a non-constant init predictor: the partial dependence "
                "leaves out its scores. Pass method='brute'."
            )
        given = (model.trees, model.schema, grid, target_features)
        return partial_dependence(*given, model.n_scores)

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
        if last < model.n_rounds:
            for name in self._optional:
                part.__dict__.pop(name, None)
            part.__dict__.update(self._state(model.first_rounds(last)))
            part.__dict__.update(scores_until(last, model.n_rounds, vars(self)))
            if "_evals_result" in vars(self):
                part.__dict__.update(validation_until(last, first_evaluated(self), vars(self)))
        return part

    @property
    def estimators_(self) -> NDArray[Any]:
        """The trees, for ``export_text`` and plots: (n_iter, n_scores), or (n_iter, 1)."""
        model = self._fitted()
        trees = np.empty(len(model.trees), dtype=object)
        trees[:] = [BoostedTree(model.tree(i)) for i in range(len(model.trees))]
        return trees.reshape(-1, model.trees_per_member)

    @property
    def init_(self) -> Any:
        """The fitted estimator of the initial scores; "zero" or None if ``init`` is not one."""
        fitted = self._fitted().init
        return self.init if fitted is None and self.init == "zero" else fitted

    @property
    def feature_importances_(self) -> Floats:
        """Importance of each feature, of the kind ``importance_type``.

        By default the total gain of the splits on the feature, normalized to sum to 1.
        """
        return default_importances(self._fitted(), self.importance_type)

    def importance(self, kind: str = "gain", *, normalize: bool = False) -> Floats:
        """Return the importance of each feature.

        Parameters
        ----------
        kind : {"gain", "total_gain", "cover", "total_cover", "count"}, default="gain"
            The mean or total gain of the splits on a feature, the mean or total sum of hessians
            in the nodes that they split, or the number of splits ("weight" in XGBoost, "split" in
            LightGBM).
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


def validation_until(last: int, first: int, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes of validation of the iterations from ``first`` to ``last``."""
    if last <= first:
        return {}
    results = {
        name: {metric: values[: last - first] for metric, values in metrics.items()}
        for name, metrics in state["_evals_result"].items()
    }
    found = {"_evals_result": results, "_n_fitted": min(last, state.get("_n_fitted", last))}
    if state.get("_best_iteration", last) < last:
        found |= {name: state[name] for name in ("_best_iteration", "_best_score")}
    return found


def scores_until(last: int, n_rounds: int, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return learning rates and scores of each iteration for a model of the first ones."""
    found = {name: state[name] for name in ("learning_rate_",) if name in state}
    found |= {name: state[name][:last] for name in ("_rates", "_tree_weights") if name in state}
    for name in ("train_score_", "validation_score_", "oob_scores_", "oob_improvement_"):
        if name in state:
            n_before = max(0, len(state[name]) - n_rounds)  # 1 if it begins before the iterations
            found[name] = state[name][: n_before + last]
    if found.get("oob_scores_", np.empty(0)).size:
        found["oob_score_"] = float(found["oob_scores_"][-1])
    return found
