"""Counterfactuals: the smallest change of a row that changes its prediction."""

from collections.abc import Mapping
from inspect import signature
from typing import Any

import numpy as np

from ..base.progress import make_progress
from ..data.containers import take_rows
from .change_options import read_finder
from .counterfactual_result import Counterfactual
from .counterfactual_search import CounterfactualFinder


def counterfactual(
    model: Any,
    row: Any,
    *,
    desired_class: Any = None,
    desired_range: Any = None,
    min_probability: float | None = None,
    immutable: Any = None,
    ranges: Mapping[Any, Any] | None = None,
    integers: Any = None,
    X: Any = None,
    scale: Any = "std",
    weights: Mapping[Any, float] | None = None,
    norm: str = "l1",
    max_changes: int | None = None,
    time_limit: float = 10.0,
) -> Counterfactual:
    """Find the smallest change of a row that leads to another prediction.

    The result is exact: a branch-and-bound search over all cells between the thresholds of the
    trees either proves that no change costs less, proves that no allowed change exists, or returns
    the best change found within the time limit with a proven lower bound on the cost. It supports
    trees, forests, bagging, AdaBoostClassifier, gradient boosting, and soft voting and linear
    blends of those; splits that combine several features are not supported.

    The cost of a change of a number is its size in units of ``scale``. Another category, or a
    value in place of a missing one, costs 1. Values never become missing. Numbers just beyond a
    threshold are rounded, away from the row, to a thousandth of the unit, or more precisely where
    that would cross the next threshold.

    Parameters
    ----------
    model : estimator
        A fitted estimator of this library.
    row : array-like of shape (n_features,), dict, or table of one row
        The row.
    desired_class : object, default=None
        The class that should be predicted; None: any other than the predicted one.
    desired_range : tuple (low, high), default=None
        For regression: limits of the wanted prediction; None is no limit. A list of pairs for
        several outputs.
    min_probability : float, default=None
        The smallest probability of ``desired_class``. Not for models with more than two classes
        whose probabilities are not means over trees.
    immutable : feature or list of features, default=None
        Features, by name or index, that must not change.
    ranges : dict by feature, default=None
        The allowed new values: ``(low, high)`` for a number, where None is no limit; a list of
        categories; "increase" or "decrease". Dates and times may be text in ISO format. The value
        of the row itself is always allowed.
    integers : list of features, default=None
        Features whose new values are integers, in addition to columns of an integer dtype.
    X : array-like of shape (n_samples, n_features), default=None
        Rows, such as the training data, from which the units of cost are computed. Without X the
        unit of a number is the range of its thresholds.
    scale : {"std", "mad"} or dict of feature to float, default="std"
        The units of cost: the standard deviation or the mean absolute deviation from the median in
        X; a dict sets the units of some features itself. "mad" needs X.
    weights : dict of feature to float, default=None
        Factors of the costs of some features, above 0.
    norm : {"l1", "l0"}, default="l1"
        "l1": the cost is the sum of the costs of all changes. "l0": the number of changed features
        (the sum of their weights); among changes of the same features the smallest.
    max_changes : int, default=None
        The largest number of features that change.
    time_limit : float, default=10.0
        Seconds after which the best change found is returned.

    Returns
    -------
    Counterfactual
        With ``row``, ``changes``, ``cost``, ``bound``, ``optimal``, ``prediction`` and ``text()``.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> forest = spinney.RandomForestClassifier(30, max_depth=6, random_state=0).fit(X, y)
    >>> found = spinney.explain.counterfactual(forest, X[:1], desired_class="Gentoo", X=X)
    >>> found.optimal, found.prediction, bool(forest.predict(found.row)[0] == "Gentoo")
    (True, 'Gentoo', True)
    """
    options = {name: value for name, value in locals().items() if name not in ("model", "row")}
    return make_finder(model, **options).find(row)


def make_finder(model: Any, **options: Any) -> CounterfactualFinder:
    """Read the model and the options, which are those of ``counterfactual`` with its defaults."""
    parameters = signature(counterfactual).parameters.values()
    defaults = {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}
    unknown = [name for name in options if name not in defaults]
    if unknown:
        raise TypeError(
            f"{unknown[0]!r} is not an option of counterfactuals; these are: {', '.join(defaults)}."
        )
    return read_finder(model, defaults | options)


def counterfactuals(model: Any, rows: Any, *, verbose: int = 0, **options: Any) -> list[Any]:
    """Find the counterfactual of every row of a table.

    Parameters
    ----------
    model : estimator
        A fitted estimator of this library.
    rows : array-like of shape (n_samples, n_features)
        The rows.
    verbose : int, default=0
        1 shows a progress bar, 2 a line per row.
    **options
        Those of :func:`spinney.explain.counterfactual`; ``time_limit`` is that of each row.

    Returns
    -------
    list of Counterfactual

    Examples
    --------
    >>> import spinney
    >>> X, y = [[0], [1], [2], [3]], [0, 0, 1, 1]
    >>> tree = spinney.DecisionTreeClassifier().fit(X, y)
    >>> [found.row for found in spinney.explain.counterfactuals(tree, X, X=X)][1:3]
    [[[1.501]], [[1.5]]]
    """
    table = rows if hasattr(rows, "shape") else np.asarray(rows)
    finder = make_finder(model, **options)
    n = table.shape[0]
    found: list[Counterfactual] = []
    if not verbose:
        return [finder.find(one_row(rows, i)) for i in range(n)]
    with make_progress(verbose, "counterfactuals", "row", n) as progress:
        for i in range(n):
            found.append(finder.find(one_row(rows, i)))
            progress.show(i + 1, "")
    return found


def one_row(rows: Any, i: int) -> Any:
    return [rows[i]] if isinstance(rows, (list, tuple)) else take_rows(rows, np.array([i]))
