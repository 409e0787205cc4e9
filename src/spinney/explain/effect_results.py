"""Results of effects with what is needed to read them."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..base.result_frames import ResultTable
from ..inspection.phrases import counted
from .additive import Floats
from .effect_grid import FeatureGrid


@dataclass(frozen=True, repr=False)
class Effect(ResultTable):
    """The effect of one feature, or of a pair, on the output of a model.

    Attributes
    ----------
    grids : tuple of FeatureGrid
        The points of the feature, or of both.
    values : ndarray of shape (n_points, [n_points,] n_outputs)
        The effect at each point.
    outputs : list
        The class of each output, or its index for regression.
    kind : {"raw score", "probability", "prediction"}
        What the outputs are.
    method : str
        "partial dependence" or "accumulated local effects".
    """

    grids: tuple[FeatureGrid, ...]
    values: Floats
    outputs: list[Any]
    kind: str
    method: str

    @property
    def feature_names(self) -> list[str]:
        """Name of the feature, or of both."""
        return [grid.name for grid in self.grids]

    @property
    def grid(self) -> FeatureGrid:
        """The points of the first feature."""
        return self.grids[0]

    def __repr__(self) -> str:
        names = " and ".join(map(repr, self.feature_names))
        points = " x ".join(str(len(grid)) for grid in self.grids)
        return f"Effect({self.method} of {names}, {points} points; {self.kind})"

    def _columns(self) -> dict[str, list[Any]]:
        places = np.indices(self.values.shape[:-1]).reshape(len(self.grids), -1)
        columns: dict[str, list[Any]] = {
            grid.name: [grid.points[i] for i in place]
            for grid, place in zip(self.grids, places, strict=True)
        }
        flat = self.values.reshape(-1, len(self.outputs))
        return columns | output_columns(flat, self.outputs)


@dataclass(frozen=True, repr=False)
class IceResult(ResultTable):
    """Individual curves: the output for each row as one feature changes.

    Attributes
    ----------
    grid : FeatureGrid
        The points of the feature.
    values : ndarray of shape (n_samples, n_points, n_outputs)
        The output for each row and point; minus that at the first point if ``centered``.
    outputs : list
        The class of each output, or its index for regression.
    kind : {"raw score", "probability", "prediction"}
        What the outputs are.
    centered : bool
        Whether the curves start at 0.
    """

    grid: FeatureGrid
    values: Floats
    outputs: list[Any]
    kind: str
    centered: bool

    def __repr__(self) -> str:
        rows, points, _ = self.values.shape
        return f"IceResult({self.grid.name!r}, {rows} rows, {points} points; {self.kind})"

    def _columns(self) -> dict[str, list[Any]]:
        rows, points, _ = self.values.shape
        columns = {
            "row": np.repeat(np.arange(rows), points).tolist(),
            self.grid.name: self.grid.points * rows,
        }
        flat = self.values.reshape(-1, len(self.outputs))
        return columns | output_columns(flat, self.outputs)


@dataclass(frozen=True, repr=False)
class HStatistic(ResultTable):
    """Friedman's H statistic: the strength of interactions, from 0 to about 1.

    Attributes
    ----------
    names : list of str or tuple of str
        A feature, for its interactions with all others, or a pair.
    values : ndarray of shape (n_names, n_outputs)
        The square root of the share of variance that is due to the interaction.
    outputs : list
        The class of each output, or its index for regression.
    kind : {"raw score", "probability", "prediction"}
        What the outputs are.
    """

    names: list[Any]
    values: Floats
    outputs: list[Any]
    kind: str

    def __repr__(self) -> str:
        noun = "pair" if isinstance(self.names[0], tuple) else "feature"
        return f"HStatistic({counted(len(self.names), noun)}; {self.kind})"

    def _columns(self) -> dict[str, list[Any]]:
        names = [name if isinstance(name, str) else " x ".join(name) for name in self.names]
        return {"name": names} | output_columns(self.values, self.outputs)


def output_columns(flat: Floats, outputs: list[Any]) -> dict[str, list[float]]:
    """Return a column per output: "value", or the class."""
    if len(outputs) == 1:
        return {"value": flat[:, 0].tolist()}
    return {str(label): flat[:, k].tolist() for k, label in enumerate(outputs)}
