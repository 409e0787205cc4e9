"""Numbers with thousands separators, currency signs or percent signs: 12,345.50, $ 99, 45 %."""

import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

SPACES = " \u00a0\u202f"
CURRENCIES = "$€£¥"
FIRST_ROWS = 100


class NumberFormat(NamedTuple):
    """Format of numbers, by the decimal point: the thousands separator is the other sign."""

    decimal_point: str

    @property
    def separator(self) -> str:
        return "," if self.decimal_point == "." else "."

    @property
    def pattern(self) -> str:
        """A regular expression for numbers with optional separators and signs."""
        groups = rf"[1-9]\d{{0,2}}(?:[{re.escape(self.separator)}'{SPACES}]\d{{3}})+"
        number = rf"(?:{groups}|\d+)(?:{re.escape(self.decimal_point)}\d*)?(?:[eE][-+]?\d+)?"
        return rf"^[-+]?[{CURRENCIES}]?[{SPACES}]?[-+]?{number}[{SPACES}]?[%{CURRENCIES}]?$"

    def test(self) -> Callable[[Any], bool]:
        """Return a function that tells whether a value is a number in this format."""
        compiled = re.compile(self.pattern)

        def is_number(value: Any) -> bool:
            text = str(value).strip()
            return bool(compiled.match(text)) or is_plain_number(text, self.decimal_point)

        return is_number

    def parse(self, column: Any) -> Any | None:
        """Convert a column of text to numbers; None if a value is not a number."""
        values = column.drop_null()
        for part in (values.slice(0, FIRST_ROWS), values):  # most text fails in the first rows
            if not pc.all(pc.match_substring_regex(part, self.pattern)).as_py():
                return None
        text = pc.replace_substring_regex(column, rf"[^-+\deE{re.escape(self.decimal_point)}]", "")
        return pc.replace_substring(text, self.decimal_point, ".").cast(pa.float64())


def is_plain_number(text: str, decimal_point: str) -> bool:
    """Return whether text is a number without separators and signs; also true for infinity."""
    try:
        float(text.replace(decimal_point, "."))
    except ValueError:
        return False
    return "_" not in text


def is_infinite(text: str, decimal_point: str) -> bool:
    return is_plain_number(text, decimal_point) and math.isinf(
        float(text.replace(decimal_point, "."))
    )
