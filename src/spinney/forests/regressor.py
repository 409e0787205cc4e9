"""Random forest regressor."""

from typing import Any

import numpy as np
from sklearn.utils._param_validation import StrOptions

from ..base.criteria import check_domain
from ..base.parameters import parameter, redeclare
from ..base.sklearn_bases import RegressorMixin
from ..base.tree_parameters import (
    SplitKindParameters,
)
from ..data.targets import Targets, number_targets
from ..data.weights import Weights
from ..trees.parameters import NUMBER_CRITERIA, NUMBER_CRITERION_DOC
from .base import BaseForest
from .grow_forest import quantile_targets
from .model import FittedForest
from .out_of_bag import Floats, squeezed
from .partial_forest import PartialForest


class ForestRegressor(RegressorMixin, BaseForest):
    """Base class of forests for regression.

    Attributes
    ----------
    estimators_ : sequence of DecisionTreeRegressor
        The trees, unpacked on access. ``len(forest)`` is their number, ``forest[0]`` the first
        tree, and ``forest[:10]`` a forest of the first ten.
    oob_score_ : float
        With ``oob_score``: the weighted out-of-bag R2; the mean over outputs.
    oob_errors_ : ndarray of shape (n_trees,)
        With ``oob_score`` or ``early_stopping``: the out-of-bag mean squared error after 1, 2, ...
        trees.
    oob_prediction_ : ndarray of shape (n_samples,) or (n_samples, n_outputs)
        With ``oob_score``: the out-of-bag predictions; NaN for samples in every bag.
    """

    criterion: str = redeclare(
        allowed=(StrOptions(set(NUMBER_CRITERIA)),), doc=NUMBER_CRITERION_DOC
    )
    max_features: int | float | str | None = redeclare(default=1 / 3)
    quantiles: bool = parameter(
        default=False,
        allowed=("boolean",),
        doc="Whether to store the targets of the leaves, for :meth:`predict_quantiles`.",
    )

    def _targets(self, y: Any, n_rows: int) -> Targets:
        targets = number_targets(y, n_rows)
        check_domain(self.criterion, targets.values)
        return targets

    def _check_targets(self, targets: Targets) -> None:
        if self.quantiles and targets.n_outputs > 1:
            raise ValueError(f"quantiles=True is for one output, but y has {targets.n_outputs}.")

    def _completed(
        self, model: FittedForest, grown: PartialForest, weight: Weights | None
    ) -> FittedForest:
        return model._replace(leaf_targets=quantile_targets(grown)) if self.quantiles else model

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = not self.quantiles
        return tags

    def predict(self, X: Any) -> Floats:
        """Predict by combining the predictions of the trees with ``aggregate``.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        return squeezed(self._leaf_values(X)[1][:, :, 0])

    def predict_quantiles(self, X: Any, quantiles: Any = (0.05, 0.5, 0.95)) -> Floats:
        """Predict quantiles of the target, as in quantile regression forests.

        In each tree, the training samples in the leaf have a total weight of 1. A quantile is the
        smallest target whose cumulative weight over all trees reaches it.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        quantiles : float or sequence of float, default=(0.05, 0.5, 0.95)
            The quantiles, from 0 to 1.

        Returns
        -------
        ndarray of shape (n_samples, n_quantiles), or (n_samples,) for a single number

        Examples
        --------
        >>> import numpy as np
        >>> from spinney import RandomForestRegressor
        >>> X = np.repeat([[0.0], [1.0]], 50, axis=0)
        >>> y = np.tile(np.arange(50.0), 2) + 100 * X[:, 0]
        >>> forest = RandomForestRegressor(quantiles=True, random_state=0).fit(X, y)
        >>> forest.predict_quantiles([[1.0]], [0.0, 1.0])
        array([[100., 149.]])
        """
        levels: Floats = np.asarray(quantiles, dtype=np.float64)
        if levels.ndim > 1 or not ((levels >= 0) & (levels <= 1)).all():
            raise ValueError(f"quantiles must be numbers from 0 to 1, got {quantiles!r}.")
        model, table, n_threads = self._table(X)
        if model.leaf_targets is None:
            raise ValueError(
                "predict_quantiles needs the targets in the leaves: fit with quantiles=True (a "
                "slice of a forest does not have them)."
            )
        found = model.leaf_targets.predict(model.forest, table, levels.reshape(-1), n_threads)
        return found if levels.ndim else found[:, 0]


class RandomForestRegressor(ForestRegressor, SplitKindParameters):
    """A random forest regressor.

    Grows trees on bootstrap samples, with a random third of the features for each split, and
    averages their predictions. Supports categorical features and missing values. Drop-in
    replacement for scikit-learn's class of the same name.

    Notes
    -----
    Bootstrap samples are drawn in proportion to ``sample_weight``, and each draw has weight 1.
    Without replacement, or with ``bags``, samples keep their weights. Bags are not stored: they
    follow from the seed and the index of the tree. The default of ``max_features`` is 1/3;
    scikit-learn's is 1.0.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from spinney import RandomForestRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> forest = RandomForestRegressor(oob_score=True, random_state=0).fit(X, y)
    >>> forest.oob_score_ > 0.4
    True
    """
