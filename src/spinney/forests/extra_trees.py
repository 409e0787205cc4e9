"""Forests of extremely randomised trees: thresholds are drawn, and the best of them is taken."""

from typing import Any, ClassVar

from ..base.validation import default_parameters
from .classifier import ForestClassifier
from .regressor import ForestRegressor


class ExtraTreesClassifier(ForestClassifier):
    """Extremely randomised trees for classes, in place of scikit-learn's class of the same name.

    For each feature drawn at a node, one threshold is drawn between the least and the largest
    value there, and the best of these splits is taken. Categories are parted as in
    :class:`DecisionTreeClassifier` with ``splitter="random"``.

    Parameters
    ----------
    bootstrap : bool, default=False
        Draw the rows of each tree with replacement. If False, each tree has all rows, or with
        ``max_samples`` some of them, drawn without replacement (pasting).
    others
        As in :class:`RandomForestClassifier`, with the same defaults.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,) or list of ndarray
        The class labels in sorted order. All attributes are those of
        :class:`RandomForestClassifier`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from spinney import ExtraTreesClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> ExtraTreesClassifier(random_state=0).fit(X, y).score(X, y)
    1.0
    """

    _random_splits: ClassVar[bool] = True

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "gini",
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: int | float | str | None = "sqrt",
        max_features_per_tree: int | float | str | None = None,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        ccp_alpha: float = 0.0,
        bootstrap: bool = False,
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
        missing: Any = "learned",
        unknown: Any = "missing",
        max_surrogates: int = 5,
        class_weight: Any = None,
        stratified: bool = False,
        warm_start: bool = False,
        verbose: int = 0,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        given = locals()
        super().__init__(**{name: given[name] for name in default_parameters(ExtraTreesClassifier)})


class ExtraTreesRegressor(ForestRegressor):
    """Extremely randomised trees for numbers, in place of scikit-learn's class of the same name.

    For each feature drawn at a node, one threshold is drawn between the least and the largest
    value there, and the best of these splits is taken.

    Parameters
    ----------
    max_features : int, float, {"sqrt", "log2", "oob"} or None, default=1.0
        Number of features drawn for each split; a float is a fraction, None takes all.
    bootstrap : bool, default=False
        Draw the rows of each tree with replacement. If False, each tree has all rows, or with
        ``max_samples`` some of them, drawn without replacement (pasting).
    others
        As in :class:`RandomForestRegressor`, with the same defaults.

    Attributes
    ----------
    n_features_in_ : int
        Number of features. All attributes are those of :class:`RandomForestRegressor`.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from spinney import ExtraTreesRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> ExtraTreesRegressor(random_state=0).fit(X, y).score(X, y)
    1.0
    """

    _random_splits: ClassVar[bool] = True

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "squared_error",
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: int | float | str | None = 1.0,
        max_features_per_tree: int | float | str | None = None,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        ccp_alpha: float = 0.0,
        bootstrap: bool = False,
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
        super().__init__(**{name: given[name] for name in default_parameters(ExtraTreesRegressor)})
