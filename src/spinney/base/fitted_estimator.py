"""Fitted state of estimators: one immutable model, replaced as a whole by every fit."""

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from .. import _core
from ..data.columns import Array
from ..data.missing import MissingRules
from ..data.number_rules import PLAIN_NUMBERS, NumberRules
from ..data.schema import Schema
from .docstrings import own_attributes
from .explaining import ExplainMixin
from .notebook import NotebookMixin
from .saving import SaveMixin
from .serving import ServeMixin
from .threads import threads_for


class TableModel(Protocol):
    """A fitted model that predicts rows of a table."""

    @property
    def schema(self) -> Schema: ...
    @property
    def missing(self) -> MissingRules: ...


Model = TypeVar("Model")
AnyTableModel = TypeVar("AnyTableModel", bound=TableModel)


class FittedEstimatorMixin(ExplainMixin, SaveMixin, ServeMixin, NotebookMixin, Generic[Model]):
    """Base class of all estimators: stores the fitted model.

    Attributes
    ----------
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features,)
        Names of the features, if X had names that are all strings.
    """

    _attributes: ClassVar[Mapping[str, str]] = own_attributes(__doc__ or "")
    _model: Model
    _optional: ClassVar[tuple[str, ...]] = ("feature_names_in_",)
    """Fitted attributes that some fits, and compact models, do not have."""
    n_jobs: int | None

    def _install(self, state: dict[str, Any]) -> None:
        """Replace the fitted attributes."""
        for name in self._optional:
            self.__dict__.pop(name, None)
        self.__dict__.update(state)

    def _fitted(self) -> Model:
        """Return the fitted model; raise NotFittedError before fit."""
        if "_model" not in vars(self):
            check_is_fitted(self)
        return self._model


class TableEstimatorMixin(FittedEstimatorMixin[AnyTableModel]):
    """Base class of estimators that read X as a table, by the schema of their model."""

    missing: Any
    _number_rules: ClassVar[NumberRules] = PLAIN_NUMBERS
    _in_ensemble: bool = False
    """Whether this is a tree of an ensemble, which reads X without names without a warning."""

    def _table(self, X: Any) -> tuple[AnyTableModel, _core.Table, int]:
        """Return the model, X as a table, and the number of threads to use."""
        model = self._fitted()
        frame = model.schema.read(
            X, type(self).__name__, self._number_rules, warn_unnamed=not self._in_ensemble
        )
        n_threads = threads_for(self.n_jobs, frame.n_rows * frame.n_columns)
        return model, model.missing.table(model.schema, frame, n_threads), n_threads

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.allow_nan = self.missing != "error"
        tags.input_tags.sparse = True
        # The tag "string" would promise that text is accepted in any column.
        tags.input_tags.categorical = True
        return tags


def feature_attributes(schema: Schema) -> dict[str, Any]:
    """Return ``n_features_in_`` and, if the features have names, ``feature_names_in_``."""
    return name_attributes(schema.n_features, schema.names)


def name_attributes(n_features: int, names: tuple[str, ...] | None) -> dict[str, Any]:
    state: dict[str, Any] = {"n_features_in_": n_features}
    if names is not None:
        state["feature_names_in_"] = np.array(names, dtype=object)
    return state


def class_attributes(classes: list[Array]) -> dict[str, Any]:
    """Return ``classes_`` and ``n_classes_``: lists if there are several outputs."""
    counts = [len(labels) for labels in classes]
    single = len(classes) == 1
    return {
        "classes_": classes[0] if single else classes,
        "n_classes_": counts[0] if single else counts,
    }


def number_predictions(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return values (rows, outputs, 1) in the shape of ``predict``: 1-D for one output."""
    return values[:, 0, 0] if values.shape[1] == 1 else values[:, :, 0]
