"""Bagging, random forests and extremely randomized trees."""

from sklearn import ensemble

from .bagging import BaggingClassifier, BaggingRegressor
from .classifier import RandomForestClassifier
from .extra_trees import ExtraTreesClassifier, ExtraTreesRegressor
from .regressor import RandomForestRegressor

# The recursion method of scikit-learn's partial_dependence accepts instances of its own class only.
ensemble.RandomForestRegressor.register(RandomForestRegressor)

__all__ = [
    "BaggingClassifier",
    "BaggingRegressor",
    "ExtraTreesClassifier",
    "ExtraTreesRegressor",
    "RandomForestClassifier",
    "RandomForestRegressor",
]
