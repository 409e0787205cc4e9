"""The boosters of a fit and their step function."""

from collections.abc import Sequence
from typing import NamedTuple

from .. import _core
from .booster import DrawsRows, HasScores, Step, make_step
from .boosting_data import TrainingSet
from .dropout import TreeScales, Unscaled, earlier_weights, make_dropouts
from .fold_booster import FoldBooster, MeanScores
from .folds import Fold
from .model import BoostedModel
from .parameters import BoostingParameters
from .target_statistics import Statistics


class RoundSetup(NamedTuple):
    """What the loop over iterations needs."""

    step: Step
    evaluated: HasScores
    """The scores of the rows that are held out; without folds, of all rows."""
    training: DrawsRows
    """The scores of all rows."""
    scales: TreeScales
    members: FoldBooster | None


def set_up_rounds(
    estimator: BoostingParameters,
    data: TrainingSet,
    model: BoostedModel,
    booster: _core.Booster,
    folds: list[Fold] | None,
    earlier: Sequence[float],
    state: object,
    statistics: Statistics | None,
) -> RoundSetup:
    """Return the step function of one booster, or of one per fold.

    ``earlier`` and ``state`` are the learning rates and the fitted attributes of the model that is
    continued.
    """
    members = FoldBooster(estimator, data, model, booster, folds) if folds else None
    boosters = members.boosters if members else [booster]
    if members:
        step: Step = members.step
    else:
        step = make_step(estimator, booster, data, model.loss, None, statistics)
    scales: TreeScales = Unscaled()
    if estimator._drops:
        weights = earlier_weights(state, earlier, len(boosters))
        dropouts = make_dropouts(
            estimator, model, boosters, data.rows.table, data.n_threads, weights
        )
        if members:
            pairs = zip(dropouts.members, members.steps, strict=True)
            members.steps = [one.wrap(step) for one, step in pairs]
        else:
            step = dropouts.members[0].wrap(step)
        scales = dropouts
    if members:
        return RoundSetup(step, members, MeanScores(members), scales, members)
    return RoundSetup(step, booster, booster, scales, None)
