"""Objective names of other libraries, translated to losses."""

import re
from typing import Any

from .. import _core
from ..data.user_warnings import warn

LOSS_OF_OBJECTIVE = {alias: info.name for info in _core.losses() for alias in info.aliases}
# CatBoost appends the parameter of the loss: "Quantile:alpha=0.7".
PARAMETERS = {"alpha": "alpha", "variance_power": "power"}
WITH_PARAMETER = re.compile(r"(\w+):(\w+)=([\d.eE+-]+)$")


def objective_parameters(objective: Any) -> dict[str, Any]:
    """Parameters that correspond to an objective: the loss, and alpha or power if given."""
    if objective is None:
        return {}
    if not isinstance(objective, str):
        return {"loss": objective}
    found = WITH_PARAMETER.match(objective)
    if found and found[2] in PARAMETERS:
        return {**objective_parameters(found[1]), PARAMETERS[found[2]]: float(found[3])}
    name = objective.lower()
    if name == "huber":
        warn(
            "In LightGBM alpha of the objective 'huber' is the residual where the loss becomes "
            "linear; here it is a quantile of the residuals, as in scikit-learn."
        )
    return {"loss": LOSS_OF_OBJECTIVE.get(name, name)}
