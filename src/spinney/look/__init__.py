"""Ways to look at a model."""

from .text import export_text

__all__ = ["export_text"]
