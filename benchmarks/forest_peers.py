"""Libraries with forests: all get one matrix and grow full-depth trees on bootstrap samples.

``fit`` is timed, including all conversions by the library.
"""

import importlib
import importlib.metadata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Predict = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Task:
    """Settings of the libraries; ``max_features`` is the same for all."""

    regression: bool = False
    max_features: float | str = "sqrt"
    trees: int = 100
    threads: int = 2
    extra: bool = False
    """Random thresholds, no bags."""
    seed: int = 0


@dataclass(frozen=True)
class Library:
    """A library by its package name: ``fit(x, y, task)``, ``predictor(model, threads)``.

    A predictor returns class probabilities, only those of the second class if a library has no
    others, or numbers.
    """

    name: str
    fit: Callable[[np.ndarray, np.ndarray, Task], Any]
    predictor: Callable[[Any, int], Predict]

    @property
    def version(self) -> str:
        return f"{self.name} {importlib.metadata.version(self.name)}"

    def predict(self, model: Any, x: np.ndarray, task: Task) -> np.ndarray:
        """Predicted numbers, or indices of the most probable classes."""
        seen = self.predictor(model, task.threads)(x)
        if task.regression:
            return seen
        return seen.argmax(axis=1) if seen.ndim == 2 else (seen > 0.5).astype(np.int64)


def _estimator(module: str, task: Task) -> Any:
    """Create a forest with scikit-learn's parameter names."""
    kind = "Regressor" if task.regression else "Classifier"
    family = "ExtraTrees" if task.extra else "RandomForest"
    return getattr(importlib.import_module(module), family + kind)(
        n_estimators=task.trees,
        max_features=task.max_features,
        n_jobs=task.threads,
        random_state=task.seed,
    )


def fit_spinney(x: np.ndarray, y: np.ndarray, task: Task) -> Any:
    return _estimator("spinney", task).fit(x, y)


def fit_sklearn(x: np.ndarray, y: np.ndarray, task: Task) -> Any:
    return _estimator("sklearn.ensemble", task).fit(x, y)


def fit_intelex(x: np.ndarray, y: np.ndarray, task: Task) -> Any:
    """intelex grows on 256 bins, its default."""
    model = _estimator("sklearnex.ensemble", task).fit(x, y)
    if not hasattr(model, "_onedal_estimator"):
        raise RuntimeError("scikit-learn-intelex has handed the fit on to scikit-learn")
    return model


def fit_ydf(x: np.ndarray, y: np.ndarray, task: Task) -> Any:
    """Full depth, mean class shares; without out-of-bag errors, which take time."""
    import ydf

    ydf.verbose(0)
    share = task.max_features
    learner = ydf.RandomForestLearner(
        label="y",
        task=ydf.Task.REGRESSION if task.regression else ydf.Task.CLASSIFICATION,
        num_trees=task.trees,
        max_depth=-1,
        min_examples=1,
        num_candidate_attributes_ratio=None if share == "sqrt" else share,
        winner_take_all=False,
        compute_oob_performances=False,
        random_seed=task.seed,
        num_threads=task.threads,
    )
    return learner.train({"x": x, "y": y})


def _of_estimator(model: Any, threads: int) -> Predict:
    model.set_params(n_jobs=threads)
    return model.predict_proba if hasattr(model, "predict_proba") else model.predict


def _of_ydf(model: Any, threads: int) -> Predict:
    return lambda x: model.predict({"x": x}, num_threads=threads)


SPINNEY = Library("spinney", fit_spinney, _of_estimator)
SKLEARN = Library("scikit-learn", fit_sklearn, _of_estimator)
INTELEX = Library("scikit-learn-intelex", fit_intelex, _of_estimator)
YDF = Library("ydf", fit_ydf, _of_ydf)
LIBRARIES = (SPINNEY, SKLEARN, INTELEX, YDF)


def installed() -> list[Library]:
    """Libraries that are installed; print the names of the others."""
    names = {dist.name.lower() for dist in importlib.metadata.distributions()}
    for library in LIBRARIES:
        if library.name not in names:
            print(f"{library.name} is skipped: it is not installed")
    return [library for library in LIBRARIES if library.name in names]
