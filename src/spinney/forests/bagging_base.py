"""Base class of the bagging estimators."""

from functools import partial
from numbers import Integral
from typing import Any, ClassVar, Self

from sklearn.base import clone, is_classifier, is_regressor

from ..base.aggregation import Floats
from ..base.fitted_estimator import FittedEstimatorMixin, name_attributes
from ..base.members import Estimator, FittedMembers
from ..base.random_seed import resolve_seed
from ..base.raw_data import read_raw_training
from ..base.resolvers import n_features_of
from ..base.routing import (
    FIT,
    PREDICTIONS,
    MemberCall,
    member_router,
    prediction_method,
    routed_arguments,
)
from ..base.sampling import make_sampling
from ..base.sklearn_bases import BaseEstimator
from ..base.threads import effective_threads
from ..base.training_data import DataReader
from ..base.warm_start import (
    DATA_PARAMETERS,
    effective_parameters,
    warn_changed_parameters,
    warn_nothing_to_add,
)
from ..data.containers import n_columns
from ..data.targets import Targets
from ..data.weights import Weights, sample_weights, without_zero_classes
from ..trees.base import BaseDecisionTree
from .bagged_trees import FittedTrees, fit_trees, grows_together
from .bagging_fit import fit_members, member_settings
from .bagging_member_lists import MemberAccess
from .grow_forest import check_out_of_bag, check_same_draws
from .out_of_bag import prediction_state
from .parameters import BaggingParameters

AnyMembers = FittedTrees | FittedMembers
MEMBER = "estimator"


class BaseBagging(MemberAccess, FittedEstimatorMixin[AnyMembers], BaggingParameters, BaseEstimator):
    """Base class of the bagging estimators.

    Attributes
    ----------
    estimators_features_ : list of ndarray
        The indices of the features of each member.
    estimators_samples_ : list of ndarray
        The indices of the samples of each member, with repetitions; drawn again on access.
    n_outputs_ : int
        Number of outputs.
    feature_importances_ : ndarray of shape (n_features,)
        The mean ``feature_importances_`` of the members (of trees: shares of the decrease of
        impurity), normalized to sum to 1. Only if all members have them.
    """

    _optional = ("feature_names_in_", "oob_score_", "oob_decision_function_", "oob_prediction_")
    _tree: ClassVar[type]
    """The default base estimator."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None, **fit_params: Any) -> Self:
        """Fit each member on its bag of samples.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The training samples. They are passed to the members in the same container.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            The target values.
        sample_weight : array-like of shape (n_samples,), default=None
            Sample weights. With ``bootstrap`` samples are drawn in proportion to their weights;
            otherwise weights are passed to the members. Samples of weight 0 are ignored.
        **fit_params : dict
            Metadata for the members, if metadata routing is enabled and they request it with
            ``set_fit_request``. ``sample_weight`` is used to draw the samples and not routed;
            members that request it are fitted with weights, others on repeated samples.

        Returns
        -------
        self
            The fitted estimator.
        """
        arguments = self._arguments("fit", "fit", fit_params)
        self._validate_parameters()
        estimator = self._member()
        self._check_member(estimator)
        draws_features = not isinstance(self.max_features, float) or self.max_features < 1
        together = not (arguments or self.bootstrap_features) and grows_together(
            estimator, self._tree, draws_features
        )
        start = self._start(FittedTrees if together else FittedMembers)
        parameters = self._member_parameters(estimator, together)
        if start is not None:
            warn_changed_parameters(vars(self).get("_grown_with"), parameters)
            if len(start.estimators) == self.n_estimators:
                warn_nothing_to_add("members")
                return self
        fit = self._fit_together if together else partial(self._fit_each, arguments)
        model, rows, targets, weight = fit(estimator, X, y, sample_weight, start)
        state = self._state(model) | {"_grown_with": parameters}
        if self.oob_score:
            prediction = model.out_of_bag(
                rows, targets.values, weight, self.aggregate, self._jobs()
            )
            state |= prediction_state(self.oob_score, targets, prediction, weight)
        self._install(state)
        return self

    def _member(self) -> Any:
        """Return the estimator that members are cloned from."""
        return self._tree() if self.estimator is None else self.estimator

    def _member_parameters(self, estimator: Estimator, together: bool) -> dict[str, Any]:
        """Return the parameters of the members, and those by which their features are drawn.

        Without those of the data if trees grow together: the data reader compares these.
        """
        own = {"max_features": self.max_features, "bootstrap_features": self.bootstrap_features}
        others = effective_parameters(estimator.get_params())
        without = DATA_PARAMETERS if together else ()
        return own | {
            f"estimator__{name}": value for name, value in others.items() if name not in without
        }

    def _check_member(self, estimator: Estimator) -> None:
        wrong = is_regressor if is_classifier(self) else is_classifier
        if wrong(estimator):
            kind = "classifier" if is_classifier(self) else "regressor"
            raise ValueError(
                f"estimator must be a {kind} in {type(self).__name__}, got {estimator!r}."
            )

    def _start(self, kind: Any) -> Any:
        """Return the members that warm_start keeps, if there are any."""
        start: Any = vars(self).get("_model")
        if not self.warm_start or start is None:
            return None
        if not isinstance(start, kind):
            raise ValueError(
                "warm_start=True adds members of the same kind, but estimator has changed: set "
                "warm_start=False to start again."
            )
        if len(start.estimators) > self.n_estimators:
            raise ValueError(
                f"n_estimators={self.n_estimators} must be at least the {len(start.estimators)} "
                "members of the previous fit when warm_start=True."
            )
        return start

    def _fit_together(
        self, tree: BaseDecisionTree, X: Any, y: Any, sample_weight: Any, start: FittedTrees | None
    ) -> tuple[FittedTrees, Any, Targets, Any]:
        """Grow trees together in the core."""
        tree._validate_parameters()
        reader = DataReader.of_members(tree, self)
        data = reader.training(X, y, sample_weight, start, self.n_estimators)
        class_weight = getattr(tree, "class_weight", None)
        weight = without_zero_classes(data.weight, class_weight, data.targets)
        sampling = self._sampling(data.targets, weight, start)
        n_drawn = self._n_features_drawn(data.schema.n_features)
        model = fit_trees(tree, data, sampling, start, self.n_estimators, n_drawn)
        return model, data.table, data.targets, data.weight

    def _fit_each(
        self,
        arguments: dict[str, Any],
        estimator: Estimator,
        X: Any,
        y: Any,
        sample_weight: Any,
        start: FittedMembers | None,
    ) -> tuple[FittedMembers, Any, Targets, Any]:
        """Fit arbitrary estimators one by one."""
        data = read_raw_training(self, X, y, sample_weight, start)
        sampling = self._sampling(data.targets, data.weight, start)
        n_drawn = self._n_features_drawn(n_columns(data.X))
        settings = member_settings(estimator, sampling, n_drawn, self.bootstrap_features, arguments)
        model = fit_members(
            *(settings, data.X, data.targets, start),
            *(self.n_estimators, self._jobs(), self.verbose),
        )
        return model, data.X, data.targets, data.weight

    def _sampling(self, targets: Targets, weight: Any, start: AnyMembers | None) -> Any:
        if start is None:
            seed = resolve_seed(self.random_state, True)
        else:
            is_int = isinstance(self.random_state, Integral)
            seed = int(self.random_state) if is_int else start.sampling.seed
        sampling = make_sampling(self, targets, weight, seed, self.n_estimators)
        if start is not None:
            check_same_draws(sampling, start.sampling)
        check_out_of_bag([f"oob_score={self.oob_score!r}"] if self.oob_score else [], sampling)
        return sampling

    def _n_features_drawn(self, n_features: int) -> int:
        n_drawn = n_features_of(self.max_features, n_features)
        if n_drawn > n_features:
            raise ValueError(f"max_features={n_drawn} exceeds the {n_features} features of X.")
        return n_drawn

    def _jobs(self) -> int | None:
        """Return the number of joblib jobs, at most the number of CPUs; None: joblib's default."""
        return None if self.n_jobs is None else effective_threads(self.n_jobs)

    def _targets(self, y: Any, n_rows: int) -> Targets:
        raise NotImplementedError

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        return sample_weights(sample_weight, n_rows)

    def _state(self, model: AnyMembers) -> dict[str, Any]:
        """Return the fitted attributes."""
        return name_attributes(model.n_features, model.names) | {
            "_model": model,
            "n_outputs_": model.n_outputs,
            "estimator_": clone(self._member()),
        }

    def get_metadata_routing(self) -> Any:
        """Return the metadata that the members request.

        Returns
        -------
        MetadataRouter
        """
        member = self._member()
        methods = FIT | {caller: prediction_method(member, caller) for caller in PREDICTIONS}
        return member_router(self, [(MEMBER, member)], methods)

    def _arguments(self, caller: str, callee: str, params: dict[str, Any]) -> dict[str, Any]:
        """Return the metadata for a method of the members."""
        routed = routed_arguments(self, caller, callee, params)
        return routed.get(MEMBER, {}) if routed else {}

    def _call(self, caller: str, params: dict[str, Any]) -> MemberCall:
        """Return a prediction method with the metadata for the members."""
        callee = prediction_method(self._member(), caller)
        return MemberCall(caller, self._arguments(caller, callee, params))

    def _leaf_values(
        self, X: Any, caller: str = "predict", params: dict[str, Any] | None = None
    ) -> tuple[AnyMembers, Floats]:
        """Return the model and the combined predictions of its members: (rows, outputs, width)."""
        model = self._fitted()
        call = self._call(caller, params or {})
        return model, model.predict(model.read(X, self), self.aggregate, self._jobs(), call)
