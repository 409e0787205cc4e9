"""Differential fuzzer of the Python API: random estimators, parameters and data."""
