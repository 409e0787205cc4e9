"""What a missing value and a category never seen do, feature by feature."""

from .rules import ROUTES, MissingRules

__all__ = ["ROUTES", "MissingRules"]
