"""X as the user gave it, for members that read it themselves: frames stay frames."""

from typing import Any

import narwhals as nw
import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from sklearn.utils import _safe_indexing, check_array
from sklearn.utils.validation import validate_data

from .frames import feature_names
from .sparse import check_indices

Indices = NDArray[np.intp]


def checked_rows(X: Any, owner: Any) -> Any:
    """X, if it has rows and columns; what its cells are is for the members to judge."""
    if sp.issparse(X) and X.ndim == 2:
        check_indices(X if X.format in ("csr", "csc", "coo", "bsr") else X.tocoo())
    if isinstance(X, np.ndarray) or sp.issparse(X) or not is_dataframe(X):
        X = check_array(
            X,
            accept_sparse=("csr", "csc"),
            dtype=None,
            ensure_all_finite=False,
            estimator=owner,
            input_name="X",
        )
    for what, count in zip(("sample(s)", "feature(s)"), X.shape, strict=True):
        if count == 0:
            raise ValueError(
                f"Found array with 0 {what} (shape={tuple(X.shape)}) while a minimum of 1 is "
                f"required by {type(owner).__name__}."
            )
    return X


def rows_as_at_fit(X: Any, owner: Any) -> Any:
    """X with the columns of the fit, by number and by name."""
    X = checked_rows(X, owner)
    validate_data(owner, X, reset=False, skip_check_array=True)
    return X


def is_dataframe(X: Any) -> bool:
    return isinstance(nw.from_native(X, pass_through=True), nw.DataFrame)


def names_of(X: Any) -> tuple[str, ...] | None:
    """The names of the columns, if they have any."""
    frame = nw.from_native(X, pass_through=True)
    return feature_names(list(frame.columns)) if isinstance(frame, nw.DataFrame) else None


def take_rows(X: Any, rows: Indices) -> Any:
    """Some of the rows, perhaps repeated."""
    return _safe_indexing(X, rows, axis=0)


def take_features(X: Any, features: Indices) -> Any:
    """Some of the columns; in a frame, each time after the first a column has another name."""
    if len(features) == X.shape[1] and (features == np.arange(X.shape[1])).all():
        return X
    if len(set(features.tolist())) == len(features) or not is_dataframe(X):
        return _safe_indexing(X, features, axis=1)
    frame: Any = nw.from_native(X)
    columns = []
    for position, j in enumerate(features.tolist()):
        name, times = frame.columns[j], features[: position + 1].tolist().count(j)
        columns.append(nw.col(name).alias(str(name) if times == 1 else f"{name} ({times})"))
    return frame.select(*columns).to_native()
