"""Decision tree classifier."""

from typing import Any

from sklearn.utils._param_validation import StrOptions

from ..base.class_predictions import ClassPredictions
from ..base.criteria import criterion_names
from ..base.fit_parameters import (
    MultiOutputClassWeightParameters,
)
from ..base.fitted_estimator import class_attributes
from ..base.fitted_tree import FittedTree
from ..base.parameters import parameter, redeclare
from ..base.resolvers import has_constraints
from ..base.sklearn_bases import ClassifierMixin
from ..data.columns import Array
from ..data.targets import Targets, class_targets
from ..data.weights import Weights, sample_weights, with_class_weight
from ..pruning.costs import ClassCosts, class_costs
from .base import BaseDecisionTree
from .parameters import CLASS_CRITERION_DOC


class DecisionTreeClassifier(
    ClassPredictions,
    ClassifierMixin,
    BaseDecisionTree,
    MultiOutputClassWeightParameters,
):
    """A decision tree classifier.

    Grows a CART tree on numeric and categorical features with missing values; each node is split
    where the decrease of impurity is largest. Drop-in replacement for scikit-learn's class of the
    same name.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,) or list of ndarray
        The class labels in sorted order; a list with one array per output if there are several.
    n_classes_ : int or list of int
        Number of classes, or one number per output.

    Notes
    -----
    A category that was seen in fit, but not in the node that splits on it, is routed by the policy
    ``missing``; with "learned" it goes to the child with more weight. Thresholds lie halfway
    between two values and are compared in float64. Ties between splits go to the first feature,
    then to the lowest threshold.

    The costs in ``cp_table_`` are those of predictions: misclassification (or ``loss_matrix``),
    squared or absolute error, or half the Poisson deviance. Cross-validation follows rpart: a row
    of the table is evaluated with the trees of the folds pruned at the geometric mean of its alpha
    and the previous one, and xerror is relative to the cost of the root. In folds and validation
    data, a sample that ``missing="fractional"`` sends to several leaves counts as several samples
    of smaller weight. Imputed values are learned once, from all training samples.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from spinney import DecisionTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> tree = DecisionTreeClassifier(max_depth=2).fit(X, y)
    >>> round(tree.score(X, y), 3)
    0.96
    """

    criterion: str = redeclare(
        default="gini",
        allowed=(StrOptions(set(criterion_names("classification", multiway=True))),),
        doc=CLASS_CRITERION_DOC
        + """
            - "gain_ratio": as in C4.5; requires ``split_kind="multiway"``. Among the splits with at
              least average information gain, it selects the one with the largest ratio of gain to
              split entropy. ``min_samples_leaf`` then counts weights, and at least two children
              must reach it.""",
    )
    priors: Any = parameter(
        default=None,
        allowed=("array-like", dict, None),
        doc="""\
            Prior probabilities of the classes, in the order of ``classes_`` or as a dict by label,
            normalized to sum to 1. None uses the class frequencies of the training data. Single
            output only.""",
    )
    loss_matrix: Any = parameter(
        default=None,
        allowed=("array-like", None),
        doc="""\
            Matrix of shape (n_classes, n_classes) whose entry (i, j) is the cost of predicting
            class j for a sample of class i. The prediction minimizes the expected cost, and growth
            weights each class by its prior times the sum of its costs, as in rpart. Single output
            only.""",
    )
    pruning: str | None = redeclare(
        allowed=(StrOptions({"reduced_error", "pessimistic"}), None),
        doc="""\
            "reduced_error" keeps the subtree with the lowest cost on validation data, the smallest
            in case of ties. "pessimistic" is the pruning of C4.5: a subtree is replaced by a leaf
            unless it has fewer expected errors, estimated by the upper confidence limit of the
            training errors. Sample weights count as numbers of samples.""",
    )
    subtree_raising: bool = parameter(
        default=True,
        allowed=("boolean",),
        doc="""\
            Whether ``pruning="pessimistic"`` may replace a node by its largest branch. Not
            supported with ``monotonic_cst``.""",
    )

    def _check_pruning(self, has_validation: bool) -> None:
        super()._check_pruning(has_validation)
        if self.pruning != "pessimistic":
            return
        if self.priors is not None or self.loss_matrix is not None:
            raise ValueError(
                "pruning='pessimistic' counts errors: it cannot be used with priors or loss_matrix."
            )
        if self.subtree_raising and has_constraints(self.monotonic_cst):
            raise ValueError("subtree_raising=True may break monotonic_cst: set it to False.")

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return class_targets(y, n_rows)

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        weight = sample_weights(sample_weight, n_rows)
        return with_class_weight(weight, self.class_weight, targets)

    def _class_costs(self, targets: Targets, weight: Weights | None) -> ClassCosts | None:
        return class_costs(self.priors, self.loss_matrix, targets, weight)

    def _state(self, model: FittedTree, max_features: int) -> dict[str, Any]:
        return super()._state(model, max_features) | class_attributes(model.classes)

    def predict(self, X: Any, check_input: bool = True) -> Array:
        """Predict the class of the leaf of each sample.

        The class of the largest proportion, the first of a tie; with ``loss_matrix`` the class of
        the lowest expected cost.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        check_input : bool, default=True
            Accepted for compatibility with scikit-learn; X is always checked.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
            The predicted classes.
        """
        return super().predict(X)

    def predict_proba(self, X: Any, check_input: bool = True) -> Any:
        """Predict the class proportions in the leaf of each sample.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.
        check_input : bool, default=True
            Accepted for compatibility with scikit-learn; X is always checked.

        Returns
        -------
        ndarray of shape (n_samples, n_classes) or list of such arrays
            Probabilities in the order of ``classes_``; one array per output if there are several.
        """
        return super().predict_proba(X)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags
