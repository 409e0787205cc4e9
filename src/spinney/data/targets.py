"""Read the target y: class labels as class indices, numbers as float64."""

from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp
from sklearn.exceptions import DataConversionWarning
from sklearn.utils.multiclass import check_classification_targets

from .codings import TimeColumn
from .column_readers import read_objects
from .columns import Array, as_numbers, is_missing, is_number_type, times_message
from .native_arrays import check_native
from .user_warnings import warn


class Targets(NamedTuple):
    """Values of shape (rows, outputs), and the classes of each output; none in regression."""

    values: Array
    classes: list[Array]

    @property
    def n_outputs(self) -> int:
        return int(self.values.shape[1])

    @property
    def n_classes(self) -> list[int]:
        return [len(classes) for classes in self.classes]

    def select(self, rows: Array) -> "Targets":
        """Return the targets of some rows, given by a mask or by indices."""
        return Targets(np.ascontiguousarray(self.values[rows]), self.classes)


def class_targets(y: Any, n_rows: int) -> Targets:
    """Read class labels: class indices of each output, and the sorted classes."""
    y = target_array(y, n_rows)
    if y.ndim == 1:
        classes, codes = encode_classes(y)
        return Targets(codes.reshape(-1, 1), [classes])
    encoded = [encode_classes(y[:, k]) for k in range(y.shape[1])]
    values = np.column_stack([codes for _, codes in encoded])
    return Targets(np.ascontiguousarray(values), [classes for classes, _ in encoded])


def number_targets(y: Any, n_rows: int) -> Targets:
    """Read a numeric target as finite float64."""
    y = target_array(y, n_rows)
    if y.dtype.kind in "OUS":
        column = read_objects(y.ravel().tolist(), "y")
        if isinstance(column, TimeColumn):
            raise TypeError(times_message("y", column.coding.noun))
        flat = as_numbers(column, "y")
        y = flat.reshape(y.shape)
    if y.dtype.kind not in "biuf":
        raise ValueError(f"y must be numeric, got dtype {y.dtype}.")
    values = np.ascontiguousarray(y, dtype=np.float64)
    check_finite(values)
    return Targets(values.reshape(n_rows, -1), [])


def target_array(y: Any, n_rows: int) -> Array:
    """Convert y to an array with one entry, or one row of entries, per sample."""
    if y is None:
        raise ValueError("The estimator requires y to be passed, but the target y is None.")
    check_native(y, "y")
    if sp.issparse(y):
        raise TypeError("Sparse y is not supported: pass y.toarray().")
    return check_shape(np.asarray(y), n_rows)


def check_shape(y: Array, n_rows: int) -> Array:
    if y.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: y has dtype {y.dtype}.")
    if y.ndim not in (1, 2) or (y.ndim == 2 and y.shape[1] == 0):
        raise ValueError(
            f"y should be a 1d array, or 2d with one column per output; got shape {y.shape}."
        )
    if len(y) != n_rows:
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: X has {n_rows} rows, "
            f"y has {len(y)}."
        )
    if y.ndim == 2 and y.shape[1] == 1:
        warn(
            "A column-vector y was passed when a 1d array was expected. Please change the shape "
            "of y to (n_samples,), for example using ravel().",
            DataConversionWarning,
        )
        return y.ravel()
    return y


def check_finite(values: Array) -> None:
    """Raise for NaN and infinity, with the first such row."""
    finite = np.isfinite(values)
    if finite.all():
        return
    row = int(np.argwhere(~finite)[0][0])
    found = "NaN" if np.isnan(values[row]).any() else "infinity"
    raise ValueError(f"Input y contains {found}: row {row}.")


def encode_classes(labels: Array) -> tuple[Array, Array]:
    """Return the sorted classes, and the class index of each row as int32."""
    kind = labels.dtype.kind
    if kind in "biu":
        return encode_integers(labels)
    if kind == "f":
        return encode_floats(labels)
    if kind == "O":
        return encode_objects(labels)
    classes, codes = np.unique(labels, return_inverse=True)
    return classes, codes.astype(np.int32)


def encode_integers(labels: Array) -> tuple[Array, Array]:
    low, high = int(labels.min()), int(labels.max())
    if high - low > 4 * len(labels) + 256 or max(high, -low) >= 2**62:
        classes, codes = np.unique(labels, return_inverse=True)
        return classes, codes.astype(np.int32)
    # Avoid sorting if the range is small: mark the values that occur.
    offsets = (
        labels.astype(np.int32) if low == 0 else (labels.astype(np.int64) - low).astype(np.int32)
    )
    occurs = np.bincount(offsets) > 0
    classes = (np.flatnonzero(occurs) + low).astype(labels.dtype)
    if len(classes) < len(occurs):
        offsets = (np.cumsum(occurs, dtype=np.int32) - np.int32(1))[offsets]
    return classes, offsets


def encode_floats(labels: Array) -> tuple[Array, Array]:
    check_finite(labels)
    if (labels != np.floor(labels)).any():
        check_classification_targets(labels)
    if np.abs(labels).max() < 2**53:
        classes, codes = encode_integers(labels.astype(np.int64))
        return classes.astype(labels.dtype), codes
    classes, codes = np.unique(labels, return_inverse=True)
    return classes, codes.astype(np.int32)


def encode_objects(labels: Array) -> tuple[Array, Array]:
    cells = labels.tolist()
    distinct = set(cells)
    if any(is_missing(label) for label in distinct):
        row = next(row for row, label in enumerate(cells) if is_missing(label))
        raise ValueError(f"Input y contains NaN: row {row}.")
    types = set(map(type, distinct))
    if all(map(is_number_type, types)):
        return encode_classes(np.array(cells))
    if not any(all(issubclass(t, text) for t in types) for text in (str, bytes)):
        names = sorted(t.__name__ for t in types)
        raise ValueError(
            f"Unknown label type: y contains {', '.join(names)}. Class labels must be all "
            "strings or all whole numbers."
        )
    classes = sorted(distinct)
    index = {label: code for code, label in enumerate(classes)}
    codes = np.fromiter(map(index.__getitem__, cells), np.int32, len(cells))
    return np.array(classes, dtype=object), codes


def encode_known_classes(targets: Targets, known: Any, name: str, known_name: str) -> Targets:
    """Encode targets by known classes; raise for other classes or another number of outputs.

    ``known`` has ``classes`` and ``n_outputs``. ``name`` is the argument that holds the targets,
    ``known_name`` the source of the known classes.
    """
    if targets.n_outputs != known.n_outputs:
        raise ValueError(
            f"{name} has {targets.n_outputs} outputs, but {known_name} has {known.n_outputs}."
        )
    if not known.classes:
        return targets
    values = np.empty_like(targets.values)
    for k, (own, classes) in enumerate(zip(targets.classes, known.classes, strict=True)):
        index = {label: code for code, label in enumerate(classes.tolist())}
        codes = np.array([index.get(label, -1) for label in own.tolist()], dtype=values.dtype)
        values[:, k] = codes[targets.values[:, k]]
        if (codes < 0).any():
            row = int(np.flatnonzero(values[:, k] < 0)[0])
            label = own.tolist()[targets.values[row, k]]
            raise ValueError(
                f"{name} has the label {label!r} in row {row}, which {known_name} does not have."
            )
    return Targets(values, known.classes)
