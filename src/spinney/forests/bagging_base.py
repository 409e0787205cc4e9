"""What both bagging estimators share: parameters, fit, and the members."""

import warnings
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, clone, is_classifier, is_regressor

from ..base.aggregation import Floats
from ..base.fitted_estimator import FittedEstimatorMixin
from ..base.members import FittedMembers
from ..base.random_seed import (
    resolve_seed,
)
from ..base.raw_data import read_raw_training
from ..base.resolvers import n_features_of
from ..base.sampling import make_sampling
from ..base.threads import effective_threads
from ..base.training_data import DataReader
from ..data.containers import n_columns
from ..data.targets import Targets
from ..data.weights import Weights, sample_weights
from .bagged_trees import FittedTrees, fit_trees, grows_together
from .bagging_fit import fit_members, make_recipe
from .bagging_member_lists import MemberAccess
from .grow_forest import check_out_of_bag, check_same_draws
from .out_of_bag import prediction_state
from .parameters import BaggingParameters

AnyMembers = FittedTrees | FittedMembers


class BaseBagging(MemberAccess, FittedEstimatorMixin[AnyMembers], BaggingParameters, BaseEstimator):  # type: ignore[misc]
    """What the classifier and the regressor share."""

    _optional = ("feature_names_in_", "oob_score_", "oob_decision_function_", "oob_prediction_")
    _tree: ClassVar[type]
    """The members where no estimator is given."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Fit every member on its bag.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The features. Members get them in the form that they have here.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            The target.
        sample_weight : array-like of shape (n_samples,), default=None
            With ``bootstrap`` rows are drawn in proportion to their weights; else weights are
            handed to the members. A row of weight 0 counts as absent.

        Returns
        -------
        self
            The fitted estimator.
        """
        self._validate_parameters()
        estimator = self._member()
        self._check_member(estimator)
        together = grows_together(estimator, self._tree) and not self.bootstrap_features
        start = self._start(FittedTrees if together else FittedMembers)
        if start is not None and len(start.estimators) == self.n_estimators:
            warnings.warn("warm_start without more n_estimators fits nothing new.", stacklevel=2)
            return self
        fit = self._fit_together if together else self._fit_each
        model, rows, targets, weight = fit(estimator, X, y, sample_weight, start)
        state = self._state(model)
        if self.oob_score:
            prediction = model.out_of_bag(
                rows, targets.values, weight, self.aggregate, self._jobs()
            )
            state |= prediction_state(self.oob_score, targets, prediction, weight)
        self._install(state)
        return self

    def _member(self) -> Any:
        """What members are copies of."""
        return self._tree() if self.estimator is None else self.estimator

    def _check_member(self, estimator: Any) -> None:
        wrong = is_regressor if is_classifier(self) else is_classifier
        if wrong(estimator):
            kind = "classifier" if is_classifier(self) else "regressor"
            raise ValueError(
                f"estimator must be a {kind} in {type(self).__name__}, got {estimator!r}."
            )

    def _start(self, kind: Any) -> Any:
        """The members that warm_start keeps, if there are any."""
        start: Any = vars(self).get("_model")
        if not self.warm_start or start is None:
            return None
        if not isinstance(start, kind):
            raise ValueError(
                "warm_start adds members of the same kind, but estimator has changed: set "
                "warm_start=False to begin anew."
            )
        if len(start.estimators) > self.n_estimators:
            raise ValueError(
                f"n_estimators={self.n_estimators} is less than the {len(start.estimators)} "
                "members that are there, which warm_start keeps."
            )
        return start

    def _fit_together(
        self, tree: Any, X: Any, y: Any, sample_weight: Any, start: FittedTrees | None
    ) -> tuple[FittedTrees, Any, Targets, Any]:
        """Trees, grown by the core."""
        tree._validate_parameters()
        reader = DataReader.of_members(tree, self)
        data = reader.training(X, y, sample_weight, start, self.n_estimators)
        sampling = self._sampling(data.targets, data.weight, start)
        n_drawn = self._n_features_drawn(data.schema.n_features)
        model = fit_trees(tree, data, sampling, start, self.n_estimators, n_drawn)
        return model, data.table, data.targets, data.weight

    def _fit_each(
        self, estimator: Any, X: Any, y: Any, sample_weight: Any, start: FittedMembers | None
    ) -> tuple[FittedMembers, Any, Targets, Any]:
        """Estimators of any kind."""
        data = read_raw_training(self, X, y, sample_weight, start)
        sampling = self._sampling(data.targets, data.weight, start)
        n_drawn = self._n_features_drawn(n_columns(data.X))
        recipe = make_recipe(estimator, sampling, n_drawn, self.bootstrap_features)
        model = fit_members(
            *(recipe, data.X, data.targets, start),
            *(self.n_estimators, self._jobs(), self.verbose),
        )
        return model, data.X, data.targets, data.weight

    def _sampling(self, targets: Targets, weight: Any, start: AnyMembers | None) -> Any:
        if start is None:
            seed = resolve_seed(self.random_state, True)
        else:
            named = isinstance(self.random_state, Integral)
            seed = int(self.random_state) if named else start.sampling.seed
        sampling = make_sampling(self, targets, weight, seed, self.n_estimators)
        if start is not None:
            check_same_draws(sampling, start.sampling)
        check_out_of_bag([f"oob_score={self.oob_score!r}"] if self.oob_score else [], sampling)
        return sampling

    def _n_features_drawn(self, n_features: int) -> int:
        n_drawn = n_features_of(self.max_features, n_features)
        if n_drawn > n_features:
            raise ValueError(f"max_features={n_drawn} is more than the {n_features} features of X.")
        return n_drawn

    def _jobs(self) -> int | None:
        """For joblib, never more jobs than there are CPUs; None leaves it to joblib."""
        return None if self.n_jobs is None else effective_threads(self.n_jobs)

    def _targets(self, y: Any, n_rows: int) -> Targets:
        raise NotImplementedError

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        return sample_weights(sample_weight, n_rows)

    def _state(self, model: AnyMembers) -> dict[str, Any]:
        """The fitted attributes."""
        state = {
            "_model": model,
            "n_features_in_": model.n_features,
            "n_outputs_": model.n_outputs,
            "estimator_": clone(self._member()),
        }
        if model.names is not None:
            state["feature_names_in_"] = np.array(model.names, dtype=object)
        return state

    def _leaf_values(self, X: Any) -> tuple[AnyMembers, Floats]:
        """What the members say of the rows together: (rows, outputs, width)."""
        model = self._fitted()
        return model, model.answers(model.read(X, self), self.aggregate, self._jobs())
