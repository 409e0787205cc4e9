"""Gradient boosting: estimators on the core's booster."""

from .classifier import GradientBoostingClassifier
from .regressor import GradientBoostingRegressor

__all__ = ["GradientBoostingClassifier", "GradientBoostingRegressor"]
