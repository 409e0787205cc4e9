"""SHAP values of an additive model: sums over its parts and their trees."""

from typing import Any, NamedTuple

import numpy as np

from .. import _core
from ..base.progress import make_progress
from .additive import AdditiveModel, Floats, TreeSum
from .feature_groups import Groups, Players, read_players
from .feature_values import FeatureReader
from .part_reader import PartReader
from .sampled_shap import read_background_weight
from .shap_result import ShapResult
from .sparse_interactions import Pairs, SparseInteractions

STEPS = 40
"""Steps of the progress bar of a part."""


class ShapOptions(NamedTuple):
    """Options of ``explain.shap`` for exact values."""

    background: Any = None
    background_weight: Any = None
    interactions: bool | str = False
    groups: Groups = None
    n_jobs: int | None = None
    verbose: int = 0


class Found(NamedTuple):
    """Base values (outputs), values (rows, players, outputs) and interactions, if any."""

    base: Floats
    values: Floats
    pairs: Floats | None


def shap_of(additive: AdditiveModel, name: str, X: Any, options: ShapOptions) -> ShapResult:
    """Compute the SHAP values of a sum of trees; ``name`` is that of the estimator."""
    background, background_weight = options.background, options.background_weight
    players = read_players(additive, options.groups)
    if background is None and background_weight is not None:
        raise ValueError("background_weight needs a background.")
    pairs = shared_pairs(additive, players) if options.interactions == "sparse" else None
    found = None
    for part in additive.parts:
        reader = PartReader(part, name, options.n_jobs)
        rows = None if background is None else reader.table(background)
        weight = read_background_weight(background_weight, 1 if rows is None else rows.n_rows)
        sums = start_sums(reader, X, players, options, pairs, rows, weight)
        add_trees(sums, part, options.verbose)
        found = add_part(additive, part, Found(*sums.finish()), found)
    assert found is not None
    return ShapResult(
        found.values,
        additive.offset + found.base,
        found.pairs if pairs is None else sparse(found, pairs),
        X,
        players.names,
        list(additive.labels),
        additive.kind,
        "path-dependent" if background is None else "interventional",
        FeatureReader.of(additive, players),
    )


def shared_pairs(additive: AdditiveModel, players: Players) -> Pairs:
    """Return the pairs of players that interact in some part."""
    found: set[tuple[int, int]] = set()
    for part in additive.parts:
        own = players.of_columns(part.columns)
        found.update(_core.interaction_pairs(part.core_trees, *own))
    return sorted(found)


def start_sums(
    reader: PartReader,
    X: Any,
    players: Players,
    options: ShapOptions,
    pairs: Pairs | None,
    background: _core.Table | None,
    weight: Floats | None,
) -> _core.ShapSums:
    """Return the sums of a part without trees."""
    table = reader.table(X)
    n_threads = reader.n_threads(table.n_rows * (1 if background is None else background.n_rows))
    own, n_own = players.of_columns(reader.part.columns)
    every_pair = options.interactions is True
    given = (n_threads, every_pair, pairs, background, weight)
    return _core.ShapSums(table, own, n_own, reader.part.n_outputs, *given)


def add_trees(sums: _core.ShapSums, part: TreeSum, verbose: int) -> None:
    """Add all trees of a part: at once, or in steps that a progress bar shows."""
    if not verbose:
        part.add_to(sums, 0, part.n_trees)
        return
    step = max(1, -(-part.n_trees // STEPS))
    # One output per tree: steps are whole rounds, so that all outputs take part in each.
    if not isinstance(part.trees, _core.Forest):
        step = -(-step // part.n_outputs) * part.n_outputs
    with make_progress(verbose, "SHAP values", "tree", part.n_trees) as progress:
        for first in range(0, part.n_trees, step):
            last = min(first + step, part.n_trees)
            part.add_to(sums, first, last)
            progress.show(last, "")


def add_part(additive: AdditiveModel, part: TreeSum, own: Found, so_far: Found | None) -> Found:
    """Add the scaled results of a part; uses its arrays if it is the only one."""
    outputs = np.arange(part.n_outputs) if part.outputs is None else part.outputs
    for array in own:
        if array is not None and part.scale != 1:
            array *= part.scale
    if part.outputs is None and len(additive.parts) == 1:
        return own
    if so_far is None:
        pairs = None if own.pairs is None else widened(own.pairs, additive)
        so_far = Found(widened(own.base, additive), widened(own.values, additive), pairs)
    for total, array in zip(so_far, own, strict=True):
        if total is not None and array is not None:
            total[..., outputs] += array
    return so_far


def widened(array: Floats, additive: AdditiveModel) -> Floats:
    """Return zeros of the same shape with all outputs of a model."""
    return np.zeros((*array.shape[:-1], additive.n_outputs))


def sparse(found: Found, pairs: Pairs) -> SparseInteractions:
    """Return half of the interaction of each pair, and the main effects."""
    halves = np.zeros((len(found.values), len(pairs), found.values.shape[2]))
    if found.pairs is not None:
        np.add(found.pairs[:, :, 0], found.pairs[:, :, 1], out=halves)
        halves /= 2
    main = found.values.copy()
    for i, (first, second) in enumerate(pairs):
        main[:, first] -= halves[:, i]
        main[:, second] -= halves[:, i]
    return SparseInteractions(np.array(pairs, dtype=np.intp).reshape(-1, 2), halves, main)
