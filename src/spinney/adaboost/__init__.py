"""AdaBoost: members one after another, each on rows weighted by the errors of those before it."""

from .classifier import AdaBoostClassifier
from .regressor import AdaBoostRegressor

__all__ = ["AdaBoostClassifier", "AdaBoostRegressor"]
