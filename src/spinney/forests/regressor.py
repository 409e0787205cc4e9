"""Random forests for numbers."""

from typing import Any, ClassVar

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils._param_validation import StrOptions

from .. import _core
from ..base.validation import default_parameters
from ..data.targets import Targets, check_poisson, number_targets
from .base import BaseForest
from .grow_forest import quantile_targets
from .out_of_bag import Floats, squeezed
from .partial_forest import PartialForest


class ForestRegressor(RegressorMixin, BaseForest):  # type: ignore[misc]
    """What all forests for numbers share."""

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **BaseForest._parameter_constraints,
        "criterion": [StrOptions({"squared_error", "friedman_mse", "absolute_error", "poisson"})],
        "quantiles": ["boolean"],
    }

    def __init__(self, *, quantiles: bool, **of_all_forests: Any) -> None:
        super().__init__(**of_all_forests)
        self.quantiles = quantiles

    def _targets(self, y: Any, n_rows: int) -> Targets:
        targets = number_targets(y, n_rows)
        if self.criterion == "poisson":
            check_poisson(targets.values)
        return targets

    def _check_targets(self, targets: Targets) -> None:
        if self.quantiles and targets.n_outputs > 1:
            raise ValueError(f"quantiles=True is for one output, but y has {targets.n_outputs}.")

    def _leaf_targets(self, grown: PartialForest) -> _core.LeafTargets | None:
        return quantile_targets(grown) if self.quantiles else None

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = not self.quantiles
        return tags

    def predict(self, X: Any) -> Floats:
        """What the trees say together: the mean of their leaves, or as ``aggregate`` has it.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_outputs)
        """
        return squeezed(self._leaf_values(X)[1][:, :, 0])

    def predict_quantiles(self, X: Any, quantiles: Any = (0.05, 0.5, 0.95)) -> Floats:
        """Quantiles of the training targets in the leaves that a row ends in.

        In each tree the rows of the leaf share a weight of 1, by their weights; a quantile is the
        smallest target whose cumulated weight over all trees reaches it.

        Parameters
        ----------
        X : array, sparse matrix, dataframe or list of shape (n_samples, n_features)
            The rows.
        quantiles : float or sequence of float, default=(0.05, 0.5, 0.95)
            From 0 to 1.

        Returns
        -------
        ndarray of shape (n_samples, n_quantiles), or (n_samples,) for a single number

        Examples
        --------
        >>> import numpy as np
        >>> from spinney import RandomForestRegressor
        >>> X = np.repeat([[0.0], [1.0]], 50, axis=0)
        >>> y = np.tile(np.arange(50.0), 2) + 100 * X[:, 0]
        >>> forest = RandomForestRegressor(quantiles=True, random_state=0).fit(X, y)
        >>> forest.predict_quantiles([[1.0]], [0.0, 1.0])
        array([[100., 149.]])
        """
        asked: Floats = np.asarray(quantiles, dtype=np.float64)
        if asked.ndim > 1 or not ((asked >= 0) & (asked <= 1)).all():
            raise ValueError(f"quantiles must be numbers from 0 to 1, got {quantiles!r}.")
        model, table, n_threads = self._table(X)
        if model.leaf_targets is None:
            raise ValueError(
                "predict_quantiles needs the targets in the leaves: fit with quantiles=True (a "
                "slice of a forest does not have them)."
            )
        found = model.leaf_targets.predict(model.forest, table, asked.reshape(-1), n_threads)
        return found if asked.ndim else found[:, 0]


class RandomForestRegressor(ForestRegressor):
    """A random forest that predicts numbers, in place of scikit-learn's class of the same name.

    Grows trees on bags of rows drawn with replacement, each split looking at a third of the
    features drawn anew, and averages what they say. Takes numbers, categories and missing values.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
    criterion : {"squared_error", "friedman_mse", "absolute_error", "poisson"}, \
            default="squared_error"
        Impurity that a split lowers; "friedman_mse" is another name for "squared_error".
    splits : {"binary", "multiway", "oblique", "sphere", "pca"} or list, default="binary"
        What a node asks, as in :class:`DecisionTreeRegressor`: of a list the best kind wins.
    max_depth : int, default=None
        Most questions from the root to a leaf; None sets no limit.
    min_samples_split : int or float, default=2
        Fewest rows of a node that may be split; a float is a fraction of all rows.
    min_samples_leaf : int or float, default=1
        Fewest rows on each side of a split; a float is a fraction of all rows.
    min_weight_fraction_leaf : float, default=0.0
        Least share of a tree's total weight on each side of a split.
    max_features : int, float, {"sqrt", "log2", "oob"} or None, default=1/3
        Number of features drawn for each split; a float is a fraction, None takes all. "oob" grows
        small forests with several numbers, and takes the one of least out-of-bag error.
    max_features_per_tree : int, float, {"sqrt", "log2"} or None, default=None
        Number of features drawn for each tree, of which ``max_features`` are drawn for each
        split; None takes all.
    max_leaf_nodes : int, default=None
        Grow the best node first, up to this number of leaves; None sets no limit.
    min_impurity_decrease : float, default=0.0
        Least weighted decrease of impurity that makes a split worth it.
    ccp_alpha : float, default=0.0
        Cost-complexity pruning of each tree: subtrees go whose leaves lower the impurity by less
        than this each, as in :class:`DecisionTreeRegressor`. 0 prunes nothing.
    bootstrap : bool, default=True
        Draw the rows of each tree with replacement. If False, each tree has all rows, or with
        ``max_samples`` some of them, drawn without replacement (pasting).
    max_samples : int or float, default=None
        Number of rows drawn for each tree; a float is a share of the rows (with ``bootstrap`` of
        the sum of weights), None as many as there are rows.
    bags : list of arrays or array of shape (n_estimators, n_samples), default=None
        The rows of each tree, in place of draws: their indices, or how often each row counts.
    aggregate : {"mean", "mode", "median"}, default="mean"
        How the answers of the trees become one. "mode" is the value that
        most trees say, the smallest of several.
    oob_score : bool or callable, default=False
        Judge the forest by the rows that are out of bag, each by the trees that have not seen it:
        R2, or ``metric(y_true, y_pred)``.
    importance : {"gini", "corrected", "permutation"}, default="gini"
        What ``feature_importances_`` shows; see :meth:`importances`. Those other than "gini"
        are judged by rows out of bag.
    early_stopping : bool, default=False
        Stop when the out-of-bag error is flat: when ``n_iter_no_change`` trees have not lowered
        it by the share ``tol``.
    n_iter_no_change : int, default=10
        Patience of ``early_stopping``.
    tol : float, default=0.01
        Share of the error that counts as lower.
    monotonic_cst : array-like of int of shape (n_features,) or dict, default=None
        1 where the target must not fall as the feature grows, -1 where it must not rise, 0 for no
        constraint; a dict goes by feature name. Not for categories or several outputs.
    categorical_features : "from_dtype", array-like or None, default="from_dtype"
        Which features are categories. ``"from_dtype"`` takes the dataframe columns that are
        categories or strings; else names, indices or a boolean mask. Categories are matched by
        their labels.
    min_samples_level : int, default=2
        Labels of fewer rows count as unknown: a name that a single row has tells nothing of
        others, and trees grown to the end would learn it by heart.
    max_bins : int, "auto" or None, default="auto"
        None searches every threshold between two values; an int first sorts the values of each
        number feature into at most this many bins of equal size. "auto": None up to 10,000 rows,
        255 above, where trees of a forest lose nothing by it and grow twice as fast.
    n_buckets : int, default=4
        Most children of a number in a "multiway" split.
    n_projections : int, default=None
        Random sums ("oblique") or centres ("sphere") tried at a node; None goes by the number of
        features.
    missing : str or dict, default="learned"
        What a missing value does: one policy for all features, or a dict by name or index. The
        policies are those of :class:`DecisionTreeRegressor`.
    unknown : str or dict, default="missing"
        What a category does that fit did not see, for all features or by name or index.
    max_surrogates : int, default=5
        Most surrogates of a split on a feature with the policy "surrogate".
    quantiles : bool, default=False
        Keep the targets in the leaves, for :meth:`predict_quantiles`.
    warm_start : bool, default=False
        Let fit add trees to the forest, up to ``n_estimators``, on the same rows. The forest is
        the one that a single fit would have grown.
    verbose : int, default=0
        1 shows a progress bar, 2 a line for every part.
    random_state : int, RandomState instance or None, default=None
        Seed of all draws.
    n_jobs : int, default=None
        Number of threads. None and -1 use all CPUs that the process may use; the forest is the
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
    max_features_errors_ : dict
        With ``max_features="oob"``: the out-of-bag error by number of features.
    estimators_ : sequence of DecisionTreeRegressor
        The trees, unpacked when they are asked for; ``len(forest)`` is their number, and
        ``forest[:10]`` the forest of the first ten.
    estimators_samples_ : list of ndarray
        The rows of each tree's bag, drawn anew.
    feature_importances_ : ndarray of shape (n_features_in_,)
        With ``importance="gini"`` the mean share of each feature in the decrease of impurity.
    importances_ : Importances
        With another ``importance``: the values by tree, their means and confidence intervals.
    oob_score_ : float
        With ``oob_score``: R2 of the rows out of bag, by their weights; the mean over
        outputs.
    oob_errors_ : ndarray of shape (n_trees,)
        With ``oob_score`` or ``early_stopping``: the out-of-bag mean squared error after 1, 2,
        ... trees.
    oob_prediction_ : ndarray of shape (n_samples,) or (n_samples, n_outputs)
        With ``oob_score``: predictions by the trees that have not seen the row; NaN for rows in
        every bag.

    Notes
    -----
    Rows are drawn in proportion to ``sample_weight``, and each draw counts 1, as in scikit-learn,
    whose default of ``max_features`` is 1.0. Without replacement, or with ``bags``, rows count by
    their weights. Bags are not kept: seed and number of a tree decide its bag.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from spinney import RandomForestRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> forest = RandomForestRegressor(oob_score=True, random_state=0).fit(X, y)
    >>> forest.oob_score_ > 0.4
    True
    """

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "squared_error",
        splits: Any = "binary",
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: int | float | str | None = 1 / 3,
        max_features_per_tree: int | float | str | None = None,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        ccp_alpha: float = 0.0,
        bootstrap: bool = True,
        max_samples: int | float | None = None,
        bags: Any = None,
        aggregate: str = "mean",
        oob_score: Any = False,
        importance: str = "gini",
        early_stopping: bool = False,
        n_iter_no_change: int = 10,
        tol: float = 0.01,
        monotonic_cst: Any = None,
        categorical_features: Any = "from_dtype",
        min_samples_level: int = 2,
        max_bins: int | str | None = "auto",
        n_buckets: int = 4,
        n_projections: int | None = None,
        missing: Any = "learned",
        unknown: Any = "missing",
        max_surrogates: int = 5,
        quantiles: bool = False,
        warm_start: bool = False,
        verbose: int = 0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        given = locals()
        super().__init__(
            **{name: given[name] for name in default_parameters(RandomForestRegressor)}
        )
