"""Names of losses in other libraries."""

import re
from typing import Any

# In lower case.
OBJECTIVES: dict[str, tuple[str, ...]] = {
    "log_loss": (
        *("binary", "binary:logistic", "binary:logitraw", "logloss", "crossentropy"),
        *("cross_entropy", "binary_crossentropy", "deviance", "multiclass", "softmax"),
        *("multi:softmax", "multi:softprob", "categorical_crossentropy"),
    ),
    "squared_error": (
        *("reg:squarederror", "reg:linear", "regression", "regression_l2", "l2", "rmse", "mse"),
        *("mean_squared_error", "root_mean_squared_error", "l2_root"),
    ),
    "absolute_error": (
        *("reg:absoluteerror", "regression_l1", "l1", "mae", "mean_absolute_error"),
    ),
    "quantile": ("reg:quantileerror",),
    "poisson": ("count:poisson",),
    "gamma": ("reg:gamma",),
    "tweedie": ("reg:tweedie",),
}
LOSSES = {name: loss for loss, names in OBJECTIVES.items() for name in names}
# CatBoost writes them behind the name: "Quantile:alpha=0.7".
PARAMETERS = {"alpha": "alpha", "variance_power": "power"}
WITH_PARAMETER = re.compile(r"(\w+):(\w+)=([\d.eE+-]+)$")


def objective_parameters(objective: Any) -> dict[str, Any]:
    """The loss that an objective names, and what it says of the loss's parameter."""
    if not isinstance(objective, str):
        return {"loss": objective}
    found = WITH_PARAMETER.match(objective)
    if found and found[2] in PARAMETERS:
        return {**objective_parameters(found[1]), PARAMETERS[found[2]]: float(found[3])}
    name = objective.lower()
    return {"loss": LOSSES.get(name, name)}
