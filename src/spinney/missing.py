"""What a missing value and an unknown category do, feature by feature."""

from dataclasses import dataclass
from typing import Any

from . import _core
from .frames import Frame
from .schema import Schema
from .validation import Weights

# How the core routes a value that a question cannot use.
ROUTES = {"learned": 0, "surrogate": 1, "fractional": 2, "stop": 3, "majority": 4}


@dataclass(frozen=True, slots=True)
class MissingRules:
    """The policies of all features, with what they learned at fit."""

    policies: tuple[str, ...]
    unknown: tuple[str, ...]

    @classmethod
    def learn(
        cls, missing: Any, unknown: Any, schema: Schema, frame: Frame, weight: Weights | None
    ) -> "tuple[MissingRules, Schema]":
        """The rules, and the schema with the levels that they add."""
        return cls(("learned",) * schema.n_features, ("missing",) * schema.n_features), schema

    def table(self, schema: Schema, frame: Frame, n_threads: int) -> _core.Table:
        """The table of the core, with what the rules fill in."""
        return schema.table(frame, n_threads)

    def routes(self) -> list[int] | None:
        """The core's route of a missing value, per feature; None if all are learned."""
        return None

    def unknown_routes(self) -> list[int] | None:
        """The same for a category never seen."""
        return None
