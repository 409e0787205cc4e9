"""What every forest can be asked: leaves, paths, trees, importances, parts of it."""

import copy
from numbers import Integral
from typing import Any, Self

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..base.fitted_estimator import FittedEstimatorMixin
from ..base.random_seed import resolve_seed
from ..base.training_data import DataReader
from ..trees.traversal import passed_nodes
from .forest_trees import ForestTrees
from .importance_kinds import check_kind, gini_importances, judged_importances
from .importances import Groups, Importances
from .model import FittedForest
from .out_of_bag import Floats, judging_weight


class ForestPredictions(FittedEstimatorMixin[FittedForest]):
    """Walks through the trees of a fitted forest."""

    importances_: Importances

    def _state(self, model: FittedForest) -> dict[str, Any]:
        raise NotImplementedError

    def _leaf_values(self, X: Any) -> tuple[FittedForest, Floats]:
        """The model, and what its trees say together: (rows, outputs, width)."""
        model, table, n_threads = self._table(X)
        return model, model.predict(table, n_threads)

    def apply(self, X: Any) -> NDArray[np.int32]:
        """Index of the leaf that each row reaches in each tree.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_estimators)
            Node indices into the arrays of the trees.
        """
        model, table, n_threads = self._table(X)
        return model.forest.apply(table, n_threads)

    def decision_path(self, X: Any) -> tuple[Any, NDArray[np.int64]]:
        """The nodes that each row passes, in all trees.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        scipy.sparse.csr_matrix of shape (n_samples, n_nodes)
            1 where a row passes a node.
        ndarray of shape (n_estimators + 1,)
            The columns of tree i are those from entry i to entry i + 1.
        """
        model, table, _ = self._table(X)
        forest = model.forest
        paths = [passed_nodes(forest.tree(i), table) for i in range(forest.n_trees)]
        starts = np.cumsum([0, *(path.shape[1] for path in paths)])
        return sp.hstack(paths).tocsr(), starts

    def __len__(self) -> int:
        """Number of trees."""
        return self._fitted().forest.n_trees

    def __getitem__(self, trees: slice) -> Self:
        """The forest of some neighbouring trees, as ``forest[:10]``."""
        model = self._fitted()
        if not isinstance(trees, slice):
            raise TypeError(
                "A forest is indexed by a slice, as forest[:10]; its trees are in estimators_."
            )
        first, last, step = trees.indices(model.forest.n_trees)
        if step != 1 or first >= last:
            raise ValueError("A slice of a forest is one of at least one tree, without a step.")
        part = copy.copy(self)
        part._install(self._state(model.part(first, last)))
        if "importances_" in vars(self):
            known = self.importances_
            per_tree = known.per_tree[first:last]
            part.importances_ = Importances(known.kind, known.names, per_tree)
        return part

    @property
    def estimators_(self) -> ForestTrees:
        """The trees, each a decision tree that can be read and drawn."""
        return ForestTrees(self, self._fitted())

    @property
    def estimators_samples_(self) -> list[NDArray[np.intp]]:
        """The rows of each tree's bag, in rising order, each as often as it was drawn."""
        model = self._fitted()
        return model.sampling.samples(model.numbers)

    @property
    def feature_importances_(self) -> Floats:
        """What ``importance`` says: by default the mean share in the decrease of impurity."""
        if "importances_" in vars(self):
            return self.importances_.mean
        model = self._fitted()
        mean = gini_importances(model, Groups.read(None, model.schema)).mean
        total = mean.sum()
        return mean / total if total > 0 else mean

    def importances(
        self,
        kind: str = "permutation",
        *,
        X: Any = None,
        y: Any = None,
        sample_weight: Any = None,
        groups: Any = None,
        n_repeats: int = 1,
        random_state: Any = 0,
    ) -> Importances:
        """How much each feature matters, in each tree and on average.

        Parameters
        ----------
        kind : {"gini", "corrected", "permutation"}, default="permutation"
            "gini": the share of a feature in what the splits of a tree gain on the rows that it
            was grown on, which favours features with many values. "corrected": what splits gain
            on the rows out of bag, 0 on average for a feature of noise. "permutation": how much
            the error of a tree grows on its rows out of bag when the feature's values are
            permuted among them.
        X, y, sample_weight : as in fit, default=None
            The training rows again, in their order: a forest does not keep them. Not needed for
            "gini", nor for what ``importance`` had fit compute.
        groups : dict of lists or list of lists, default=None
            Features, by name or index, to be judged together: permuted together, or their gains
            added. Those in no group are judged alone.
        n_repeats : int, default=1
            Number of permutations of every feature in every tree.
        random_state : int, RandomState instance or None, default=0
            Seed of the permutations.

        Returns
        -------
        Importances
            With ``names``, ``mean``, ``standard_error``, ``low`` and ``high`` (the 95 % interval),
            ``per_tree`` and ``to_frame()``.

        Examples
        --------
        >>> import numpy as np
        >>> from spinney import RandomForestRegressor
        >>> X = np.random.default_rng(0).random((300, 2))
        >>> forest = RandomForestRegressor(random_state=0).fit(X, X[:, 0])
        >>> found = forest.importances(X=X, y=X[:, 0])
        >>> bool(found.low[0] > found.high[1])
        True
        """
        check_kind(kind)
        if not isinstance(n_repeats, Integral) or n_repeats < 1:
            raise ValueError(f"n_repeats must be a whole number from 1 on, got {n_repeats!r}.")
        model = self._fitted()
        features = Groups.read(groups, model.schema)
        if kind == "gini":
            return gini_importances(model, features)
        if X is None and y is None:
            return self._known_importances(kind, groups)
        data = DataReader.of(self).training(X, y, sample_weight, model, len(self))
        if data.n_rows != model.sampling.n_rows:
            raise ValueError(
                f"X has {data.n_rows} rows, but the forest was fitted on {model.sampling.n_rows}: "
                "importances are judged by the training rows that are out of bag."
            )
        weight, seed = judging_weight(data, sample_weight), resolve_seed(random_state, True)
        return judged_importances(kind, model, data, weight, features, int(n_repeats), seed)

    def _known_importances(self, kind: str, groups: Any) -> Importances:
        """What fit has computed."""
        known = vars(self).get("importances_")
        if groups is not None or known is None or known.kind != kind:
            raise ValueError(
                f"Importances of the kind {kind!r} need the training rows again: pass X and y. Or "
                f"set importance={kind!r} to have fit compute them (without groups)."
            )
        result: Importances = known
        return result
