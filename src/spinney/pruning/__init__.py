"""Which nodes of a grown tree to collapse, and what that costs."""

from .cp_table import CpTable

__all__ = ["CpTable"]
