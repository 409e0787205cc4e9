"""Forests compared with those of other libraries."""
