"""New leaf values for the trees of a boosted model, with their structure kept."""

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

from .. import _core
from .auto_values import RATE, with_auto_values
from .booster import derivatives, make_booster, steps_are_plain
from .boosting_data import TrainingSet, read_training
from .losses import SingleClass
from .margins import check_scores
from .model import BoostedModel
from .parameters import BoostingParameters
from .predictions import Predictions


def refitted(
    model: BoostedModel, booster: _core.Booster, data: TrainingSet, rates: Sequence[float]
) -> BoostedModel:
    """Return the model with leaf values of the booster's rows, one learning rate per iteration.

    Each of the parallel trees of an iteration belongs to a member that boosts on its own.
    """
    n_members, n_trees = model.n_parallel, model.trees_per_member
    start = booster.scores.copy()
    trees = list(model.trees)
    for member in range(n_members):
        booster.scores[...] = start
        for round_, rate in enumerate(rates):
            first = (round_ * n_members + member) * n_trees
            part = slice(first, first + n_trees)
            whole = [tree.scaled(n_members) for tree in trees[part]]
            given = derivatives(model.loss, data, booster, round_)
            new = booster.refit(whole, round_, rate, *given)
            trees[part] = [tree.divided(n_members) for tree in new]
    return replace(model, trees=tuple(trees))


def can_refit(estimator: BoostingParameters, data: TrainingSet) -> bool:
    """Return whether leaf values can be computed again as in training."""
    return steps_are_plain(estimator) and "fractional" not in data.missing.policies


class RefitMixin(Predictions):
    """Adds ``refit``."""

    learning_rate: float | str

    def refit(self, X: Any, y: Any, sample_weight: Any = None, *, init_score: Any = None) -> Self:
        """Return a copy whose leaf values are fitted to other data.

        The splits of all trees and the initial scores are kept; the values are computed iteration
        by iteration, as in training. A leaf that no sample reaches keeps its value.
        Splits by target statistics contain the targets of the samples of ``fit``, so leaf values of
        these samples would be too extreme: pass other ones.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The samples, with the features of the training data.
        y : array-like of shape (n_samples,)
            The target values; classes must be known from ``fit``.
        sample_weight : array-like of shape (n_samples,), default=None
            Sample weights.
        init_score : array-like of shape (n_samples,) or (n_samples, n_scores), default=None
            Scores of the samples before the first iteration, if ``fit`` had them.

        Returns
        -------
        estimator
            The copy; this estimator is unchanged.

        Examples
        --------
        >>> import numpy as np
        >>> from spinney import GradientBoostingRegressor
        >>> X = np.linspace(0, 1, 200)[:, None]
        >>> model = GradientBoostingRegressor(n_estimators=50).fit(X, X[:, 0])
        >>> doubled = model.refit(X, 2 * X[:, 0])
        >>> bool(doubled.predict(X).max() > 1.9)
        True
        """
        model: BoostedModel = self._fitted()
        if model.init is not None:
            raise ValueError("refit does not support models with an initial estimator.")
        estimator: Any = self
        data = read_training(estimator, X, y, sample_weight, model, None, model.seed, init_score)
        if not can_refit(estimator, data):
            raise ValueError(
                "refit does not support line_search, num_parallel_tree above 1, booster='dart' "
                "and missing='fractional'."
            )
        check_scores(data.rows.margin, model.n_scores, "init_score")
        result = copy.copy(self)
        kept = {"feature_names_in_", "learning_rate_", "_rates", "auto_values_"}
        for name in set(self._optional) - kept:
            vars(result).pop(name, None)
        if not isinstance(model.loss, SingleClass):
            scores = model.start(data.n_rows, data.rows.margin)
            chosen = with_auto_values(estimator, data, model.loss)
            is_linear = any(tree.has_linear_leaves for tree in model.trees)
            chosen.leaf = "linear" if is_linear else "constant"
            chosen.multi_strategy = model.multi_strategy
            booster = make_booster(chosen, data, model.loss, scores, model.seed)
            model = refitted(model, booster, data, self._learning_rates(model.n_rounds))
        vars(result).update(self._state(model))
        return result

    def _learning_rates(self, n_rounds: int) -> list[float]:
        """Return the learning rate of each iteration."""
        rate = vars(self).get("learning_rate_", self.learning_rate)
        if isinstance(rate, str):
            rate = RATE
        return list(vars(self).get("_rates", [float(rate)] * n_rounds))
