"""Serving: handles that predict single rows, and compact models."""

from .compact import compact
from .predictor import Predictor, predictor_of

__all__ = ["Predictor", "compact", "predictor_of"]
