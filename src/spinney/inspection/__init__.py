"""Ways to look at a model."""

from .mixin import TreeInspectionMixin
from .text import export_text

__all__ = ["TreeInspectionMixin", "export_text"]
