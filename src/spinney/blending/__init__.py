"""Blending of arbitrary estimators: voting, linear blending and stacking."""

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
