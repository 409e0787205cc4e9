"""Tables of the benchmarks: synthetic ones of any size, and real ones if available.

The synthetic tables have the form of the HIGGS table: 28 continuous float32 columns, two classes,
some signal and much noise. There are several shapes, so that no library is tuned to one of them.
"""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

N_COLUMNS = 28
Arrays = tuple[np.ndarray, np.ndarray]


def _label(score: np.ndarray, noise: float, rng: np.random.Generator) -> np.ndarray:
    """Two balanced classes: whether the score plus noise is above its median."""
    score = score - np.median(score)
    score /= np.mean(np.abs(score))
    return (score + noise * rng.standard_normal(len(score)) > 0).astype(np.int64)


def gaussian(n_rows: int, rng: np.random.Generator) -> Arrays:
    """Normal columns; the class depends on products, a sine and a step of the first ten."""
    x = rng.standard_normal((n_rows, N_COLUMNS), dtype=np.float32)
    score = x[:, 0] * x[:, 1] + np.sin(2 * x[:, 2]) + np.where(x[:, 3] > 0.5, x[:, 4], -x[:, 5])
    score += 0.5 * x[:, 6] + 0.3 * x[:, 7] * x[:, 8] * x[:, 9]
    return x, _label(score, 1.0, rng)


def skewed(n_rows: int, rng: np.random.Generator) -> Arrays:
    """Heavy tails: a mixture of log-normal columns, with Student's t and cubes of normals."""
    x = rng.standard_normal((n_rows, N_COLUMNS), dtype=np.float32)
    group = rng.integers(3, size=n_rows)
    center = rng.normal(0, 0.7, size=(3, N_COLUMNS)).astype(np.float32)
    x += center[group]
    score = 1.0 * (group == 1) + 0.7 * x[:, 1] * (group == 2) + 0.5 * np.abs(x[:, 12] - x[:, 20])
    x[:, :12] = np.exp(x[:, :12])
    x[:, 12:20] = x[:, 12:20] ** 3
    x[:, 20:] /= np.sqrt(rng.chisquare(3, size=(n_rows, 8)) / 3).astype(np.float32)
    return x, _label(score, 1.0, rng)


def collider(n_rows: int, rng: np.random.Generator) -> Arrays:
    """Seven particles (momentum, angle, angle) and seven masses; a resonance in two masses."""
    momentum = rng.lognormal(0, 0.5, size=(7, n_rows))
    eta = rng.normal(0, 1, size=(7, n_rows))
    phi = rng.uniform(-np.pi, np.pi, size=(7, n_rows))
    x = np.empty((n_rows, N_COLUMNS), dtype=np.float32)
    for i in range(7):
        j = (i + 1) % 7
        opening = np.cosh(eta[i] - eta[j]) - np.cos(phi[i] - phi[j])
        x[:, 3 * i], x[:, 3 * i + 1], x[:, 3 * i + 2] = momentum[i], eta[i], phi[i]
        x[:, 21 + i] = np.sqrt(2 * momentum[i] * momentum[j] * opening)
    score = np.exp(-((x[:, 21] - 2) ** 2)) + np.exp(-((x[:, 24] - 3) ** 2)) + 0.1 * x[:, 0]
    return x, _label(score, 1.0, rng)


SHAPES: dict[str, Callable[[int, np.random.Generator], Arrays]] = {
    "gaussian": gaussian,
    "skewed": skewed,
    "collider": collider,
}


def make(shape: str, n_rows: int, n_held_out: int = 0) -> tuple[Arrays, Arrays]:
    """Training rows and held-out rows of one shape; the same bits on every call."""
    x, y = SHAPES[shape](n_rows + n_held_out, np.random.default_rng(20_11_88))
    return (x[:n_rows], y[:n_rows]), (x[n_rows:], y[n_rows:])


@dataclass(frozen=True)
class RealTable:
    """A table with a ``target`` column, as a pandas frame."""

    name: str
    task: str
    path: Path

    @property
    def is_regression(self) -> bool:
        return self.task == "regression"

    def read(self):
        import pandas as pd

        frame = pd.read_parquet(self.path)
        target = frame.pop("target")
        return frame, target.to_numpy(float) if self.is_regression else target.astype(str)


def data_folder() -> Path:
    """The folder SPINNEY_DATA, or ``shared/data`` next to the checkout."""
    neighbor = Path(__file__).resolve().parents[2] / "shared" / "data"
    return Path(os.environ.get("SPINNEY_DATA", neighbor))


def real_tables() -> Iterator[RealTable]:
    """The tables in the data folder, if there are any."""
    folder = data_folder()
    index = folder / "index.json"
    for entry in json.loads(index.read_text()) if index.is_file() else []:
        yield RealTable(entry["name"], entry["task"], folder / f"{entry['name']}.parquet")
