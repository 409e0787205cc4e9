"""Text, tables and explanations of fitted trees."""

from .mixin import TreeInspectionMixin
from .text import export_text

__all__ = ["TreeInspectionMixin", "export_text"]
