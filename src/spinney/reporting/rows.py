"""The rows and targets that a report is about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sklearn.base import is_classifier

from ..data.columns import plain_label
from ..data.containers import column_names, take_rows
from ..data.dataset import container
from ..data.targets import class_targets, number_targets
from ..data.weights import Weights, sample_weights
from ..inspection.phrases import label_text

Array = np.ndarray[Any, Any]
MAX_LABELS = 8
"""The number of labels that a message names."""


@dataclass(frozen=True)
class Output:
    """One target: what was observed and what the model predicts."""

    name: str
    labels: list[Any] | None
    """The classes of the model; None for regression."""
    y: Array
    predicted: Array
    proba: Array | None

    @property
    def texts(self) -> list[str]:
        return [label_text(label) for label in self.labels or ()]

    def class_positions(self, labels: Any) -> list[int | None]:
        """Return the position of each label in the classes of the model; None if unknown."""
        known = {label: k for k, label in enumerate(self.labels or ())}
        return [known.get(plain_label(label)) for label in labels]

    def unknown_labels(self) -> list[Any]:
        """Return the sorted labels of the target that the model does not know."""
        known = set(self.labels or ())
        return sorted(label for label in set(self.y.tolist()) if label not in known)


@dataclass(frozen=True)
class Rows:
    """Rows of X with targets and weights, in the containers that were passed."""

    X: Any
    y: Any
    weight: Weights | None
    names: Sequence[str] | None = None
    """Names of the targets; None: those of y."""

    @classmethod
    def read(
        cls,
        X: Any,
        y: Any,
        is_classes: bool,
        sample_weight: Any = None,
        argument: str = "X",
        names: Sequence[str] | None = None,
    ) -> "Rows":
        X = container(X)
        X = X if hasattr(X, "shape") else np.asarray(X, dtype=object_type(X))
        y = y if getattr(y, "ndim", None) in (1, 2) else np.asarray(y)
        n = X.shape[0]
        if n < 2:
            raise ValueError(f"A report needs at least 2 rows, but {argument} has {n}.")
        check_targets(y, n, is_classes, "" if argument == "X" else f"{argument}: ")
        rows = cls(X, y, sample_weights(sample_weight, n), names)
        n_targets = rows.target_matrix.shape[1]
        if names is not None and len(names) != n_targets:
            raise ValueError(f"target_names has {len(names)} names, but y has {n_targets} targets.")
        return rows

    @property
    def n(self) -> int:
        return int(self.X.shape[0])

    def take(self, chosen: Array) -> "Rows":
        weight = None if self.weight is None else self.weight[chosen]
        X, y = take_rows(self.X, chosen), take_rows(self.y, chosen)
        return replace(self, X=X, y=y, weight=weight)

    def sample(self, n: int, seed: int) -> tuple["Rows", Array]:
        """Return at most n random rows in their order, with their positions."""
        if n >= self.n:
            return self, np.arange(self.n)
        chosen = np.sort(np.random.default_rng(seed).choice(self.n, n, replace=False))
        return self.take(chosen), chosen

    @property
    def target_matrix(self) -> Array:
        y = np.asarray(self.y)
        return y.reshape(len(y), -1)

    def target_names(self) -> list[str]:
        """Return the names of the targets: of their columns, or y."""
        k = self.target_matrix.shape[1]
        if self.names is not None:
            return list(map(str, self.names))
        name = getattr(self.y, "name", None)
        if k == 1:
            return [str(name) if isinstance(name, str) and name else "y"]
        names = column_names(self.y) if getattr(self.y, "ndim", 1) == 2 else None
        return list(names) if names else [f"y{i}" for i in range(k)]


def check_targets(y: Any, n: int, is_classes: bool, prefix: str) -> None:
    """Raise for targets that no model has, such as NaN or text in regression."""
    own = np.asarray(y)
    own = own.ravel() if own.shape == (n, 1) else own
    try:
        (class_targets if is_classes else number_targets)(own, n)
    except ValueError as error:
        raise ValueError(f"{prefix}{error}") from error


def output_text(label: Any, targets: Sequence[str]) -> str:
    """Return the name of an output of a model: a class, a target, or a target and its class."""
    if isinstance(label, tuple):
        return f"{targets[label[0]]} = {label_text(label[1])}"
    return label_text(label) if len(targets) < 2 else targets[label]


def object_type(X: Any) -> Any:
    """Return the data type for a list of rows: object if it holds text."""
    kind = np.asarray(X).dtype.kind
    return object if kind in "OUS" else None


def read_outputs(model: Any, rows: Rows) -> list[Output]:
    """Predict the rows; return one entry per target."""
    y, names = rows.target_matrix, rows.target_names()
    predicted = np.asarray(model.predict(rows.X)).reshape(rows.n, -1)
    if predicted.shape[1] != y.shape[1]:
        raise ValueError(
            f"The model predicts {counted(predicted.shape[1], 'target')}, but y has "
            f"{counted(y.shape[1], 'column')}."
        )
    if not is_classifier(model):
        numbers = y.astype(np.float64)
        return [Output(n, None, numbers[:, k], predicted[:, k], None) for k, n in enumerate(names)]
    classes = model.classes_ if y.shape[1] > 1 else [model.classes_]
    shares: list[Any] = [None] * len(names)
    if hasattr(model, "predict_proba"):
        found = model.predict_proba(rows.X)
        shares = list(found) if isinstance(found, list) else [np.asarray(found)]
    found_outputs = [
        Output(name, [plain_label(c) for c in classes[k]], y[:, k], predicted[:, k], shares[k])
        for k, name in enumerate(names)
    ]
    for output in found_outputs:
        check_known(output)
    return found_outputs


def check_known(output: Output) -> None:
    """Raise if the model knows no label of the target."""
    unknown = output.unknown_labels()
    if len(unknown) == len(set(output.y.tolist())):
        assert output.labels is not None
        raise ValueError(
            f"The model knows no label of {output.name}: it has {some(unknown)}, but the classes "
            f"of the model are {some(output.labels)}."
        )


def some(labels: list[Any]) -> str:
    """Return the first labels as text."""
    rest = len(labels) - MAX_LABELS
    shown = ", ".join(map(repr, labels[:MAX_LABELS]))
    return shown + (f" and {rest} more" if rest > 0 else "")


def counted(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"
