"""Handles for serving: predictions of single rows."""

from .predictor import Predictor, predictor_of

__all__ = ["Predictor", "predictor_of"]
