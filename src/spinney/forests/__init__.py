"""Forests: bagging, random forests, extremely randomised trees."""

from .bagging import BaggingClassifier, BaggingRegressor
from .classifier import RandomForestClassifier
from .extra_trees import ExtraTreesClassifier, ExtraTreesRegressor
from .regressor import RandomForestRegressor

__all__ = [
    "BaggingClassifier",
    "BaggingRegressor",
    "ExtraTreesClassifier",
    "ExtraTreesRegressor",
    "RandomForestClassifier",
    "RandomForestRegressor",
]
