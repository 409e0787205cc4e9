"""What every estimator does with its fitted model: keep it as one, read rows by its schema."""

from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from .. import _core
from ..data.columns import Array
from ..data.schema import Schema
from .saving import SaveMixin
from .threads import threads_for

Model = TypeVar("Model")


class FittedEstimatorMixin(SaveMixin, Generic[Model]):
    """An estimator whose fitted state is one model, with a schema and rules for missing values."""

    _model: Model
    _optional: ClassVar[tuple[str, ...]] = ("feature_names_in_",)
    """Fitted attributes that not every fit sets."""
    missing: Any
    n_jobs: int | None

    def _install(self, state: dict[str, Any]) -> None:
        for name in self._optional:
            self.__dict__.pop(name, None)
        self.__dict__.update(state)

    def _fitted(self) -> Model:
        if "_model" not in vars(self):
            check_is_fitted(self)
        return self._model

    def _table(self, X: Any) -> tuple[Model, _core.Table, int]:
        """The model, X as a table, and the number of threads to use on it."""
        model: Any = self._fitted()
        frame = model.schema.read(X, type(self).__name__)
        n_threads = threads_for(self.n_jobs, frame.n_rows * frame.n_columns)
        return model, model.missing.table(model.schema, frame, n_threads), n_threads

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.allow_nan = self.missing != "error"
        tags.input_tags.sparse = True
        # Not "string": text is welcome only in columns that are categories.
        tags.input_tags.categorical = True
        return tags


def feature_attributes(schema: Schema) -> dict[str, Any]:
    """``n_features_in_`` and, where the columns have names, ``feature_names_in_``."""
    state: dict[str, Any] = {"n_features_in_": schema.n_features}
    if schema.names is not None:
        state["feature_names_in_"] = np.array(schema.names, dtype=object)
    return state


def class_attributes(classes: list[Array]) -> dict[str, Any]:
    """``classes_`` and ``n_classes_``: lists if there are several outputs."""
    counts = [len(labels) for labels in classes]
    single = len(classes) == 1
    return {
        "classes_": classes[0] if single else classes,
        "n_classes_": counts[0] if single else counts,
    }


def number_answers(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values (rows, outputs, 1) as predict gives them: a vector for one output."""
    return values[:, 0, 0] if values.shape[1] == 1 else values[:, :, 0]
