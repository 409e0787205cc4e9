"""Gradient boosting for classification and regression."""

from .classifier import GradientBoostingClassifier
from .regressor import GradientBoostingRegressor

__all__ = ["GradientBoostingClassifier", "GradientBoostingRegressor"]
