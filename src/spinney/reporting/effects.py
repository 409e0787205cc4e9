"""Partial dependence of the predictions on the most important features."""

from typing import Any

import numpy as np

from .. import explain
from ..explain.additive import read_additive
from ..explain.effect_results import Effect
from ..explain.partial_dependence import used_features
from ..inspection.phrases import label_text
from .features import Feature
from .outputs import shown_outputs
from .rows import Array, Rows, output_text
from .sections import Content, Unavailable

MAX_ROWS, MAX_EFFECTS, MAX_LEVELS = 400, 8, 16
GRID = 40


def effects(
    model: Any, rows: Rows, ranked: list[int], features: list[Feature], seed: int
) -> Content:
    """Return the partial dependence on the first of the ranked features that have an effect."""
    sample, _ = rows.sample(MAX_ROWS, seed)
    used = set(used_features(read_additive(model)))
    found, names_without = [], []
    for j in [j for j in ranked if j in used][:MAX_EFFECTS]:
        effect = one_effect(model, sample.X, j)
        if np.ptp(effect.values, axis=0).max(initial=0.0) > 0:
            shown = shown_outputs(len(effect.outputs), rows, model)
            content = effect_content(effect, shown, rows.target_names(), features[j])
            found.append(content | {"name": features[j].name})
        else:
            names_without.append(features[j].name)
    if not found:
        raise Unavailable("No feature has an effect on the predictions.")
    return {"n_rows": sample.n, "features": found, "without_effect": names_without}


def one_effect(model: Any, X: Any, feature: int) -> Effect:
    """Return the effect on predictions or, for AdaBoost, on raw scores."""
    options: dict[str, Any] = {"grid": GRID}
    try:
        effect: Effect = explain.partial_dependence(
            model, X, feature, scale="prediction", **options
        )
    except ValueError as error:
        if "scale=" not in str(error):
            raise
        effect = explain.partial_dependence(model, X, feature, **options)
    return effect


def effect_content(
    effect: Effect, outputs: list[int], targets: list[str], feature: Feature
) -> Content:
    grid = effect.grid
    content: Content = {
        "kind": effect.kind,
        "outputs": [output_text(effect.outputs[k], targets) for k in outputs],
        "classes": outputs,
        "n_outputs": len(effect.outputs),
        "labels": None,
        "x": None,
        "coding": grid.kind,
    }
    if grid.kind not in ("category", "ordered"):
        x = [None if np.isnan(code) else float(code) for code in grid.codes]
        return content | {"x": x, "values": effect.values[:, outputs].T.tolist()}
    counts = np.array([count_rows(feature, code) for code in grid.codes])
    levels = np.sort(np.argsort(-counts, kind="stable")[:MAX_LEVELS])
    points = [grid.points[i] for i in levels]
    return content | {
        "labels": ["missing" if point is None else label_text(point) for point in points],
        "counts": counts[levels].tolist(),
        "n_labels": len(counts),
        "values": effect.values[levels][:, outputs].T.tolist(),
    }


def count_rows(feature: Feature, code: float) -> int:
    values: Array = feature.values
    return int(np.count_nonzero(np.isnan(values) if np.isnan(code) else values == code))
