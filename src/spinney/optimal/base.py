"""What the optimal classifier and regressor share: parameters, fit, and the greedy tree beside."""

from typing import Any, Self

from sklearn.base import BaseEstimator

from ..base.fitted_estimator import feature_attributes
from ..base.fitted_tree import FittedTree
from ..base.training_data import DataReader, Dataset
from ..data.targets import Targets
from ..data.weights import Weights, sample_weights
from ..inspection import TreeInspectionMixin
from ..trees.missing_usage import MissingUsageMixin
from ..trees.pruning_methods import SnipMixin
from ..trees.traversal import TreeTraversalMixin
from .parameters import OptimalTreeParameters
from .policies import check_complete, check_policies
from .search import PROVEN, Found, grow, objective_in_rows, objective_of

SHARED = (
    *("min_samples_leaf", "min_weight_fraction_leaf", "max_leaf_nodes"),
    *("categorical_features", "missing", "unknown", "n_jobs"),
)


class BaseOptimalTree(
    TreeTraversalMixin,
    TreeInspectionMixin,
    SnipMixin,
    MissingUsageMixin,
    OptimalTreeParameters,
    BaseEstimator,
):
    """What both optimal trees share."""

    criterion: str
    ccp_risk = "error"
    min_samples_split = 2
    min_impurity_decrease = 0.0

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Search for the best tree until it is proven or time is up.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The features.
        y : array-like of shape (n_samples,)
            The target.
        sample_weight : array-like of shape (n_samples,), default=None
            Weight of each row; a row of weight 0 counts as absent.

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
        self._install(self._state(data, grow(self, data), greedy))
        return self

    def _state(self, data: Dataset, found: Found, greedy: Any) -> dict[str, Any]:
        """The fitted attributes."""
        tree, objective = found.tree, found.objective
        greedy_objective = objective_in_rows(greedy.tree_, data, self.leaf_penalty)
        if not found.proven and greedy_objective < objective:
            tree, objective = greedy.tree_, greedy_objective
        lower_bound = objective if found.proven else min(found.lower_bound, objective)
        model = FittedTree(data.schema, tree, data.targets.classes, data.missing)
        return feature_attributes(data.schema) | {
            "_model": model,
            "tree_": tree,
            "n_outputs_": 1,
            "objective_": objective,
            "lower_bound_": lower_bound,
            "gap_": objective - lower_bound,
            "proven_": found.proven,
            "n_subproblems_": found.n_subproblems,
            "bounds_": found.history,
            "fit_time_": found.seconds,
            "greedy_": greedy,
            "greedy_objective_": greedy_objective,
            "ccp_alpha_": 0.0,
        }

    def _with_model(self, model: FittedTree) -> Any:
        pruned = super()._with_model(model)
        pruned.objective_ = objective_of(model.tree, self.leaf_penalty)
        pruned.gap_ = pruned.objective_ - self.lower_bound_
        pruned.proven_ = self.proven_ and pruned.gap_ <= PROVEN
        return pruned

    def _greedy(self, data: Dataset) -> Any:
        """An unfitted CART tree of the same size."""
        raise NotImplementedError

    def _targets(self, y: Any, n_rows: int) -> Targets:
        raise NotImplementedError

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        return sample_weights(sample_weight, n_rows)

    def compare(self) -> dict[str, dict[str, float]]:
        """What greed costs: this tree and the greedy one of the same depth, side by side.

        Returns
        -------
        dict
            For "optimal" and "greedy": "objective", "error" (the objective without the price of
            the leaves), "leaves" and "depth".

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
