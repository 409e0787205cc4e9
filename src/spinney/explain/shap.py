"""SHAP values of sums of trees."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .. import _core
from ..base.threads import threads_for
from ..data.containers import take_columns
from .additive import AdditiveModel, TreeSum, read_additive
from .feature_groups import Groups, Players, read_players
from .shap_result import Floats, ShapResult


def shap(
    model: Any,
    X: Any,
    background: Any = None,
    *,
    background_weight: Any = None,
    interactions: bool = False,
    groups: Mapping[str, Sequence[int | str]] | None = None,
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
    ((344, 7, 3), ['Adelie', 'Chinstrap', 'Gentoo'])
    >>> total = result.base_values + result.values.sum(axis=1)
    >>> bool(abs(total - model.predict_proba(X)).max() < 1e-12)
    True
    """
    additive = read_additive(model)
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
    )


def read_background_weight(weight: Any, n_rows: int) -> Floats | None:
    """Check the weights of background rows; None if all weigh the same."""
    if weight is None:
        return None
    found = np.ascontiguousarray(weight, dtype=np.float64)
    if found.shape != (n_rows,):
        raise ValueError(
            f"background_weight must have one weight for each of the {n_rows} background rows, "
            f"got the shape {found.shape}."
        )
    if not np.isfinite(found).all() or (found < 0).any() or found.sum() == 0:
        raise ValueError("background_weight must be finite, not negative, and not all 0.")
    return found


class PartReader(NamedTuple):
    """Reads rows for a sum of trees."""

    part: TreeSum
    owner: str
    n_jobs: int | None

    def table(self, X: Any) -> _core.Table:
        part = self.part
        rows = X if part.columns is None else take_columns(X, part.columns)
        frame = part.schema.read(rows, self.owner, part.number_rules)
        return part.missing.table(part.schema, frame, self.n_threads(frame.n_rows))

    def n_threads(self, n_rows: int) -> int:
        return threads_for(self.n_jobs, n_rows * self.part.schema.n_features)


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
