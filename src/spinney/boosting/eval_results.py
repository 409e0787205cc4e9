"""Metrics of all validation sets and iterations, found by the names of other libraries too."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from .metric_names import canonical_metric

TRAIN = "train"
Results = dict[str, dict[str, list[float]]]
POSITION = re.compile(r"valid(?:ation)?_(\d+)")


class AliasDict(dict[str, Any]):
    """A dict whose items are also found by other names of its keys."""

    def __init__(self, items: Any, find: Callable[[str, dict[str, Any]], Any]) -> None:
        super().__init__(items)
        self._find = find

    def __missing__(self, name: str) -> Any:
        value = self._find(name, self) if isinstance(name, str) else None
        if value is None:
            known = ", ".join(map(repr, self))
            raise KeyError(f"{name!r}: there is only {known or 'nothing'}")
        return value

    def __reduce__(self) -> Any:
        return dict, (dict(self),)


def find_set(name: str, results: dict[str, Any]) -> Any:
    """Return the metrics of a set by its position in ``eval_set``, or of the training data."""
    if name in ("training", "learn"):
        return results.get(TRAIN)
    position = POSITION.fullmatch(name)
    if position and int(position[1]) < len(results):
        return list(results.values())[int(position[1])]
    others = [key for key in results if key != TRAIN]
    return results[others[0]] if name == "validation" and len(others) == 1 else None


def find_metric(name: str, metrics: dict[str, Any]) -> Any:
    """Return the values of a metric by one of its names in other libraries."""
    wanted = canonical_metric(name)
    values = {canonical_metric(key): value for key, value in metrics.items()}
    if wanted == "rmse" and wanted not in values and "mse" in values:
        roots = np.sqrt(values["mse"])
        return float(roots) if roots.ndim == 0 else roots.tolist()
    return values.get(wanted)


def by_any_name(results: Any) -> AliasDict:
    """Return results (or scores) by set and metric, to be looked up by any name."""
    sets = {name: AliasDict(metrics, find_metric) for name, metrics in results.items()}
    return AliasDict(sets, find_set)
