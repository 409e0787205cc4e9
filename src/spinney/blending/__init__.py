"""Blending: voting, linear blends and stacking of estimators of any kind."""

from .linear import LinearBlendClassifier, LinearBlendRegressor
from .stacking import StackingClassifier, StackingRegressor
from .voting import VotingClassifier, VotingRegressor

__all__ = [
    "LinearBlendClassifier",
    "LinearBlendRegressor",
    "StackingClassifier",
    "StackingRegressor",
    "VotingClassifier",
    "VotingRegressor",
]
