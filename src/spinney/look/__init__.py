"""Ways to look at a model."""

from .readable import Readable
from .text import export_text

__all__ = ["Readable", "export_text"]
