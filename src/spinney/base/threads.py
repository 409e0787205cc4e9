"""Number of threads that an estimator uses."""

import os
from numbers import Integral

from joblib.parallel import get_active_backend

from .. import _core

SMALL_TABLE = 10_000
"""Number of cells below which one thread is as fast as several."""


def effective_threads(n_jobs: int | None) -> int:
    """Convert ``n_jobs`` to a number of threads, at most those available to this process.

    Parameters
    ----------
    n_jobs : int or None
        None uses the number of a surrounding ``joblib.parallel_config``, else all CPUs available
        to the process, but at most ``OMP_NUM_THREADS``; and 1 inside a joblib worker. Negative
        numbers count from the end: -1 uses all CPUs, -2 all but one.

    Returns
    -------
    int
        At least 1.
    """
    if n_jobs == 1:
        return 1
    if n_jobs is not None and (not isinstance(n_jobs, Integral) or n_jobs == 0):
        raise ValueError(f"n_jobs must be None or an int other than 0, got {n_jobs!r}.")
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
    """Return ``effective_threads``, or 1 for a small table; 0 is None, as in LightGBM."""
    return 1 if n_cells < SMALL_TABLE else effective_threads(n_jobs or None)


def openmp_limit() -> int | None:
    """Return the first number of ``OMP_NUM_THREADS``, or None."""
    first = os.environ.get("OMP_NUM_THREADS", "").split(",")[0].strip()
    return int(first) if first.isdigit() and int(first) > 0 else None
