"""Tables of the boosting benchmark with held-out rows; the same seed gives the same bits.

Real tables (letter, adult) are used if available, otherwise synthetic tables with the same kinds
of columns.
"""

from dataclasses import dataclass

import numpy as np

import data

LATENT = 28
LETTERS, STEPS = 26, 16
LEVELS = (8, 16, 7, 14, 6, 5, 2, 41)
"""Numbers of categories of the synthetic table, as in adult."""


@dataclass(frozen=True)
class Split:
    """Training rows and held-out rows. Categories are codes in ``x``, NaN where missing."""

    name: str
    x: np.ndarray
    y: np.ndarray
    x_test: np.ndarray
    y_test: np.ndarray
    n_classes: int = 2
    categories: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        rows, columns = self.x.shape
        kinds = f", {len(self.categories)} with categories" if self.categories else ""
        return f"{self.name}, {rows:,} x {columns:,}{kinds}, {self.n_classes} classes"


@dataclass(frozen=True)
class Rows:
    """A whole table, before rows are held out."""

    name: str
    x: np.ndarray
    y: np.ndarray
    n_classes: int = 2
    categories: tuple[int, ...] = ()

    def split(self, n_held_out: int, rng: np.random.Generator, n_rows: int | None = None) -> Split:
        """Hold out random rows; repeat the others up to ``n_rows``."""
        order = rng.permutation(len(self.y))
        test, train = order[:n_held_out], order[n_held_out:]
        if n_rows is not None:
            train = rng.permutation(np.resize(train, n_rows))
        x, y = self.x, self.y
        return Split(
            self.name, x[train], y[train], x[test], y[test], self.n_classes, self.categories
        )


def continuous(n_rows: int, n_held_out: int, seed: int, shape: str = "gaussian") -> Split:
    """Two classes and 28 columns, nonlinear and noisy."""
    x, y = data.SHAPES[shape](n_rows + n_held_out, np.random.default_rng(seed))
    return Split(shape, x[:n_rows], y[:n_rows], x[n_rows:], y[n_rows:])


def wide(n_rows: int, n_columns: int, n_held_out: int, seed: int) -> Split:
    """Two classes and many columns: noisy mixtures of the 28 informative ones."""
    rng = np.random.default_rng(seed)
    hidden, y = data.gaussian(n_rows + n_held_out, rng)
    mix = rng.standard_normal((LATENT, n_columns), dtype=np.float32)
    mix[:, :LATENT] = 3 * np.eye(LATENT, dtype=np.float32)
    x = hidden @ mix + rng.standard_normal((len(y), n_columns), dtype=np.float32)
    return Split("wide", x[:n_rows], y[:n_rows], x[n_rows:], y[n_rows:])


def letter(seed: int) -> Split:
    """26 classes, 16 columns with 16 values each; a fifth of the rows is held out."""
    rng = np.random.default_rng(seed)
    rows = _real("letter") or _synthetic_letters(rng)
    return rows.split(len(rows.y) // 5, rng)


def adult(seed: int, n_rows: int | None = None) -> Split:
    """Numbers and categories, some missing; a fifth is held out, the rest may be repeated."""
    rng = np.random.default_rng(seed)
    rows = _real("adult") or _synthetic_mixture(rng)
    return rows.split(len(rows.y) // 5, rng, n_rows)


def _real(name: str) -> Rows | None:
    """A real table as a float32 matrix, if available."""
    table = next((table for table in data.real_tables() if table.name == name), None)
    if table is None:
        return None
    frame, target = table.read()
    chosen = tuple(j for j, kind in enumerate(frame.dtypes) if kind.name == "category")
    x = np.empty(frame.shape, dtype=np.float32)
    for j, label in enumerate(frame):
        codes = frame[label].cat.codes.to_numpy(np.float32) if j in chosen else frame[label]
        x[:, j] = np.where(codes < 0, np.nan, codes) if j in chosen else codes
    classes, y = np.unique(target, return_inverse=True)
    return Rows(name, x, y, len(classes), chosen)


def _synthetic_letters(rng: np.random.Generator) -> Rows:
    """Each class has a center; cells are integers from 0 to 15."""
    y = rng.integers(LETTERS, size=20_000)
    center = rng.uniform(3, STEPS - 4, size=(LETTERS, 16))
    x = center[y] + 2.5 * rng.standard_normal((len(y), 16))
    return Rows(
        "synthetic letters", np.clip(np.rint(x), 0, STEPS - 1).astype(np.float32), y, LETTERS
    )


def _synthetic_mixture(rng: np.random.Generator) -> Rows:
    """Six numeric columns, two of them mostly zero, and eight categorical ones with gaps."""
    n_rows = 48_842
    numbers = np.rint(rng.gamma(2.0, 10.0, size=(n_rows, 6)))
    numbers[:, :2] *= rng.random((n_rows, 2)) < 0.06
    codes = [np.minimum(rng.geometric(2 / k, n_rows) - 1, k - 1) for k in LEVELS]
    effects = [rng.normal(0, 0.7, k)[code] for k, code in zip(LEVELS, codes, strict=True)]
    score = 0.05 * numbers[:, 2] + 0.04 * np.abs(numbers[:, 3] - 20) + sum(effects)
    categories = np.column_stack(codes).astype(np.float32)
    categories[rng.random(categories.shape) < 0.02] = np.nan
    score += rng.logistic(size=n_rows)
    y = (score > np.quantile(score, 0.76)).astype(np.int64)
    x = np.hstack([numbers, categories]).astype(np.float32)
    return Rows("synthetic mixture", x, y, 2, tuple(range(6, 14)))
