"""A single tree for classes."""

from typing import Any, ClassVar

from sklearn.base import ClassifierMixin
from sklearn.utils._param_validation import StrOptions

from ..base.class_predictions import ClassPredictions
from ..base.fitted_estimator import class_attributes
from ..base.fitted_tree import FittedTree
from ..base.validation import default_parameters
from ..data.targets import Targets, class_targets
from ..data.weights import Weights, sample_weights, with_class_weight
from ..pruning.costs import ClassCosts, class_costs
from .base import BaseDecisionTree


class DecisionTreeClassifier(ClassPredictions, ClassifierMixin, BaseDecisionTree):  # type: ignore[misc]
    """A decision tree that predicts classes, in place of scikit-learn's class of the same name.

    Grows one CART tree on numbers, categories and missing values: at each node the question that
    lowers the impurity most.

    Parameters
    ----------
    criterion : {"gini", "entropy", "log_loss", "misclassification", "gain_ratio"}, default="gini"
        Impurity that a split lowers. "entropy" is in bits; "log_loss" is another name for it.
        "gain_ratio" is C4.5's, for ``splits="multiway"``: entropy, and of the splits that gain at
        least the average the one with most gain by the entropy of the parting itself.
        ``min_samples_leaf`` then counts weight, and two children must have it.
    splitter : {"best", "random"}, default="best"
        Look for the best threshold of a feature, or draw one at random.
    splits : {"binary", "multiway", "oblique", "sphere", "pca"} or list, default="binary"
        What a node asks; of a list the kind wins that lowers the impurity most at the node.

        - "binary": one feature, two answers (CART).
        - "multiway": a child for each category, or for each of up to ``n_buckets`` quantiles of a
          number (ID3). With ``criterion="gain_ratio"`` numbers have a threshold
          (C4.5).
        - "oblique": a weighted sum of number features against a threshold: random sums of a
          few features, and the direction of a linear model in the node; single features too.
        - "sphere": the distance to a centre against a radius, features in units of their
          standard deviations.
        - "pca": as "binary" on the principal axes of the number features.

        All but "multiway" ask for categories as "binary" does. A missing value adds nothing to a
        sum or distance.
    max_depth : int, default=None
        Most questions from the root to a leaf; None sets no limit.
    min_samples_split : int or float, default=2
        Fewest rows of a node that may be split; a float is a fraction of all rows.
    min_samples_leaf : int or float, default=1
        Fewest rows on each side of a split; a float is a fraction of all rows.
    min_weight_fraction_leaf : float, default=0.0
        Least share of the total weight on each side of a split.
    max_features : int, float, {"sqrt", "log2"} or None, default=None
        Number of features drawn for each split; a float is a fraction, None takes all.
    random_state : int, RandomState instance or None, default=None
        Seed of the draws of ``max_features`` and ``splitter="random"``. A tree that draws nothing
        is the same for every seed.
    max_leaf_nodes : int, default=None
        Grow the best node first, up to this number of leaves; None sets no limit.
    min_impurity_decrease : float, default=0.0
        Least weighted decrease of impurity that makes a split worth it.
    class_weight : dict, list of dict or "balanced", default=None
        Weight of each class, multiplied with ``sample_weight``; "balanced" gives all classes the
        same total. A list has one dict per output.
    monotonic_cst : array-like of int of shape (n_features,) or dict, default=None
        1 where the probability of the second class must not fall as the feature grows, -1 where
        it must not rise, 0 for no constraint; a dict goes by feature name. Not for categories,
        more than two classes or several outputs.
    categorical_features : "from_dtype", array-like or None, default="from_dtype"
        Which features are categories. ``"from_dtype"`` takes the dataframe columns that are
        categories or strings; else names, indices or a boolean mask. Categories are matched by
        their labels.
    max_bins : int, default=None
        None searches every threshold between two values; an int first sorts the values of each
        number feature into at most this many bins of equal size.
    n_buckets : int, default=4
        Most children of a number in a "multiway" split.
    n_projections : int, default=None
        Random sums ("oblique") or centres ("sphere") tried at a node; None goes by the number of
        features.
    missing : str or dict, default="learned"
        What a missing value does: one policy for all features, or a dict by name or index, in
        which features that are not named have "learned".

        - "learned": it goes to the side that was better at fit, or to the child with more weight
          where fit met no missing value.
        - "surrogate": it goes where the first surrogate that has a value sends it, or else with the
          majority of the training rows whose value was there.
        - "fractional": it goes down both branches, in parts by their weights.
        - "category": it is a category of its own, "(missing)". In numbers as "learned".
        - "mean", "median", "mode": that of the training rows takes its place, by their weights.
          In categories the mode; a column without any value stays as it is.
        - "drop": fit leaves the row out, as if its weight were 0. At predict as "majority".
        - "stop": the row gets the answer of the node that it reached, and at fit stays there.
        - "majority": it goes to the child with more weight.
        - "error": it raises a ValueError that names row and column.
    unknown : str or dict, default="missing"
        What a category does that fit did not see, for all features or by name or index:
        "missing" (the same as a missing value of the feature), "surrogate", "fractional", "mode",
        "stop", "majority" or "error".
    max_surrogates : int, default=5
        Most surrogates of a split: questions about other features that send the rows nearly the
        same way. Only splits on features with the policy "surrogate" have them.
    max_competitors : int, default=0
        Number of the best splits on other features to remember for each node.
    priors : array-like of shape (n_classes,) or dict, default=None
        Probability of each class in the world, in the order of ``classes_`` or by label; None
        takes the shares in the training rows. Scaled to sum to 1. One output only.
    loss_matrix : array-like of shape (n_classes, n_classes), default=None
        Entry (i, j) is the cost of predicting class j for a row of class i; None counts errors.
        Prediction is the class of least expected cost, and growth weighs each class by its prior
        times the sum of its costs, as in rpart. One output only.
    ccp_alpha : float or "cv", default=0.0
        Cost-complexity pruning: of all subtrees keep the smallest that has the least risk plus
        ``ccp_alpha`` times its leaves; 0 prunes nothing. ``"cv"`` grows a tree per fold of ``cv``
        and takes the alpha that ``ccp_rule`` prefers.
    ccp_rule : {"min", "1se"}, default="min"
        With ``"cv"``: the alpha of least error, or the largest alpha whose error is at most one
        standard error above it (a smaller tree).
    ccp_risk : {"impurity", "error"}, default="impurity"
        What alpha is weighed against: the impurity of the leaves, as in scikit-learn, or the cost
        of their answers, as in rpart.
    cv : int, splitter, iterable or array of shape (n_samples,), default=10
        With ``ccp_alpha="cv"``: the number of folds (classes in equal parts, drawn by
        ``random_state``; the same each time if that is None), a splitter of scikit-learn, pairs
        of training and test rows, or the number of each row's fold.
    pruning : {"reduced_error", "pessimistic"}, default=None
        ``"reduced_error"`` keeps the subtree of least cost on a validation part, the smallest of
        equals. ``"pessimistic"`` is C4.5's: training errors are counted at their upper
        confidence limit, and a subtree that is not expected to err less than a leaf becomes one.
        It takes weights for numbers of rows.
    confidence : float, default=0.25
        Confidence level of ``"pessimistic"``, below 0.5; smaller prunes more.
    subtree_raising : bool, default=True
        With ``"pessimistic"``: a node may also give way to its largest branch, which then gets
        all rows of the node. Not with ``monotonic_cst``.
    early_stopping : bool, default=False
        Make splits in the order of their gains until ``n_iter_no_change`` of them in a row do not
        lower the cost on a validation part, and take those back.
    n_iter_no_change : int, default=10
        Patience of ``early_stopping``.
    validation_fraction : float, default=0.1
        Share of the rows that is kept for validation, if ``fit`` is not given ``X_val``.
    n_jobs : int, default=None
        Number of threads. None and -1 use all CPUs that the process may use; the tree is the
        same for any number.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,) or list of ndarray
        The class labels in sorted order; a list with one array per output if there are several.
    n_classes_ : int or list of int
        Number of classes, or one number per output.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    n_outputs_ : int
        Number of outputs.
    max_features_ : int
        What ``max_features`` came to.
    feature_importances_ : ndarray of shape (n_features_in_,)
        Share of each feature in the total decrease of impurity.
    surrogate_importances_ : ndarray of shape (n_features_in_,)
        The same, with each surrogate credited by its adjusted agreement, as rpart counts it.
    tree_ : Tree
        The tree as read-only arrays with one entry per node.
    missing_counts_ : dict
        For each feature with missing values in training rows of weight above 0, by its name (or
        index): its "policy", the cells "missing" and "unknown", how many were "filled", the rows
        "dropped" for them, and how often a row could not answer a question of the tree and went
        on "by_surrogate" or "by_policy".
    ccp_alpha_ : float
        The alpha that the tree was pruned at.
    cp_table_ : CpTable
        The pruning sequence: "CP", "nsplit", "rel_error", with ``ccp_alpha="cv"`` "xerror" and
        "xstd", and "alpha", from the root alone to the largest tree; ``to_frame()`` makes a data
        frame of it.
    n_leaves_grown_ : int
        Number of leaves before pruning.
    validation_loss_ : float
        Mean cost per unit of weight on the validation part, if there is one.
    validation_curve_ : ndarray
        With ``early_stopping``: that cost after 0, 1, 2 ... splits.

    Notes
    -----
    A category that fit knows, but not from the node that asks for it, follows ``missing`` too; with
    "learned" it goes to the child with more weight. Thresholds lie halfway between two values and
    are compared in float64. Equal splits go to the first feature and then to the lowest threshold.

    In the table costs are those of prediction: errors (or ``loss_matrix``), squared or absolute
    error, or half the Poisson deviance. Cross-validation follows rpart: a row of the table is
    judged by trees of the folds pruned at the geometric mean of its alpha and the one before; an
    xerror is relative to the cost of the root. In folds and validation parts, a row that
    ``missing="fractional"`` divides counts as so many rows of less weight; what a
    policy fills in is learned from all training rows, once.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from spinney import DecisionTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> tree = DecisionTreeClassifier(max_depth=2).fit(X, y)
    >>> round(tree.score(X, y), 3)
    0.96
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **BaseDecisionTree._parameter_constraints,
        "criterion": [
            StrOptions({"gini", "entropy", "log_loss", "misclassification", "gain_ratio"})
        ],
        "class_weight": [dict, list, StrOptions({"balanced"}), None],
        "priors": ["array-like", dict, None],
        "loss_matrix": ["array-like", None],
        "subtree_raising": ["boolean"],
    }

    def __init__(
        self,
        *,
        criterion: str = "gini",
        splitter: str = "best",
        splits: Any = "binary",
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: int | float | str | None = None,
        random_state: Any = None,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        class_weight: Any = None,
        monotonic_cst: Any = None,
        categorical_features: Any = "from_dtype",
        max_bins: int | None = None,
        n_buckets: int = 4,
        n_projections: int | None = None,
        missing: Any = "learned",
        unknown: Any = "missing",
        max_surrogates: int = 5,
        max_competitors: int = 0,
        priors: Any = None,
        loss_matrix: Any = None,
        ccp_alpha: float | str = 0.0,
        ccp_rule: str = "min",
        ccp_risk: str = "impurity",
        cv: Any = 10,
        pruning: str | None = None,
        confidence: float = 0.25,
        subtree_raising: bool = True,
        early_stopping: bool = False,
        n_iter_no_change: int = 10,
        validation_fraction: float = 0.1,
        n_jobs: int | None = None,
    ) -> None:
        given = locals()
        super().__init__(**{name: given[name] for name in default_parameters(BaseDecisionTree)})
        self.class_weight = class_weight
        self.priors = priors
        self.loss_matrix = loss_matrix
        self.subtree_raising = subtree_raising

    def _targets(self, y: Any, n_rows: int) -> Targets:
        return class_targets(y, n_rows)

    def _weights(self, sample_weight: Any, n_rows: int, targets: Targets) -> Weights | None:
        weight = sample_weights(sample_weight, n_rows)
        return with_class_weight(weight, self.class_weight, targets)

    def _class_costs(self, targets: Targets, weight: Weights | None) -> ClassCosts | None:
        return class_costs(self.priors, self.loss_matrix, targets, weight)

    def _state(self, model: FittedTree, max_features: int) -> dict[str, Any]:
        return super()._state(model, max_features) | class_attributes(model.classes)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags
