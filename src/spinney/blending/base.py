"""Base class of voting, linear blending and stacking."""

from collections.abc import Sequence
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import Bunch, get_tags
from sklearn.utils.metadata_routing import UNUSED

from ..base.fitted_estimator import FittedEstimatorMixin, class_attributes, name_attributes
from ..base.members import class_indices, member_values, target_labels
from ..base.raw_data import read_raw_training
from ..base.routing import member_router
from ..base.sklearn_bases import BaseEstimator, TransformerMixin
from ..base.threads import effective_threads
from ..data.containers import check_fitted_container, column_names, n_columns
from ..data.targets import Targets
from ..data.weights import Weights, sample_weights
from .fit_members import Rows
from .member_predictions import BlendMembers
from .members import DROP, NamedMembers, check_members, is_dropped
from .parameters import BlendParameters
from .routing import fit_arguments

Members = Sequence[tuple[str, Any]]


class BaseBlend(
    NamedMembers,
    FittedEstimatorMixin[Any],
    BlendParameters,
    TransformerMixin,
    BaseEstimator,
):
    """Base class of voting, linear blending and stacking.

    Attributes
    ----------
    named_estimators_ : Bunch
        The fitted members by name.
    n_outputs_ : int
        Number of outputs.
    """

    _supports_multi_output: ClassVar[bool] = True

    __metadata_request__fit = {"sample_weight": UNUSED}

    def fit(self, X: Any, y: Any, sample_weight: Any = None, **fit_params: Any) -> Self:
        """Fit the members and their combination.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The training samples. They are passed to the members in the same container.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            The target values.
        sample_weight : array-like of shape (n_samples,), default=None
            Sample weights, which all members must support. Samples of weight 0 are ignored.
        **fit_params : dict
            Metadata for the members, if metadata routing is enabled: a member gets the metadata,
            including ``sample_weight``, that it requests with ``set_fit_request``.

        Returns
        -------
        self
            The fitted estimator.
        """
        arguments = fit_arguments(self, sample_weight, fit_params)
        self._validate_parameters()
        listed = check_members(self)
        members = [(name, member) for name, member in listed if not is_dropped(member)]
        self._check(members)
        data = read_raw_training(
            self, X, y, sample_weight, single_output=not self._supports_multi_output
        )
        state = name_attributes(n_columns(data.X), column_names(data.X))
        position = np.arange(data.n_rows)
        if data.weight is not None and not data.weight.all() and arguments is None:
            present = data.weight > 0
            position = np.where(present, np.cumsum(present) - 1, -1)
            data = data.select(present)
        rows = Rows(
            data.X,
            target_labels(data.targets),
            data.weight,
            position,
            class_indices(data.targets) if data.targets.classes else None,
            arguments,
        )
        state |= self._fit_blend(members, rows, data.targets)
        self._install(state | self._listed_state(listed, state["_model"]))
        return self

    def get_metadata_routing(self) -> Any:
        """Return the metadata that the members request.

        Returns
        -------
        MetadataRouter
        """
        listed = [(name, member) for name, member in self._listed() if not is_dropped(member)]
        return member_router(self, listed)

    def _check(self, members: Members) -> None:
        """Raise if the parameters do not fit the members."""

    def _targets(self, y: Any, n_rows: int) -> Targets:
        raise NotImplementedError

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        return sample_weights(sample_weight, n_rows)

    def _fit_blend(self, members: Members, rows: Rows, targets: Targets) -> dict[str, Any]:
        """Fit the members; return ``_model`` and the attributes of this kind of blend."""
        raise NotImplementedError

    def _listed_state(self, listed: Members, model: BlendMembers) -> dict[str, Any]:
        fitted = dict(zip(model.names, model.estimators, strict=True))
        state = {
            "estimators_": model.estimators,
            "named_estimators_": Bunch(**{name: fitted.get(name, DROP) for name, _ in listed}),
            "n_outputs_": model.n_outputs,
        }
        return state | (class_attributes(model.classes) if model.classes else {})

    def _jobs(self) -> int | None:
        """Return the number of joblib jobs, at most the number of CPUs; None: joblib's default."""
        return None if self.n_jobs is None else effective_threads(self.n_jobs)

    def _rows(self, X: Any) -> tuple[Any, Any]:
        """Return the model, and X if it has the columns of the fit."""
        model = self._fitted()
        return model, check_fitted_container(X, self)

    def transform(self, X: Any) -> Any:
        """Return the predictions of each member.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples, n_columns)
            Numbers or probabilities; with hard voting the index of the predicted class. Stacking
            drops the first of two classes and appends X with ``passthrough``.
        """
        predictions = self._member_predictions(X)[1]
        return np.moveaxis(predictions, 0, 1).reshape(predictions.shape[1], -1)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        """Return the names of the columns of ``transform``.

        Parameters
        ----------
        input_features : array-like of str, default=None
            Names of the columns of X, used by ``passthrough`` of stacking.

        Returns
        -------
        ndarray of str
        """
        return np.array(self._column_names(self._fitted().names, self._widths()), dtype=object)

    def _column_names(self, names: Sequence[str], widths: Sequence[int]) -> list[str]:
        prefix = type(self).__name__.lower()
        return [
            f"{prefix}_{name}{i if width > 1 else ''}"
            for name, width in zip(names, widths, strict=True)
            for i in range(width)
        ]

    def _member_predictions(self, X: Any) -> tuple[Any, NDArray[np.float64]]:
        """Return the model and the predictions: (members, rows, outputs, width)."""
        model, X = self._rows(X)
        predictions = [member_values(member, X, model.classes) for member in model.estimators]
        return model, np.stack(predictions)

    def _widths(self) -> list[int]:
        """Return the number of columns of each member in ``transform``."""
        model = self._fitted()
        width = max((len(labels) for labels in model.classes), default=1)
        return [model.n_outputs * width] * len(model.names)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        members = [get_tags(m) for _, m in self._listed() if hasattr(m, "fit")]
        for name in ("sparse", "allow_nan", "categorical", "string"):
            setattr(tags.input_tags, name, all(getattr(m.input_tags, name) for m in members))
        tags.target_tags.multi_output = self._supports_multi_output and all(
            m.target_tags.multi_output for m in members
        )
        tags.transformer_tags.preserves_dtype = []
        if tags.classifier_tags is not None:
            kinds = [m.classifier_tags for m in members if m.classifier_tags is not None]
            tags.classifier_tags.multi_label = tags.target_tags.multi_output and all(
                kind.multi_label for kind in kinds
            )
        return tags
