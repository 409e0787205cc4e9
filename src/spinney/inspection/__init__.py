"""Text, tables and explanations of fitted trees."""

from .mixin import TreeInspectionMixin
from .sklearn_graphviz import export_graphviz
from .sklearn_text import export_text

__all__ = ["TreeInspectionMixin", "export_graphviz", "export_text"]
