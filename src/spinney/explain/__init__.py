"""Explanations of fitted models."""

from .ale import ale
from .counterfactual import counterfactual, counterfactuals
from .counterfactual_result import Change, Counterfactual
from .effect_grid import FeatureGrid
from .effect_results import Effect, HStatistic, IceResult
from .h_statistic import h_statistic
from .ice import ice
from .importance import Importance, importance
from .partial_dependence import partial_dependence
from .prototypes import Prototypes, outliers, prototypes
from .proximity import Neighbors, neighbors, proximity
from .shap import shap
from .shap_result import ShapResult
from .sparse_interactions import SparseInteractions
from .standard_errors import PredictionErrors, standard_errors
from .surrogate import Surrogate, surrogate

__all__ = [
    "Change",
    "Counterfactual",
    "Effect",
    "FeatureGrid",
    "HStatistic",
    "IceResult",
    "Importance",
    "Neighbors",
    "PredictionErrors",
    "Prototypes",
    "ShapResult",
    "SparseInteractions",
    "Surrogate",
    "ale",
    "counterfactual",
    "counterfactuals",
    "h_statistic",
    "ice",
    "importance",
    "neighbors",
    "outliers",
    "partial_dependence",
    "prototypes",
    "proximity",
    "shap",
    "standard_errors",
    "surrogate",
]
