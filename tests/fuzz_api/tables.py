"""Random tables: numbers of many shapes, categories, missing values, targets and weights."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

ODD = ["it's", 'q"', "", "1", "01", "é", "x;--", "nan", "None", "two words"]
LABELS = np.array(["a", "B", "b", *ODD])


@dataclass
class Table:
    """Training data of one case, and rows to predict."""

    X: pd.DataFrame
    y: np.ndarray
    weight: np.ndarray | None
    X_new: pd.DataFrame

    @property
    def is_numeric(self) -> bool:
        return all(dtype.kind == "f" for dtype in self.X.dtypes)

    def reorder(self, order: np.ndarray) -> "Table":
        """The same data with its training rows in another order."""
        weight = None if self.weight is None else self.weight[order]
        return Table(self.X.iloc[order], self.y[order], weight, self.X_new)


def random_table(rng: np.random.Generator, task: str, n_outputs: int = 1) -> Table:
    n = int(rng.choice([3, 12, 40, 120, 300], p=[0.05, 0.15, 0.35, 0.35, 0.1]))
    n_columns = int(rng.integers(1, 7))
    share = rng.choice([0.0, 0.4, 1.0])
    columns = {f"c{j}": random_column(rng, n, rng.random() < share) for j in range(n_columns)}
    X = pd.DataFrame(columns)
    y = random_target(rng, X, task, n_outputs)
    if rng.random() < 0.5:
        X = X.mask(rng.random(X.shape) < rng.choice([0.02, 0.3]))
    return Table(X, y, random_weight(rng, n), new_rows(rng, X))


def random_column(rng: np.random.Generator, n: int, is_category: bool) -> np.ndarray:
    if is_category:
        n_labels = int(rng.integers(1, len(LABELS) + 1))
        return rng.choice(rng.permutation(LABELS)[:n_labels], n).astype(object)
    shapes = (
        lambda: rng.normal(size=n),
        lambda: rng.normal(size=n).round(1),
        lambda: rng.integers(0, 4, n).astype(float),
        lambda: np.full(n, rng.normal()),
        lambda: rng.standard_cauchy(n) * 10.0 ** rng.integers(-12, 12),
        lambda: 20180101.0 + rng.integers(0, 3, n),
        lambda: rng.choice([0.0, -0.0, 1e-300, 5e-324, 1e-7, 1e300], n),
        lambda: np.float64(np.float32(rng.random(n))),
    )
    return shapes[rng.integers(len(shapes))]()


def random_target(
    rng: np.random.Generator, X: pd.DataFrame, task: str, n_outputs: int
) -> np.ndarray:
    targets = [random_output(rng, X, task) for _ in range(n_outputs)]
    return targets[0] if n_outputs == 1 else np.column_stack(targets)


def random_output(rng: np.random.Generator, X: pd.DataFrame, task: str) -> np.ndarray:
    """A target that depends on some columns, with noise."""
    codes = X.apply(lambda column: column.rank(method="dense").to_numpy())
    score = codes.to_numpy(float) @ rng.normal(size=X.shape[1])
    score = (score - score.mean()) / (score.std() or 1.0) + rng.normal(size=len(X)) * 0.3
    if task == "Classifier":
        n_classes = int(rng.integers(1, 6))
        edges = np.quantile(score, np.arange(1, n_classes) / n_classes)
        classes = np.searchsorted(edges, score)
        return classes if rng.random() < 0.5 else np.array(["no", "yes", "é", "x", "y"])[classes]
    shapes = (
        lambda: score,
        lambda: np.exp(score),
        lambda: np.floor(np.exp(score)),
        lambda: np.full(len(score), 0.1),
        lambda: score * 10.0 ** rng.integers(-10, 10),
        lambda: np.where(rng.random(len(score)) < 0.05, -1e15, score),
    )
    return shapes[rng.integers(len(shapes))]()


def random_weight(rng: np.random.Generator, n: int) -> np.ndarray | None:
    kind = rng.integers(4)
    if kind == 0:
        return rng.integers(0, 4, n).astype(float) + (np.arange(n) == 0)
    if kind == 1:
        return rng.random(n) + 0.01
    return None


def new_rows(rng: np.random.Generator, X: pd.DataFrame) -> pd.DataFrame:
    """Rows to predict: known values in new combinations, unknown categories, missing values."""
    rows = X.apply(lambda column: rng.permutation(column.to_numpy()))
    for name in rows:
        if rows[name].dtype == object:
            rows.loc[rng.random(len(rows)) < 0.1, name] = "never seen"
    return rows.mask(rng.random(rows.shape) < 0.1).iloc[:60].reset_index(drop=True)
