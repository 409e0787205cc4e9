"""Single decision trees with scikit-learn's interface."""

from .classifier import DecisionTreeClassifier
from .extra_tree import ExtraTreeClassifier, ExtraTreeRegressor
from .regressor import DecisionTreeRegressor

__all__ = [
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "ExtraTreeClassifier",
    "ExtraTreeRegressor",
]
