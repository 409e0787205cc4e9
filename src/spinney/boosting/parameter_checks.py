"""Checks of parameters that exclude each other."""

from .boosted_tree_parameters import AUTO
from .losses import BoostingLoss
from .parameters import BoostingParameters


def check_leaf_steps(estimator: BoostingParameters, loss: BoostingLoss) -> None:
    """Raise if a loss in Python would have to be evaluated for single leaves."""
    if loss.core is None and estimator.leaf_steps not in (1, AUTO):
        raise ValueError(
            f"leaf_steps={estimator.leaf_steps} needs the name of a loss: leaves of a loss that is "
            "a function take one step."
        )
