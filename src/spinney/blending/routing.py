"""Metadata routing: which arguments of ``fit`` each member gets."""

from typing import Any

from sklearn.utils._metadata_requests import _raise_for_params, _routing_enabled, process_routing
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping
from sklearn.utils.validation import _check_method_params

from ..data.containers import Indices
from .members import accepts, is_dropped

Arguments = dict[str, dict[str, Any]]
"""Keyword arguments of ``fit`` by member."""
FINAL = "final_estimator"


def fit_router(blend: Any, members: list[tuple[str, Any]]) -> MetadataRouter:
    """Return a router that passes the metadata of ``fit`` to the members that request it."""
    router = MetadataRouter(owner=blend)
    for name, member in members:
        if not is_dropped(member):
            mapping = MethodMapping().add(caller="fit", callee="fit")
            router.add(**{name: member}, method_mapping=mapping)
    return router


def routed_arguments(
    blend: Any, sample_weight: Any, fit_params: dict[str, Any]
) -> Arguments | None:
    """Return the arguments of each member if metadata routing is enabled, else None.

    The final estimator of a stack gets all that its ``fit`` accepts.
    """
    if not _routing_enabled():
        _raise_for_params(fit_params, blend, "fit")
        return None
    given = dict(fit_params)
    if sample_weight is not None:
        given["sample_weight"] = sample_weight
    routed = process_routing(blend, "fit", **given)
    arguments = {name: dict(found["fit"]) for name, found in routed.items() if "fit" in found}
    return arguments | {FINAL: given}


def accepted_arguments(estimator: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that ``fit`` of an estimator has."""
    return {name: value for name, value in arguments.items() if accepts(estimator, name)}


def take_arguments(arguments: dict[str, Any], X: Any, rows: Indices) -> dict[str, Any]:
    """Return the arguments for some rows of X: arrays with an entry per row are indexed."""
    taken: dict[str, Any] = _check_method_params(X, arguments, rows)
    return taken
