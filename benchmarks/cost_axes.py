"""Tables and settings of the cost benchmark: one size varies along an axis, the rest is fixed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from data import N_COLUMNS, Arrays, gaussian
from wide_sparse import uniform_sparse

SPARSE_ROWS, CELLS_PER_COLUMN, SPARSE_COLUMNS = 5_000, 50, 1_000


@dataclass(frozen=True)
class Workload:
    """A table, and the fields of a ``boosters.Task`` that differ from its defaults."""

    x: Any
    y: np.ndarray
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Axis:
    """Sizes along an axis, and a function that makes the workload of each."""

    title: str
    sizes: tuple[int, ...]
    quick_limit: int
    """The largest size of ``--quick``."""
    make: Callable[[int], Workload]
    doubling: bool = False
    """Whether the work doubles with each unit, as by depth."""

    def sizes_up_to(self, largest: float) -> list[int]:
        return [size for size in self.sizes if size <= largest]


def dense(n_rows: int, n_columns: int = N_COLUMNS) -> Arrays:
    """Two classes; the first ten columns are informative, those after the 28th are noise."""
    rng = np.random.default_rng(0)
    x, y = gaussian(n_rows, rng)
    if n_columns > N_COLUMNS:
        noise = rng.standard_normal((n_rows, n_columns - N_COLUMNS), dtype=np.float32)
        return np.hstack([x, noise]), y
    return np.ascontiguousarray(x[:, :n_columns]), y


def sparse_columns(n_columns: int) -> Workload:
    """Every column has the same number of cells, so the cells grow with the columns."""
    density = CELLS_PER_COLUMN / SPARSE_ROWS
    return Workload(*uniform_sparse(SPARSE_ROWS, n_columns, density))


def nonzeros(n_cells: int) -> Workload:
    """The same rows and columns, with more cells in each."""
    n_rows = 4 * SPARSE_ROWS
    return Workload(*uniform_sparse(n_rows, SPARSE_COLUMNS, n_cells / (n_rows * SPARSE_COLUMNS)))


def levels(n_levels: int) -> Workload:
    """One categorical feature; all its levels occur, each with an effect of its own."""
    n_rows = 100_000
    rng = np.random.default_rng(0)
    codes = rng.permutation(np.arange(n_rows) % n_levels)
    score = rng.standard_normal(n_levels)[codes] + rng.standard_normal(n_rows)
    x = codes[:, np.newaxis].astype(np.float32)
    return Workload(x, (score > 0).astype(np.int64), {"categories": (0,)})


def classes(n_classes: int) -> Workload:
    """Classes of equal size: intervals of a noisy function of five columns."""
    n_rows = 10_000
    rng = np.random.default_rng(0)
    x, _ = gaussian(n_rows, rng)
    score = x[:, 0] * x[:, 1] + np.sin(2 * x[:, 2]) + x[:, 3] - x[:, 4]
    rank = np.argsort(np.argsort(score + 0.5 * rng.standard_normal(n_rows)))
    return Workload(x, rank * n_classes // n_rows, {"n_classes": n_classes})


def setting(n_rows: int, name: str) -> Callable[[int], Workload]:
    """The same dense table with one setting of the task that varies."""
    return lambda size: Workload(*dense(n_rows), {name: size})


def depths(depth: int) -> Workload:
    """The leaves do not limit the tree before its depth does."""
    return Workload(*dense(50_000), {"depth": depth, "leaves": 2**depth})


AXES = {
    "rows": Axis(
        "rows x 28",
        (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000),
        10_000,
        lambda n: Workload(*dense(n)),
    ),
    "columns": Axis(
        "5,000 rows x dense columns",
        (10, 20, 50, 100, 200, 500, 1_000, 2_000),
        100,
        lambda n: Workload(*dense(5_000, n)),
    ),
    "sparse_columns": Axis(
        f"{SPARSE_ROWS:,} rows x CSR columns, {CELLS_PER_COLUMN} cells in each",
        (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000),
        1_000,
        sparse_columns,
    ),
    "nonzeros": Axis(
        f"nonzero cells of {4 * SPARSE_ROWS:,} x {SPARSE_COLUMNS:,}, CSR",
        (10_000, 20_000, 30_000, 50_000, 100_000, 300_000, 1_000_000, 3_000_000),
        50_000,
        nonzeros,
    ),
    "levels": Axis(
        "levels of the only feature, 100,000 rows",
        (2, 5, 10, 30, 100, 300, 1_000, 3_000, 10_000, 50_000),
        1_000,
        levels,
    ),
    "classes": Axis("classes, 10,000 rows", (2, 3, 5, 10, 20, 50, 100), 10, classes),
    "leaves": Axis(
        "leaves, 50,000 rows",
        (7, 15, 31, 63, 127, 255, 511, 1_023),
        63,
        setting(50_000, "leaves"),
    ),
    "depth": Axis("maximum depth, 50,000 rows", (1, 2, 3, 4, 5, 6, 8, 10, 12), 5, depths, True),
    "trees": Axis("trees, 5,000 rows", (10, 30, 100, 300, 1_000), 100, setting(5_000, "trees")),
    "threads": Axis("threads, 100,000 rows", (1, 2, 4, 8), 4, setting(100_000, "threads")),
}
