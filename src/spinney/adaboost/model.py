"""What a fitted AdaBoost model is made of."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from .. import _core
from ..data.columns import Array
from .ensembles import Team, TreeEnsemble
from .methods import Floats, Samme
from .round_loop import Method


@dataclass(frozen=True)
class FittedRounds:
    """All that prediction needs, replaced as one: a refit never shows half a model."""

    team: Team
    method: Method
    votes: Floats
    errors: Floats
    seed: int

    @property
    def n_rounds(self) -> int:
        return len(self.votes)

    @property
    def classes(self) -> list[Array]:
        return self.team.classes

    def first_rounds(self, n: int) -> "FittedRounds":
        return replace(self, team=self.team.first(n), votes=self.votes[:n], errors=self.errors[:n])

    def __getstate__(self) -> dict[str, Any]:
        # The ensemble is made anew from the trees.
        return {name: value for name, value in vars(self).items() if name != "ensemble"}

    @cached_property
    def ensemble(self) -> _core.Ensemble | None:
        """Trees for quick prediction: of scores, or of numbers; None where members are asked."""
        team, method = self.team, self.method
        if not isinstance(team, TreeEnsemble):
            return None
        values = [team.node_values(i) for i in range(self.n_rounds)]
        if isinstance(method, Samme):
            values = [
                vote * method.scores(shares)
                for vote, shares in zip(self.votes, values, strict=True)
            ]
        return team.ensemble(values)

    def importances(self) -> Floats:
        """The mean of the members' importances, by their votes."""
        sums = sum(vote * self.team.importances(i) for i, vote in enumerate(self.votes))
        return np.asarray(sums / self.votes.sum())


def add_scores(model: FittedRounds, rows: Any, scores: Floats, first: int, last: int) -> None:
    """Add what the members of some rounds say to scores (n_scores, rows)."""
    method, ensemble = model.method, model.ensemble
    assert isinstance(method, Samme)
    if ensemble is not None:
        k = method.n_scores
        ensemble.add(rows.table, scores, rows.n_threads, first * k, last * k)
        return
    for i in range(first, last):
        scores += model.votes[i] * model.team.ask(i, rows, method.scores).T


def decision(model: FittedRounds, rows: Any) -> Floats:
    """(n_scores, rows), scaled by the sum of the votes."""
    assert isinstance(model.method, Samme)
    scores = np.zeros((model.method.n_scores, rows.n_rows))
    add_scores(model, rows, scores, 0, model.n_rounds)
    return np.asarray(scores / model.votes.sum())


def staged_decisions(model: FittedRounds, rows: Any) -> Iterator[Floats]:
    """The same after each round."""
    assert isinstance(model.method, Samme)
    scores = np.zeros((model.method.n_scores, rows.n_rows))
    total = 0.0
    for i, vote in enumerate(model.votes):
        add_scores(model, rows, scores, i, i + 1)
        total += vote
        yield scores / total


def member_numbers(model: FittedRounds, rows: Any) -> Floats:
    """(rows, members): what each member answers."""
    team, ensemble = model.team, model.ensemble
    if ensemble is None:
        form = model.method.form
        return np.column_stack([team.ask(i, rows, form) for i in range(model.n_rounds)])
    assert isinstance(team, TreeEnsemble)
    values = [team.node_values(i)[:, 0] for i in range(model.n_rounds)]
    first = np.cumsum([0, *map(len, values[:-1])])
    nodes = ensemble.apply(rows.table, rows.n_threads)
    return np.asarray(np.concatenate(values).take(nodes + first))


def medians(model: FittedRounds, rows: Any) -> Floats:
    """The weighted median of the members' answers."""
    return _core.weighted_medians(member_numbers(model, rows), model.votes, rows.n_threads)


def staged_medians(model: FittedRounds, rows: Any) -> Iterator[Floats]:
    """The same after each round."""
    numbers = member_numbers(model, rows)
    for n in range(1, model.n_rounds + 1):
        first = np.ascontiguousarray(numbers[:, :n])
        yield _core.weighted_medians(first, model.votes[:n], rows.n_threads)
