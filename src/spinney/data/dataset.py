"""Dataset: rows that are read and encoded once for many fits."""

from functools import partial
from typing import Any, NoReturn

import numpy as np
import scipy.sparse as sp

from .. import _core
from .containers import Indices, take_rows
from .encoded_rows import FROM_DTYPE, EncodedRows, is_default
from .frames import Frame, FrameSource
from .memo import Memo

MEMORY_SHARE = 0.25
"""The share of the available memory that subsets may use."""


class Dataset(FrameSource):
    """The training samples of many fits, which are read and encoded only once.

    Pass it instead of X to ``fit`` of any estimator, and also to ``predict``, to validation sets
    and to scikit-learn's ``cross_val_score`` and ``GridSearchCV``. The model is the same as that of
    a fit on X, to the bit. Targets and weights are passed to ``fit``, as always.

    The first fit encodes the rows by its parameters, such as ``max_bins``. Later fits use this
    encoding if their parameters need the same one; otherwise they add another one. The latest eight
    encodings are kept.

    Parameters
    ----------
    X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
        The samples, which are not copied: do not change them while the Dataset is used.
    categorical_features : "from_dtype", array-like or None, default="from_dtype"
        The categorical features of all fits, as in the estimators. By default the parameter of the
        estimator decides. It is an error if both are set and differ.
    ordered_features : "from_dtype", dict or None, default="from_dtype"
        The same for ordered categories.

    Attributes
    ----------
    X : array, sparse matrix, dataframe or list
        The samples as they were passed.
    shape : tuple of int
        Number of samples and of features.
    nbytes : int
        Memory of the encodings so far, in bytes. Those of subsets are not counted.

    Notes
    -----
    A pickled Dataset has no encodings; they are made again when needed.

    Examples
    --------
    >>> import spinney
    >>> from sklearn.datasets import make_classification
    >>> X, y = make_classification(1000, random_state=0)
    >>> data = spinney.Dataset(X)
    >>> for rate in (0.1, 0.2):
    ...     model = spinney.GradientBoostingClassifier(n_estimators=20, learning_rate=rate)
    ...     _ = model.fit(data, y)
    >>> data
    Dataset(1000 rows, 20 columns, encodings: 1, 44 kB)
    """

    def __init__(
        self,
        X: Any,
        *,
        categorical_features: Any = FROM_DTYPE,
        ordered_features: Any = FROM_DTYPE,
    ) -> None:
        if isinstance(X, Dataset):
            raise TypeError("X is a Dataset already.")
        self.X = X
        self._encoded = EncodedRows(X, categorical_features, ordered_features)
        self._subsets = Memo(fit_in_memory)

    @property
    def shape(self) -> tuple[int, int]:
        return self._encoded.frame.n_rows, self._encoded.frame.n_columns

    @property
    def ndim(self) -> int:
        """The number of dimensions, 2."""
        return 2

    @property
    def nbytes(self) -> int:
        return self._encoded.encoding_counts()[2]

    def __len__(self) -> int:
        return self.shape[0]

    def take(self, rows: Any) -> "Dataset":
        """Return a Dataset of some rows.

        Its categories and bins are those of these rows, as if X had no others, so they are encoded
        again. The latest subsets are kept, and returned again for the same rows, while they fit in
        a quarter of the available memory.

        Parameters
        ----------
        rows : array-like of int or bool, or slice
            The indices of the rows, which may repeat, or a mask.

        Returns
        -------
        Dataset
        """
        indices = self._row_indices(rows)

        def subset() -> Dataset:
            # Not all formats of sparse matrices have rows.
            rows = self.X.tocsr() if sp.issparse(self.X) else self.X
            return Dataset(take_rows(rows, indices), **self._encoded.given)

        taken: Dataset = self._subsets.get(indices.tobytes(), subset)
        return taken

    def __getitem__(self, rows: Any) -> "Dataset":
        """Return a Dataset of some rows, as :meth:`take`."""
        if isinstance(rows, tuple):
            rows, *others = rows
            if others not in ([Ellipsis], [slice(None)]):
                raise IndexError("A Dataset is indexed by rows only: select the columns of X.")
        return self.take(rows)

    def __repr__(self) -> str:
        made, _, n_bytes = self._encoded.encoding_counts()
        n_rows, n_columns = self.shape
        memory = f", {readable_bytes(n_bytes)}" if made else ""
        return f"Dataset({n_rows} rows, {n_columns} columns, encodings: {made}{memory})"

    def __array__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(
            "A Dataset is read by Spinney's estimators only: pass its attribute X instead."
        )

    def __iter__(self) -> NoReturn:
        raise TypeError("A Dataset has no iterator: use its attribute X.")

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Dataset, **self._encoded.given), (self.X,)

    def _read(self) -> Frame:
        return self._encoded.frame

    def _row_indices(self, rows: Any) -> Indices:
        indices = rows if isinstance(rows, slice) else np.asarray(rows)
        if isinstance(indices, np.ndarray):
            if indices.size == 0:
                indices = indices.astype(np.intp)
            if indices.ndim != 1 or indices.dtype.kind not in "biu":
                raise IndexError(f"Rows must be a slice, indices or a mask, got {rows!r:.80}.")
            if indices.dtype.kind == "b" and len(indices) != len(self):
                raise IndexError(f"The mask has {len(indices)} entries for {len(self)} rows.")
        return np.arange(len(self))[indices]


def read_rows(X: Any) -> EncodedRows | None:
    """Return the rows of a Dataset, or None if X is another container."""
    return X._encoded if isinstance(X, Dataset) else None


def container(X: Any) -> Any:
    """Return the X that a Dataset was made of; other containers are returned unchanged."""
    return X.X if isinstance(X, Dataset) else X


def check_no_feature_kinds(X: Any, owner: str) -> None:
    """Raise if X is a Dataset with feature kinds, which members of an ensemble do not see."""
    rows = read_rows(X)
    for name, value in rows.given.items() if rows else ():
        if not is_default(value):
            raise ValueError(
                f"{name}={value!r:.80} of the Dataset has no effect on the members of {owner}, "
                f"which read X themselves: set {name} of the members."
            )


def fit_in_memory(subsets: list[Dataset]) -> bool:
    """Return whether the rows and encodings of subsets fit, at their present size."""
    used = sum(one._encoded.row_bytes() * len(one) + one.nbytes for one in subsets)
    return used <= MEMORY_SHARE * _core.available_memory()


def readable_bytes(n: float) -> str:
    for unit in ("B", "kB", "MB"):
        if n < 1000:
            return f"{n:.3g} {unit}"
        n /= 1000
    return f"{n:.3g} GB"
