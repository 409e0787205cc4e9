"""Tests of the input types of X."""
