"""Base class of optimal trees."""

from typing import Any, Self

from ..base.fit_method import clear_errors
from ..base.fitted_estimator import feature_attributes
from ..base.fitted_tree import FittedTree
from ..base.sklearn_bases import BaseEstimator
from ..base.training_data import DataReader, LabeledTable
from ..data.targets import Targets
from ..data.weights import Weights, sample_weights
from ..inspection import TreeInspectionMixin
from ..trees.missing_usage import MissingUsageMixin
from ..trees.pruning_methods import PruneMixin
from ..trees.traversal import TreeTraversalMixin
from .parameters import OptimalTreeParameters
from .policies import check_complete, check_policies
from .search import (
    GAP_TOLERANCE,
    SearchResult,
    objective_of,
    search_tree,
    training_objective,
)

SHARED_PARAMETERS = (
    *("min_samples_leaf", "min_weight_fraction_leaf", "max_leaf_nodes"),
    *("categorical_features", "ordered_features", "missing", "unknown", "n_jobs"),
)


class BaseOptimalTree(
    TreeTraversalMixin,
    TreeInspectionMixin,
    PruneMixin,
    MissingUsageMixin,
    OptimalTreeParameters,
    BaseEstimator,
):
    """Base class of optimal trees.

    Attributes
    ----------
    tree_ : Tree
        The tree as read-only arrays with one entry per node.
    lower_bound_ : float
        Lower bound of the objective of all trees within the size limits.
    gap_ : float
        ``objective_ - lower_bound_``.
    proven_ : bool
        Whether ``tree_`` is proven optimal: the search ended before the time limit.
    bounds_ : ndarray of shape (n, 3)
        Seconds, best objective and lower bound, at each change of one of them. Not saved in model
        files, whose content must not depend on the speed of the machine.
    n_subproblems_ : int
        Number of subproblems (subsets of the samples) that were searched.
    fit_time_ : float
        Duration of the search in seconds. Not saved in model files.
    greedy_objective_ : float
        The objective of the greedy tree.
    """

    _optional = ("feature_names_in_", "greedy_", "bounds_")
    ccp_risk = "error"
    min_samples_split = 2
    min_impurity_decrease = 0.0

    @clear_errors
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Search for the optimal tree, until it is proven optimal or the time limit is reached.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The training samples.
        y : array-like of shape (n_samples,)
            The target values.
        sample_weight : array-like of shape (n_samples,), default=None
            Sample weights; samples of weight 0 are ignored.

        Returns
        -------
        self
            The fitted estimator.
        """
        self._validate_parameters()
        check_policies(self.missing, self.unknown)
        data = DataReader.of(self, single_output=True).training(X, y, sample_weight)
        check_complete(data)
        greedy = self._greedy(data).fit(X, y, sample_weight)
        self._install(self._state(data, search_tree(self, data), greedy))
        return self

    def _state(self, data: LabeledTable, result: SearchResult, greedy: Any) -> dict[str, Any]:
        """Return the fitted attributes."""
        tree, objective = result.tree, result.objective
        greedy_tree = greedy._fitted().tree
        greedy_objective = training_objective(greedy_tree, data, self.leaf_penalty)
        if not result.proven and greedy_objective < objective:
            tree, objective = greedy_tree, greedy_objective
        lower_bound = objective if result.proven else min(result.lower_bound, objective)
        model = FittedTree(data.schema, tree, data.targets.classes, data.missing)
        return feature_attributes(data.schema) | {
            "_model": model,
            "n_outputs_": 1,
            "objective_": objective,
            "lower_bound_": lower_bound,
            "gap_": objective - lower_bound,
            "proven_": result.proven,
            "n_subproblems_": result.n_subproblems,
            "bounds_": result.history,
            "fit_time_": result.seconds,
            "greedy_": greedy,
            "greedy_objective_": greedy_objective,
            "ccp_alpha_": 0.0,
        }

    def _with_model(self, model: FittedTree) -> Any:
        pruned = super()._with_model(model)
        pruned.objective_ = objective_of(model.tree, self.leaf_penalty)
        pruned.gap_ = pruned.objective_ - self.lower_bound_
        pruned.proven_ = self.proven_ and pruned.gap_ <= GAP_TOLERANCE
        return pruned

    def _greedy(self, data: LabeledTable) -> Any:
        """Return an unfitted CART tree with the same size limits."""
        raise NotImplementedError

    def _targets(self, y: Any, n_rows: int) -> Targets:
        raise NotImplementedError

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        return sample_weights(sample_weight, n_rows)

    def compare(self) -> dict[str, dict[str, float]]:
        """Compare the optimal tree with the greedy tree of the same maximum depth.

        Returns
        -------
        dict
            For "optimal" and "greedy": "objective", "error" (the objective without the penalty
            of the leaves), "leaves" and "depth".

        Examples
        --------
        >>> import numpy as np
        >>> from spinney import OptimalTreeClassifier
        >>> X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5 + [[0, 0]])
        >>> y = X[:, 0] ^ X[:, 1]
        >>> tree = OptimalTreeClassifier(max_depth=2).fit(X, y)
        >>> tree.compare()["optimal"]["leaves"]
        4
        """
        self._fitted()
        both = {
            "optimal": (self.tree_, self.objective_),
            "greedy": (self.greedy_.tree_, self.greedy_objective_),
        }
        return {
            name: {
                "objective": objective,
                "error": max(0.0, objective - self.leaf_penalty * tree.n_leaves),
                "leaves": tree.n_leaves,
                "depth": tree.max_depth,
            }
            for name, (tree, objective) in both.items()
        }
