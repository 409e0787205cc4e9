"""Fitted attributes and methods by their names in LightGBM, XGBoost and CatBoost."""

import os
from collections.abc import Callable
from typing import Any, Self

from ..base.best_iteration import BestIterationMixin, validation_result
from ..base.fitted_estimator import TableEstimatorMixin
from .booster_views import LightGBMBooster, XGBoostBooster
from .eval_results import AliasDict, by_any_name
from .fit_arguments import load_model
from .model import BoostedModel

OBJECTIVES = {
    "squared_error": "regression",
    "absolute_error": "regression_l1",
    "log_loss": "binary",
}
"""Objectives of LightGBM whose names differ from those of the losses."""


class PeerAttributes(BestIterationMixin, TableEstimatorMixin[BoostedModel]):
    """Adds attributes that scripts for other libraries read after fit."""

    n_estimators: int | str
    get_params: Callable[[], dict[str, Any]]

    @property
    def evals_result_(self) -> AliasDict:
        """Values of each metric on each validation set, by set and metric."""
        return by_any_name(validation_result(self, "_evals_result", "evals_result_"))

    def evals_result(self) -> AliasDict:
        """Return ``evals_result_`` with the sets named as in XGBoost: validation_0, ...

        Returns
        -------
        dict
            ``evals_result()["validation_0"]["rmse"]`` are the values of a metric on the first pair
            of ``eval_set``, one per iteration.
        """
        results = validation_result(self, "_evals_result", "evals_result()").values()
        return by_any_name({f"validation_{i}": metrics for i, metrics in enumerate(results)})

    get_evals_result = evals_result

    @property
    def best_score_(self) -> AliasDict:
        """The metrics of the best iteration, by set and metric."""
        return by_any_name(super().best_score_)

    def get_best_iteration(self) -> int:
        """Return ``best_iteration``, as in CatBoost."""
        return int(validation_result(self, "_best_iteration", "get_best_iteration()"))

    def get_best_score(self) -> AliasDict:
        """Return ``best_score_``, as in CatBoost."""
        return self.best_score_

    @property
    def feature_name_(self) -> list[str]:
        """Names of the features; Column_0, Column_1, ... if X had none."""
        schema = self._fitted().schema
        return list(schema.names or (f"Column_{i}" for i in range(schema.n_features)))

    @property
    def feature_names_(self) -> list[str]:
        """Names of the features; "0", "1", ... if X had none, as in CatBoost."""
        schema = self._fitted().schema
        return list(schema.names or map(str, range(schema.n_features)))

    @property
    def n_features_(self) -> int:
        """Number of features."""
        return self._fitted().schema.n_features

    @property
    def objective_(self) -> str:
        """The loss, by the name of LightGBM's objective."""
        model = self._fitted()
        if model.classes is not None and len(model.classes) > 2:
            return "multiclass"
        return OBJECTIVES.get(model.loss.name, model.loss.name)

    @property
    def tree_count_(self) -> int:
        """Number of boosting iterations."""
        return self._fitted().n_rounds

    def get_all_params(self) -> dict[str, Any]:
        """Return all parameters, as :meth:`get_params` does."""
        self._fitted()
        return self.get_params()

    def get_num_boosting_rounds(self) -> int:
        """Return the parameter ``n_estimators``, as in XGBoost; if "auto", the iterations."""
        automatic = isinstance(self.n_estimators, str)
        return self._fitted().n_rounds if automatic else int(self.n_estimators)

    @property
    def booster_(self) -> LightGBMBooster:
        """Some methods of LightGBM's ``Booster``: importances, names, numbers of trees."""
        return LightGBMBooster(self)

    def get_booster(self) -> XGBoostBooster:
        """Return some methods of XGBoost's ``Booster``: importances, names, numbers of trees."""
        return XGBoostBooster(self)

    def save_model(self, path: str | os.PathLike[str]) -> None:
        """Save the estimator as :meth:`save` does; the format is Spinney's."""
        self.save(path)

    def load_model(self, path: str | os.PathLike[str]) -> Self:
        """Replace parameters and fitted attributes by those of a saved estimator.

        Parameters
        ----------
        path : str or path
            A file written by ``save`` or ``save_model``.

        Returns
        -------
        self
        """
        loaded = load_model(path)
        if type(loaded) is not type(self):
            raise ValueError(f"{path} is a {type(loaded).__name__}, not a {type(self).__name__}.")
        vars(self).clear()
        vars(self).update(vars(loaded))
        return self
