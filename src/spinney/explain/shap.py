"""SHAP values of sums of trees."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .. import _core
from .additive import AdditiveModel, TreeSum, read_additive
from .feature_groups import Groups, Players, read_players
from .feature_values import FeatureReader
from .part_reader import PartReader
from .sampled_shap import needs_sampling, read_background_weight, sampled_shap
from .shap_result import Floats, ShapResult


def shap(
    model: Any,
    X: Any,
    background: Any = None,
    *,
    background_weight: Any = None,
    scale: str = "additive",
    interactions: bool = False,
    groups: Mapping[str, Sequence[int | str]] | None = None,
    n_permutations: int = 100,
    random_state: int = 0,
    n_jobs: int | None = None,
) -> ShapResult:
    """Compute SHAP values: the contributions of the features to each prediction.

    Exact, in double precision, for every model whose output is a sum or a mean of trees: trees,
    forests, bagging, AdaBoostClassifier and gradient boosting with any loss (raw scores), and soft
    voting and linear blends of those.

    Without a background, values are path-dependent: at a split on a feature that is not known, a
    row goes to all children, weighted by their training samples. With a background they are
    interventional: features that are not known have the values of a background row, and results
    are means over all background rows. Trees with oblique or sphere splits need a background.

    Two cases are estimated from random orders of the features, with standard errors: splits that
    combine more than 20 features (``split_kind="pca"`` uses all), and gradient boosting with
    ``scale="prediction"``. Both need a background, and ``method`` of the result is "sampled".

    Parameters
    ----------
    model : estimator
        A fitted estimator of this library.
    X : array-like of shape (n_samples, n_features)
        The rows to explain.
    background : array-like of shape (n_background, n_features), default=None
        The rows that replace features that are not known, such as the training data.
    background_weight : array-like of shape (n_background,), default=None
        Weights of the background rows; None weights all the same.
    scale : {"additive", "prediction"}, default="additive"
        "additive" explains what is a sum of trees: the raw scores of gradient boosting and
        AdaBoost, and the predictions or probabilities of other models. "prediction" explains
        probabilities, or predictions, for all models but AdaBoost.
    interactions : bool, default=False
        Whether to compute the interaction values of all pairs of features too.
    groups : dict of str to sequence of int or str, default=None
        Groups of features, by name, that become known together and share one value. Features
        outside of all groups keep their own.
    n_permutations : int, default=100
        Number of random orders of the features, each used in both directions, if values are
        estimated.
    random_state : int, default=0
        Seed of the random orders.
    n_jobs : int, default=None
        Number of threads; None uses all CPUs.

    Returns
    -------
    ShapResult
        ``values`` of shape (n_samples, n_features, n_outputs), ``base_values``,
        ``interactions`` and ``standard_errors``.

    Examples
    --------
    >>> import spinney
    >>> X, y = spinney.datasets.load_penguins(return_X_y=True)
    >>> model = spinney.RandomForestClassifier(10, random_state=0).fit(X, y)
    >>> result = spinney.explain.shap(model, X)
    >>> result.values.shape, result.outputs
    ((344, 7, 3), ['Adelie', 'Chinstrap', 'Gentoo'])
    >>> total = result.base_values + result.values.sum(axis=1)
    >>> bool(abs(total - model.predict_proba(X)).max() < 1e-12)
    True
    """
    additive = read_additive(model)
    if needs_sampling(additive, model, scale):
        options = (background, background_weight, groups, n_permutations, random_state, n_jobs)
        return sampled_shap(additive, model, scale, X, interactions, *options)
    given = (background, background_weight, interactions, groups, n_jobs)
    return shap_of(additive, type(model).__name__, X, *given)


def shap_of(
    additive: AdditiveModel,
    name: str,
    X: Any,
    background: Any = None,
    background_weight: Any = None,
    interactions: bool = False,
    groups: Groups = None,
    n_jobs: int | None = None,
) -> ShapResult:
    """Compute the SHAP values of a sum of trees; ``name`` is that of the estimator."""
    players = read_players(additive, groups)
    if background is None and background_weight is not None:
        raise ValueError("background_weight needs a background.")
    base, values, pairs = additive.offset.copy(), None, None
    for part in additive.parts:
        reader = PartReader(part, name, n_jobs)
        rows = None if background is None else reader.table(background)
        found = part_values(reader, X, players, interactions, rows, background_weight)
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
        "path-dependent" if background is None else "interventional",
        FeatureReader.of(additive, players),
    )


def part_values(
    reader: PartReader,
    X: Any,
    players: Players,
    interactions: bool,
    background: _core.Table | None,
    background_weight: Any,
) -> tuple[Floats, Floats, Floats | None]:
    """Return base values, values and interactions of a sum of trees."""
    part, table = reader.part, reader.table(X)
    n_background = 1 if background is None else background.n_rows
    n_threads = reader.n_threads(table.n_rows * n_background)
    own, n_own = players.of_columns(part.columns)
    weight = read_background_weight(background_weight, n_background)
    given = (own, n_own, interactions, n_threads, background, weight)
    if isinstance(part.trees, _core.Forest):
        return _core.shap_values(part.trees, table, *given)
    return _core.shap_values(list(part.trees), table, part.n_outputs, *given)


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
