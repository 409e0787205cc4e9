"""Rows of X as the trees of a model read them."""

from typing import Any, NamedTuple

from .. import _core
from ..base.threads import threads_for
from ..data.containers import take_columns
from .additive import TreeSum


class PartReader(NamedTuple):
    """Reads rows for a sum of trees."""

    part: TreeSum
    owner: str
    n_jobs: int | None

    def table(self, X: Any) -> _core.Table:
        part = self.part
        rows = X if part.columns is None else take_columns(X, part.columns)
        frame = part.schema.read(rows, self.owner, part.number_rules)
        return part.missing.table(part.schema, frame, self.n_threads(frame.n_rows))

    def n_threads(self, n_rows: int) -> int:
        return threads_for(self.n_jobs, n_rows * self.part.schema.n_features)
