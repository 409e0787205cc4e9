"""Importances of features: sums and means over the splits on each feature."""

from ..base.split_importances import KINDS, split_importances
from .losses import Floats
from .model import BoostedModel

__all__ = ["KINDS", "default_importances", "importances"]


def importances(model: BoostedModel, kind: str) -> Floats:
    """Return the importance of each feature: a sum or mean over the splits on it."""
    return split_importances(model.trees, model.schema.n_features, kind)


def default_importances(model: BoostedModel, importance_type: str | None) -> Floats:
    """Return ``feature_importances_``; all but LightGBM's "split" are normalized."""
    values = importances(model, importance_type or "total_gain")
    total = values.sum()
    return values / total if total > 0 and importance_type != "split" else values
