"""Optimal decision trees: minimal error among all trees of a given size."""

from .classifier import OptimalTreeClassifier
from .regressor import OptimalTreeRegressor

__all__ = ["OptimalTreeClassifier", "OptimalTreeRegressor"]
