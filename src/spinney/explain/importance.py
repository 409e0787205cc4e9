"""Importances of features, of every kind and for every estimator."""

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np

from .. import _core
from ..adaboost.ensembles import TreeEnsemble
from ..adaboost.model import FittedRounds
from ..base.fitted_estimator import FittedEstimatorMixin
from ..base.split_importances import KINDS as SPLIT_KINDS
from ..base.split_importances import split_importances
from ..data.containers import column_names, n_columns
from ..data.schema import Schema
from ..data.weights import Weights, sample_weights
from ..forests.importances import Groups, Importances
from ..forests.model import FittedForest
from .additive import Floats, read_additive
from .drop_column import drop_column
from .out_of_bag import out_of_bag
from .permutation import Permutations, read_scorer
from .shap import shap

DATA_KINDS = {"permutation": "repeats", "shap": "rows", "drop_column": "folds", "oob": "members"}
"""Kinds that need X, with what their standard errors are over."""


@dataclass(frozen=True, repr=False)
class Importance(Importances):
    """Importances of features or groups of features, with standard errors.

    Attributes
    ----------
    kind : str
        The kind of importance.
    names : tuple of str
        Names of the features or groups.
    per_tree : ndarray of shape (n_units, n_names)
        The importance in each unit: a repeat, row, fold or member.
    unit : str
        What the units are. Intervals are those of the mean over units.
    """

    unit: str = "trees"

    @property
    def values(self) -> Floats:
        """The importances: means over the units."""
        return self.mean

    def _title(self) -> str:
        return f"{self.kind} importance, {self.n_trees} {self.unit}"


def importance(
    model: Any,
    kind: str = "permutation",
    X: Any = None,
    y: Any = None,
    *,
    groups: Any = None,
    scoring: Any = None,
    n_repeats: int = 5,
    background: Any = None,
    cv: Any = 5,
    validation: Any = None,
    sample_weight: Any = None,
    random_state: Any = 0,
    n_jobs: int | None = None,
) -> Importance:
    """Compute the importance of each feature, or group of features.

    Parameters
    ----------
    model : estimator
        A fitted estimator; "permutation" and "drop_column" accept any with scikit-learn's API.
    kind : str, default="permutation"
        - "gain", "total_gain", "cover", "total_cover", "count": the mean or total gain of the
          splits on a feature in all trees, the mean or total weight of their nodes, or their
          number. No data is needed.
        - "permutation": the decrease of the score on X and y when a feature is permuted.
        - "shap": the mean absolute SHAP value over the rows of X, and over the outputs.
        - "drop_column": the decrease of the score when the model is fitted to X and y without the
          feature.
        - "oob": the increase of the error of each member of a forest or bagging on its out-of-bag
          rows when a feature is permuted; X and y are the training data.
    X : array-like of shape (n_samples, n_features), default=None
        The rows.
    y : array-like of shape (n_samples,) or (n_samples, n_outputs), default=None
        Their targets.
    groups : dict of lists or list of lists, default=None
        Features, by name or index, to evaluate together. Features in no group are evaluated alone.
    scoring : str or callable, default=None
        A scorer of scikit-learn, for "permutation" and "drop_column"; None is ``model.score``.
    n_repeats : int, default=5
        Number of permutations of each feature.
    background : array-like, default=None
        Background rows of SHAP values, see :func:`spinney.explain.shap`.
    cv : int or splitter, default=5
        Folds of "drop_column".
    validation : tuple of (X, y), default=None
        Rows on which "drop_column" scores a model fitted to all rows of X, instead of folds.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.
    random_state : int or None, default=0
        Seed of the permutations.
    n_jobs : int, default=None
        Number of threads of SHAP values.

    Returns
    -------
    Importance
        With ``names``, ``values``, ``standard_error``, ``low`` and ``high`` (the 95 % interval of
        the mean over repeats, rows, folds or members) and ``to_frame()``.

    Examples
    --------
    >>> import numpy as np
    >>> import spinney
    >>> X = np.random.default_rng(0).random((300, 3))
    >>> model = spinney.GradientBoostingRegressor(n_estimators=20).fit(X, X[:, 1])
    >>> found = spinney.explain.importance(model, "permutation", X, X[:, 1])
    >>> found.names[found.values.argmax()]
    'x1'
    >>> spinney.explain.importance(model, "count").values.argmax()
    np.int64(1)
    """
    kinds = (*SPLIT_KINDS, *DATA_KINDS)
    if not isinstance(kind, str):
        raise TypeError(
            f"kind must be a string such as 'permutation', got {type(kind).__name__}: call "
            'importance(model, "permutation", X, y).'
        )
    if kind not in kinds:
        raise ValueError(f"kind={kind!r} must be one of {', '.join(map(repr, kinds))}.")
    if not isinstance(n_repeats, Integral) or n_repeats < 1:
        raise ValueError(f"n_repeats must be an int of at least 1, got {n_repeats!r}.")
    if kind in SPLIT_KINDS:
        return from_splits(model, kind, groups)
    if X is None or (y is None and kind != "shap"):
        raise ValueError(f'kind="{kind}" needs {"X" if kind == "shap" else "X and y"}.')
    features = Groups.read(groups, schema_of(X, model))
    n_rows = X.shape[0] if hasattr(X, "shape") else len(X)
    weight = sample_weights(sample_weight, n_rows)
    if not hasattr(X, "shape"):
        X = np.asarray(X)
    if kind == "shap":
        per_unit = shap_sizes(model, X, features, background, weight, n_jobs)
    elif kind == "permutation":
        permutations = Permutations(
            model, X, y, read_scorer(scoring), int(n_repeats), random_state, weight
        )
        per_unit = np.column_stack([permutations.decreases(c) for c in features.values()])
    elif kind == "oob":
        per_unit = out_of_bag(model, X, y, features, weight, int(n_repeats), random_state)
    else:
        per_unit = drop_column(model, X, y, features, read_scorer(scoring), cv, validation, weight)
    return Importance(kind, tuple(features), per_unit, DATA_KINDS[kind])


def schema_of(X: Any, model: Any) -> Schema:
    """Return the number and names of the columns of X."""
    shaped = X if hasattr(X, "shape") else np.asarray(X)
    names = column_names(shaped)
    if names is None and hasattr(model, "feature_names_in_"):
        names = tuple(map(str, model.feature_names_in_))
    return Schema(n_columns(shaped), names, None)


def from_splits(model: Any, kind: str, groups: Any) -> Importance:
    """Return sums or means over the splits of all trees of a model."""
    trees, schema = trees_of(model)
    features = Groups.read(groups, schema)
    values = split_importances(trees, schema.n_features, kind, list(features.values()))
    return Importance(kind, tuple(features), values[None], "model")


def trees_of(model: Any) -> tuple[Iterable[_core.Tree], Schema]:
    """Return all trees of a model with the schema of its features."""
    fitted = model._fitted() if isinstance(model, FittedEstimatorMixin) else None
    if isinstance(fitted, FittedRounds) and isinstance(fitted.ensemble, TreeEnsemble):
        return fitted.ensemble.members, fitted.ensemble.schema
    if isinstance(fitted, FittedForest):
        return (fitted.forest.tree(i) for i in range(fitted.forest.n_trees)), fitted.schema
    additive = read_additive(model)
    if any(part.columns is not None for part in additive.parts):
        raise ValueError(
            f"The members of this {type(model).__name__} use different columns: use "
            'kind="permutation" or "shap".'
        )
    trees = (tree for part in additive.parts for tree in part.each_tree())
    return trees, Schema(additive.n_features, additive.feature_names, None)


def shap_sizes(
    model: Any, X: Any, groups: Groups, background: Any, weight: Weights | None, n_jobs: int | None
) -> Floats:
    """Return mean absolute SHAP values over outputs: (rows, groups); weights scale the rows."""
    found = shap(model, X, background, groups=groups, n_jobs=n_jobs)
    sizes: Floats = np.abs(found.values).mean(axis=2)
    return sizes if weight is None else sizes * (weight / weight.mean())[:, None]
