"""Forests held against those of other libraries."""
