"""Bagging, random forests and extremely randomized trees."""

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
