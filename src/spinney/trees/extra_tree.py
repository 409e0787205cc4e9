"""Extremely randomized trees."""

from ..base.parameters import redeclare
from .classifier import DecisionTreeClassifier
from .regressor import DecisionTreeRegressor


class ExtraTreeClassifier(DecisionTreeClassifier):
    """An extremely randomized tree classifier.

    For each candidate feature of a node, a threshold is drawn between the minimum and the maximum
    of its values, and the best of these random splits is selected. The trees of
    :class:`ExtraTreesClassifier` are of this kind. Drop-in replacement for scikit-learn's class of
    the same name.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from spinney import ExtraTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> ExtraTreeClassifier(random_state=0).fit(X, y).score(X, y)
    1.0
    """

    splitter: str = redeclare(default="random")
    max_features: int | float | str | None = redeclare(default="sqrt")


class ExtraTreeRegressor(DecisionTreeRegressor):
    """An extremely randomized tree regressor.

    For each candidate feature of a node, a threshold is drawn between the minimum and the maximum
    of its values, and the best of these random splits is selected. The trees of
    :class:`ExtraTreesRegressor` are of this kind. Drop-in replacement for scikit-learn's class of
    the same name.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from spinney import ExtraTreeRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> ExtraTreeRegressor(random_state=0).fit(X, y).score(X, y)
    1.0
    """

    splitter: str = redeclare(default="random")
    max_features: int | float | str | None = redeclare(default=1.0)
