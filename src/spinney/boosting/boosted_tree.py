"""One tree of a boosted model."""

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..base.fitted_estimator import feature_attributes, number_predictions
from ..base.fitted_tree import FittedTree
from ..base.sklearn_bases import BaseEstimator, RegressorMixin
from ..data.number_rules import ANY_NUMBER
from ..inspection.text import tree_text
from ..inspection.tree_arrays import Tree
from ..trees.traversal import TreeTraversalMixin
from ..trees.virtual_subclasses import register


class BoostedTree(TreeTraversalMixin, RegressorMixin, BaseEstimator):
    """A tree whose leaf values are added to a score, for ``export_text`` and plots.

    scikit-learn's exports accept it as a ``DecisionTreeRegressor``.

    Attributes
    ----------
    tree_ : Tree
        The tree as read-only arrays with one entry per node; node weights are sums of hessians,
        and impurities, which boosting does not compute, are NaN.
    feature_importances_ : ndarray of shape (n_features,)
        The share of each feature in the total gain of the splits.
    """

    criterion = None
    missing = "learned"
    n_jobs = None
    _in_ensemble = True
    _number_rules = ANY_NUMBER

    def __init__(self, fitted: FittedTree) -> None:
        self._install(feature_attributes(fitted.schema) | {"_model": fitted})

    @classmethod
    def _get_param_names(cls) -> list[str]:
        return []

    @property
    def tree_(self) -> Tree:
        return BoostedTreeArrays(self._model)

    def fit(self, X: Any, y: Any) -> NoReturn:
        """Raise an error: a tree is fitted as a part of its model."""
        raise TypeError("A tree of a boosted model cannot be fitted alone: fit the model.")

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Return the value of the leaf of each sample, shrinkage included."""
        return number_predictions(self._leaf_values(X)[1])

    def text(self, **options: Any) -> str:
        """Return the tree as indented text, with the options of a decision tree's ``text``."""
        return tree_text(self._model, **options)

    def __repr__(self) -> str:
        return f"BoostedTree({self.tree_.n_leaves} leaves)"


class BoostedTreeArrays(Tree):
    """The arrays of a tree without impurities."""

    _number_rules = ANY_NUMBER

    @property
    def impurity(self) -> NDArray[np.float64]:  # type: ignore[override]
        """NaN: boosting does not compute impurities."""
        return np.full(self.node_count, np.nan)


register(BoostedTree, "DecisionTreeRegressor")
