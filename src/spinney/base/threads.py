"""How many threads an estimator may use."""

import os
from numbers import Integral

from joblib.parallel import get_active_backend

from .. import _core

SMALL_TABLE = 10_000
"""Cells of a table on which one thread is as fast as many."""


def effective_threads(n_jobs: int | None) -> int:
    """Turn ``n_jobs`` into a number of threads, never more than this process may use.

    Parameters
    ----------
    n_jobs : int or None
        None takes every CPU that the process is granted, at most ``OMP_NUM_THREADS`` if that is
        set, what a surrounding ``joblib.parallel_config`` says, and 1 inside a joblib worker. A
        negative number counts from the end: -1 is all, -2 all but one.

    Returns
    -------
    int
        At least 1.
    """
    if n_jobs == 1:
        return 1
    if n_jobs is not None and (not isinstance(n_jobs, Integral) or n_jobs == 0):
        raise ValueError(f"n_jobs must be None or a whole number other than 0, got {n_jobs!r}.")
    available = _core.available_threads()
    if n_jobs is None:
        backend, configured = get_active_backend()
        if backend.nesting_level:
            return 1
        available = min(available, openmp_limit() or available)
        n_jobs = -1 if configured is None else int(configured)
    if n_jobs < 0:
        return max(1, available + 1 + n_jobs)
    return min(n_jobs, available)


def threads_for(n_jobs: int | None, n_cells: int) -> int:
    """``effective_threads``, or 1 for a table too small to be worth the question."""
    return 1 if n_cells < SMALL_TABLE else effective_threads(n_jobs)


def openmp_limit() -> int | None:
    """The first number of ``OMP_NUM_THREADS``, by which users and job systems limit threads."""
    first = os.environ.get("OMP_NUM_THREADS", "").split(",")[0].strip()
    return int(first) if first.isdigit() and int(first) > 0 else None
