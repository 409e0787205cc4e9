"""Gradient boosting for classification and regression."""

from .classifier import GradientBoostingClassifier
from .hist_gradient_boosting import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from .regressor import GradientBoostingRegressor

__all__ = [
    "GradientBoostingClassifier",
    "GradientBoostingRegressor",
    "HistGradientBoostingClassifier",
    "HistGradientBoostingRegressor",
]
