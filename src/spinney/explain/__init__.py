"""Explanations of fitted models."""

from .ale import ale
from .effect_grid import FeatureGrid
from .effect_results import Effect, HStatistic, IceResult
from .h_statistic import h_statistic
from .ice import ice
from .importance import Importance, importance
from .partial_dependence import partial_dependence
from .shap import shap
from .shap_result import ShapResult
from .sparse_interactions import SparseInteractions

__all__ = [
    "Effect",
    "FeatureGrid",
    "HStatistic",
    "IceResult",
    "Importance",
    "ShapResult",
    "SparseInteractions",
    "ale",
    "h_statistic",
    "ice",
    "importance",
    "partial_dependence",
    "shap",
]
