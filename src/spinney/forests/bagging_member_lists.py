"""Access to the members of a bagging ensemble."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import get_tags


class MemberAccess:
    """Members, their samples and features, and their mean importances."""

    @property
    def estimators_(self: Any) -> Sequence[Any]:
        """The fitted members."""
        members: Sequence[Any] = self._fitted().estimators
        return members

    @property
    def estimators_features_(self: Any) -> list[NDArray[np.intp]]:
        """The column indices of each member."""
        features: list[NDArray[np.intp]] = self._fitted().features
        return features

    @property
    def estimators_samples_(self: Any) -> list[NDArray[np.int32]]:
        """The row indices of the bag of each member, with repetitions."""
        model = self._fitted()
        samples: list[NDArray[np.int32]] = model.sampling.samples(range(len(model.estimators)))
        return samples

    @property
    def feature_importances_(self: Any) -> NDArray[np.float64]:
        """The mean ``feature_importances_`` of the members, normalized to sum to 1.

        Those of trees are shares of the decrease of impurity (Gini importance).
        """
        mean = np.asarray(self._fitted().feature_importances().mean(axis=0))
        total = mean.sum()
        return np.asarray(mean / total) if total > 0 else mean

    def __len__(self: Any) -> int:
        """Number of members."""
        return len(self._fitted().estimators)

    def __getitem__(self: Any, i: Any) -> Any:
        """Return a member, or several for a slice."""
        return self.estimators_[i]

    def __iter__(self: Any) -> Iterator[Any]:
        return iter(self.estimators_)

    def __sklearn_tags__(self: Any) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        member = get_tags(self._member())
        tags.input_tags.sparse = member.input_tags.sparse
        tags.input_tags.allow_nan = member.input_tags.allow_nan
        tags.input_tags.categorical = member.input_tags.categorical
        tags.input_tags.string = member.input_tags.string
        tags.target_tags.multi_output = member.target_tags.multi_output
        return tags
