"""Pruning of grown trees: cost-complexity, reduced-error, pessimistic, early stopping."""

from .cp_table import CpTable

__all__ = ["CpTable"]
