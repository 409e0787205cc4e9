"""Reading of the options of counterfactuals."""

from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Any

import numpy as np

from ..data.features import feature_index
from .additive import Floats, read_decisions
from .change_costs import ChangeRules
from .counterfactual_search import CounterfactualFinder, Limits
from .feature_values import FeatureReader
from .model_cells import ModelCells
from .outcomes import read_outcomes

NORMS = ("l1", "l0")
SCALES = ("std", "mad")
DIRECTIONS = ("increase", "decrease")


def read_finder(model: Any, options: Mapping[str, Any]) -> CounterfactualFinder:
    """Read the model and the options of ``counterfactual``, which are the same for all rows."""
    additive = read_decisions(model, options["min_probability"] is not None)
    wanted = (options[name] for name in ("desired_class", "desired_range", "min_probability"))
    outcomes = read_outcomes(model, additive, *wanted)
    cells = ModelCells(additive, type(model).__name__)
    norm = options["norm"]
    if norm not in NORMS:
        raise ValueError(f"norm must be one of {NORMS}, got {norm!r}.")
    rules = ChangeRules(
        cells,
        read_features(cells, options["immutable"], "immutable"),
        read_ranges(cells, options["ranges"]),
        read_features(cells, options["integers"], "integers"),
        read_units(cells, options["X"], options["scale"]),
        read_weights(cells, options["weights"]),
        norm,
    )
    limits = read_limits(options["max_changes"], options["time_limit"])
    return CounterfactualFinder(model, cells, rules, outcomes, limits)


def read_limits(max_changes: Any, time_limit: Any) -> Limits:
    if max_changes is not None and (not isinstance(max_changes, Integral) or max_changes < 1):
        raise ValueError(f"max_changes must be an int of at least 1, got {max_changes!r}.")
    if not isinstance(time_limit, Real) or not float(time_limit) > 0:
        raise ValueError(f"time_limit must be a number above 0, got {time_limit!r}.")
    return Limits(2**31 if max_changes is None else int(max_changes), float(time_limit))


def read_ranges(cells: ModelCells, given: Any) -> dict[int, Any]:
    """Return the allowed values by index of the feature, checked for their form."""
    ranges = read_mapping(cells, given, "ranges")
    for j, value in ranges.items():
        feature = cells.features[j]
        if isinstance(value, str):
            if value not in DIRECTIONS or feature.is_category:
                allowed = "a list of categories" if feature.is_category else f"one of {DIRECTIONS}"
                raise ValueError(f"ranges: {feature.name!r} must be {allowed}, got {value!r}.")
            continue
        values = list(value) if isinstance(value, Iterable) else []
        if not values or (not feature.is_category and len(values) != 2):
            form = "a list of categories" if feature.is_category else "(low, high)"
            raise ValueError(f"ranges: {feature.name!r} must be {form}, got {value!r}.")
    return ranges


def read_weights(cells: ModelCells, given: Any) -> Floats:
    """Return the factor of the cost of each feature."""
    weights = np.ones(len(cells.features))
    for j, weight in read_mapping(cells, given, "weights").items():
        weights[j] = positive(weight, "weights", cells.features[j].name)
    return weights


def positive(value: Any, argument: str, name: str) -> float:
    if not isinstance(value, (int, float, np.number)) or not 0 < value < np.inf:
        raise ValueError(f"{argument}: {name!r} must be a number above 0, got {value!r}.")
    return float(value)


def read_units(cells: ModelCells, X: Any, scale: Any) -> Floats:
    """Return the change of each number that costs 1."""
    given = {} if isinstance(scale, str) else read_mapping(cells, scale, "scale")
    if isinstance(scale, str) and scale not in SCALES:
        raise ValueError(f"scale must be one of {SCALES} or a dict, got {scale!r}.")
    if X is None and scale == "mad":
        raise ValueError('scale="mad" needs rows for deviations: pass the training data as X.')
    spreads = {} if X is None else column_spreads(cells, X, scale == "mad")
    units = np.ones(len(cells.features))
    for j, feature in enumerate(cells.features):
        if j in given:
            units[j] = positive(given[j], "scale", feature.name)
        elif spreads.get(j, 0) > 0:
            units[j] = spreads[j]
        elif len(feature.cuts) > 1:
            units[j] = np.ptp(feature.cuts)
    return units


def column_spreads(cells: ModelCells, X: Any, absolute: bool) -> dict[int, float]:
    """Return the standard deviation, or mean absolute deviation, of each numeric column."""
    model, schema = cells.model, cells.schema
    rules = model.parts[0].number_rules
    reader = FeatureReader(schema, rules, list(range(schema.n_features)))
    frame = reader.frame(X)
    spreads = {}
    for j, feature in enumerate(cells.features):
        if feature.is_category:
            continue
        numbers = np.asarray(schema.column(frame, j), dtype=np.float64)
        numbers = numbers[np.isfinite(numbers)]
        if len(numbers):
            center = np.median(numbers) if absolute else 0
            spread = np.abs(numbers - center).mean() if absolute else numbers.std()
            spreads[j] = float(spread)
    return spreads


def read_features(cells: ModelCells, given: Any, argument: str) -> frozenset[int]:
    """Return the indices of some features."""
    if given is None:
        return frozenset()
    if isinstance(given, Mapping) or not isinstance(given, (str, Iterable)):
        given = [given]
    several: Iterable[Any] = [given] if isinstance(given, str) else given
    return frozenset(index_of(cells, feature, argument) for feature in several)


def index_of(cells: ModelCells, feature: Any, argument: str) -> int:
    model = cells.model
    return feature_index(feature, model.feature_names, model.n_features, argument)


def read_mapping(cells: ModelCells, given: Any, argument: str) -> dict[int, Any]:
    """Return a dict by feature as one by index."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise TypeError(f"{argument} must be a dict by feature, got {type(given).__name__}.")
    return {index_of(cells, feature, argument): value for feature, value in given.items()}
