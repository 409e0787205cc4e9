"""The best tree for classes."""

from typing import Any

from sklearn.base import ClassifierMixin

from ..base.class_predictions import ClassPredictions
from ..base.fit_parameters import (
    ClassWeightParameters,
)
from ..base.fitted_estimator import class_attributes
from ..base.training_data import Dataset
from ..data.targets import Targets, class_targets
from ..data.weights import Weights, sample_weights, with_class_weight
from ..trees import DecisionTreeClassifier
from .base import SHARED, BaseOptimalTree
from .search import Found


class OptimalTreeClassifier(
    ClassPredictions,
    ClassifierMixin,
    BaseOptimalTree,
    ClassWeightParameters,
):
    """The decision tree of fewest errors among all trees of a given depth, with proof.

    Minimises the share of the weight that is classified wrongly plus ``leaf_penalty`` for every
    leaf. A greedy tree takes the best split at each node, which need not lead to the best tree.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels in sorted order.
    n_classes_ : int
        Number of classes.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    tree_ : Tree
        The tree as read-only arrays with one entry per node.
    objective_ : float
        Error rate (by weight) plus ``leaf_penalty`` times the leaves of ``tree_``.
    lower_bound_ : float
        No tree of this size has a lower objective.
    gap_ : float
        ``objective_ - lower_bound_``.
    proven_ : bool
        Whether the search ended by itself: there is no better tree.
    bounds_ : ndarray of shape (n, 3)
        Seconds, objective of the best tree and lower bound, whenever one of them changed.
    n_subproblems_ : int
        Number of subsets of the rows that were searched.
    fit_time_ : float
        Seconds that the search took.
    greedy_ : DecisionTreeClassifier
        The greedy tree of the same depth, pruned at the same price of a leaf.
    greedy_objective_ : float
        Its objective.
    feature_importances_ : ndarray of shape (n_features_in_,)
        Share of each feature in the total decrease of errors.

    Notes
    -----
    Branch and bound with a memory of subsets of rows that were solved. Trees of two levels are
    found by counting pairs of thresholds at once (as in MurTree and STreeD), thresholds between
    two that were solved are bounded by what the rows between can change (as in ConTree).

    Splits are thresholds of numbers and, for categories, one level against the others;
    with two classes also the first levels against the rest, in the order of their shares of the
    second class in all rows.
    The greedy tree may ask for any set of levels and any threshold, so it can be better in a table
    with categories or with ``max_thresholds``; without them it cannot. If time runs
    out and the greedy tree is the better one, it is ``tree_``.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from spinney import OptimalTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> tree = OptimalTreeClassifier(max_depth=3).fit(X, y)
    >>> tree.proven_, round(tree.objective_ * len(y)), round(tree.greedy_objective_ * len(y))
    (True, 1, 4)
    """

    criterion = "misclassification"

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return class_targets(y, n_rows)

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        weight = sample_weights(sample_weight, n_rows)
        return with_class_weight(weight, self.class_weight, targets)

    def _greedy(self, data: Dataset) -> DecisionTreeClassifier:
        return DecisionTreeClassifier(
            max_depth=self.max_depth,
            class_weight=self.class_weight,
            ccp_alpha=self.leaf_penalty,
            ccp_risk="error",
            **{name: getattr(self, name) for name in SHARED},
        )

    def _state(self, data: Dataset, found: Found, greedy: Any) -> dict[str, Any]:
        return super()._state(data, found, greedy) | class_attributes(data.targets.classes)
