"""Features, or groups of features, as the players whose contributions are computed."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..data.containers import Indices
from .additive import AdditiveModel

Groups = Mapping[str, Sequence[int | str]] | None


class Players(NamedTuple):
    """The player of each feature."""

    of_feature: NDArray[np.uint32]
    names: list[str]

    def of_columns(self, columns: Indices | None) -> tuple[list[int], int]:
        """Return the players of some columns, and the number of all players."""
        own = self.of_feature if columns is None else self.of_feature[columns]
        return own.tolist(), len(self.names)


def read_players(model: AdditiveModel, groups: Groups) -> Players:
    """Return the features of a model as players; groups come first, in their order."""
    n = model.n_features
    names = list(model.feature_names or (f"x{j}" for j in range(n)))
    if groups is None:
        return Players(np.arange(n, dtype=np.uint32), names)
    if not isinstance(groups, Mapping):
        raise TypeError(
            f"groups must be a dict of names to lists of features, got {type(groups).__name__}."
        )
    player = np.full(n, -1)
    for g, (name, members) in enumerate(groups.items()):
        for j in member_indices(name, members, names):
            if player[j] >= 0:
                raise ValueError(f"The feature {names[j]!r} is in two groups.")
            player[j] = g
    alone = np.flatnonzero(player < 0)
    player[alone] = len(groups) + np.arange(len(alone))
    return Players(player.astype(np.uint32), [*map(str, groups), *(names[j] for j in alone)])


def member_indices(group: str, members: Any, names: list[str]) -> list[int]:
    """Return the indices of the features of a group."""
    if isinstance(members, (str, int)) or len(members) == 0:
        raise ValueError(f"The group {group!r} must be a list of features, got {members!r}.")
    found = []
    for member in members:
        j = names.index(member) if isinstance(member, str) and member in names else member
        if isinstance(j, str) or not 0 <= int(j) < len(names):
            raise ValueError(f"The group {group!r} has {member!r}, which is not a feature.")
        found.append(int(j))
    return found
