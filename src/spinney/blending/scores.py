"""Out-of-fold scores of the members of a blend."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import accuracy_score, r2_score

from ..base.aggregation import Floats
from ..base.result_frames import as_table
from .weight_solver import scale_to_one


@dataclass(frozen=True, repr=False)
class MemberScores:
    """Out-of-fold scores of the members, of their mean and of their blend.

    Parameters
    ----------
    measure : str
        The metric: "accuracy", "R2", "log loss", ...
    members : dict of str to float
        The score of each member.
    uniform : float or None
        The score of the unweighted mean of all members; None if there is none.
    blend : float, default=None
        The score of the blend; None if it cannot be computed out of fold.

    Examples
    --------
    >>> from spinney.blending.scores import MemberScores
    >>> scores = MemberScores("accuracy", {"tree": 0.91, "forest": 0.95}, 0.94, 0.96)
    >>> scores.members["forest"]
    0.95
    >>> scores
    accuracy, out of fold
    tree          0.91
    forest        0.95
    uniform mean  0.94
    blend         0.96
    """

    measure: str
    members: dict[str, float]
    uniform: float | None
    blend: float | None = None

    def __repr__(self) -> str:
        rows = self._rows()
        width = max((len(name) for name, _ in rows), default=0)
        lines = [f"{name:<{width}}  {score:.4g}" for name, score in rows]
        return "\n".join([f"{self.measure}, out of fold", *lines])

    def to_frame(self, backend: str | None = None) -> Any:
        """Convert to a dataframe.

        Parameters
        ----------
        backend : {"pandas", "polars", "dict"}, default=None
            None selects pandas, or polars if pandas is not installed.

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or dict of list
            Columns "name" and the measure.
        """
        rows = self._rows()
        columns: dict[str, list[Any]] = {
            "name": [name for name, _ in rows],
            self.measure: [score for _, score in rows],
        }
        return as_table(columns, backend)

    def _rows(self) -> list[tuple[str, float]]:
        combined = {"uniform mean": self.uniform, "blend": self.blend}
        known = [(name, score) for name, score in combined.items() if score is not None]
        return [*self.members.items(), *known]


def score_members(
    names: tuple[str, ...],
    predictions: Sequence[Floats],
    y: NDArray[Any],
    is_class: bool,
    weight: Floats | None,
    blend: Floats | None = None,
) -> MemberScores:
    """Return accuracy or R2 of predictions (rows, outputs, width); y is (rows, outputs)."""

    def score(values: Floats) -> float:
        if is_class:
            correct = (values.argmax(axis=2) == y).all(axis=1)
            return float(accuracy_score(np.ones_like(correct), correct, sample_weight=weight))
        if len(y) < 2:
            return np.nan
        return float(r2_score(*scale_to_one(y, values[:, :, 0]), sample_weight=weight))

    return MemberScores(
        "accuracy" if is_class else "R2",
        {name: score(values) for name, values in zip(names, predictions, strict=True)},
        score(np.mean(predictions, axis=0)) if names else None,
        None if blend is None else score(blend),
    )
