"""Descriptions of parameter constraints, for docstrings and the command line."""

import re
from numbers import Integral
from typing import Any

from sklearn.utils._param_validation import HasMethods, Interval, StrOptions

NAMED_CONSTRAINTS = {
    "array-like": ["array-like"],
    "boolean": ["bool"],
    "cv_object": ["int", "splitter", "iterable"],
    "nan": ["nan"],
    "random_state": ["int", "RandomState instance", "None"],
    "verbose": ["int"],
}


def allowed_texts(constraint: Any) -> list[str]:
    """Describe one constraint in the style of scikit-learn's docstrings."""
    if isinstance(constraint, Interval):
        name = "int" if constraint.type is Integral else "float"
        bounds = re.search(r"[\[(].*[\])]", str(constraint))
        unbounded = bounds is None or bounds[0] == "(-inf, inf)"
        return [name if unbounded else f"{name} in {bounds[0]}"]  # type: ignore[index]
    if isinstance(constraint, StrOptions):
        quoted = ", ".join(f'"{option}"' for option in sorted(constraint.options))
        return [f"{{{quoted}}}" if len(constraint.options) > 1 else quoted]
    if isinstance(constraint, HasMethods):
        return ["estimator"]
    if callable(constraint):
        return [constraint.__name__]
    return NAMED_CONSTRAINTS[constraint]
