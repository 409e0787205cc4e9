"""Methods of fitted forests: leaves, paths, trees, importances and slices."""

import copy
from collections.abc import Iterator
from numbers import Integral
from typing import Any, ClassVar, Self, overload

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..base.fitted_estimator import TableEstimatorMixin
from ..base.random_seed import resolve_seed
from ..base.training_data import DataReader
from ..inspection.partial_dependence import partial_dependence
from ..inspection.tree_arrays import passed_nodes
from .forest_trees import ForestTrees, Tree
from .importance_kinds import check_kind, gini_importances, out_of_bag_importances
from .importances import Groups, Importances
from .model import FittedForest
from .out_of_bag import Floats

BLOCK = 4096
"""Number of rows of a part of the decision paths."""


class ForestPredictions(TableEstimatorMixin[FittedForest]):
    """Methods of a fitted forest."""

    importances_: Importances
    _random_splits: ClassVar[bool] = False
    """Whether a threshold is drawn for each feature, as in extremely randomized trees."""

    def _state(self, model: FittedForest) -> dict[str, Any]:
        raise NotImplementedError

    def _tree_parameters(self) -> dict[str, Any]:
        """Return the parameters of a single tree of the forest."""
        raise NotImplementedError

    def _leaf_values(self, X: Any) -> tuple[FittedForest, Floats]:
        """Return the model and the combined predictions of its trees: (rows, outputs, width)."""
        model, table, n_threads = self._table(X)
        return model, model.predict(table, n_threads)

    def apply(self, X: Any) -> NDArray[np.int32]:
        """Return the index of the leaf of each sample in each tree.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples, n_estimators)
            Node indices into the arrays of the trees.
        """
        model, table, n_threads = self._table(X)
        return model.forest.apply(table, n_threads)

    def decision_path(self, X: Any) -> tuple[Any, NDArray[np.int64]]:
        """Return the decision path of each sample in all trees.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        scipy.sparse.csr_matrix of shape (n_samples, n_nodes)
            1 where a sample passes a node.
        ndarray of shape (n_estimators + 1,)
            Columns ``[i]`` to ``[i + 1]`` belong to tree i.
        """
        model, table, _ = self._table(X)
        forest = model.forest
        paths = [passed_nodes(forest.tree(i), table) for i in range(forest.n_trees)]
        starts = np.cumsum([0, *(path.shape[1] for path in paths)])
        # In parts, so that Ctrl-C is answered between them.
        blocks = [
            sp.hstack([path[begin : begin + BLOCK] for path in paths], format="csr")
            for begin in range(0, table.n_rows, BLOCK)
        ]
        return sp.vstack(blocks, format="csr"), starts

    def __len__(self) -> int:
        """Number of trees."""
        return self._fitted().forest.n_trees

    def __iter__(self) -> Iterator[Tree]:
        return iter(self.estimators_)

    @overload
    def __getitem__(self, trees: int) -> Tree: ...
    @overload
    def __getitem__(self, trees: slice) -> Self: ...
    def __getitem__(self, trees: int | slice) -> Tree | Self:
        """Return a tree, as ``forest[0]``, or a forest of consecutive trees, as ``forest[:10]``."""
        model = self._fitted()
        if not isinstance(trees, slice):
            return self.estimators_[trees]
        first, last, step = trees.indices(model.forest.n_trees)
        if step != 1 or first >= last:
            raise ValueError("A slice of a forest must contain at least one tree and have no step.")
        subset = copy.copy(self)
        subset._install(self._state(model.subset(first, last)))
        if "importances_" in vars(self):
            known = self.importances_
            per_tree = known.per_tree[first:last]
            subset.importances_ = Importances(known.kind, known.names, per_tree)
        return subset

    @property
    def estimators_(self) -> ForestTrees:
        """The trees as decision tree estimators."""
        model = self._fitted()
        parameters = self._tree_parameters() | {"max_features": model.max_features}
        return ForestTrees(parameters, model, self._random_splits)

    def _compute_partial_dependence_recursion(self, grid: Any, target_features: Any) -> Any:
        """Compute partial dependence for scikit-learn's ``partial_dependence``."""
        model = self._fitted()
        if model.aggregate != "mean":
            raise ValueError(
                f"The recursion method cannot compute partial dependence for aggregate="
                f"{model.aggregate!r}. Pass method='brute'."
            )
        n = model.forest.n_trees
        trees = (model.forest.tree(i) for i in range(n))
        return partial_dependence(trees, model.schema, grid, target_features, 1)[0] / n

    @property
    def estimator_(self) -> Tree:
        """An unfitted tree with the parameters of the trees."""
        return self.estimators_.unfitted()

    @property
    def estimators_samples_(self) -> list[NDArray[np.int32]]:
        """The sorted row indices of the bag of each tree, with repetitions."""
        model = self._fitted()
        return model.sampling.samples(model.tree_indices)

    @property
    def feature_importances_(self) -> Floats:
        """The mean importances over the trees, of the kind ``importance``.

        "gini", the default, is the share of each feature in the decrease of impurity, normalized
        to sum to 1; "corrected" and "permutation" are computed on out-of-bag samples in ``fit``.
        """
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
        """Compute feature importances per tree, with confidence intervals of their mean.

        Parameters
        ----------
        kind : {"gini", "corrected", "permutation"}, default="permutation"
            "gini": the feature's share of the decrease of impurity in a tree, on the samples it
            was grown on; biased toward features with many values. "corrected": the decrease of
            impurity on the out-of-bag samples, with mean 0 for an irrelevant feature.
            "permutation": the increase of the out-of-bag error of a tree when the values of the
            feature are permuted.
        X, y, sample_weight : as in fit, default=None
            The training data in the same order; it is not stored in the forest. Not needed for
            "gini", nor for the kind that fit computed (``importance``).
        groups : dict of lists or list of lists, default=None
            Features, by name or index, to evaluate together: permuted together, or their gains
            summed. Features in no group are evaluated alone.
        n_repeats : int, default=1
            Number of permutations of each feature in each tree.
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
        if not isinstance(n_repeats, Integral) or not 1 <= n_repeats < 2**31:
            raise ValueError(f"n_repeats must be an int from 1 to 2**31 - 1, got {n_repeats!r}.")
        model = self._fitted()
        features = Groups.read(groups, model.schema)
        if kind == "gini":
            return gini_importances(model, features)
        model.sampling.check_kept()
        if X is None and y is None:
            return self._known_importances(kind, groups)
        model.sampling.check_kept()
        data = DataReader.of(self).training(X, y, sample_weight, model, len(self))
        if data.n_rows != model.sampling.n_rows:
            raise ValueError(
                f"X has {data.n_rows} rows, but the forest was fitted on {model.sampling.n_rows}: "
                "importances are computed on the out-of-bag rows of the training data."
            )
        weight, seed = data.weight, resolve_seed(random_state, True)
        return out_of_bag_importances(kind, model, data, weight, features, int(n_repeats), seed)

    def _known_importances(self, kind: str, groups: Any) -> Importances:
        """Return the importances that fit computed."""
        known = vars(self).get("importances_")
        if groups is not None or known is None or known.kind != kind:
            raise ValueError(
                f"Importances of the kind {kind!r} need the training data: pass X and y, or set "
                f"importance={kind!r} to compute them in fit (without groups)."
            )
        result: Importances = known
        return result
