"""Random forest classifier."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import StrOptions

from .. import _core
from ..base.class_predictions import ClassPredictions
from ..base.fit_parameters import (
    MultiOutputClassWeightParameters,
)
from ..base.fitted_estimator import class_attributes
from ..base.parameters import NON_NEGATIVE, parameter, redeclare
from ..base.sklearn_bases import ClassifierMixin
from ..base.training_data import LabeledTable
from ..base.tree_parameters import (
    SplitKindParameters,
)
from ..data.columns import Array
from ..data.targets import Targets, class_targets
from ..data.weights import Weights
from ..trees.parameters import CLASS_CRITERIA, CLASS_CRITERION_DOC
from .base import BaseForest
from .model import FittedForest
from .partial_forest import PartialForest
from .smoothing import smoothing_strength


class ForestClassifier(
    ClassPredictions,
    ClassifierMixin,
    BaseForest,
    MultiOutputClassWeightParameters,
):
    """Base class of forests for classification.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,) or list of ndarray
        The class labels in sorted order; a list with one array per output if there are several.
    n_classes_ : int or list of int
        Number of classes, or one number per output.
    estimators_ : sequence of DecisionTreeClassifier
        The trees, unpacked on access. ``len(forest)`` is their number, ``forest[0]`` the first
        tree, and ``forest[:10]`` a forest of the first ten.
    oob_score_ : float
        With ``oob_score``: the weighted out-of-bag accuracy. For several outputs, the share of
        samples for which all outputs are correct, as in ``score``.
    oob_errors_ : ndarray of shape (n_trees,)
        With ``oob_score`` or ``early_stopping``: the out-of-bag error rate after 1, 2, ...
        trees; the mean over outputs.
    oob_decision_function_ : ndarray of shape (n_samples, n_classes) or \
            (n_samples, n_classes, n_outputs)
        With ``oob_score``: the out-of-bag class probabilities, smoothed as in ``predict_proba``;
        NaN for samples in every bag.
    smoothing_ : float
        The strength of ``smoothing``, as a weight of samples.
    """

    criterion: str = redeclare(
        default="gini", allowed=(StrOptions(set(CLASS_CRITERIA)),), doc=CLASS_CRITERION_DOC
    )
    max_features: int | float | str | None = redeclare(default="sqrt")
    class_weight: Any = redeclare(
        allowed=(dict, list, StrOptions({"balanced", "balanced_subsample"}), None),
        doc="""\
            Weights of the classes, multiplied by ``sample_weight``: a dict, or a list with one
            dict per output. "balanced" uses weights inversely proportional to the class
            frequencies, "balanced_subsample" does so within the samples of each tree.""",
    )
    stratified: bool = parameter(
        default=False,
        allowed=("boolean",),
        doc="Whether the samples of each tree have the class frequencies of the training data.",
    )

    smoothing: float | str = parameter(
        default="auto",
        allowed=(NON_NEGATIVE, StrOptions({"auto"})),
        doc="""\
            How strongly ``predict_proba`` shrinks the class proportions of each node toward those
            of its parent, from the root to the leaf: the difference of both is divided by 1 plus
            this number over the weight of the parent, in units of the smallest sample weight. 0
            disables it, as in scikit-learn. "auto" is the strength of the lowest out-of-bag log
            loss, or 0.05 with fewer than 200 out-of-bag samples. It needs ``aggregate="mean"``, and
            has no influence on ``predict``, which may differ from the most probable class.""",
    )

    def predict(self, X: Any) -> Array:
        """Predict the class with the largest combined proportion in the leaves of the trees.

        ``smoothing`` has no influence, so predictions are those of an unsmoothed forest, as in
        scikit-learn. They may differ from the largest of ``predict_proba``; with ``smoothing=0``
        both agree. The first class of a tie is predicted.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The input samples.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
            The predicted classes.
        """
        return super().predict(X)

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return class_targets(y, n_rows)

    def _completed(
        self, model: FittedForest, grown: PartialForest, weight: Weights | None
    ) -> FittedForest:
        return model._replace(smoothing=smoothing_strength(self.smoothing, model, grown, weight))

    @property
    def smoothing_(self) -> float:
        """The strength of smoothing, as a weight of samples."""
        return self._fitted().smoothing

    def _probabilities(self, X: Any) -> tuple[FittedForest, NDArray[np.float64]]:
        model, table, n_threads = self._table(X)
        return model, model.probabilities(table, n_threads)

    def _class_weight(self) -> Any:
        # The core balances the classes of each bag.
        return None if self.class_weight == "balanced_subsample" else self.class_weight

    def _options(self, data: LabeledTable) -> _core.ForestOptions:
        options = super()._options(data)
        options.balance_classes = self.class_weight == "balanced_subsample"
        return options

    def _state(self, model: FittedForest) -> dict[str, Any]:
        return super()._state(model) | class_attributes(model.classes)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags


class RandomForestClassifier(ForestClassifier, SplitKindParameters):
    """A random forest classifier.

    Grows trees on bootstrap samples, with a random subset of the features for each split, and
    averages their class probabilities. Supports categorical features and missing values. Drop-in
    replacement for scikit-learn's class of the same name.

    Notes
    -----
    Bootstrap samples are drawn in proportion to ``sample_weight``, and each draw has the weight of
    its class (``class_weight``, else 1), so that every class has out-of-bag samples. Without
    replacement, or with ``bags``, samples keep their weights. Bags are not stored: they follow from
    the seed and the index of the tree.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from spinney import RandomForestClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> forest = RandomForestClassifier(oob_score=True, random_state=0).fit(X, y)
    >>> forest.oob_score_ > 0.9
    True
    >>> len(forest.estimators_)
    100
    """
