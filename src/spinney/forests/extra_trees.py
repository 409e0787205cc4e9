"""Forests of extremely randomised trees: thresholds are drawn, and the best of them is taken."""

from typing import ClassVar

from ..base.parameters import redeclare
from .classifier import ForestClassifier
from .regressor import ForestRegressor


class ExtraTreesClassifier(ForestClassifier):
    """Extremely randomised trees for classes, in place of scikit-learn's class of the same name.

    For each feature drawn at a node, one threshold is drawn between the least and the largest
    value there, and the best of these splits is taken. Categories are parted as in
    :class:`DecisionTreeClassifier` with ``splitter="random"``.

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

    bootstrap: bool = redeclare(default=False)
    _random_splits: ClassVar[bool] = True


class ExtraTreesRegressor(ForestRegressor):
    """Extremely randomised trees for numbers, in place of scikit-learn's class of the same name.

    For each feature drawn at a node, one threshold is drawn between the least and the largest
    value there, and the best of these splits is taken.

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

    bootstrap: bool = redeclare(default=False)
    max_features: int | float | str | None = redeclare(default=1.0)
    _random_splits: ClassVar[bool] = True
