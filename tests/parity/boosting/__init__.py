"""Boosted trees held against those of other libraries."""
