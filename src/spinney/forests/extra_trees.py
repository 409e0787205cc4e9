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
