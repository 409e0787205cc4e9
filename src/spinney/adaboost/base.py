"""Base class of the AdaBoost estimators: ``fit`` and the fitted members."""

import copy
from collections.abc import Iterator
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.utils import get_tags

from ..base.best_iteration import BestIterationMixin
from ..base.fit_method import clear_errors
from ..base.fitted_estimator import FittedEstimatorMixin, name_attributes
from ..base.random_seed import resolve_seed
from ..base.read_targets import ValidationSet
from ..base.sklearn_bases import BaseEstimator
from ..data.targets import Targets
from ..data.weights import Weights, sample_weights
from .adaboost_data import Setup, prepare_estimators, prepare_trees
from .ensembles import TreeEnsemble
from .evaluation import RoundMonitor, Validation
from .methods import Floats
from .model import FittedRounds
from .parameters import AdaBoostParameters
from .round_loop import Method, run_rounds
from .trainers import Draws, is_plain

TREE_PARAMETERS = (
    "min_weight_fraction_leaf",
    "categorical_features",
    "ordered_features",
    "missing",
    "unknown",
)
"""Parameters passed to the default base estimator."""


class BaseAdaBoost(
    BestIterationMixin, FittedEstimatorMixin[FittedRounds], AdaBoostParameters, BaseEstimator
):
    """Base class of the AdaBoost estimators.

    Attributes
    ----------
    estimator_weights_ : ndarray of shape (n_iterations,)
        Weight of each member in the prediction.
    feature_importances_ : ndarray of shape (n_features,)
        Mean ``feature_importances_`` of the members (of trees: shares of the decrease of impurity),
        weighted by ``estimator_weights_``. Only if all members have them.
    best_iteration : int
        Index from 0 of the iteration with the lowest validation error. Only if there is validation
        data.
    best_iteration_ : int
        The number of iterations up to that one: ``best_iteration + 1``.
    best_score : float
        The validation error of that iteration; ``best_score_`` is a dict as ``evals_result_``.
    """

    _optional = ("feature_names_in_", "evals_result_", "_best_iteration", "_best_score")
    _tree: ClassVar[type]
    _depth: ClassVar[int]
    """The default base estimator and its depth."""

    @clear_errors
    def fit(
        self,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        *,
        X_val: Any = None,
        y_val: Any = None,
        sample_weight_val: Any = None,
    ) -> Self:
        """Fit members one after another, on samples weighted by the errors of the previous ones.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The training samples. Arbitrary base estimators get them in the same container.
        y : array-like of shape (n_samples,)
            The target values.
        sample_weight : array-like of shape (n_samples,), default=None
            Sample weights of the first iteration; samples of weight 0 are ignored.
        X_val, y_val, sample_weight_val : as X, y and sample_weight, default=None
            Validation data: "validation" in ``evals_result_``.

        Returns
        -------
        self
            The fitted estimator.
        """
        self._validate_parameters()
        member = self._member()
        self._check_member(member)
        given = ValidationSet(X_val, y_val, sample_weight_val).checked()
        start = self._start(member)
        setup = Setup(
            self,
            member,
            Draws(self._seed(start), bool(self.resample)),
            None if start is None else start.ensemble,
            self.validation_fraction if self.early_stopping and given is None else None,
            given,
        )
        prepare = prepare_trees if self._grows_trees(member) else prepare_estimators
        trainer, eval_rows = prepare(setup, X, y, sample_weight)
        method = self._method(trainer.ensemble([]).classes)
        validation = None if eval_rows is None else Validation(trainer, method, eval_rows)
        patience = int(self.n_iter_no_change) if self.early_stopping else None
        with RoundMonitor(
            validation, patience, int(self.n_estimators), int(self.verbose)
        ) as monitor:
            members = () if start is None else start.ensemble.members
            rounds = run_rounds(trainer, method, members, int(self.n_estimators), monitor)
        validation_state: dict[str, Any] = {}
        if validation is not None and validation.losses:
            validation_state = validation.state()
            rounds = rounds[: validation.best + 1] if self.early_stopping else rounds
        model = FittedRounds(
            trainer.ensemble([one.member for one in rounds]),
            method,
            np.array([one.vote for one in rounds]),
            np.array([one.error for one in rounds]),
            setup.draws.seed,
        )
        self._install(self._state(model) | validation_state)
        return self

    def _member(self) -> Any:
        """Return the estimator that members are cloned from."""
        if self.estimator is not None:
            return self.estimator
        return self._tree(
            max_depth=self._depth, **{name: getattr(self, name) for name in TREE_PARAMETERS}
        )

    def _grows_trees(self, member: Any) -> bool:
        return is_plain(member, self._tree)

    def _check_member(self, member: Any) -> None:
        wrong = is_regressor if is_classifier(self) else is_classifier
        if wrong(member):
            kind = "classifier" if is_classifier(self) else "regressor"
            raise ValueError(
                f"estimator must be a {kind} in {type(self).__name__}, got {member!r}."
            )
        declared = self.parameters()
        changed = [
            name for name in TREE_PARAMETERS if getattr(self, name) is not declared[name].default
        ]
        if self.estimator is not None and changed:
            raise ValueError(
                f"{changed[0]} is used by the default base estimator only: set it in estimator."
            )

    def _start(self, member: Any) -> FittedRounds | None:
        """Return the model that ``warm_start`` continues, or None."""
        start: FittedRounds | None = vars(self).get("_model")
        if not self.warm_start or start is None:
            return None
        if isinstance(start.ensemble, TreeEnsemble) != self._grows_trees(member):
            raise ValueError(
                "warm_start=True adds members of the same kind, but estimator has changed: set "
                "warm_start=False to start again."
            )
        if start.n_rounds > self.n_estimators:
            raise ValueError(
                f"n_estimators={self.n_estimators} must be at least the {start.n_rounds} "
                "iterations of the previous fit when warm_start=True."
            )
        return start

    def _seed(self, start: FittedRounds | None) -> int:
        if start is not None and not isinstance(self.random_state, Integral):
            return start.seed
        return resolve_seed(self.random_state, True)

    def _method(self, classes: list[Any]) -> Method:
        raise NotImplementedError

    def _targets(self, y: Any, n_rows: int) -> Targets:
        raise NotImplementedError

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        return sample_weights(sample_weight, n_rows)

    def _class_weights(self, weight: Weights | None, targets: Targets) -> Weights | None:
        return weight

    def _needs_probabilities(self) -> bool:
        """Return whether members must have ``predict_proba``."""
        return False

    def _state(self, model: FittedRounds) -> dict[str, Any]:
        """Return the fitted attributes."""
        return name_attributes(model.ensemble.n_features, model.ensemble.names) | {
            "_model": model,
            "estimator_": clone(self._member()),
            "estimator_weights_": model.votes,
            "estimator_errors_": model.errors,
        }

    def _rows(self, X: Any) -> tuple[FittedRounds, Any]:
        """Return the model, and X as its members read it."""
        model = self._fitted()
        return model, model.ensemble.read(X, self)

    @property
    def estimators_(self) -> list[Any]:
        """The fitted members, one per iteration."""
        model = self._fitted()
        return [model.estimator(i) for i in range(model.n_rounds)]

    @property
    def feature_importances_(self) -> Floats:
        """The mean ``feature_importances_`` of the members, weighted by ``estimator_weights_``."""
        return self._fitted().importances()

    def __len__(self) -> int:
        """Number of boosting iterations."""
        return self._fitted().n_rounds

    def __getitem__(self, index: Any) -> Any:
        """Return the model of the first iterations, as in ``model[:50]``, or a member."""
        model = self._fitted()
        if not isinstance(index, slice):
            return model.estimator(range(model.n_rounds)[index])
        first, last, step = index.indices(model.n_rounds)
        if first != 0 or step != 1 or last < 1:
            raise ValueError(
                "A slice must start at the first iteration, as in model[:50]: later members "
                "correct the errors of earlier ones."
            )
        part = copy.copy(self)
        part.__dict__.update(self._state(model.first_rounds(last)))
        return part

    def __iter__(self) -> Iterator[Any]:
        return iter(self.estimators_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self._member()).input_tags
        return tags
