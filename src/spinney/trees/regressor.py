"""A single tree for numbers."""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import RegressorMixin
from sklearn.utils._param_validation import StrOptions

from ..base.fitted_estimator import number_answers
from ..data.targets import Targets, check_poisson, number_targets
from .base import BaseDecisionTree


class DecisionTreeRegressor(RegressorMixin, BaseDecisionTree):  # type: ignore[misc]
    """A decision tree that predicts numbers.

    Grows one CART tree on numbers, categories and missing values: at each node the question that
    lowers the impurity most. Takes the place of scikit-learn's class of the same name.

    Parameters
    ----------
    criterion : {"squared_error", "friedman_mse", "absolute_error", "poisson"}, \
            default="squared_error"
        What a split lowers: the variance, the same scored by the difference of the means, the
        distance to the median, or the Poisson deviance (for y >= 0).
    splitter : {"best", "random"}, default="best"
        Look for the best threshold of a feature, or draw one at random.
    splits : {"binary", "multiway", "oblique", "sphere", "pca"} or list, default="binary"
        What a node asks; of a list the kind wins that lowers the impurity most at the node.

        - "binary": one feature, two answers (CART).
        - "multiway": a child for each category, or for each of up to ``n_buckets`` quantiles of a
          number (ID3).
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
    monotonic_cst : array-like of int of shape (n_features,) or dict, default=None
        1 where the prediction must not fall as the feature grows, -1 where it must not rise, 0
        for no constraint; a dict goes by feature name. Not for categories or several outputs.
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
    ccp_alpha : float or "cv", default=0.0
        Cost-complexity pruning: of all subtrees keep the smallest that has the least risk plus
        ``ccp_alpha`` times its leaves; 0 prunes nothing. ``"cv"`` grows a tree per fold of ``cv``
        and takes the alpha that ``ccp_rule`` prefers.
    ccp_rule : {"min", "1se"}, default="min"
        With ``"cv"``: the alpha of least error, or the largest alpha whose error is at most one
        standard error above it (a smaller tree).
    ccp_risk : {"impurity", "error"}, default="impurity"
        What alpha is weighed against: impurity, or the cost of the answers. For numbers they are
        the same.
    cv : int, splitter, iterable or array of shape (n_samples,), default=10
        With ``ccp_alpha="cv"``: the number of folds (drawn by ``random_state``; the same
        each time if that is None), a splitter of scikit-learn, pairs of training and test rows,
        or the number of each row's fold.
    pruning : {"reduced_error"}, default=None
        ``"reduced_error"`` keeps the subtree of least cost on a validation part, the smallest of
        equals.
    confidence : float, default=0.25
        For classes only.
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
    Missing values, thresholds and ties are treated as in DecisionTreeClassifier.

    Examples
    --------
    >>> import numpy as np
    >>> from spinney import DecisionTreeRegressor
    >>> X = np.arange(6.0).reshape(-1, 1)
    >>> y = np.array([1.0, 1.0, 1.0, 1.0, 5.0, 7.0])
    >>> tree = DecisionTreeRegressor(max_depth=1).fit(X, y)
    >>> tree.predict([[0.0], [np.nan], [9.0]])
    array([1., 1., 6.])
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **BaseDecisionTree._parameter_constraints,
        "criterion": [StrOptions({"squared_error", "friedman_mse", "absolute_error", "poisson"})],
        "pruning": [StrOptions({"reduced_error"}), None],
    }

    def _targets(self, y: Any, n_rows: int) -> Targets:
        targets = number_targets(y, n_rows)
        if self.criterion == "poisson":
            check_poisson(targets.values)
        return targets

    def predict(self, X: Any) -> NDArray[np.float64]:
        """The value of each row's leaf: its mean, or its median with ``"absolute_error"``.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        return number_answers(self._leaf_values(X)[1])
