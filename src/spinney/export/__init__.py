"""Models for other programs: JSON, SQL and C."""

from .c_text import to_c
from .json_text import to_json
from .sql_text import to_sql

__all__ = ["to_c", "to_json", "to_sql"]
