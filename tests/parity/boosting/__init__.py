"""Boosted trees compared with those of other libraries."""
