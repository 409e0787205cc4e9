"""Numbers as people write them: 12,345.50, $ 99, 45 %."""

import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

SPACES = " \u00a0\u202f"
CURRENCIES = "$€£¥"
FIRST_ROWS = 100


class Notation(NamedTuple):
    """How numbers are written: with a decimal point and commas between thousands, or reversed."""

    decimal_point: str

    @property
    def separator(self) -> str:
        return "," if self.decimal_point == "." else "."

    @property
    def pattern(self) -> str:
        """A regular expression for a whole number or fraction, with or without signs around it."""
        groups = rf"[1-9]\d{{0,2}}(?:[{re.escape(self.separator)}'{SPACES}]\d{{3}})+"
        number = rf"(?:{groups}|\d+)(?:{re.escape(self.decimal_point)}\d*)?(?:[eE][-+]?\d+)?"
        return rf"^[-+]?[{CURRENCIES}]?[{SPACES}]?[-+]?{number}[{SPACES}]?[%{CURRENCIES}]?$"

    def test(self) -> Callable[[Any], bool]:
        """Whether a value is a number, plain or with signs."""
        written = re.compile(self.pattern)

        def is_number(value: Any) -> bool:
            text = str(value).strip()
            return bool(written.match(text)) or is_plain(text, self.decimal_point)

        return is_number

    def read(self, column: Any) -> Any | None:
        """A column of text as numbers; None if some of it is other text, or all of it missing."""
        values = column.drop_null()
        for part in (values.slice(0, FIRST_ROWS), values):
            if not pc.all(pc.match_substring_regex(part, self.pattern)).as_py():
                return None
        text = pc.replace_substring_regex(column, rf"[^-+\deE{re.escape(self.decimal_point)}]", "")
        return pc.replace_substring(text, self.decimal_point, ".").cast(pa.float64())


def is_plain(text: str, decimal_point: str) -> bool:
    """Whether a value is a number to a computer, infinity included."""
    try:
        float(text.replace(decimal_point, "."))
    except ValueError:
        return False
    return "_" not in text


def is_infinite(text: str, decimal_point: str) -> bool:
    return is_plain(text, decimal_point) and math.isinf(float(text.replace(decimal_point, ".")))
