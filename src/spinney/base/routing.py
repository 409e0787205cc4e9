"""scikit-learn's metadata routing: which arguments of a method each member of an ensemble gets."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from sklearn.utils.metadata_routing import (
    MetadataRouter,
    MethodMapping,
    _raise_for_params,
    _routing_enabled,
    get_routing_for_object,
    process_routing,
)
from sklearn.utils.validation import _check_method_params, has_fit_parameter

from ..data.containers import Indices

Arguments = dict[str, dict[str, Any]]
"""Keyword arguments by member."""

FIT = {"fit": "fit"}
PREDICTIONS = ("predict", "predict_proba", "predict_log_proba", "decision_function")


def member_router(
    owner: Any, members: Iterable[tuple[str, Any]], methods: Mapping[str, str] = FIT
) -> MetadataRouter:
    """Return a router that passes metadata to the members that request it.

    ``methods`` maps a method of the ensemble to the method of the members that it calls.
    """
    router = MetadataRouter(owner=owner)
    for name, member in members:
        mapping = MethodMapping()
        for caller, callee in methods.items():
            mapping.add(caller=caller, callee=callee)
        router.add(**{name: member}, method_mapping=mapping)
    return router


def routed_arguments(
    owner: Any, caller: str, callee: str, params: dict[str, Any], **own: Any
) -> Arguments | None:
    """Return the arguments of ``callee`` of each member; None if metadata routing is disabled.

    ``own``: named arguments of the ensemble that are routed as well. Raise for ``params`` if
    routing is disabled or no member requests them. Without metadata the result is empty.
    """
    if not _routing_enabled():
        _raise_for_params(params, owner, caller)
        return None
    given = params | own
    if not given:
        return {}
    routed = process_routing(owner, caller, **given)
    return {name: dict(found[callee]) for name, found in routed.items() if callee in found}


def take_arguments(arguments: dict[str, Any], X: Any, rows: Indices) -> dict[str, Any]:
    """Return the arguments for some rows of X: arrays with an entry per row are indexed."""
    taken: dict[str, Any] = _check_method_params(X, arguments, rows)
    return taken


def takes_sample_weight(estimator: Any) -> bool:
    """Return whether to fit with ``sample_weight``: if supported, and with routing requested."""
    if _routing_enabled():
        return bool(get_routing_for_object(estimator).consumes("fit", ("sample_weight",)))
    return bool(has_fit_parameter(estimator, "sample_weight"))


class MemberCall(NamedTuple):
    """A prediction method of an ensemble, with the arguments for its members."""

    caller: str = "predict_proba"
    arguments: Mapping[str, Any] = MappingProxyType({})


PLAIN_CALL = MemberCall()
"""Probabilities or numbers, without metadata."""


def prediction_method(member: Any, caller: str) -> str:
    """Return the method of a member that a prediction method of the ensemble calls."""
    if caller == "decision_function":
        return caller
    wanted = ["predict_log_proba"] if caller == "predict_log_proba" else []
    return next((name for name in [*wanted, "predict_proba"] if hasattr(member, name)), "predict")
