"""Fit members on all rows and on the rows of each fold, in parallel."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import NDArray
from sklearn.base import clone, is_regressor
from sklearn.utils.parallel import Parallel, delayed

from ..base.fitted_estimator import FittedEstimatorMixin
from ..base.members import Estimator
from ..base.progress import make_progress
from ..base.routing import Arguments, take_arguments
from ..base.threads import effective_threads
from ..data.columns import Array
from ..data.containers import Indices, take_rows
from ..data.weights import Weights
from .members import weight_arguments

Predictor = Callable[[Any, Any], NDArray[Any]]
"""Compute predictions of a fitted member for X."""


class Rows(NamedTuple):
    """Training data of the members."""

    X: Any
    y: Array
    weight: Weights | None
    position: Indices
    """Index of each row of the user's X among these rows; -1 for rows of weight 0."""
    codes: Array | None = None
    """Class indices, which regressors in a classifier are fitted on; None for regression."""
    arguments: Arguments | None = None
    """Arguments of ``fit`` by member if metadata routing is enabled."""

    def take(self, rows: Indices) -> "Rows":
        return Rows(
            take_rows(self.X, rows),
            self.y[rows],
            None if self.weight is None else self.weight[rows],
            np.arange(len(rows)),
            None if self.codes is None else self.codes[rows],
            None if self.arguments is None else self.taken_arguments(rows),
        )

    def taken_arguments(self, rows: Indices) -> Arguments:
        given = (self.arguments or {}).items()
        return {name: take_arguments(found, self.X, rows) for name, found in given}

    def target(self, member: Any) -> Array:
        """Return the target of a member."""
        return self.y if self.codes is None or not is_regressor(member) else self.codes

    def fit_arguments(
        self, name: str, member: Any, rows: Indices | slice = slice(None)
    ) -> dict[str, Any]:
        """Return the arguments of a member's ``fit``: its metadata, or the sample weights."""
        if self.arguments is None:
            return weight_arguments(
                name, member, None if self.weight is None else self.weight[rows]
            )
        arguments = self.arguments.get(name, {})
        return arguments if isinstance(rows, slice) else take_arguments(arguments, self.X, rows)


class Job(NamedTuple):
    """One fit: on all rows, or on the training rows of a fold to predict the others."""

    name: str
    estimator: Estimator
    train: Indices | None
    test: Indices | None
    predict: Predictor | None

    def run(self, rows: Rows, n_threads: int | None) -> Any:
        """Return the fitted member, or its predictions for the held-out rows."""
        member = clone(self.estimator)
        train = rows if self.train is None else rows.take(self.train)
        try:
            with limit_threads(member, n_threads):
                arguments = train.fit_arguments(self.name, member)
                member.fit(train.X, train.target(member), **arguments)
                if self.predict is None or self.test is None:
                    return member
                return self.predict(member, take_rows(rows.X, self.test))
        except Exception as error:
            error.add_note(f"In the member {self.name!r}.")
            raise


def fit_members(
    members: Sequence[tuple[str, Any]],
    rows: Rows,
    folds: Sequence[tuple[Indices, Indices]],
    predictors: Sequence[Predictor],
    n_jobs: int | None,
    verbose: int,
) -> tuple[list[Any], list[NDArray[Any]]]:
    """Return the fitted members, and the predictions of each, concatenated over the folds."""
    jobs = []
    for (name, member), predict in zip(members, predictors, strict=True):
        rows.fit_arguments(name, member)  # raises before any fit
        jobs.append(Job(name, member, None, None, None))
        jobs += [Job(name, member, train, test, predict) for train, test in folds]
    results = run_all(jobs, rows, n_jobs, verbose)
    size = len(folds) + 1
    by_member = [results[start : start + size] for start in range(0, len(results), size)]
    return [one[0] for one in by_member], [np.concatenate(one[1:]) for one in by_member if folds]


def run_all(jobs: Sequence[Job], rows: Rows, n_jobs: int | None, verbose: int) -> list[Any]:
    """Run jobs in parallel, and return the results in the order of the jobs."""
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
def limit_threads(member: Any, n_threads: int | None) -> Iterator[None]:
    """Limit the threads of estimators of this library, and restore the limit afterwards."""
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
