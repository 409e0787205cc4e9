"""Permutation importances and SHAP values for a report."""

from typing import Any

import numpy as np

from .. import explain
from ..data.containers import take_rows
from ..explain.shap_result import ShapResult
from .arrays import ArrayStore, single
from .features import Feature
from .outputs import shown_outputs
from .rows import Rows, output_text
from .sections import Content

MAX_ROWS = 2_000
MAX_CELLS = 400_000
"""Rows times features of permutation importances."""
N_REPEATS = 5
SHAP_ROWS, BACKGROUND_ROWS = 500, 100
MAX_SHOWN, MAX_BARS = 12, 20


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
    low, high = np.asarray(found.low), np.asarray(found.high)
    has_effect = (found.values != 0) | (low != 0) | (high != 0)
    order = np.lexsort([-found.values, ~has_effect])
    n_used = int(has_effect.sum())
    return {
        "n_rows": sample.n,
        "n_repeats": N_REPEATS,
        "n_features": len(order),
        "n_used": n_used,
        "order": order.tolist(),
        "bars": [
            {
                "index": int(j),
                "name": names[j],
                "value": float(found.values[j]),
                "low": float(low[j]),
                "high": float(high[j]),
            }
            for j in order[: min(n_used, MAX_BARS)]
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
    shown = shown_outputs(len(found.outputs), rows, model)
    sizes = np.abs(found.values).mean(axis=0)
    order = np.argsort(-sizes.mean(axis=1), kind="stable")[:MAX_SHOWN]
    targets = rows.target_names()
    content: Content = {
        "kind": found.kind,
        "method": found.method,
        "n_rows": sample.n,
        "outputs": [output_text(found.outputs[k], targets) for k in shown],
        "classes": shown,
        "n_outputs": len(found.outputs),
        "names": [features[j].name for j in order],
        "index": order.tolist(),
        "is_category": [features[j].kind == "category" for j in order],
        "sizes": sizes[order][:, shown].T.tolist(),
    }
    if with_rows:
        values = found.values[:, order][:, :, shown].transpose(2, 1, 0)
        cells = np.array([features[j].values[chosen] for j in order])
        content["values"] = store.add(single(values))
        content["cells"] = store.add(single(cells))
    return content


def ranked_features(importances: Content, n_features: int) -> list[int]:
    """Return the features by importance; those without an effect come last."""
    return list(importances.get("order", range(n_features)))
