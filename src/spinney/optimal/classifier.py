"""Optimal tree classifier."""

from typing import Any

from ..base.class_predictions import ClassPredictions
from ..base.fit_parameters import (
    ClassWeightParameters,
)
from ..base.fitted_estimator import class_attributes
from ..base.sklearn_bases import ClassifierMixin
from ..base.training_data import LabeledTable
from ..data.targets import Targets, class_targets
from ..data.weights import Weights, sample_weights, with_class_weight
from ..trees import DecisionTreeClassifier
from .base import SHARED_PARAMETERS, BaseOptimalTree
from .search import SearchResult


class OptimalTreeClassifier(
    ClassPredictions,
    ClassifierMixin,
    BaseOptimalTree,
    ClassWeightParameters,
):
    """An optimal decision tree classifier.

    Minimizes the weighted error rate plus ``leaf_penalty`` times the number of leaves over all
    trees of a maximum depth, and proves that the result is optimal. A greedy (CART) tree selects
    the best split at each node, which need not lead to the best tree. Has the interface of a
    scikit-learn classifier.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels in sorted order.
    n_classes_ : int
        Number of classes.
    objective_ : float
        Weighted error rate plus ``leaf_penalty`` times the number of leaves of ``tree_``.
    greedy_ : DecisionTreeClassifier
        The greedy (CART) tree of the same maximum depth, pruned with the same leaf penalty.
    feature_importances_ : ndarray of shape (n_features,)
        The share of each feature in the total decrease of errors, normalized to sum to 1.

    Notes
    -----
    The search is branch and bound with a cache of solved subproblems. Trees of depth two are
    solved by counting pairs of thresholds (as in MurTree and STreeD). Thresholds between two solved
    ones are bounded by the error that the samples in between can change (as in ConTree).

    Numeric features are split at thresholds, categorical features into one category against the
    others. With two classes, categories are also ordered by their share of the second class in all
    samples and split like numbers. The greedy tree may use any set of categories and any
    threshold, so it can be better with categorical features or ``max_thresholds``, but not
    otherwise. If the time limit is reached and the greedy tree is better, it becomes ``tree_``.

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

    def _greedy(self, data: LabeledTable) -> DecisionTreeClassifier:
        return DecisionTreeClassifier(
            max_depth=self.max_depth,
            class_weight=self.class_weight,
            ccp_alpha=self.leaf_penalty,
            ccp_risk="error",
            **{name: getattr(self, name) for name in SHARED_PARAMETERS},
        )

    def _state(self, data: LabeledTable, result: SearchResult, greedy: Any) -> dict[str, Any]:
        return super()._state(data, result, greedy) | class_attributes(data.targets.classes)
