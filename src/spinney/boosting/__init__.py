"""Gradient boosting for classification and regression."""

from sklearn.ensemble._gb import BaseGradientBoosting

from .classifier import GradientBoostingClassifier
from .hist_gradient_boosting import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from .regressor import GradientBoostingRegressor

# The recursion method of scikit-learn's partial_dependence accepts instances of its own class only.
for cls in (GradientBoostingClassifier, GradientBoostingRegressor):
    BaseGradientBoosting.register(cls)

__all__ = [
    "GradientBoostingClassifier",
    "GradientBoostingRegressor",
    "HistGradientBoostingClassifier",
    "HistGradientBoostingRegressor",
]
