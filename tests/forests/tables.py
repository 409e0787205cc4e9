"""Random tables, and the estimators that grow trees on bags."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import strategies as st

from spinney import (
    BaggingClassifier,
    BaggingRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)

CLASSIFIERS = (RandomForestClassifier, ExtraTreesClassifier, BaggingClassifier)
REGRESSORS = (RandomForestRegressor, ExtraTreesRegressor, BaggingRegressor)
every_kind = pytest.mark.parametrize(
    "kind", [*CLASSIFIERS, *REGRESSORS], ids=lambda kind: kind.__name__
)


def unsmoothed(kind):
    """Return parameters by which probabilities are means of those of the trees."""
    return {"smoothing": 0} if "smoothing" in kind.parameters() else {}


@dataclass(frozen=True)
class Problem:
    """A table with numbers, categories and missing values, one or two targets and weights."""

    X: pd.DataFrame
    signal: np.ndarray
    weight: np.ndarray | None

    def y(self, kind):
        """Return labels for a classifier, else numbers."""
        y = self.signal
        if kind in CLASSIFIERS:
            y = np.array(["low", "middle", "high"])[np.searchsorted([-0.5, 1], y)]
        return y[:, 0] if y.shape[1] == 1 else y

    def fit(self, kind, n_estimators=6, **parameters):
        model = kind(n_estimators=n_estimators, random_state=3, **parameters)
        return model.fit(self.X, self.y(kind), self.weight)

    def rows(self, rows):
        weight = None if self.weight is None else self.weight[rows]
        return Problem(self.X.iloc[rows], self.signal[rows], weight)


@st.composite
def problems(draw, weighted=None):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(20, 90))
    outputs = draw(st.integers(1, 2))
    weighted = draw(st.booleans()) if weighted is None else weighted
    numbers = rng.normal(size=(n, 2))
    few = rng.integers(0, 4, n).astype(float)
    labels = rng.choice(["red", "green", "blue", "grey", "pink"], n)
    signal = numbers[:, :1] + few[:, None] / 2 - 1.5 * (labels == "red")[:, None]
    signal = signal * np.arange(1, outputs + 1) + rng.normal(size=(n, outputs)) / 2
    X = pd.DataFrame({"a": numbers[:, 0], "b": numbers[:, 1], "few": few})
    X[rng.random(X.shape) < draw(st.sampled_from([0.0, 0.1]))] = np.nan
    X["color"] = pd.Categorical(np.where(rng.random(n) < 0.1, None, labels))
    weight = rng.choice([0.0, 1.0, 2.0, 0.5], n) if weighted else None
    if weight is not None:
        weight[:10] = 1.0
    return Problem(X, signal, weight)


def predictions(model, X) -> Any:
    """Return (rows, outputs, width): class probabilities, or numbers with width 1."""
    if not hasattr(model, "predict_proba"):
        return np.asarray(model.predict(X)).reshape(len(X), -1, 1)
    found = model.predict_proba(X)
    found = found if isinstance(found, list) else [found]
    width = max(output.shape[1] for output in found)
    padded = [np.pad(output, ((0, 0), (0, width - output.shape[1]))) for output in found]
    return np.stack(padded, axis=1)


def packed(model):
    """Return the forest of the core."""
    fitted = model._fitted()
    return getattr(fitted, "model", fitted).forest
