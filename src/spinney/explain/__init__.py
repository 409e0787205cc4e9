"""Explanations of fitted models."""

from .shap import shap
from .shap_result import ShapResult

__all__ = ["ShapResult", "shap"]
