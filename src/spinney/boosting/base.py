"""Base class of the gradient boosting estimators: ``fit``."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Self

from sklearn.base import BaseEstimator

from ..base.callbacks import CallbackSupportMixin, begin_fit, end_fit
from ..base.fit_method import fit_method
from ..base.fitted_estimator import feature_attributes
from ..base.parameter_aliases import AliasMixin, alias_errors
from ..base.read_targets import ValidationSet
from ..data.number_rules import NumberRules
from ..data.targets import Targets
from ..data.weights import Weights, sample_weights
from .auto_values import (
    MAX_ITERATIONS,
    RELATIVE_TOL,
    TINY_ITERATIONS,
    chosen_values,
    growing_rate,
    rate_grows,
    stops_automatically,
    warn_limit,
    with_auto_iterations,
    with_strategy,
)
from .booster import n_drawn_features
from .boosting_data import boosting_seed, read_training
from .eval_sets import GivenSet, eval_pairs, read_sets
from .fit_arguments import (
    check_monitor,
    check_not_features,
    checked_callbacks,
    given_names,
    print_period,
    renamed_arguments,
    with_fit_arguments,
)
from .fit_rounds import earlier_fit, first_model, fit_rounds, starting_point
from .folds import check_fold_arguments, continued_members, make_folds
from .init_estimator import folds_with_init, sets_with_init, with_init
from .losses import BoostingLoss
from .model import BoostedModel
from .parameters import BoostingParameters
from .refit import RefitMixin
from .round_loop import RoundListeners
from .validation_rules import ValidationRules

NOT_OPTIONS = ("self", "X", "y", "sample_weight", "callbacks", "other_names")
"""Variables at the start of ``fit`` that are not optional arguments by name."""


class BaseGradientBoosting(
    RefitMixin,
    ValidationRules,
    BoostingParameters,
    CallbackSupportMixin,
    AliasMixin,
    BaseEstimator,
):
    """Base class of the gradient boosting estimators.

    Attributes
    ----------
    n_estimators_, n_iter_ : int
        Number of boosting iterations of the model; equal to ``len(model)``.
    learning_rate_ : float
        The learning rate of the first iteration.
    estimators_ : ndarray of shape (n_iter, n_scores)
        The trees, one per iteration and score; with folds one per iteration, fold and score, of
        shape (n_iter_ * n_folds, n_scores), whose mean is the model. :func:`export_text` prints a
        tree; its arrays are in ``tree_``.
    feature_importances_ : ndarray of shape (n_features,)
        Importance of each feature: by default the total gain of the splits on it, normalized to a
        sum of 1, where LightGBM counts splits and XGBoost normalizes the mean gain. The parameter
        ``importance_type`` selects the kind ("split": LightGBM, "gain": XGBoost), and
        ``importance()`` returns any of them.
    evals_result_ : dict
        Values of each metric on each validation set, one per iteration:
        ``evals_result_[set_name][metric_name]``. Names of other libraries are found too, such as
        "valid_0" and "binary_logloss". Only if there is validation data.
    best_iteration : int
        Index from 0 of the iteration with the best metric, as in XGBoost. Only if there is
        validation data.
    best_iteration_ : int
        The number of iterations up to that one, as in LightGBM: ``best_iteration + 1``. After a
        single holdout the model has more iterations, see ``n_estimators``.
    best_score : float
        The metric of that iteration.
    best_score_ : dict
        All metrics of that iteration: ``best_score_[set_name][metric_name]``.
    train_score_ : ndarray of shape (n_iterations,)
        The loss on the training data after each iteration. For more than 200,000 samples (times
        classes) only if ``eval_set`` contains the training data.
    oob_scores_, oob_improvement_ : ndarray of shape (n_iterations,)
        With ``subsample`` below 1: the loss on the samples that were not drawn for an iteration,
        and its decrease. Computed if ``train_score_`` is; ``oob_score_`` is the last loss.
    auto_values_ : dict
        The values that were chosen for the parameters that are "auto"; a tuple of one per member
        where the members of a bag differ. ``cv`` is the number of folds.
    init_ : estimator
        The fitted estimator of the scores before the first iteration, if ``init`` is one.
    max_features_ : int
        The number of features drawn for each node.
    """

    _number_rules = NumberRules(negative_is_missing=True)
    _multi_output: ClassVar[bool] = False
    """Whether y may have several columns."""
    _optional = (
        *("feature_names_in_", "_evals_result", "_n_fitted", "_best_iteration", "_best_score"),
        *("train_score_", "oob_improvement_", "oob_scores_", "oob_score_", "learning_rate_"),
        *("_rates", "_tree_weights", "auto_values_"),
    )

    @fit_method
    def fit(
        self,
        X: Any,
        y: Any = None,
        sample_weight: Any = None,
        monitor: Callable[..., Any] | None = None,
        *,
        X_val: Any = None,
        y_val: Any = None,
        sample_weight_val: Any = None,
        eval_set: Any = None,
        eval_sample_weight: Any = None,
        eval_names: Any = None,
        eval_init_score: Any = None,
        eval_class_weight: Any = None,
        eval_metric: Any = None,
        init_score: Any = None,
        categorical_features: Any = None,
        feature_weights: Any = None,
        callbacks: Sequence[Callable[..., Any]] | None = None,
        early_stopping_rounds: int | None = None,
        use_best_model: bool | None = None,
        init_model: Any = None,
        groups: Any = None,
        verbose: Any = None,
        **other_names: Any,
    ) -> Self:
        """Fit one tree per iteration, or one per class or output, to the gradients of the loss.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The training samples. NaN and null are missing values; infinity is an error.
        y : array-like of shape (n_samples,)
            The target values.
        sample_weight : array-like of shape (n_samples,), default=None
            Sample weights; samples of weight 0 are ignored.
        monitor : callable, default=None
            Called after each iteration as ``monitor(i, estimator, {})`` with its index and a copy
            of the estimator with the iterations so far; True stops training.
        X_val, y_val, sample_weight_val : as X, y and sample_weight, default=None
            Validation data: "validation" in ``evals_result_``.
        eval_set : list of (X, y), default=None
            More validation sets: "validation_0", "validation_1", ... by position in
            ``evals_result_``. A pair of the same objects as X and y is the training data: "train".
            Weights of classes do not apply to validation sets.
        eval_sample_weight : list of array-like, default=None
            Sample weights of the pairs in ``eval_set``; an entry may be None. Alias:
            ``sample_weight_eval_set``.
        eval_names : list of str, default=None
            Names of the pairs in ``eval_set``.
        eval_init_score : list of array-like, default=None
            ``init_score`` of the pairs in ``eval_set``. Alias: ``base_margin_eval_set``.
        eval_class_weight : list of dict or "balanced", default=None
            Class weights of the pairs in ``eval_set``.
        eval_metric : str, callable or list, default=None
            Metrics in addition to those of the parameter ``eval_metric``, as in LightGBM: early
            stopping watches all of them, unless ``stopping_metric="first"``.
        init_score : array-like of shape (n_samples,) or (n_samples, n_scores), default=None
            Raw scores of the samples before the first iteration. The model then has an initial
            score of 0; pass ``base_margin`` to ``predict``. Alias: ``base_margin``.
        categorical_features, feature_weights : default=None
            Values of these parameters for this fit. Aliases: ``categorical_feature``,
            ``cat_features``.
        callbacks : list of callable, default=None
            Called after each iteration with an object that has ``round`` (index of the iteration,
            from 0), ``n_rounds``, ``estimator`` (before this fit), ``evals`` (as
            ``evals_result_``), ``learning_rate`` (may be set for the following iterations),
            ``stop()`` and, as in LightGBM, ``iteration`` and ``evaluation_result_list``: tuples
            (set, metric, value, whether higher is better).
        early_stopping_rounds : int, default=None
            Stop early after this many iterations without improvement on the validation data, which
            must be passed: ``early_stopping="eval_set"`` with this ``n_iter_no_change``.
        use_best_model : bool, default=None
            The value of this parameter for this fit.
        init_model : fitted estimator of the same class or path, default=None
            The model to continue: ``n_estimators`` iterations are added to it. Alias:
            ``xgb_model``.
        groups : array-like of shape (n_samples,), default=None
            Groups of samples that ``cv`` must not divide, for ``n_estimators="auto"``.
        verbose : bool or int, default=None
            True prints the metrics of every iteration, an integer n those of every n-th. None
            follows the parameter ``verbose``.
        **other_names : dict
            Names of these arguments in LightGBM, XGBoost and CatBoost.

        Returns
        -------
        self
            The fitted estimator.
        """
        named = {name: one for name, one in locals().items() if name not in NOT_OPTIONS}
        given = renamed_arguments(named, other_names)
        check_not_features(X, sample_weight)
        check_monitor(monitor)
        with alias_errors(given_names(other_names), given):
            return self._fit(X, y, sample_weight, callbacks, given)

    def _fit(
        self, X: Any, y: Any, sample_weight: Any, callbacks: Any, given: dict[str, Any]
    ) -> Self:
        """Fit with the other arguments of ``fit`` by name."""
        given_estimator = with_fit_arguments(self, given)
        given_estimator._validate_parameters()
        sets = self._validation_sets(given)
        earlier = earlier_fit(given_estimator, given["init_model"])
        estimator = with_auto_iterations(given_estimator, earlier.get("learning_rate_"))
        stops = stops_automatically(given_estimator)
        start = starting_point(estimator, earlier, stops or given["init_model"] is not None)
        context = begin_fit(self, X, y, start.n_rounds)
        seed = boosting_seed(estimator, start.model)
        patience = estimator._patience(X, sets)
        only_training = all(one.is_training(X, y) for one in sets)
        by_folds = stops and only_training
        check_fold_arguments(by_folds, given["groups"], start.model)
        held_out = patience is not None and only_training and not by_folds
        held_out = held_out and estimator.early_stopping != "eval_set"
        data = read_training(
            *(estimator, X, y, sample_weight, start.model),
            *(self.validation_fraction if held_out else None, seed, given["init_score"]),
            self._draw_validation(),
        )
        folds = None
        if by_folds:
            folds = make_folds(estimator, data, X, given["groups"], seed)
            if not folds:
                start, patience = start._replace(n_rounds=TINY_ITERATIONS), None
        elif start.model is not None:
            folds = continued_members(estimator, data, start.model)
        model = first_model(
            estimator, self._loss(data.n_classes, data.n_targets), data, start.model, seed, folds
        )
        estimator = with_strategy(estimator, data, model, given_estimator)
        model, data = with_init(estimator, model, data, X)
        folds = folds_with_init(estimator, model, data, X, folds)
        listeners = RoundListeners(
            *(self, patience, checked_callbacks(callbacks), context),
            *(print_period(self.verbose, given["verbose"]), given["monitor"]),
            growing_rate if patience and rate_grows(given_estimator, estimator, model) else None,
        )
        read = sets_with_init(model, read_sets(data, X, y, sets, folds), self)
        read = estimator._eval_sets(read, data, patience)
        evaluation = estimator._make_evaluation(model, read, data, X, start)
        if evaluation and stops:
            evaluation.relative_tol = RELATIVE_TOL
        fitted, state, chosen = fit_rounds(
            *(estimator, data, model, start, evaluation, listeners, folds)
        )
        n_folds = len(chosen) if by_folds and folds else 0
        state["auto_values_"] = chosen_values(given_estimator, chosen, fitted, n_folds)
        limit = model.n_rounds + MAX_ITERATIONS
        if stops and patience is not None and state.get("_best_iteration") == limit - 1:
            warn_limit(limit)
        state = self._state(fitted) | state
        end_fit(context, self, X, y, state)
        self._install(state)
        return self

    def _validation_sets(self, given: dict[str, Any]) -> list[GivenSet]:
        """Return the validation sets among the arguments of fit, ``X_val`` last."""
        options = ("eval_sample_weight", "eval_names", "eval_init_score", "eval_class_weight")
        sets = eval_pairs(given["eval_set"], *(given[name] for name in options))
        own = ValidationSet(given["X_val"], given["y_val"], given["sample_weight_val"]).checked()
        return sets if own is None else [*sets, GivenSet(own, "validation", in_eval_set=False)]

    def _targets(self, y: Any, n_rows: int) -> Targets:
        raise NotImplementedError

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        return sample_weights(sample_weight, n_rows)

    def _loss(self, n_classes: int, n_targets: int) -> BoostingLoss:
        raise NotImplementedError

    def _state(self, model: BoostedModel) -> dict[str, Any]:
        """Return the fitted attributes."""
        return feature_attributes(model.schema) | {
            "_model": model,
            "n_iter_": model.n_rounds,
            "n_estimators_": model.n_rounds,
            "max_features_": n_drawn_features(self, model.schema.n_features),
        }
