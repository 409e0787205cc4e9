"""Which numbers an estimator accepts in X."""

from typing import NamedTuple


class NumberRules(NamedTuple):
    """Numbers that an estimator accepts in X."""

    infinite: bool = False
    """Infinity stands for the largest float64."""
    fractional_categories: bool = False
    negative_is_missing: bool = False
    """Negative numbers in categorical columns are missing values."""


PLAIN_NUMBERS = NumberRules()
ANY_NUMBER = NumberRules(True, True, True)
