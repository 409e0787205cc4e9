"""Warnings about the rows: what often makes a score misleading."""

from typing import Any

import numpy as np

from ..inspection.phrases import share as share_text
from ..trees import DecisionTreeClassifier, DecisionTreeRegressor
from .features import Feature
from .rows import Array, Output, counted, some
from .sections import Content

LEAKAGE = 0.95
"""The share of the target that one feature alone explains, from which it is suspect."""
MOSTLY_MISSING = 0.5
MOSTLY_UNKNOWN = 0.2
"""The share of values with labels that the model does not know, from which there is a warning."""
RARE_SHARE, RARE_ROWS = 0.01, 10
MAX_ROWS, MAX_FEATURES = 4_000, 300
MAX_DUPLICATE_ROWS = 200_000


def data_warnings(features: list[Feature], outputs: list[Output], seed: int) -> list[Content]:
    """Return warnings, the most serious ones first."""
    found = [
        *unknown_classes(outputs),
        *leakage(features, outputs, seed),
        *identifiers(features),
        *duplicates(features),
        *rare_classes(outputs),
        *constants(features),
        *missing_values(features),
        *unknown_values(features),
    ]
    return [{"kind": kind, "text": text} for kind, text in found]


def unknown_classes(outputs: list[Output]) -> list[tuple[str, str]]:
    found = []
    for output in outputs:
        unknown = [] if output.labels is None else output.unknown_labels()
        if unknown:
            n = int(np.isin(output.y, unknown).sum())
            text = (
                f"The model does not know {some(unknown)} of {output.name}: {counted(n, 'row')} "
                "with unknown labels count as errors."
            )
            found.append(("unknown class", text))
    return found


def constants(features: list[Feature]) -> list[tuple[str, str]]:
    names = [f.name for f in features if f.n_distinct <= 1 and not f.n_missing]
    verb = "has" if len(names) == 1 else "have"
    return [("constant", f"{some(names)} {verb} the same value in all rows.")] if names else []


def missing_values(features: list[Feature]) -> list[tuple[str, str]]:
    names = [f.name for f in features if f.n_missing > MOSTLY_MISSING * len(f.values)]
    text = f"More than half of the values are missing in {some(names)}."
    return [("missing values", text)] if names else []


def unknown_values(features: list[Feature]) -> list[tuple[str, str]]:
    found = []
    for feature in features:
        share = float(np.mean(feature.unknown))
        if share >= MOSTLY_UNKNOWN:
            text = (
                f"{share_text(share)} of the values of {feature.name!r} are not known to the "
                "model, because they were rare or absent in its training rows."
            )
            found.append(("unknown values", text))
    return found


def identifiers(features: list[Feature]) -> list[tuple[str, str]]:
    names = [f.name for f in features if is_identifier(f)]
    text = (
        f"Nearly every row has its own value in {some(names)}: an identifier cannot help on new "
        "rows."
    )
    return [("identifier", text)] if names else []


def is_identifier(feature: Feature) -> bool:
    """Whether a feature is a category, or an integer without gaps, with a value per row."""
    n = len(feature.present)
    if n < 20 or feature.kind not in ("number", "category"):
        return False
    if feature.n_distinct < 0.95 * n:
        return False
    if feature.kind == "category":
        return True
    distinct = np.unique(feature.present)
    whole = bool((distinct == np.floor(distinct)).all())
    return whole and distinct[-1] - distinct[0] < 3 * n


def duplicates(features: list[Feature]) -> list[tuple[str, str]]:
    n = len(features[0].values) if features else 0
    if not 0 < n <= MAX_DUPLICATE_ROWS:
        return []
    extra = n - len(np.unique(row_keys(features)))
    if extra < max(1, 0.01 * n):
        return []
    text = f"{extra:,} of {n:,} rows repeat the features of another row."
    return [("duplicates", text)]


def row_keys(features: list[Feature]) -> Array:
    """Return a hash of the features of each row."""
    key = np.zeros(len(features[0].values), np.uint64)
    for feature in features:
        bits = np.nan_to_num(feature.exact, nan=1.7e308).view(np.uint64)
        key = (key ^ bits) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    return key


def rare_classes(outputs: list[Output]) -> list[tuple[str, str]]:
    found = []
    for output in outputs:
        if output.labels is None:
            continue
        values, counts = np.unique(output.y, return_counts=True)
        rare = values[counts < max(RARE_ROWS, RARE_SHARE * len(output.y))]
        if len(rare):
            names = some([str(value) for value in rare])
            text = f"Few rows of {output.name} have the class {names}: its scores are uncertain."
            found.append(("rare class", text))
    return found


def leakage(features: list[Feature], outputs: list[Output], seed: int) -> list[tuple[str, str]]:
    """Warn of features that predict the target almost perfectly by themselves."""
    n = len(outputs[0].y)
    if n < 40:
        return []
    rng = np.random.default_rng(seed)
    order = rng.permutation(n)[:MAX_ROWS]
    half = len(order) // 2
    found = []
    for output in outputs[:3]:
        for feature in features[:MAX_FEATURES]:
            share = explained(feature, output, order[:half], order[half:])
            if share >= LEAKAGE:
                text = (
                    f"{feature.name!r} alone explains {share_text(share)} of {output.name}: check "
                    "that it is known before the target is."
                )
                found.append(("leakage suspect", text))
    return found


def explained(feature: Feature, output: Output, train: Array, test: Array) -> float:
    """Return the share of the error of the baseline that a small tree of one feature avoids."""
    X = feature.values.reshape(-1, 1)
    categorical = [0] if feature.kind == "category" else None
    options: dict[str, Any] = {
        "max_leaf_nodes": 16,
        "min_samples_leaf": 3,
        "categorical_features": categorical,
    }
    y = output.y
    if output.labels is None:
        if not np.var(y[test]) > 0:
            return 0.0
        number = DecisionTreeRegressor(**options).fit(X[train], y[train])
        return float(1 - np.mean((y[test] - number.predict(X[test])) ** 2) / np.var(y[test]))
    values, counts = np.unique(y[train], return_counts=True)
    base = np.mean(y[test] != values[counts.argmax()])
    if len(values) < 2 or not base > 0:
        return 0.0
    label = DecisionTreeClassifier(**options).fit(X[train], y[train])
    return float(1 - np.mean(label.predict(X[test]) != y[test]) / base)
