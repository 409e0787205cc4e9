"""Several trees per iteration and score: boosted random forests."""

from collections.abc import Callable

from .. import _core


def with_parallel_trees(
    step: Callable[[int, float], list[_core.Tree]],
    booster: _core.Booster,
    table: _core.Table,
    n_parallel: int,
    n_threads: int,
) -> Callable[[int, float], list[_core.Tree]]:
    """Wrap ``step`` so that an iteration adds the mean of several trees.

    All of them are fitted to the gradients of the same scores, with random numbers of their own.
    """

    def forest_step(round_: int, rate: float) -> list[_core.Tree]:
        scores = booster.scores
        before = scores.copy()
        trees: list[_core.Tree] = []
        for i in range(n_parallel):
            scores[...] = before
            trees += step(round_ * n_parallel + i, rate / n_parallel)
        scores[...] = before
        _core.Ensemble(trees, len(before)).add(table, scores, n_threads)
        return trees

    return forest_step
