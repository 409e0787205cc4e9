"""The fitted model of AdaBoost, and its predictions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from .. import _core
from ..data.columns import Array
from .ensembles import Ensemble, TreeEnsemble
from .methods import Floats, Samme
from .round_loop import Method
from .trainers import Draws


@dataclass(frozen=True)
class FittedRounds:
    """Members with their votes."""

    ensemble: Ensemble
    method: Method
    votes: Floats
    errors: Floats
    seed: int

    @property
    def n_rounds(self) -> int:
        return len(self.votes)

    @property
    def classes(self) -> list[Array]:
        return self.ensemble.classes

    def estimator(self, i: int) -> Any:
        """Return a member as an estimator."""
        return self.ensemble.estimator(i, Draws(self.seed, False).tree_seed(i))

    def first_rounds(self, n: int) -> "FittedRounds":
        """Return the model of the first n iterations."""
        return replace(
            self, ensemble=self.ensemble.first(n), votes=self.votes[:n], errors=self.errors[:n]
        )

    def __getstate__(self) -> dict[str, Any]:
        # The ensemble of the core is rebuilt from the trees.
        return {name: value for name, value in vars(self).items() if name != "core_ensemble"}

    @cached_property
    def core_ensemble(self) -> _core.Ensemble | None:
        """The core's ensemble of scores or predicted values; None if members predict one by one."""
        if not isinstance(self.ensemble, TreeEnsemble):
            return None
        return self.ensemble.core_ensemble(self.member_scores())

    def member_scores(self) -> list[Floats]:
        """Return the scores or predicted values of the nodes of each tree: (nodes, n_scores)."""
        ensemble, method = self.ensemble, self.method
        assert isinstance(ensemble, TreeEnsemble)
        values = [ensemble.node_values(i) for i in range(self.n_rounds)]
        if not isinstance(method, Samme):
            return values
        return [vote * method.scores(proba) for vote, proba in zip(self.votes, values, strict=True)]

    def importances(self) -> Floats:
        """Return the mean importances of the members, weighted by their votes."""
        sums = sum(vote * self.ensemble.importances(i) for i, vote in enumerate(self.votes))
        return np.asarray(sums / self.votes.sum())


def add_scores(model: FittedRounds, rows: Any, scores: Floats, first: int, last: int) -> None:
    """Add the scores of members ``first`` to ``last - 1`` to ``scores`` (n_scores, rows)."""
    method, core_ensemble = model.method, model.core_ensemble
    assert isinstance(method, Samme)
    if core_ensemble is not None:
        k = method.n_scores
        core_ensemble.add(rows.table, scores, rows.n_threads, first * k, last * k)
        return
    for i in range(first, last):
        scores += model.votes[i] * model.ensemble.predict(i, rows, method.scores).T


def decision(model: FittedRounds, rows: Any) -> Floats:
    """Return scores (n_scores, rows), divided by the sum of the votes."""
    assert isinstance(model.method, Samme)
    scores = np.zeros((model.method.n_scores, rows.n_rows))
    add_scores(model, rows, scores, 0, model.n_rounds)
    return np.asarray(scores / model.votes.sum())


def staged_decisions(model: FittedRounds, rows: Any) -> Iterator[Floats]:
    """Yield the scores after each iteration."""
    assert isinstance(model.method, Samme)
    scores = np.zeros((model.method.n_scores, rows.n_rows))
    total = 0.0
    for i, vote in enumerate(model.votes):
        add_scores(model, rows, scores, i, i + 1)
        total += vote
        yield scores / total


def member_predictions(model: FittedRounds, rows: Any) -> Floats:
    """Return the prediction of each member: (rows, members)."""
    ensemble, core_ensemble = model.ensemble, model.core_ensemble
    if core_ensemble is None:
        transform = model.method.transform
        return np.column_stack(
            [ensemble.predict(i, rows, transform) for i in range(model.n_rounds)]
        )
    assert isinstance(ensemble, TreeEnsemble)
    values = [ensemble.node_values(i)[:, 0] for i in range(model.n_rounds)]
    first = np.cumsum([0, *map(len, values[:-1])])
    nodes = core_ensemble.apply(rows.table, rows.n_threads)
    return np.asarray(np.concatenate(values).take(nodes + first))


def medians(model: FittedRounds, rows: Any) -> Floats:
    """Return the weighted median of the members' predictions."""
    return _core.weighted_medians(member_predictions(model, rows), model.votes, rows.n_threads)


def staged_medians(model: FittedRounds, rows: Any) -> Iterator[Floats]:
    """Yield the weighted medians after each iteration."""
    predictions = member_predictions(model, rows)
    for n in range(1, model.n_rounds + 1):
        first = np.ascontiguousarray(predictions[:, :n])
        yield _core.weighted_medians(first, model.votes[:n], rows.n_threads)
