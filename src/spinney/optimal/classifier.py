"""The best tree for classes."""

from typing import Any, ClassVar

from sklearn.base import ClassifierMixin
from sklearn.utils._param_validation import StrOptions

from ..base.class_predictions import ClassPredictions
from ..base.fitted_estimator import class_attributes
from ..base.training_data import Dataset
from ..base.validation import default_parameters
from ..data.targets import Targets, class_targets
from ..data.weights import Weights, sample_weights, with_class_weight
from ..trees import DecisionTreeClassifier
from .base import SHARED, BaseOptimalTree
from .search import Found


class OptimalTreeClassifier(ClassPredictions, ClassifierMixin, BaseOptimalTree):  # type: ignore[misc]
    """The decision tree of fewest errors among all trees of a given depth, with proof.

    Minimises the share of the weight that is classified wrongly plus ``leaf_penalty`` for every
    leaf. A greedy tree takes the best question at each node, which need not lead to the best tree.

    Parameters
    ----------
    max_depth : int, default=3
        Most questions from the root to a leaf. Each level more costs much more time.
    leaf_penalty : float, default=0.0
        Price of a leaf, as a share of the total weight: the objective is error rate +
        ``leaf_penalty`` * leaves. With 0.01 a further leaf must save 1 % of errors.
    max_leaf_nodes : int, default=None
        Most leaves; None sets no limit but that of the depth.
    min_samples_leaf : int or float, default=1
        Fewest rows of a leaf; a float is a fraction of all rows. Above 1 the search is slower:
        bounds between neighbouring thresholds do not hold then.
    min_weight_fraction_leaf : float, default=0.0
        Least share of the total weight of a leaf; above 0 the search is slower, too.
    max_thresholds : int, default=None
        None searches every threshold between two values; an int only so many quantiles of each
        number feature, which is faster. Optimality is then among those.
    time_limit : float or None, default=60.0
        Seconds after which the search ends with the best tree so far and a gap; None sets no
        limit.
    class_weight : dict or "balanced", default=None
        Weight of each class, multiplied with ``sample_weight``; "balanced" gives all classes the
        same total.
    categorical_features : "from_dtype", array-like or None, default="from_dtype"
        Which features are categories. ``"from_dtype"`` takes the dataframe columns that are
        categories or strings; else names, indices or a boolean mask.
    missing : str or dict, default="error"
        What a missing value does: "error" refuses it; "mean", "median", "mode" of the training
        rows take its place; "category" makes it a level of its own (categories only); "drop"
        leaves the row out of fit. A dict has policies by feature name or index. Policies by which
        a split decides, as those of DecisionTreeClassifier, are not for optimal trees.
    unknown : str or dict, default="missing"
        What a category does that fit did not see: "missing" (as a missing value), "mode",
        "stop" (the answer of the node that asks), "majority", "fractional" or "error".
    n_jobs : int, default=None
        Number of threads. None and -1 use all CPUs that the process may use; the tree is the
        same for any number, unless time runs out.
    verbose : int, default=0
        Above 0, the best objective and the bound by now, once a second.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels in sorted order.
    n_classes_ : int
        Number of classes.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    tree_ : Tree
        The tree as read-only arrays with one entry per node.
    objective_ : float
        Error rate (by weight) plus ``leaf_penalty`` times the leaves of ``tree_``.
    lower_bound_ : float
        No tree of this size has a lower objective.
    gap_ : float
        ``objective_ - lower_bound_``.
    proven_ : bool
        Whether the search ended by itself: there is no better tree.
    bounds_ : ndarray of shape (n, 3)
        Seconds, objective of the best tree and lower bound, whenever one of them changed.
    n_subproblems_ : int
        Number of subsets of the rows that were searched.
    fit_time_ : float
        Seconds that the search took.
    greedy_ : DecisionTreeClassifier
        The greedy tree of the same depth, pruned at the same price of a leaf.
    greedy_objective_ : float
        Its objective.
    feature_importances_ : ndarray of shape (n_features_in_,)
        Share of each feature in the total decrease of errors.

    Notes
    -----
    Branch and bound with a memory of subsets of rows that were solved. Trees of two levels are
    found by counting pairs of thresholds at once (as in MurTree and STreeD), thresholds between
    two that were solved are bounded by what the rows between can change (as in ConTree).

    SplitTable are thresholds of numbers and, for categories, one level against the others;
    with two classes also the first levels against the rest, in the order of their shares of the
    second class in all rows.
    The greedy tree may ask for any set of levels and any threshold, so it can be better in a table
    with categories or with ``max_thresholds``; without them it cannot. If time runs
    out and the greedy tree is the better one, it is ``tree_``.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from spinney import OptimalTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> tree = OptimalTreeClassifier(max_depth=3).fit(X, y)
    >>> tree.proven_, round(tree.objective_ * len(y)), round(tree.greedy_objective_ * len(y))
    (True, 1, 4)
    """

    criterion = "misclassification"
    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **BaseOptimalTree._parameter_constraints,
        "class_weight": [dict, StrOptions({"balanced"}), None],
    }

    def __init__(
        self,
        *,
        max_depth: int = 3,
        leaf_penalty: float = 0.0,
        max_leaf_nodes: int | None = None,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_thresholds: int | None = None,
        time_limit: float | None = 60.0,
        class_weight: Any = None,
        categorical_features: Any = "from_dtype",
        missing: Any = "error",
        unknown: Any = "missing",
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        given = locals()
        super().__init__(**{name: given[name] for name in default_parameters(BaseOptimalTree)})
        self.class_weight = class_weight

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return class_targets(y, n_rows)

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        weight = sample_weights(sample_weight, n_rows)
        return with_class_weight(weight, self.class_weight, targets)

    def _greedy(self, data: Dataset) -> DecisionTreeClassifier:
        return DecisionTreeClassifier(
            max_depth=self.max_depth,
            class_weight=self.class_weight,
            ccp_alpha=self.leaf_penalty,
            ccp_risk="error",
            **{name: getattr(self, name) for name in SHARED},
        )

    def _state(self, data: Dataset, found: Found, greedy: Any) -> dict[str, Any]:
        return super()._state(data, found, greedy) | class_attributes(data.targets.classes)
