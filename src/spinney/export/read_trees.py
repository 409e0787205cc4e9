"""Conversion of the core's trees and their features to the export model."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.fitted_tree import FittedTree
from ..data.columns import Categories, Fill, plain_label
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..inspection.split_kinds import read_alternative
from ..inspection.split_table import SplitTable
from .model import Feature, LeafTerm, Node, Surrogate, Tree, Values


def read_features(
    schema: Schema, rules: MissingRules, names: Sequence[str] | None
) -> tuple[Feature, ...]:
    """Return the features with the given names, those of the training data, or x0, x1, ..."""
    names = checked_names(schema, names)
    features = []
    for j, known in enumerate(map(schema.known, range(schema.n_features))):
        fill = known_fill(rules.fills.get(j, Fill()), known)
        features.append(
            Feature(
                name=names[j],
                labels=None if known is None else tuple(map(plain_label, known)),
                missing_as=fill.missing,
                unknown_as=fill.unknown,
                rejects_missing=rules.policies[j] == "error",
                rejects_unknown=known is not None and rules.unknown[j] == "error",
                coding=schema.codings.get(j),
            )
        )
    return tuple(features)


def known_fill(fill: Fill, known: Categories | None) -> Fill:
    """Return a fill without codes beyond the categories, which older model files can have."""
    if known is None:
        return fill
    missing, unknown = fill
    return Fill(
        None if missing is None or missing >= len(known) else missing,
        None if unknown is None or unknown >= len(known) else unknown,
    )


def checked_names(schema: Schema, names: Sequence[str] | None) -> list[str]:
    names = schema.names if names is None else names
    if names is None:
        return [f"x{j}" for j in range(schema.n_features)]
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"feature_names must be a list of str, got {names!r}.")
    if len(names) != schema.n_features or len(set(names)) < len(names):
        raise ValueError(
            f"feature_names must hold {schema.n_features} distinct names, one per feature; got "
            f"{list(names)!r}."
        )
    return list(names)


def read_tree(fitted: FittedTree, values: NDArray[np.float64] | None = None, slot: int = 0) -> Tree:
    """Return a tree; ``values`` of shape (nodes, width) replace its own."""
    rows = (node_values(fitted.tree) if values is None else values).tolist()
    splits = SplitTable(fitted)
    return Tree(tuple(read_node(splits, i, tuple(row)) for i, row in enumerate(rows)), slot)


def node_values(tree: _core.Tree) -> NDArray[np.float64]:
    """Return the values of all outputs side by side, as an array of shape (nodes, width)."""
    widths = tree.n_classes or [1] * tree.n_outputs
    return np.hstack([tree.value[:, k, :width] for k, width in enumerate(widths)])


def read_node(splits: SplitTable, i: int, value: Values) -> Node:
    if splits.is_leaf(i):
        parts = (part.tolist() for part in splits.tree.terms(i))
        return Node(value, terms=tuple(map(LeafTerm, *parts)))
    split = splits.split(i)
    kinds = ("missing", "unknown", "unseen") if split.categorical else ("missing",)
    destinations: dict[str, Any] = {kind: splits.destination(i, kind) for kind in kinds}
    has_surrogates = "surrogate" in destinations.values()
    return Node(
        value,
        split,
        tuple(splits.children(i)),
        **destinations,
        shares=child_shares(splits, i) if "all" in destinations.values() else (),
        surrogates=read_surrogates(splits, i) if has_surrogates else (),
        fallback=splits.missing_child[i] if has_surrogates else 0,
    )


def child_shares(splits: SplitTable, i: int) -> Values:
    """Return the children's shares; the last is the remainder, as in the core."""
    *first, _ = splits.child_shares(i)
    rest = 1.0
    for share in first:
        rest -= share
    return (*first, rest)


def read_surrogates(splits: SplitTable, i: int) -> tuple[Surrogate, ...]:
    found = map(read_alternative, splits.tree.surrogates(i))
    return tuple(Surrogate(split, (1, 0) if reverse else (0, 1)) for split, reverse in found)
