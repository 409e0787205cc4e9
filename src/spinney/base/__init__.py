"""Shared machinery of all estimators."""
