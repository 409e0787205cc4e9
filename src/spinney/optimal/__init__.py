"""Trees of least error among all trees of a given size, with proof."""

from .classifier import OptimalTreeClassifier
from .regressor import OptimalTreeRegressor

__all__ = ["OptimalTreeClassifier", "OptimalTreeRegressor"]
