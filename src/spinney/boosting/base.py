"""Base class of the gradient boosting estimators: ``fit``."""

from collections.abc import Callable, Sequence
from numbers import Integral
from typing import Any, Self

from sklearn.base import BaseEstimator

from ..base.callbacks import CallbackSupportMixin, begin_fit, end_fit, with_callbacks
from ..base.fitted_estimator import feature_attributes
from ..base.parameter_aliases import canonical
from ..base.read_targets import ValidationSet
from ..data.targets import Targets
from ..data.weights import Weights, sample_weights
from .boosting_data import boosting_seed, read_training
from .evaluation import GivenSets, eval_pairs, read_sets
from .fit_rounds import first_model, fit_rounds, starting_point
from .losses import BoostingLoss
from .model import BoostedModel
from .parameters import BoostingParameters
from .predictions import Predictions


class BaseGradientBoosting(
    Predictions,
    BoostingParameters,
    CallbackSupportMixin,
    BaseEstimator,
):
    """Base class of the gradient boosting estimators.

    Attributes
    ----------
    n_estimators_, n_iter_ : int
        Number of boosting iterations of the model; equal to ``len(model)``.
    estimators_ : ndarray of shape (n_iter_, n_scores)
        The trees, one per iteration and score. :func:`export_text` prints a tree; its arrays are in
        ``tree_``.
    feature_importances_ : ndarray of shape (n_features_in_,)
        Total gain of the splits on each feature, normalized to a sum of 1; ``importance()``
        returns other importances.
    evals_result_ : dict
        Values of each metric on each validation set, one per iteration:
        ``evals_result_[set_name][metric_name]``. Only if there is validation data.
    best_iteration_ : int
        Index of the iteration with the best metric. Only if there is validation data.
    best_score_ : float
        The metric of that iteration.
    train_score_ : ndarray of shape (n_iterations,)
        The metric on the training data after each iteration. Only if ``eval_set`` contains the
        training data.
    """

    _optional = ("feature_names_in_", "evals_result_", "best_iteration_", "best_score_")

    def set_params(self, **params: Any) -> Self:
        """Set parameters.

        Parameters
        ----------
        **params : dict
            New values. Names of LightGBM, XGBoost and CatBoost are accepted.

        Returns
        -------
        self
        """
        super().set_params(**canonical(params, type(self)))
        return self

    @with_callbacks
    def fit(
        self,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        *,
        X_val: Any = None,
        y_val: Any = None,
        sample_weight_val: Any = None,
        eval_set: Any = None,
        eval_sample_weight: Any = None,
        callbacks: Sequence[Callable[..., Any]] | None = None,
        early_stopping_rounds: int | None = None,
        init_model: Any = None,
    ) -> Self:
        """Fit one tree per iteration, or one per class, to the gradients of the loss.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The training samples. NaN and null are missing values; infinity is an error.
        y : array-like of shape (n_samples,)
            The target values.
        sample_weight : array-like of shape (n_samples,), default=None
            Sample weights; samples of weight 0 are ignored.
        X_val, y_val, sample_weight_val : as X, y and sample_weight, default=None
            Validation data: "validation" in ``evals_result_``.
        eval_set : list of (X, y), default=None
            More validation sets: "validation_0", "validation_1", ... in ``evals_result_``. A pair
            of the same objects as X and y is the training data: "train".
        eval_sample_weight : list of array-like, default=None
            Sample weights of the pairs in ``eval_set``; an entry may be None.
        callbacks : list of callable, default=None
            Called after each iteration with an object that has ``round``, ``n_rounds``,
            ``estimator``, ``evals``, ``learning_rate`` (may be set) and ``stop()``.
        early_stopping_rounds : int, default=None
            Equivalent to ``early_stopping=True`` with this ``n_iter_no_change``.
        init_model : fitted estimator of the same class, default=None
            The model to continue: ``n_estimators`` iterations are added to it.

        Returns
        -------
        self
            The fitted estimator.
        """
        self._validate_parameters()
        validation = ValidationSet(X_val, y_val, sample_weight_val).checked()
        given = GivenSets(validation, eval_pairs(eval_set, eval_sample_weight))
        patience = self._patience(early_stopping_rounds)
        start, n_rounds = starting_point(self, init_model)
        context = begin_fit(self, X, y, n_rounds)
        seed = boosting_seed(self, start)
        needs_split = patience is not None and not given.has_validation(X, y)
        fraction = self.validation_fraction if needs_split else None
        data = read_training(self, X, y, sample_weight, start, fraction, seed)
        sets = read_sets(data, X, y, given)
        loss = self._loss(0 if data.classes is None else len(data.classes))
        model = first_model(self, loss, data, start, seed)
        fitted, validation_state = fit_rounds(
            *(self, data, model, n_rounds, sets, patience, callbacks or (), context),
            state=self._state,
        )
        state = self._state(fitted) | validation_state
        end_fit(context, self, X, y, state)
        self._install(state)
        return self

    def _patience(self, early_stopping_rounds: int | None) -> int | None:
        """Return the iterations without improvement before fit stops; None: no early stopping."""
        if early_stopping_rounds is None:
            return int(self.n_iter_no_change) if self.early_stopping else None
        if not isinstance(early_stopping_rounds, Integral) or early_stopping_rounds < 1:
            raise ValueError(
                f"early_stopping_rounds must be an integer >= 1, got {early_stopping_rounds!r}."
            )
        return int(early_stopping_rounds)

    def _targets(self, y: Any, n_rows: int) -> Targets:
        raise NotImplementedError

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        return sample_weights(sample_weight, n_rows)

    def _loss(self, n_classes: int) -> BoostingLoss:
        raise NotImplementedError

    def _state(self, model: BoostedModel) -> dict[str, Any]:
        """Return the fitted attributes."""
        return feature_attributes(model.schema) | {
            "_model": model,
            "n_iter_": model.n_rounds,
            "n_estimators_": model.n_rounds,
        }
