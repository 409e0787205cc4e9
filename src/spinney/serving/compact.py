"""Copies of fitted estimators without what prediction does not need."""

import copy
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from sklearn.utils import Bunch

from .. import _core
from ..adaboost.ensembles import EstimatorEnsemble, TreeEnsemble
from ..base.fitted_estimator import FittedEstimatorMixin
from ..base.sampling import Sampling
from ..estimators import ESTIMATORS

KEPT = ("feature_names_in_", "_in_ensemble")
"""Optional fitted attributes that prediction needs."""


@cache
def model_classes() -> tuple[type, ...]:
    """Return the classes of fitted models and of their parts."""
    models = (cls for entry in ESTIMATORS for cls in entry.load_models())
    return (*models, TreeEnsemble, EstimatorEnsemble)


class Compactor:
    """Copies values without statistics; a value that occurs twice is copied once."""

    def __init__(self) -> None:
        self._done: dict[int, tuple[Any, Any]] = {}

    def copy(self, value: Any) -> Any:
        if id(value) not in self._done:
            # The value is kept, so that its id stays unique.
            self._done[id(value)] = value, self._copy(value)
        return self._done[id(value)][1]

    def _copy(self, value: Any) -> Any:
        if isinstance(value, _core.Tree | _core.Forest | Sampling):
            return value.compact()
        if isinstance(value, FittedEstimatorMixin) and "_model" in vars(value):
            return self.estimator(value)
        if type(value) in (list, tuple):
            return type(value)(map(self.copy, value))
        if type(value) in (dict, Bunch):
            result = copy.copy(value)
            result.update({key: self.copy(one) for key, one in value.items()})
            return result
        return self._model(value) if isinstance(value, model_classes()) else value

    def _model(self, value: Any) -> Any:
        """Copy a dataclass or a named tuple."""
        if is_dataclass(value):
            parts = {field.name: self.copy(getattr(value, field.name)) for field in fields(value)}
            return replace(value, **parts)  # type: ignore[type-var]
        return value._make(map(self.copy, value))

    def estimator(self, estimator: Any) -> Any:
        """Copy the fitted attributes; parameters are not changed."""
        dropped = set(estimator._optional).difference(KEPT)
        parameters = estimator.get_params(deep=False)
        result = copy.copy(estimator)
        for name, value in vars(estimator).items():
            if name in dropped:
                del result.__dict__[name]
            elif name not in parameters:
                result.__dict__[name] = self.copy(value)
        return result


def compact(estimator: Any) -> Any:
    """Return a compact copy of a fitted estimator."""
    estimator._fitted()
    return Compactor().estimator(estimator)
