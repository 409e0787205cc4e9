"""Checks of parameters that exclude each other."""

from .auto_values import is_auto
from .boosted_tree_parameters import AUTO
from .losses import BoostingLoss
from .parameters import BoostingParameters


def check_sampling(estimator: BoostingParameters) -> None:
    """Raise if samples would be drawn both with equal probabilities and by their gradients."""
    if estimator.data_sample_strategy != "goss":
        return
    share = estimator.subsample
    if not is_auto(share) and share != 1 and estimator.subsample_freq > 0:
        raise ValueError(
            f"data_sample_strategy='goss' draws samples by their gradients: subsample={share} does "
            "not go with it."
        )
    if estimator.top_rate + estimator.other_rate > 1:
        raise ValueError(
            f"top_rate={estimator.top_rate} and other_rate={estimator.other_rate} must have a sum "
            "of at most 1."
        )


def check_leaf_steps(estimator: BoostingParameters, loss: BoostingLoss) -> None:
    """Raise if a loss in Python would have to be evaluated for single leaves."""
    if loss.core is None and estimator.leaf_steps not in (1, AUTO):
        raise ValueError(
            f"leaf_steps={estimator.leaf_steps} needs the name of a loss: leaves of a loss that is "
            "a function take one step."
        )
