"""Parts of the ``Booster`` classes of LightGBM and XGBoost, read from a fitted estimator."""

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .importances import importances
from .model import BoostedModel


class BoosterView:
    """A fitted estimator by the names of another library's booster."""

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator

    @property
    def _model(self) -> BoostedModel:
        model: BoostedModel = self.estimator._fitted()
        return model

    def _importance(self, kind: str) -> NDArray[np.float64]:
        """Return importances; gains without the factor 1/2 of the objective."""
        return importances(self._model, kind) * (2 if kind.endswith("gain") else 1)

    def save_model(self, path: str | os.PathLike[str]) -> None:
        """Save the estimator in Spinney's format."""
        self.estimator.save(path)


class LightGBMBooster(BoosterView):
    """Some methods of LightGBM's booster."""

    @property
    def best_iteration(self) -> int:
        """The number of iterations up to the best one; -1 without validation data."""
        return int(getattr(self.estimator, "best_iteration_", -1))

    def feature_importance(self, importance_type: str = "split") -> NDArray[Any]:
        """Return the number of splits on each feature, or the total "gain" of these splits."""
        if importance_type == "split":
            return self._importance("split").astype(np.int32)
        if importance_type != "gain":
            raise ValueError(f"importance_type={importance_type!r} must be 'split' or 'gain'.")
        return self._importance("total_gain")

    def predict(self, X: Any, **options: Any) -> NDArray[Any]:
        """Return numbers or probabilities; the options are those of the estimator's ``predict``.

        Probabilities are those of the second class if there are two.
        """
        if self._model.classes is None:
            return np.asarray(self.estimator.predict(X, **options))
        found = np.asarray(self.estimator.predict_proba(X, **options))
        plain = not any(options.get(name) for name in ("raw_score", "pred_leaf", "pred_contrib"))
        return found[:, 1] if plain and len(self._model.classes) == 2 else found

    def feature_name(self) -> list[str]:
        """Return the names of the features."""
        names: list[str] = self.estimator.feature_name_
        return names

    def num_feature(self) -> int:
        """Return the number of features."""
        return self._model.schema.n_features

    def num_trees(self) -> int:
        """Return the number of trees."""
        return len(self._model.trees)

    def num_model_per_iteration(self) -> int:
        """Return the number of trees of an iteration."""
        return self._model.trees_per_round

    def current_iteration(self) -> int:
        """Return the number of iterations."""
        return self._model.n_rounds


class XGBoostBooster(BoosterView):
    """Some methods of XGBoost's booster."""

    @property
    def best_iteration(self) -> int:
        """The index of the best iteration, from 0."""
        return int(self.estimator.best_iteration)

    @property
    def best_score(self) -> float:
        """The metric of the best iteration."""
        return float(self.estimator.best_score)

    @property
    def feature_names(self) -> list[str] | None:
        """The names of the features, if X had names."""
        names = self._model.schema.names
        return None if names is None else list(names)

    def num_features(self) -> int:
        """Return the number of features."""
        return self._model.schema.n_features

    def num_boosted_rounds(self) -> int:
        """Return the number of iterations."""
        return self._model.n_rounds

    def get_score(self, importance_type: str = "weight") -> dict[str, float]:
        """Return the importances of the features that are used, by name (f0, f1, ...)."""
        names = self.feature_names or [f"f{i}" for i in range(self.num_features())]
        counts = self._importance("weight")
        values = self._importance(importance_type)
        return {name: float(values[j]) for j, name in enumerate(names) if counts[j] > 0}

    get_fscore = get_score
