"""Fits members on all rows and on the rows of each fold, side by side."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils.parallel import Parallel, delayed

from ..base.fitted_estimator import FittedEstimatorMixin
from ..base.progress import make_progress
from ..base.threads import effective_threads
from ..data.columns import Array
from ..data.containers import Indices, take_rows
from ..data.weights import Weights
from .members import weight_arguments

Ask = Callable[[Any, Any], NDArray[Any]]
"""What is asked of a fitted member and rows."""


class Rows(NamedTuple):
    """What members learn from."""

    X: Any
    y: Array
    weight: Weights | None
    place: Indices
    """Where the user's rows are here; -1 for those of weight 0, which are left out."""

    def take(self, rows: Indices) -> "Rows":
        weight = None if self.weight is None else self.weight[rows]
        return Rows(take_rows(self.X, rows), self.y[rows], weight, np.arange(len(rows)))


class Job(NamedTuple):
    """One fit: on all rows, or on those of a fold; then the other rows are asked for."""

    name: str
    estimator: Any
    train: Indices | None
    test: Indices | None
    ask: Ask | None

    def run(self, rows: Rows, n_threads: int | None) -> Any:
        """The fitted member, or its answers for the rows that it has not seen."""
        member = clone(self.estimator)
        learned = rows if self.train is None else rows.take(self.train)
        try:
            with threads_of(member, n_threads):
                member.fit(
                    learned.X, learned.y, **weight_arguments(self.name, member, learned.weight)
                )
                if self.ask is None or self.test is None:
                    return member
                return self.ask(member, take_rows(rows.X, self.test))
        except Exception as error:
            error.add_note(f"In the member {self.name!r}.")
            raise


def fit_members(
    members: Sequence[tuple[str, Any]],
    rows: Rows,
    folds: Sequence[tuple[Indices, Indices]],
    asks: Sequence[Ask],
    n_jobs: int | None,
    verbose: int,
) -> tuple[list[Any], list[NDArray[Any]]]:
    """The fitted members, and what each says of the rows of each fold, one fold after another."""
    jobs = []
    for (name, member), ask in zip(members, asks, strict=True):
        weight_arguments(name, member, rows.weight)
        jobs.append(Job(name, member, None, None, None))
        jobs += [Job(name, member, train, test, ask) for train, test in folds]
    results = run_all(jobs, rows, n_jobs, verbose)
    size = len(folds) + 1
    each = [results[start : start + size] for start in range(0, len(results), size)]
    return [one[0] for one in each], [np.concatenate(one[1:]) for one in each if folds]


def run_all(jobs: Sequence[Job], rows: Rows, n_jobs: int | None, verbose: int) -> list[Any]:
    """The results in the order of the jobs, whatever the number of workers."""
    workers = min(effective_n_jobs(n_jobs), len(jobs))
    n_threads = None if workers == 1 else max(1, effective_threads(-1) // workers)
    parallel = Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator")
    results = parallel(delayed(job.run)(rows, n_threads) for job in jobs)
    if not verbose:
        return list(results)
    done = []
    with make_progress(verbose, "blending", "fit", len(jobs)) as progress:
        for job, result in zip(jobs, results, strict=True):
            done.append(result)
            progress.show(len(done), job.name)
    return done


@contextmanager
def threads_of(member: Any, n_threads: int | None) -> Iterator[None]:
    """Give estimators of this library that many threads at most, then what they had before."""
    if n_threads is None:
        yield
        return
    parts = [member, *member.get_params(deep=True).values()]
    ours = {id(part): part for part in parts if isinstance(part, FittedEstimatorMixin)}.values()
    before = [part.n_jobs for part in ours]
    try:
        for part in ours:
            own = n_threads if part.n_jobs is None else effective_threads(part.n_jobs)
            part.n_jobs = min(own, n_threads)
        yield
    finally:
        for part, n_jobs in zip(ours, before, strict=True):
            part.n_jobs = n_jobs
