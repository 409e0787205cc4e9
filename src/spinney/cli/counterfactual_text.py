"""The smallest change of a row that changes its prediction, for ``spinney explain``."""

from typing import Any

import spinney

from ..explain import Counterfactual
from .console import Output
from .errors import UserError, did_you_mean, listed
from .figures import load_plots, save_figure


def counterfactual_of(model: Any, X: Any, options: dict[str, Any]) -> Counterfactual:
    """Return the counterfactual of one row; units of cost are those of the model."""
    label, limits = options["label"], options["between"]
    wanted: dict[str, Any] = {"desired_range": limits or None}
    if hasattr(model, "classes_"):
        if limits:
            raise UserError("--between is for regression: choose the class with --class")
        wanted = {"desired_class": None if label is None else class_of(model, label)}
    elif not limits:
        raise UserError("--counterfactual of a number needs the wanted range: --between LOW HIGH")
    immutable = list(options["immutable"])
    return spinney.explain.counterfactual(model, X, immutable=immutable, **wanted)


def class_of(model: Any, name: str) -> Any:
    """Return the class of a name."""
    known = {str(label): label for label in model.classes_}
    if name not in known:
        hint = did_you_mean(name, list(known)) or f"; it predicts {listed(list(known))}"
        raise UserError(f"--class {name}: the model has no such class{hint}")
    return known[name]


def show_counterfactual(result: Counterfactual, plot: str | None, out: Output) -> dict[str, Any]:
    """Print the changes, and draw them; return them for JSON output."""
    out.heading("smallest change")
    out.print(result.text())
    if plot and result.changes:
        save_figure(load_plots().counterfactual(result), plot)
        out.status(f"saved {plot}")
    return {
        "counterfactual": {
            "text": result.text(),
            "changes": [
                {"feature": c.feature, "old": c.old_text, "new": c.new_text, "cost": c.cost}
                for c in result.changes
            ],
            "cost": result.cost if result.found else None,
            "optimal": result.optimal,
            "prediction": result.prediction,
        }
    }
