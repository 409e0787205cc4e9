"""Feature importances of a forest, per tree and on average."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from ..base.result_frames import ResultTable
from ..data.schema import Schema

Floats = NDArray[np.float64]
SHOWN = 20
"""Maximum number of printed rows."""
TITLES = {"mean": "mean", "standard_error": "std. error", "low": "95 % low", "high": "high"}


@dataclass(frozen=True, repr=False)
class Importances(ResultTable):
    """Importances of features or groups of features, with standard errors.

    Standard errors and intervals are those of the mean over trees, so they shrink as trees are
    added. They do not account for the randomness of the training data.

    ``to_frame()`` has the columns "name", "mean", "standard_error", "low" and "high", the largest
    mean first.

    Parameters
    ----------
    kind : {"gini", "corrected", "permutation"}
        The kind of importance.
    names : tuple of str
        Names of the features or groups.
    per_tree : ndarray of shape (n_trees, n_names)
        The importance in each tree; NaN in trees for which it is undefined.

    Examples
    --------
    >>> import numpy as np
    >>> from spinney.forests.importances import Importances
    >>> found = Importances("gini", ("a", "b"), np.array([[0.2, 0.8], [0.4, 0.6]]))
    >>> found.mean
    array([0.3, 0.7])
    >>> found
    gini importance, 2 trees
       mean  std. error  95 % low   high
    b   0.7         0.1   -0.5706  1.971
    a   0.3         0.1   -0.9706  1.571
    """

    kind: str
    names: tuple[str, ...]
    per_tree: Floats

    @property
    def n_trees(self) -> int:
        """Number of trees with defined importances."""
        return int(np.count_nonzero(self._defined))

    @property
    def _defined(self) -> NDArray[np.bool_]:
        """Mask of the trees with importances; undefined ones are NaN for all features."""
        return np.asarray(~np.isnan(self.per_tree.sum(axis=1)))

    @property
    def mean(self) -> Floats:
        """Mean importance over the trees; 0 if it is undefined in all trees."""
        if not self.n_trees:
            return np.zeros(len(self.names))
        mean: Floats = self.per_tree[self._defined].mean(axis=0)
        return mean

    @property
    def standard_error(self) -> Floats:
        """Standard error of the mean; NaN for fewer than two trees."""
        n_trees = self.n_trees
        if n_trees < 2:
            return np.full(len(self.names), np.nan)
        spread = self.per_tree[self._defined].std(axis=0, ddof=1)
        return np.asarray(spread / np.sqrt(n_trees))

    @property
    def low(self) -> Floats:
        """Lower bound of the 95 % confidence interval of the mean (Student's t)."""
        return self.mean - self._reach

    @property
    def high(self) -> Floats:
        """Upper bound of the 95 % confidence interval of the mean."""
        return self.mean + self._reach

    @property
    def _reach(self) -> Floats:
        return np.asarray(stdtrit(max(self.n_trees - 1, 1), 0.975) * self.standard_error)

    def _columns(self) -> dict[str, list[Any]]:
        order = self._order()
        return {
            "name": [self.names[j] for j in order],
            "mean": self.mean[order].tolist(),
            "standard_error": self.standard_error[order].tolist(),
            "low": self.low[order].tolist(),
            "high": self.high[order].tolist(),
        }

    def _order(self) -> NDArray[np.intp]:
        return np.argsort(-self.mean, kind="stable")

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        table = self.to_frame("dict")
        names = ["", *table["name"][:SHOWN]]
        columns = [[name.ljust(max(map(len, names))) for name in names]]
        known = bool(np.isfinite(self.standard_error).any())
        for key, title in TITLES.items() if known else [("mean", "value")]:
            cells = [title, *(f"{value:.4g}" for value in table[key][:SHOWN])]
            columns.append([cell.rjust(max(map(len, cells))) for cell in cells])
        lines = ["  ".join(cells) for cells in zip(*columns, strict=True)]
        if len(self) > SHOWN:
            lines.append(f"... {len(self) - SHOWN} more")
        return "\n".join([self._title(), *lines])

    def _title(self) -> str:
        return f"{self.kind} importance, {self.n_trees} trees"


class Groups(dict[str, list[int]]):
    """Indices of the features of each group, by group name."""

    @classmethod
    def read(cls, groups: Any, schema: Schema) -> "Groups":
        """Read the groups of the user; features in no group form groups of their own."""
        single = [f"x{j}" for j in range(schema.n_features)]
        single = single if schema.names is None else list(schema.names)
        given = cls()
        for name, members in named_groups(groups):
            features = read_group(members, name, schema)
            given[name or " + ".join(single[j] for j in features)] = features
        grouped = {j for features in given.values() for j in features}
        alone = {single[j]: [j] for j in range(schema.n_features) if j not in grouped}
        both = sorted(given.keys() & alone.keys())
        if both:
            raise ValueError(f"groups: {both[0]!r} is the name of a feature that is in no group.")
        return cls(given | alone)

    def sums(self, values: Floats) -> Floats:
        """Sum values (trees, features) by group: (trees, groups)."""
        return np.column_stack([values[:, features].sum(axis=1) for features in self.values()])


def named_groups(groups: Any) -> Sequence[tuple[str, Any]]:
    """Return pairs of group name, empty if there is none, and features."""
    if groups is None:
        return []
    if isinstance(groups, Mapping):
        return [(str(name), members) for name, members in groups.items()]
    if isinstance(groups, list | tuple):
        return [("", members) for members in groups]
    raise TypeError(
        "groups must be a dict from names to lists of features, or a list of such lists; got "
        f"{type(groups).__name__}."
    )


def read_group(members: Any, name: str, schema: Schema) -> list[int]:
    where = f"groups[{name!r}]" if name else "groups"
    if isinstance(members, str) or not hasattr(members, "__iter__"):
        raise TypeError(f"{where} must be a list of features, by name or index; got {members!r}.")
    features = [schema.feature_index(key, where) for key in members]
    if not features:
        raise ValueError(f"{where} is empty.")
    return sorted(set(features))
