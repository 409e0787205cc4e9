"""Base class of random forests and extra trees."""

from collections.abc import Callable
from typing import Any, Self

import numpy as np

from .. import _core
from ..base.callbacks import CallbackSupportMixin, begin_fit, end_fit, end_subtask
from ..base.fit_method import fit_method
from ..base.fitted_estimator import feature_attributes
from ..base.parameter_aliases import AliasMixin
from ..base.random_seed import resolve_seed
from ..base.resolvers import n_features_of, split_kind_names
from ..base.sampling import make_sampling
from ..base.sklearn_bases import BaseEstimator, MultiOutputMixin
from ..base.split_kinds import check_split_kind
from ..base.training_data import DataReader, LabeledTable
from ..base.tree_parameters import SplitKindParameters
from ..base.warm_start import DATA_PARAMETERS, warn_changed_parameters, warn_nothing_to_add
from ..data.targets import Targets
from ..data.weights import Weights, sample_weights, without_zero_classes
from ..trees import DecisionTreeRegressor
from .grow_forest import (
    check_out_of_bag,
    check_same_draws,
    earlier_model,
    grow_forest,
    out_of_bag_uses,
)
from .importance_kinds import out_of_bag_importances
from .importances import Groups
from .model import FittedForest
from .out_of_bag import out_of_bag_state
from .parameters import ForestParameters
from .partial_forest import PartialForest
from .predictions import ForestPredictions
from .tree_growth import Growth, auto_bins, make_growth

FOREST_SPECIFIC = {"early_stopping", "max_bins", "max_features", "n_iter_no_change", "random_state"}
"""Parameters with a different meaning in forests and trees."""

GROWTH_ONLY = {"class_weight", "max_bins", "max_features", "max_features_per_tree"}
"""Parameters of growth that trees do not share with their forest."""


class BaseForest(
    ForestPredictions,
    ForestParameters,
    CallbackSupportMixin,
    MultiOutputMixin,
    AliasMixin,
    BaseEstimator,
):
    """Base class of random forests and extra trees.

    Attributes
    ----------
    n_outputs_ : int
        Number of outputs.
    max_features_ : int
        The number of features considered for each split.
    max_features_errors_ : dict
        With ``max_features="oob"``: the out-of-bag error by number of features.
    estimator_ : DecisionTreeClassifier or DecisionTreeRegressor
        An unfitted tree with the parameters of the trees.
    estimators_samples_ : list of ndarray
        The indices of the samples of each tree, with repetitions; drawn again on access.
    feature_importances_ : ndarray of shape (n_features,)
        The mean over the trees of the importances of the kind ``importance``. By default, of the
        share of each feature in the decrease of impurity (Gini importance), normalized to sum to
        1. :meth:`importances` returns any kind, with standard errors.
    importances_ : Importances
        If ``importance`` is not "gini": importances by tree, their means and confidence intervals.
    """

    _optional = (
        *("feature_names_in_", "max_features_errors_", "importances_", "oob_errors_"),
        *("oob_score_", "oob_decision_function_", "oob_prediction_"),
    )

    @fit_method
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Fit the forest: grow each tree on its bag of samples.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The training samples. NaN and null are missing values; infinity is an error.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            The target values.
        sample_weight : array-like of shape (n_samples,), default=None
            Sample weights; samples of weight 0 are ignored. With ``bootstrap`` samples are drawn
            in proportion to their weights, and each draw then has weight 1 (times the weight of
            its class).

        Returns
        -------
        self
            The fitted estimator.
        """
        self._validate_parameters()
        start, parameters = earlier_model(self), self._growth_parameters()
        if start is not None:
            warn_changed_parameters(vars(self).get("_grown_with"), parameters)
            if start.forest.n_trees == self.n_estimators:
                warn_nothing_to_add("trees")
                if self._has_attributes():
                    return self
        context = begin_fit(self, X, y, None)
        data = DataReader.of(self).training(
            *(X, y, sample_weight, start),
            n_trees=int(self.n_estimators),
            min_samples_category=int(self.min_samples_category),
        )
        growth = self._growth(data, start)
        on_batch = None if context is None else self._batch_callback(context)
        grown, attributes = grow_forest(self, growth, start, data.weight, on_batch)
        model = self._completed(self._model_of(grown), grown, data.weight)
        attributes |= self._out_of_bag_attributes(model, grown, data.weight)
        state = self._state(model) | attributes | {"_grown_with": parameters}
        end_fit(context, self, X, y, state)
        self._install(state)
        return self

    def _has_attributes(self) -> bool:
        """Return whether the previous fit computed all that this one has to compute."""
        found = vars(self)
        return (not self.oob_score or "oob_score_" in found) and (
            self.importance == "gini" or "importances_" in found
        )

    def _growth(self, data: LabeledTable, start: FittedForest | None) -> Growth:
        """Return the settings of growth; raise for parameters that do not fit the data."""
        if start is None:
            seed = resolve_seed(self.random_state, True)
        else:
            is_int = isinstance(self.random_state, int | np.integer)
            seed = int(self.random_state) if is_int else start.seed
        class_weight = self._class_weight()
        weight = without_zero_classes(data.weight, class_weight, data.targets)
        sampling = make_sampling(self, data.targets, weight, seed, int(self.n_estimators))
        if start is not None:
            check_same_draws(sampling, start.sampling)
        check_out_of_bag(out_of_bag_uses(self), sampling)
        self._check_targets(data.targets)
        per_tree = n_features_of(self.max_features_per_tree, data.schema.n_features)
        options = self._options(data)
        return make_growth(self, data, sampling, per_tree, options, class_weight)

    def _class_weight(self) -> Any:
        """Return the class weights that are the same for all trees."""
        return None

    def _tree_parameters(self) -> dict[str, Any]:
        shared = self.parameters().keys() & DecisionTreeRegressor.parameters().keys()
        parameters = {name: getattr(self, name) for name in shared - FOREST_SPECIFIC}
        return parameters | {"splitter": "random" if self._random_splits else "best"}

    def _growth_parameters(self) -> dict[str, Any]:
        """Return the parameters of growth that do not change the bags."""
        names = self.parameters().keys() & GROWTH_ONLY
        shared = self._tree_parameters().keys() - {"n_jobs", "verbose", *DATA_PARAMETERS}
        return {name: getattr(self, name) for name in sorted(names | shared - {"splitter"})}

    def _options(self, data: LabeledTable) -> _core.ForestOptions:
        """Return the options that no single parameter determines."""
        exact = self._random_splits
        if isinstance(self, SplitKindParameters):
            check_split_kind(self, data, self._random_splits)
            exact = split_kind_names(self.split_kind) != ("binary",)
        max_bins = auto_bins(data, exact) if self.max_bins == "auto" else self.max_bins
        return _core.ForestOptions(max_bins=max_bins, random_thresholds=self._random_splits)

    def _batch_callback(self, context: Any) -> Callable[[PartialForest], None]:
        def on_batch(grown: PartialForest) -> None:
            end_subtask(context, self, "trees", lambda: self._state(self._model_of(grown)))

        return on_batch

    def _model_of(self, grown: PartialForest) -> FittedForest:
        """Return the fitted model."""
        data, sampling = grown.growth.data, grown.growth.sampling
        return FittedForest(
            data.schema,
            grown.forest,
            data.targets.classes,
            data.missing,
            self.aggregate,
            sampling,
            sampling.seed,
            grown.max_features,
            grown.first,
        )

    def _out_of_bag_attributes(
        self, model: FittedForest, grown: PartialForest, weight: Weights | None
    ) -> dict[str, Any]:
        """Return the fitted attributes computed on out-of-bag rows."""
        state: dict[str, Any] = {}
        if grown.errors is not None:
            state = out_of_bag_state(self.oob_score, grown.errors, model)
        if self.importance != "gini":
            groups = Groups.read(None, model.schema)
            state["importances_"] = out_of_bag_importances(
                self.importance, model, grown.growth.data, weight, groups, 1, model.seed
            )
        return state

    def _targets(self, y: Any, n_rows: int) -> Targets:
        raise NotImplementedError

    def _completed(
        self, model: FittedForest, grown: PartialForest, weight: Weights | None
    ) -> FittedForest:
        """Return the model with what is computed after all trees are grown."""
        return model

    def _check_targets(self, targets: Targets) -> None:
        """Raise for parameters that do not fit the targets."""

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        return sample_weights(sample_weight, n_rows)

    def _state(self, model: FittedForest) -> dict[str, Any]:
        """Return the fitted attributes."""
        return feature_attributes(model.schema) | {
            "_model": model,
            "n_outputs_": model.n_outputs,
            "max_features_": model.max_features,
        }
