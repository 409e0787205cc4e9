"""Layout of SQL: CASE, long sums and conjunctions, indentation."""

from collections.abc import Sequence

Columns = list[tuple[str, str]]
"""Names and expressions."""

MAX_TERMS = 50
"""Terms per pair of parentheses: databases limit the depth of expressions."""

LINE_END = "\0"
"""Replaces line ends within quotes until all lines are indented."""


def total(terms: Sequence[str]) -> str:
    """Return the sum of the terms."""
    return joined(terms, "\n+ ")


def joined(terms: Sequence[str], operator: str) -> str:
    """Return the terms with an operator between them, in nested groups if there are many."""
    while len(terms) > MAX_TERMS:
        starts = range(0, len(terms), MAX_TERMS)
        terms = [f"({operator.join(terms[i : i + MAX_TERMS])})" for i in starts]
    return operator.join(terms)


def all_of(conditions: Sequence[str]) -> str:
    """Return the conjunction of the conditions."""
    enclosed = [f"({c})" if " OR " in c else c for c in conditions]
    return joined(enclosed if len(enclosed) > 1 else conditions, "\nAND ")


def case(branches: Sequence[tuple[str, str]], default: str) -> str:
    """Return CASE with (condition, result) pairs; the default alone if there are none."""
    if not branches:
        return default
    lines = [
        f"WHEN {indented(condition)} THEN {indented(result)}" for condition, result in branches
    ]
    return "\n".join(
        ["CASE", *(f"  {line}" for line in lines), f"  ELSE {indented(default)}", "END"]
    )


def indented(text: str) -> str:
    return text.replace("\n", "\n  ")
