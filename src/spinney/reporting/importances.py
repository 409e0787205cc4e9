"""Permutation importances, SHAP values and partial dependence for a report."""

from typing import Any

import numpy as np

from .. import explain
from ..data.containers import take_rows
from ..explain.effect_results import Effect
from ..explain.shap_result import ShapResult
from ..inspection.phrases import label_text
from .arrays import ArrayStore, single
from .features import Feature
from .rows import Rows, output_text
from .sections import Content, Unavailable

MAX_ROWS = 2_000
MAX_CELLS = 400_000
"""Rows times features of permutation importances."""
N_REPEATS = 5
SHAP_ROWS, EFFECT_ROWS, BACKGROUND_ROWS = 500, 400, 100
MAX_SHOWN, MAX_BARS, MAX_EFFECTS, MAX_OUTPUTS = 12, 30, 8, 12
GRID = 40


def permutation_importances(model: Any, rows: Rows, names: list[str], seed: int) -> Content:
    """Return the decrease of the score when a feature is permuted, with 95 % intervals."""
    n_features = max(1, rows.X.shape[1]) if getattr(rows.X, "ndim", 2) > 1 else 1
    sample, _ = rows.sample(max(200, min(MAX_ROWS, MAX_CELLS // n_features)), seed)
    found = explain.importance(
        model,
        "permutation",
        sample.X,
        sample.y,
        sample_weight=sample.weight,
        n_repeats=N_REPEATS,
        random_state=seed,
    )
    order = np.argsort(-found.values, kind="stable")
    low, high = np.asarray(found.low), np.asarray(found.high)
    return {
        "n_rows": sample.n,
        "n_repeats": N_REPEATS,
        "n_features": len(order),
        "bars": [
            {
                "index": int(j),
                "name": names[j],
                "value": float(found.values[j]),
                "low": float(low[j]),
                "high": float(high[j]),
            }
            for j in order[:MAX_BARS]
        ],
    }


def shap_values(model: Any, X: Any, seed: int) -> ShapResult:
    """Return SHAP values; oblique and similar splits use some of the rows as a background."""
    try:
        return explain.shap(model, X)
    except ValueError as error:
        if "background" not in str(error):
            raise
    background = take_rows(X, np.arange(min(BACKGROUND_ROWS, X.shape[0])))
    return explain.shap(model, X, background, random_state=seed)


def shap_summary(
    model: Any, rows: Rows, features: list[Feature], store: ArrayStore, with_rows: bool, seed: int
) -> Content:
    """Return mean absolute SHAP values and, if rows may be shown, the values of rows."""
    sample, chosen = rows.sample(SHAP_ROWS, seed)
    found = shap_values(model, sample.X, seed)
    n_outputs = min(MAX_OUTPUTS, len(found.outputs))
    sizes = np.abs(found.values).mean(axis=0)
    order = np.argsort(-sizes.mean(axis=1), kind="stable")[:MAX_SHOWN]
    targets = rows.target_names()
    content: Content = {
        "kind": found.kind,
        "method": found.method,
        "n_rows": sample.n,
        "outputs": [output_text(label, targets) for label in found.outputs[:n_outputs]],
        "names": [features[j].name for j in order],
        "index": order.tolist(),
        "sizes": sizes[order, :n_outputs].T.tolist(),
    }
    if with_rows:
        values = found.values[:, order, :n_outputs].transpose(2, 1, 0)
        cells = np.array([features[j].values[chosen] for j in order])
        content["values"] = store.add(single(values))
        content["cells"] = store.add(single(cells))
    return content


def effects(model: Any, rows: Rows, ranked: list[int], names: list[str], seed: int) -> Content:
    """Return the partial dependence on the first of the ranked features."""
    sample, _ = rows.sample(EFFECT_ROWS, seed)
    found = []
    for j in ranked[:MAX_EFFECTS]:
        try:
            effect = one_effect(model, sample.X, j)
            found.append(effect_content(effect, rows.target_names()) | {"name": names[j]})
        except ValueError:
            if not found and j == ranked[0]:
                raise
    if not found:
        raise Unavailable("The model uses no feature.")
    return {"n_rows": sample.n, "features": found}


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


def effect_content(effect: Effect, targets: list[str]) -> Content:
    grid = effect.grid
    n_outputs = min(MAX_OUTPUTS, len(effect.outputs))
    labels = grid.kind in ("category", "ordered")
    return {
        "kind": effect.kind,
        "outputs": [output_text(label, targets) for label in effect.outputs[:n_outputs]],
        "labels": [label_text(p) if p is not None else "missing" for p in grid.points]
        if labels
        else None,
        "x": None if labels else [None if np.isnan(c) else float(c) for c in grid.codes],
        "coding": grid.kind,
        "values": effect.values[:, :n_outputs].T.tolist(),
    }


def ranked_features(importances: Content, n_features: int) -> list[int]:
    """Return positions of features by importance; all in their order if there is none."""
    found = [bar["index"] for bar in importances.get("bars", ()) if bar["value"] > 0]
    return found or list(range(n_features))
