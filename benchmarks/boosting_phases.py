"""Seconds of boosting by phase, and the cost of a histogram cell against its lower bound."""

import time

import numpy as np

from boosters import BINS, LAMBDA, LEAVES, MIN_ROWS, RATE
from report import row
from spinney import _core

ROOT_CELL, LATER_CELL = 0.59, 0.69
"""Nanoseconds of one core per cell of a minimal kernel: all rows of a column, rows by index.

Measured on Zen 3 with 256 bins; other processors have other limits.
"""


def phases_section(x: np.ndarray, y: np.ndarray, trees: int, threads: int) -> None:
    print("\n== Phases of boosting ==")
    for n_threads in dict.fromkeys((threads, 1)):
        run_phases(x, y.astype(np.float64), trees, n_threads)


def run_phases(x: np.ndarray, y: np.ndarray, trees: int, threads: int) -> None:
    """Run rounds on the core directly, which times each phase."""
    start = time.perf_counter()
    loss = _core.Loss("log_loss", 2)
    scores = np.repeat(loss.initial(y, None)[:, None], len(y), axis=1)
    booster = _core.Booster(
        _core.Table.from_matrix(x),
        y,
        None,
        loss,
        scores,
        _core.BoostingOptions(
            max_bins=BINS,
            max_leaf_nodes=LEAVES,
            min_samples_leaf=MIN_ROWS,
            reg_lambda=LAMBDA,
            n_threads=threads,
        ),
    )
    for k in range(trees):
        booster.step(k, RATE)
    total = time.perf_counter() - start

    rows, columns = x.shape
    print(f"\n{rows:,} x {columns}, {trees} trees, {threads} thread(s)")
    row("", "seconds", "share")
    clock = dict(booster.clock)
    for phase, seconds in {**clock, "the rest": total - sum(clock.values())}.items():
        row(phase, f"{seconds:.3f}", f"{100 * seconds / total:.0f} %")
    row("all", f"{total:.3f}")
    print_cells(booster.cells, trees * rows * columns, threads * clock["histogram"])


def print_cells(cells: int, at_roots: int, seconds: float) -> None:
    """Print nanoseconds of a core per cell; the limit is weighted by cells of roots and others."""
    limit = (at_roots * ROOT_CELL + (cells - at_roots) * LATER_CELL) / cells
    ours = 1e9 * seconds / cells
    print(
        f"  -> histogram: {ours:.2f} ns of a core per cell ({cells / 1e9:.2f} billion cells, "
        f"{at_roots / cells:.0%} in roots); limit on Zen 3 {limit:.2f}, {ours / limit:.2f} times it"
    )
