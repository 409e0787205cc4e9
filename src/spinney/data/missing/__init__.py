"""Policies for missing values and for categories that were not seen during fit."""

from .rules import ROUTES, MissingRules

__all__ = ["ROUTES", "MissingRules"]
