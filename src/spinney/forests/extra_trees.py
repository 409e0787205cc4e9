"""Extremely randomized trees."""

from typing import ClassVar

from ..base.parameters import redeclare
from .classifier import ForestClassifier
from .regressor import ForestRegressor


class ExtraTreesClassifier(ForestClassifier):
    """An extra-trees (extremely randomized trees) classifier.

    For each candidate feature of a node, a threshold is drawn between the minimum and the maximum
    of its values, and the best of these random splits is selected. Categorical features are split
    as in :class:`DecisionTreeClassifier` with ``splitter="random"``. Drop-in replacement for
    scikit-learn's class of the same name.

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
        The number of features considered for each split.
    max_features_errors_ : dict
        With ``max_features="oob"``: the out-of-bag error by number of features.
    estimators_ : sequence of DecisionTreeClassifier
        The trees, unpacked on access. ``len(forest)`` is their number, and ``forest[:10]`` a
        forest of the first ten.
    estimators_samples_ : list of ndarray
        The indices of the samples of each tree, with repetitions; drawn again on access.
    feature_importances_ : ndarray of shape (n_features_in_,)
        The feature importances of the kind ``importance``.
    importances_ : Importances
        If ``importance`` is not "gini": importances by tree, their means and confidence intervals.
    oob_score_ : float
        With ``oob_score``: the weighted out-of-bag accuracy; the mean over outputs.
    oob_errors_ : ndarray of shape (n_trees,)
        With ``oob_score`` or ``early_stopping``: the out-of-bag error rate after 1, 2, ...
        trees.
    oob_decision_function_ : ndarray of shape (n_samples, n_classes) or \
            (n_samples, n_classes, n_outputs)
        With ``oob_score``: the out-of-bag class probabilities; NaN for samples in every bag.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from spinney import ExtraTreesClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> ExtraTreesClassifier(random_state=0).fit(X, y).score(X, y)
    1.0
    """

    bootstrap: bool = redeclare(default=False)
    _random_splits: ClassVar[bool] = True


class ExtraTreesRegressor(ForestRegressor):
    """An extra-trees (extremely randomized trees) regressor.

    For each candidate feature of a node, a threshold is drawn between the minimum and the maximum
    of its values, and the best of these random splits is selected. Categorical features are split
    as in :class:`DecisionTreeRegressor` with ``splitter="random"``. Drop-in replacement for
    scikit-learn's class of the same name.

    Attributes
    ----------
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if X had names that are all strings.
    n_outputs_ : int
        Number of outputs.
    max_features_ : int
        The number of features considered for each split.
    max_features_errors_ : dict
        With ``max_features="oob"``: the out-of-bag error by number of features.
    estimators_ : sequence of DecisionTreeRegressor
        The trees, unpacked on access. ``len(forest)`` is their number, and ``forest[:10]`` a
        forest of the first ten.
    estimators_samples_ : list of ndarray
        The indices of the samples of each tree, with repetitions; drawn again on access.
    feature_importances_ : ndarray of shape (n_features_in_,)
        The feature importances of the kind ``importance``.
    importances_ : Importances
        If ``importance`` is not "gini": importances by tree, their means and confidence intervals.
    oob_score_ : float
        With ``oob_score``: the weighted out-of-bag R2; the mean over outputs.
    oob_errors_ : ndarray of shape (n_trees,)
        With ``oob_score`` or ``early_stopping``: the out-of-bag mean squared error after 1, 2, ...
        trees.
    oob_prediction_ : ndarray of shape (n_samples,) or (n_samples, n_outputs)
        With ``oob_score``: the out-of-bag predictions; NaN for samples in every bag.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from spinney import ExtraTreesRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> ExtraTreesRegressor(random_state=0).fit(X, y).score(X, y)
    1.0
    """

    bootstrap: bool = redeclare(default=False)
    max_features: int | float | str | None = redeclare(default=1.0)
    _random_splits: ClassVar[bool] = True
