"""Single decision trees with scikit-learn's interface."""

from .classifier import DecisionTreeClassifier
from .extra_tree import ExtraTreeClassifier, ExtraTreeRegressor
from .regressor import DecisionTreeRegressor
from .virtual_subclasses import register

for cls in (
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreeClassifier,
    ExtraTreeRegressor,
):
    register(cls, cls.__name__)

__all__ = [
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "ExtraTreeClassifier",
    "ExtraTreeRegressor",
]
