"""SHAP values with what is needed to read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.result_frames import as_table
from ..data.features import feature_index
from ..data.frames import Frame
from ..inspection.phrases import counted
from .feature_values import FeatureReader, FeatureValues
from .output_choice import output_index
from .sparse_interactions import SparseInteractions

Floats = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class ShapResult:
    """SHAP values of a table.

    For every row and output, ``base_values`` plus the sum of ``values`` over features is the output
    of the model.

    Attributes
    ----------
    values : ndarray of shape (n_samples, n_features, n_outputs)
        The contribution of each feature, or group of features.
    base_values : ndarray of shape (n_outputs,)
        The expected output when no feature is known.
    interactions : ndarray of shape (n_samples, n_features, n_features, n_outputs), \
            SparseInteractions or None
        Half of the interaction of two features in each of their two cells; the diagonal is the
        rest, so that the sums over the last feature axis are ``values``.
    data : object
        The rows, as they were passed.
    feature_names : list of str
        Names of the features, or of the groups.
    outputs : list
        The class of each output, or its index for regression.
    kind : {"raw score", "probability", "prediction"}
        What the outputs are.
    method : {"path-dependent", "interventional", "sampled"}
        How features that are not known are replaced: by the shares of training rows, or by
        background rows; "sampled" estimates the interventional values.
    reader : FeatureReader
        Reads the features from ``data`` as the model does.
    standard_errors : ndarray of shape (n_samples, n_features, n_outputs) or None
        Standard errors of ``values`` if they are sampled; None if they are exact.
    """

    values: Floats
    base_values: Floats
    interactions: Floats | SparseInteractions | None
    data: Any
    feature_names: list[str]
    outputs: list[Any]
    kind: str
    method: str
    reader: FeatureReader
    standard_errors: Floats | None = None

    def __repr__(self) -> str:
        rows, features, outputs = self.values.shape
        return (
            f"ShapResult({counted(rows, 'row')}, {counted(features, 'feature')}, "
            f"{counted(outputs, 'output')}; {self.method}, {self.kind})"
        )

    def output_index(self, output: Any = None) -> int:
        """Return the position of an output.

        Parameters
        ----------
        output : object, default=None
            A class, or the index of an output for regression; None: the only output, or the second
            of two classes.

        Returns
        -------
        int
        """
        return output_index(self.outputs, self.kind, output)

    @cached_property
    def _frame(self) -> Frame:
        return self.reader.frame(self.data)

    def feature_index(self, feature: int | str, argument: str = "feature") -> int:
        """Return the position of a feature, or group, given by name or index."""
        names = self.feature_names
        return feature_index(feature, names, len(names), argument)

    def feature_values(self, feature: int | str) -> FeatureValues | None:
        """Return the values of a feature in all rows.

        Parameters
        ----------
        feature : int or str
            Name or index of the feature.

        Returns
        -------
        FeatureValues or None
            None for a group of features.
        """
        j = self.feature_index(feature)
        return self.reader.read(self._frame, j, self.feature_names[j])

    def to_frame(self, output: Any = None, backend: str | None = None) -> Any:
        """Return the values of an output as a dataframe with a column per feature.

        Parameters
        ----------
        output : object, default=None
            A class, or the index of an output for regression; None: the only output, or the second
            of two classes.
        backend : {"pandas", "polars", "dict"}, default=None
            None selects pandas, or polars if pandas is not installed.

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or dict
        """
        k = self.output_index(output)
        columns = {name: self.values[:, j, k].tolist() for j, name in enumerate(self.feature_names)}
        return as_table(columns, backend)

    def to_shap(self, output: Any = None) -> Any:
        """Return a ``shap.Explanation``; needs the package shap.

        Parameters
        ----------
        output : object, default=None
            The output to keep; None keeps all, without the last axis if there is only one.

        Returns
        -------
        shap.Explanation
        """
        values, base = self.values, np.tile(self.base_values, (len(self.values), 1))
        names: Sequence[Any] | None = list(map(str, self.outputs))
        if output is not None or len(self.outputs) == 1:
            k = self.output_index(output)
            values, base, names = values[:, :, k], base[:, k], None
        return import_module("shap").Explanation(
            values=values,
            base_values=base,
            data=data_of(self.data, self.values.shape[1]),
            feature_names=self.feature_names,
            output_names=names,
        )


def data_of(X: Any, n_features: int) -> Any:
    """Return the cells as an array; None if the values are those of groups."""
    dense = X.toarray() if hasattr(X, "toarray") else np.asarray(X)
    return dense if dense.shape[1] == n_features else None
