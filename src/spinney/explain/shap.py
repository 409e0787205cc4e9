"""SHAP values of sums of trees."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .. import _core
from ..base.threads import threads_for
from ..data.containers import take_columns
from .additive import AdditiveModel, TreeSum, read_additive
from .feature_groups import Players, read_players
from .shap_result import Floats, ShapResult


def shap(
    model: Any,
    X: Any,
    *,
    interactions: bool = False,
    groups: Mapping[str, Sequence[int | str]] | None = None,
    n_jobs: int | None = None,
) -> ShapResult:
    """Compute SHAP values: the contributions of the features to each prediction.

    Exact, in double precision, for every model whose output is a sum or a mean of trees: trees,
    forests, bagging, AdaBoostClassifier and gradient boosting with any loss (raw scores), and soft
    voting and linear blends of those. Values are path-dependent: at a split on a feature that is
    not known, a row goes to all children, weighted by their training samples.

    Parameters
    ----------
    model : estimator
        A fitted estimator of this library.
    X : array-like of shape (n_samples, n_features)
        The rows to explain.
    interactions : bool, default=False
        Whether to compute the interaction values of all pairs of features too.
    groups : dict of str to sequence of int or str, default=None
        Groups of features, by name, that become known together and share one value. Features
        outside of all groups keep their own.
    n_jobs : int, default=None
        Number of threads; None uses all CPUs.

    Returns
    -------
    ShapResult
        ``values`` of shape (n_samples, n_features, n_outputs), ``base_values`` and
        ``interactions``.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.RandomForestClassifier(10, random_state=0).fit(X, y)
    >>> result = spinney.explain.shap(model, X)
    >>> result.values.shape, result.outputs
    ((344, 6, 3), ['Adelie', 'Chinstrap', 'Gentoo'])
    >>> total = result.base_values + result.values.sum(axis=1)
    >>> bool(abs(total - model.predict_proba(X)).max() < 1e-12)
    True
    """
    additive = read_additive(model)
    players = read_players(additive, groups)
    base, values, pairs = additive.offset.copy(), None, None
    for part in additive.parts:
        found = part_values(part, X, players, model, interactions, n_jobs)
        values, pairs = add_part(part, found, values, pairs, base, additive)
    assert values is not None
    return ShapResult(
        values,
        base,
        pairs,
        X,
        players.names,
        list(additive.labels),
        additive.kind,
        "path-dependent",
    )


def part_values(
    part: TreeSum, X: Any, players: Players, owner: Any, interactions: bool, n_jobs: int | None
) -> tuple[Floats, Floats, Floats | None]:
    """Return base values, values and interactions of a sum of trees."""
    rows = X if part.columns is None else take_columns(X, part.columns)
    frame = part.schema.read(rows, type(owner).__name__, part.number_rules)
    n_threads = threads_for(n_jobs, frame.n_rows * frame.n_columns)
    table = part.missing.table(part.schema, frame, n_threads)
    own, n_own = players.of_columns(part.columns)
    if isinstance(part.trees, _core.Forest):
        return _core.shap_values(part.trees, table, own, n_own, interactions, n_threads)
    trees = list(part.trees)
    return _core.shap_values(trees, table, part.n_outputs, own, n_own, interactions, n_threads)


def add_part(
    part: TreeSum,
    found: tuple[Floats, Floats, Floats | None],
    values: Floats | None,
    pairs: Floats | None,
    base: Floats,
    additive: AdditiveModel,
) -> tuple[Floats, Floats | None]:
    """Add the scaled results of a part; reuses its arrays if it is the only one."""
    outputs = np.arange(part.n_outputs) if part.outputs is None else part.outputs
    base[outputs] += part.scale * found[0]
    own_values, own_pairs = found[1], found[2]
    if part.scale != 1:
        own_values *= part.scale
        if own_pairs is not None:
            own_pairs *= part.scale
    if part.outputs is None and len(additive.parts) == 1:
        return own_values, own_pairs
    if values is None:
        values = np.zeros((*own_values.shape[:-1], additive.n_outputs))
        pairs = None if own_pairs is None else np.zeros((*own_pairs.shape[:-1], additive.n_outputs))
    values[..., outputs] += own_values
    if pairs is not None and own_pairs is not None:
        pairs[..., outputs] += own_pairs
    return values, pairs
