"""SHAP values that are estimated, because the model is not a sum of trees on few features."""

from numbers import Integral
from typing import Any

import numpy as np

from .. import _core
from .additive import AdditiveModel
from .feature_groups import Groups, read_players
from .feature_values import FeatureReader
from .hybrid_rows import read_hybrid_rows
from .model_rows import OutputScale
from .sampled import draw, estimate
from .shap_result import Floats, ShapResult


def needs_sampling(additive: AdditiveModel, model: Any, scale: str) -> bool:
    """Return whether outputs are not sums of trees, or splits combine too many features."""
    return OutputScale(additive, model, scale).link is not None or has_wide_splits(additive)


def has_wide_splits(additive: AdditiveModel) -> bool:
    """Return whether a split combines too many features for exact values."""
    return any(
        _core.max_terms(trees) > _core.MAX_SHAP_TERMS
        for part in additive.parts
        for trees in ([part.trees] if isinstance(part.trees, _core.Forest) else part.trees)
    )


def read_background_weight(weight: Any, n_rows: int) -> Floats | None:
    """Check the weights of background rows; None if all weigh the same."""
    if weight is None:
        return None
    found = np.ascontiguousarray(weight, dtype=np.float64)
    if found.shape != (n_rows,):
        raise ValueError(
            f"background_weight must have one weight for each of the {n_rows} background rows, "
            f"got the shape {found.shape}."
        )
    if not np.isfinite(found).all() or (found < 0).any() or found.sum() == 0:
        raise ValueError("background_weight must be finite, not negative, and not all 0.")
    return found


def sampled_shap(
    additive: AdditiveModel,
    model: Any,
    scale: str,
    X: Any,
    interactions: bool,
    background: Any,
    background_weight: Any,
    groups: Groups,
    n_permutations: Any,
    random_state: Any,
    n_jobs: int | None,
) -> ShapResult:
    """Estimate SHAP values by sampling."""
    what = 'scale="prediction"' if scale == "prediction" else "Splits on many features"
    if background is None:
        raise ValueError(f"{what}: SHAP values of this model need a background.")
    if interactions:
        raise ValueError(f"{what}: interactions are not sampled. Use interactions=False.")
    if not isinstance(n_permutations, Integral) or n_permutations < 3:
        raise ValueError(f"n_permutations must be an integer above 2, got {n_permutations!r}.")
    players = read_players(additive, groups)
    hybrid = read_hybrid_rows(additive, model, scale, X, background, players, n_jobs)
    weight = read_background_weight(background_weight, hybrid.n_background)
    weight = np.ones(hybrid.n_background) if weight is None else weight
    draws = draw(len(players.names), weight, int(n_permutations), random_state)
    found = estimate(hybrid, weight, draws)
    return ShapResult(
        found.values,
        found.base,
        None,
        X,
        players.names,
        list(hybrid.scale.labels),
        hybrid.scale.kind,
        "sampled",
        FeatureReader.of(additive, players),
        found.standard_errors,
    )
