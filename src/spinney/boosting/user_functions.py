"""Calls of user-defined losses and metrics with the signatures of LightGBM and XGBoost."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import Any

from ..data.weights import Weights

WEIGHT_NAMES = ("weight", "weights", "sample_weight", "sample_weights", "w")


class WeightArgument(Enum):
    """How a function takes sample weights."""

    none = auto()
    positional = auto()
    """The third argument, as in LightGBM; None without weights."""
    keyword = auto()
    """``sample_weight``, as in XGBoost and scikit-learn; passed if there are weights."""


def weight_argument(function: Any) -> WeightArgument:
    """Return how a function of (y, prediction) takes weights, by its signature."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return WeightArgument.none
    if "sample_weight" in parameters:
        return WeightArgument.keyword
    places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    positional = [one for one in parameters.values() if one.kind in places]
    third = positional[2] if len(positional) > 2 else None
    if third is not None and (third.default is third.empty or third.name in WEIGHT_NAMES):
        return WeightArgument.positional
    return WeightArgument.none


@dataclass(frozen=True)
class UserFunction:
    """A function of targets, predictions and, if it has such an argument, sample weights."""

    function: Callable[..., Any]

    @cached_property
    def weight_argument(self) -> WeightArgument:
        return weight_argument(self.function)

    @property
    def takes_weight(self) -> bool:
        return self.weight_argument is not WeightArgument.none

    @property
    def name(self) -> str:
        return str(getattr(self.function, "__name__", type(self.function).__name__))

    def call(self, y: Any, prediction: Any, weight: Weights | None) -> Any:
        arguments: tuple[Any, ...] = (y, prediction)
        keyword = {}
        if self.weight_argument is WeightArgument.positional:
            arguments = (y, prediction, weight)
        elif self.weight_argument is WeightArgument.keyword and weight is not None:
            keyword = {"sample_weight": weight}
        try:
            return self.function(*arguments, **keyword)
        except TypeError as error:
            names = ", ".join(["y", "prediction", "weight"][: len(arguments)] + list(keyword))
            raise TypeError(f"The call {self.name}({names}) failed: {error}") from error
