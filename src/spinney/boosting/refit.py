"""New leaf values for the trees of a boosted model, with their structure kept."""

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

from .. import _core
from .auto_values import with_auto_values
from .booster import derivatives, make_booster
from .boosting_data import TrainingSet, read_training
from .losses import SingleClass
from .model import BoostedModel
from .predictions import Predictions


def refitted(
    model: BoostedModel, booster: _core.Booster, data: TrainingSet, rates: Sequence[float]
) -> BoostedModel:
    """Return the model with leaf values of the booster's rows, one learning rate per iteration.

    Each of the parallel trees of an iteration belongs to a member that boosts on its own.
    """
    n_members, n_scores = model.n_parallel, model.n_scores
    start = booster.scores.copy()
    trees = list(model.trees)
    for member in range(n_members):
        booster.scores[...] = start
        for round_, rate in enumerate(rates):
            first = (round_ * n_members + member) * n_scores
            part = slice(first, first + n_scores)
            whole = [tree.with_values(tree.value * n_members) for tree in trees[part]]
            given = derivatives(model.loss, data, booster, round_)
            new = booster.refit(whole, round_, rate, *given)
            trees[part] = [tree.with_values(tree.value / n_members) for tree in new]
    return replace(model, trees=tuple(trees))


class RefitMixin(Predictions):
    """Adds ``refit``."""

    learning_rate_: float

    def refit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Return a copy whose leaf values are fitted to other data.

        The splits of all trees and the initial scores are kept; the values are computed iteration
        by iteration, as in training. A leaf that no sample reaches keeps its value.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The samples, with the features of the training data.
        y : array-like of shape (n_samples,)
            The target values; classes must be known from ``fit``.
        sample_weight : array-like of shape (n_samples,), default=None
            Sample weights.

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
        if isinstance(model.loss, SingleClass):
            return copy.copy(self)
        given: Any = self
        data = read_training(given, X, y, sample_weight, model, None, model.seed)
        if "fractional" in data.missing.policies:
            raise ValueError("refit does not support missing='fractional', which divides samples.")
        scores = model.start(data.n_rows)
        estimator = with_auto_values(given, data.n_rows)
        booster = make_booster(estimator, data, model.loss, scores, model.seed)
        rates = [self.learning_rate_] * model.n_rounds
        result = copy.copy(self)
        for name in self._optional:
            if name != "feature_names_in_" and name != "learning_rate_":
                vars(result).pop(name, None)
        vars(result).update(self._state(refitted(model, booster, data, rates)))
        return result
