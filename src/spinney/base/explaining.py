"""Methods of every estimator that explain its predictions."""

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray


class ExplainMixin:
    """Adds the methods ``shap_values`` and ``to_shap_trees``."""

    def shap_values(self, X: Any, background: Any = None) -> NDArray[np.float64]:
        """Return the SHAP values of the features for each row.

        See :func:`spinney.explain.shap`, which also returns base values and interactions.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows to explain.
        background : array-like of shape (n_background, n_features), default=None
            The rows that replace features that are not known; None uses the shares of the training
            rows in the children of each split.

        Returns
        -------
        ndarray of shape (n_samples, n_features, n_outputs)
            One output for regression and for gradient boosting of two classes, else one per class.

        Examples
        --------
        >>> import spinney
        >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0.0, 0.0, 0.0, 4.0]
        >>> tree = spinney.DecisionTreeRegressor().fit(X, y)
        >>> tree.shap_values([[1, 1]])[0, :, 0].tolist()
        [1.5, 1.5]
        """
        # Imported here because the explain layer imports all estimators.
        values: NDArray[np.float64]
        values = import_module("spinney.explain").shap(self, X, background).values
        return values

    def to_shap_trees(self) -> dict[str, Any]:
        """Return the model in the format that ``shap.TreeExplainer`` reads.

        For trees with splits on numeric thresholds; other models raise an error.
        :meth:`shap_values` is faster and supports all of them.

        Returns
        -------
        dict
            For ``shap.TreeExplainer(model.to_shap_trees())``, with the outputs of
            :meth:`shap_values`.

        Examples
        --------
        >>> import spinney
        >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0.0, 0.0, 0.0, 4.0]
        >>> tree = spinney.DecisionTreeRegressor().fit(X, y)
        >>> tree.to_shap_trees()["trees"][0]["thresholds"].tolist()
        [0.5, -1.0, 0.5, -1.0, -1.0]
        """
        trees: dict[str, Any] = import_module("spinney.explain.shap_trees").shap_trees(self)
        return trees
