"""Metadata routing of blends: which arguments of ``fit`` each member gets."""

from typing import Any

from ..base.routing import Arguments, routed_arguments
from .members import accepts

FINAL = "final_estimator"


def fit_arguments(blend: Any, sample_weight: Any, fit_params: dict[str, Any]) -> Arguments | None:
    """Return the arguments of each member if metadata routing is enabled, else None.

    The final estimator of a stack gets all that its ``fit`` accepts.
    """
    weight = {} if sample_weight is None else {"sample_weight": sample_weight}
    arguments = routed_arguments(blend, "fit", "fit", fit_params, **weight)
    return None if arguments is None else arguments | {FINAL: fit_params | weight}


def accepted_arguments(estimator: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that ``fit`` of an estimator has."""
    return {name: value for name, value in arguments.items() if accepts(estimator, name)}
