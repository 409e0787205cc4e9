"""Predictions of classifiers: labels and probabilities."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..data.columns import Array


class ClassModel(Protocol):
    """A fitted model that predicts classes."""

    @property
    def classes(self) -> list[Array]: ...
    def predicted_classes(self, values: NDArray[np.float64]) -> NDArray[np.intp]: ...


class ClassEstimator(Protocol):
    """An estimator that predicts class probabilities."""

    def _leaf_values(self, X: Any) -> tuple[ClassModel, NDArray[np.float64]]: ...
    def _probabilities(self, X: Any) -> tuple[ClassModel, NDArray[np.float64]]: ...
    def predict_proba(self, X: Any) -> Any: ...


class ClassPredictions:
    """Computes labels and probabilities from leaf values or combined predictions."""

    def predict(self: ClassEstimator, X: Any) -> Array:
        """Predict the class of the largest probability; the first of a tie.

        A tree with ``loss_matrix`` predicts the class of the lowest expected cost.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
            The predicted classes.
        """
        return predicted_labels(*self._leaf_values(X))

    def predict_proba(self: ClassEstimator, X: Any) -> Any:
        """Predict class probabilities.

        Of a tree, the class proportions in the leaf of each sample. A forest smooths those of its
        trees by ``smoothing`` and combines them by ``aggregate``; its ``predict`` does not smooth,
        so the two can disagree unless ``smoothing=0``.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples, n_classes) or list of such arrays
            Probabilities in the order of ``classes_``; one array per output if there are several.
        """
        return probabilities_by_output(*self._probabilities(X))

    def _probabilities(self: ClassEstimator, X: Any) -> tuple[ClassModel, NDArray[np.float64]]:
        """Return the fitted model and class probabilities: (rows, outputs, classes)."""
        return self._leaf_values(X)

    def predict_log_proba(self: ClassEstimator, X: Any) -> Any:
        """Predict the logarithm of class probabilities.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples, n_classes) or list of such arrays
            Logarithms in the order of ``classes_``; minus infinity for a probability of 0.
        """
        return logarithms(self.predict_proba(X))


def predicted_labels(model: ClassModel, values: NDArray[np.float64]) -> Array:
    """Return the labels of the predicted classes: (rows,) or (rows, outputs)."""
    best = model.predicted_classes(values)
    labels = [classes.take(best[:, k]) for k, classes in enumerate(model.classes)]
    return labels[0] if len(labels) == 1 else np.column_stack(labels)


def probabilities_by_output(model: ClassModel, values: NDArray[np.float64]) -> Any:
    """Return class probabilities (rows, classes); a list with one array per output for several."""
    if len(model.classes) == 1:
        return values[:, 0, :]
    return [values[:, k, : len(classes)] for k, classes in enumerate(model.classes)]


def logarithms(proba: Any) -> Any:
    """Return the logarithms of probabilities; minus infinity for 0."""
    with np.errstate(divide="ignore"):
        return [np.log(p) for p in proba] if isinstance(proba, list) else np.log(proba)
