"""Optimal decision trees of small depth."""

from ..trees.virtual_subclasses import register
from .classifier import OptimalTreeClassifier
from .regressor import OptimalTreeRegressor

register(OptimalTreeClassifier, "DecisionTreeClassifier")
register(OptimalTreeRegressor, "DecisionTreeRegressor")

__all__ = ["OptimalTreeClassifier", "OptimalTreeRegressor"]
