"""The smallest change of a row that leads to a wanted prediction."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from ..base.result_frames import ResultTable
from ..inspection.numbers import format_number
from ..inspection.phrases import label_text, listed


class Change(NamedTuple):
    """A change of one feature."""

    feature: str
    """Name of the feature."""
    old: Any
    """The value of the row; None if it is missing."""
    new: Any
    """The value of the counterfactual."""
    cost: float
    """The part of the cost that is due to this change."""
    direction: int
    """1 if a number increases, -1 if it decreases, 0 for categories and missing values."""
    old_text: str
    new_text: str


@dataclass(frozen=True, repr=False)
class Counterfactual(ResultTable):
    """The smallest change of a row that leads to a wanted prediction.

    ``to_frame()`` has a row for each change.

    Attributes
    ----------
    row : object or None
        The changed row, in the container of the original one; None if none was found.
    changes : tuple of Change
        The features that change, with ``feature``, ``old``, ``new`` and ``cost``; the most
        expensive one first.
    cost : float
        The cost of the changes; infinite if none was found.
    bound : float
        No allowed change of lower cost leads to the wanted prediction. Infinite if it is proven
        that none does at any cost.
    optimal : bool
        Whether the search is complete: no change costs less, or none exists.
    prediction : object
        The prediction for ``row``; None if there is none.
    original_prediction : object
        The prediction for the original row.
    wanted : str
        The wanted prediction as text.
    n_boxes : int
        The number of parts of the space of features that the search examined.
    """

    row: Any
    changes: tuple[Change, ...]
    cost: float
    bound: float
    optimal: bool
    prediction: Any
    original_prediction: Any
    wanted: str
    n_boxes: int

    @property
    def found(self) -> bool:
        """Whether there is a counterfactual."""
        return self.row is not None

    def text(self) -> str:
        """Return the changes in words."""
        if not self.found:
            if self.optimal:
                return f"No allowed change leads to {self.wanted} (proven)."
            return (
                f"No change that leads to {self.wanted} was found within the time limit; it costs "
                f"at least {format_number(self.bound)} if it exists."
            )
        now = prediction_text(self.prediction)
        if not self.changes:
            return f"No change is needed: the prediction is {now}."
        steps = [f"{c.feature} from {c.old_text} to {c.new_text}" for c in self.changes]
        old = prediction_text(self.original_prediction)
        proof = "" if self.optimal else f", the least possible at least {format_number(self.bound)}"
        return (
            f"Change {listed(steps)}: the prediction is {now} instead of {old} (cost "
            f"{format_number(self.cost)}{proof})."
        )

    def __repr__(self) -> str:
        return f"Counterfactual({self.text()})"

    def _columns(self) -> dict[str, list[Any]]:
        return {
            "feature": [change.feature for change in self.changes],
            "old": [change.old for change in self.changes],
            "new": [change.new for change in self.changes],
            "cost": [change.cost for change in self.changes],
        }


def prediction_text(prediction: Any) -> str:
    """Return a class, a number or several numbers as text."""
    if isinstance(prediction, list):
        return "[" + ", ".join(map(prediction_text, prediction)) + "]"
    return format_number(prediction) if isinstance(prediction, float) else label_text(prediction)
