"""Outputs of a model for hybrid rows: some cells of a row, the others of a background row."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.threads import threads_for
from .additive import AdditiveModel
from .feature_groups import Players
from .model_rows import ModelRows, OutputScale
from .shap_result import Floats

Indices = NDArray[np.intp]


@dataclass(frozen=True)
class HybridRows:
    """The rows and the background as the parts of a model read them."""

    rows: ModelRows
    scale: OutputScale
    columns: list[tuple[list[Floats], list[Floats]]]
    """Of each part: the columns of the rows, and of the background."""
    players: list[list[int]]
    """Of each part: the player of each column."""
    n_background: int
    n_jobs: int | None

    @property
    def n_rows(self) -> int:
        return self.rows.n_rows

    @property
    def n_columns(self) -> int:
        return sum(map(len, self.players))

    def output(self, row: Indices, background: Indices, known: NDArray[np.bool_]) -> Floats:
        """Return the outputs of hybrid rows; known (hybrid rows, players): those from ``row``."""
        tables = []
        for table, (own, other), players in zip(
            self.rows.tables, self.columns, self.players, strict=True
        ):
            mixed = [
                np.where(known[:, player], a[row], b[background])
                for a, b, player in zip(own, other, players, strict=True)
            ]
            tables.append(_core.Table.from_columns(mixed, len(row), table.levels))
        n_threads = threads_for(self.n_jobs, len(row) * self.n_columns)
        hybrid = replace(self.rows, tables=tuple(tables), n_threads=n_threads)
        return self.scale(hybrid.output())


def read_hybrid_rows(
    additive: AdditiveModel,
    owner: Any,
    scale: str,
    X: Any,
    background: Any,
    players: Players,
    n_jobs: int | None,
) -> HybridRows:
    """Read the rows and the background of a model; ``owner`` is its estimator."""
    rows, others = (ModelRows.read(additive, table, owner, n_jobs) for table in (X, background))
    columns = [
        (all_columns(own), all_columns(other))
        for own, other in zip(rows.tables, others.tables, strict=True)
    ]
    own = [players.of_columns(part.columns)[0] for part in additive.parts]
    output_scale = OutputScale(additive, owner, scale)
    return HybridRows(rows, output_scale, columns, own, others.n_rows, n_jobs)


def all_columns(table: _core.Table) -> list[Floats]:
    return [table.column(j) for j in range(table.n_columns)]
