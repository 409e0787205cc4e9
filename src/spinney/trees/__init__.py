"""Single decision trees with scikit-learn's interface."""

from .classifier import DecisionTreeClassifier
from .regressor import DecisionTreeRegressor

__all__ = ["DecisionTreeClassifier", "DecisionTreeRegressor"]
