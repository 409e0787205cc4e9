"""What a tree or a forest for classes predicts: labels and probabilities."""

from typing import Any

import numpy as np

from ..data.columns import Array


class ClassPredictions:
    """Labels and shares from the values of the leaves, of one tree or of many."""

    def predict(self: Any, X: Any) -> Array:
        """The class with the largest share, as in ``predict_proba``; the first of equal ones.

        In a tree with ``loss_matrix``, the class of least expected cost.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        model, values = self._leaf_values(X)
        best = model.predicted_classes(values)
        labels = [classes.take(best[:, k]) for k, classes in enumerate(model.classes)]
        return labels[0] if len(labels) == 1 else np.column_stack(labels)

    def predict_proba(self: Any, X: Any) -> Any:
        """Share of each class in each row's leaf; in a forest, what ``aggregate`` makes of those.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes) or list of such arrays
            In the order of ``classes_``; one array per output if there are several.
        """
        model, values = self._leaf_values(X)
        if len(model.classes) == 1:
            return values[:, 0, :]
        return [values[:, k, : len(classes)] for k, classes in enumerate(model.classes)]

    def predict_log_proba(self: Any, X: Any) -> Any:
        """Logarithm of ``predict_proba``; minus infinity where a share is 0."""
        shares = self.predict_proba(X)
        with np.errstate(divide="ignore"):
            return [np.log(s) for s in shares] if isinstance(shares, list) else np.log(shares)
