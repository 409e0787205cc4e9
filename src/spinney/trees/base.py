"""Base class of decision trees."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ..base.callbacks import CallbackSupportMixin, begin_fit, end_fit, end_subtask
from ..base.fit_method import fit_method
from ..base.fitted_estimator import feature_attributes
from ..base.fitted_tree import FittedTree
from ..base.read_targets import ValidationSet
from ..base.resolvers import n_features_of
from ..base.sklearn_bases import BaseEstimator, MultiOutputMixin
from ..base.training_data import DataReader
from ..data.targets import Targets
from ..data.weights import Weights, sample_weights
from ..inspection import TreeInspectionMixin
from ..pruning.costs import ClassCosts
from .grow_and_prune import fit_tree
from .growth import TrainingSet, growth_seed
from .missing_usage import MissingUsageMixin, training_counts
from .parameters import TreeParameters
from .pruning_methods import PruningPathMixin, check_pruning
from .rpart import RpartMixin
from .traversal import TreeTraversalMixin


class BaseDecisionTree(
    TreeTraversalMixin,
    TreeInspectionMixin,
    PruningPathMixin,
    MissingUsageMixin,
    RpartMixin,
    TreeParameters,
    CallbackSupportMixin,
    MultiOutputMixin,
    BaseEstimator,
):
    """Base class of decision trees.

    Attributes
    ----------
    n_outputs_ : int
        Number of outputs.
    max_features_ : int
        The number of features considered for each split.
    feature_importances_ : ndarray of shape (n_features,)
        The share of each feature in the total decrease of impurity (Gini importance), normalized
        to sum to 1.
    surrogate_importances_ : ndarray of shape (n_features,)
        Feature importances that also credit each surrogate split by its adjusted agreement, as in
        rpart.
    tree_ : Tree
        The tree as read-only arrays with one entry per node, as scikit-learn's ``tree_``.
    missing_counts_ : dict
        Counts for each feature with missing values in training samples of weight above 0, by name
        (or index): its "policy", the number of "missing", "unknown" and "filled" (imputed) values
        and of "dropped" samples, and how often a sample without a value at a split was routed
        "by_surrogate" or "by_policy".
    ccp_alpha_ : float
        The complexity parameter with which the tree was pruned.
    cp_table_ : CpTable
        The pruning sequence from the root alone to the largest tree: a dict of the columns "CP"
        (alpha relative to the risk of the root), "nsplit", "rel_error", "alpha" and, with
        ``ccp_alpha="cv"``, "xerror" and "xstd". ``pd.DataFrame(tree.cp_table_)`` and
        ``cp_table_.to_frame()`` convert it to a dataframe.
    n_leaves_grown_ : int
        Number of leaves before pruning.
    validation_loss_ : float
        The weighted mean loss on the validation data, if there is any.
    validation_curve_ : ndarray
        With ``early_stopping``: the validation loss after 0, 1, 2, ... splits.
    """

    _optional = (
        *("feature_names_in_", "_cp_table", "validation_loss_", "validation_curve_"),
        "_in_ensemble",
    )

    @fit_method
    def fit(
        self,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        check_input: bool = True,
        *,
        X_val: Any = None,
        y_val: Any = None,
        sample_weight_val: Any = None,
    ) -> Self:
        """Grow the tree and prune it as the parameters specify.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The training samples. NaN and null are missing values; infinity is an error.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            The target values.
        sample_weight : array-like of shape (n_samples,), default=None
            Sample weights; samples of weight 0 are ignored.
        check_input : bool, default=True
            Accepted for compatibility with scikit-learn; the data is always checked.
        X_val, y_val, sample_weight_val : as X, y and sample_weight, default=None
            Validation data for ``pruning="reduced_error"`` and ``early_stopping``. None holds out
            ``validation_fraction`` of the training samples.

        Returns
        -------
        self
            The fitted estimator.
        """
        self._validate_parameters()
        given = ValidationSet(X_val, y_val, sample_weight_val).checked()
        self._check_pruning(given is not None)
        folds = 0 if self.ccp_alpha != "cv" else self.cv if isinstance(self.cv, int) else None
        context = begin_fit(self, X, y, folds)
        data = self._training_set(X, y, sample_weight)
        validation = None if given is None else DataReader.of(self).validation(data, given)

        def on_fold_end(grown: FittedTree) -> None:
            end_subtask(context, self, "fold", lambda: self._state(grown, data.max_features))

        seed = growth_seed(self, data)
        model, attributes = fit_tree(self, data, seed, X, y, validation, on_fold_end)
        attributes["missing_counts_"] = training_counts(model, data)
        state = self._state(model, data.max_features) | attributes
        end_fit(context, self, X, y, state)
        self._install(state)
        return self

    def _training_set(self, X: Any, y: Any, sample_weight: Any) -> TrainingSet:
        """Read and validate the arguments of fit."""
        data = DataReader.of(self).training(X, y, sample_weight)
        costs = self._class_costs(data.targets, data.weight)
        max_features = n_features_of(self.max_features, data.schema.n_features)
        return TrainingSet(**vars(data), costs=costs, max_features=max_features)

    def _check_pruning(self, has_validation: bool) -> None:
        check_pruning(self, has_validation)

    def _targets(self, y: Any, n_rows: int) -> Targets:
        raise NotImplementedError

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        return sample_weights(sample_weight, n_rows)

    def _class_costs(self, targets: Targets, weight: Weights | None) -> ClassCosts | None:
        """Return the class costs of priors and a loss matrix, if there are any."""
        return None

    def _state(self, model: FittedTree, max_features: int) -> dict[str, Any]:
        """Return the fitted attributes."""
        return feature_attributes(model.schema) | {
            "_model": model,
            "n_outputs_": model.tree.n_outputs,
            "max_features_": max_features,
        }

    @property
    def surrogate_importances_(self) -> NDArray[np.float64]:
        """Feature importances that also credit surrogate splits, as in rpart."""
        return self._fitted().tree.feature_importances(surrogates=True)
