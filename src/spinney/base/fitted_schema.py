"""The schema of the features of any fitted estimator."""

from typing import Any


def find_schema(model: Any) -> Any:
    """Return the schema of a model; of a blend, that of its first member; None without one."""
    fitted = model._fitted() if hasattr(model, "_fitted") else None
    schema = getattr(fitted, "schema", None) or getattr(
        getattr(fitted, "ensemble", None), "schema", None
    )
    if schema is not None:
        return schema
    members = list(getattr(model, "estimators_", []))
    return find_schema(members[0]) if members else None
