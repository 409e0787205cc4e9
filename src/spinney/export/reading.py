"""Trees of the core, with the schema and the rules of their model, as plain nodes."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..base.fitted_tree import FittedTree
from ..data.columns import Fill, plain_label
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..inspection.split_table import Kind, SplitTable
from .program import Feature, Levels, Node, Numbers, Question, Sum, Surrogate, Term, Tree, Values


def read_features(
    schema: Schema, rules: MissingRules, names: Sequence[str] | None
) -> tuple[Feature, ...]:
    """The columns, under the names given, those of the fit, or x0, x1, ..."""
    names = checked_names(schema, names)
    levels = schema.categories or (None,) * schema.n_features
    found = []
    for j, known in enumerate(levels):
        fill = rules.fills.get(j, Fill())
        found.append(
            Feature(
                name=names[j],
                labels=None if known is None else tuple(map(plain_label, known)),
                missing_as=fill.missing,
                unknown_as=fill.unknown,
                refuses_missing=rules.policies[j] == "error",
                refuses_unknown=known is not None and rules.unknown[j] == "error",
            )
        )
    return tuple(found)


def checked_names(schema: Schema, names: Sequence[str] | None) -> list[str]:
    names = schema.names if names is None else names
    if names is None:
        return [f"x{j}" for j in range(schema.n_features)]
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"feature_names must be a list of text, got {names!r}.")
    if len(names) != schema.n_features or len(set(names)) < len(names):
        raise ValueError(
            f"feature_names must hold {schema.n_features} names that differ, one per feature; got "
            f"{list(names)!r}."
        )
    return list(names)


def read_tree(fitted: FittedTree, values: NDArray[np.float64] | None = None, slot: int = 0) -> Tree:
    """A tree, with ``values`` (nodes, width) in place of its own."""
    tree = fitted.tree
    flat = node_values(tree) if values is None else values
    reader = NodeReader(fitted)
    rows = flat.tolist()
    return Tree(tuple(reader.node(i, tuple(rows[i])) for i in range(tree.node_count)), slot)


def node_values(tree: _core.Tree) -> NDArray[np.float64]:
    """(nodes, width): the values of all outputs, one after another."""
    widths = tree.n_classes or [1] * tree.n_outputs
    return np.hstack([tree.value[:, k, :width] for k, width in enumerate(widths)])


class NodeReader:
    """Reads the nodes of one tree."""

    def __init__(self, fitted: FittedTree) -> None:
        self.tree = fitted.tree
        self.questions = SplitTable(fitted)

    def node(self, i: int, value: Values) -> Node:
        if self.questions.kind[i] == Kind.LEAF:
            return Node(value)
        ways = {"missing": self.way(i, "missing")}
        if self.questions.asks_category(i):
            ways |= {absent: self.way(i, absent) for absent in ("unknown", "unseen")}
        asks_others = "surrogates" in ways.values()
        return Node(
            value,
            self.question(i),
            tuple(self.questions.children(i)),
            **ways,
            shares=self.shares(i) if "all" in ways.values() else (),
            surrogates=self.surrogates(i) if asks_others else (),
            otherwise=self.questions.missing_child[i] if asks_others else 0,
        )

    def way(self, i: int, absent: str) -> Any:
        way = self.questions.way(i, absent)
        return "surrogates" if way == "surrogate" else way

    def question(self, i: int) -> Question:
        questions, j = self.questions, self.questions.feature[i]
        if questions.asks_several(i):
            features, factors, centres, _ = (part.tolist() for part in self.tree.terms(i))
            terms = tuple(map(Term, features, factors, centres))
            squared = questions.kind[i] == Kind.SPHERE
            return Sum(squared, terms, questions.threshold[i])
        if questions.asks_category(i):
            return Levels(j, questions.level_children(i))
        # An infinite cut has all numbers below it: the child above is for missing values alone.
        return Numbers(j, tuple(cut for cut in questions.cuts(i) if math.isfinite(cut)))

    def shares(self, i: int) -> Values:
        """The children's shares; the last is what the others leave, as in the core."""
        *first, _ = self.questions.shares(i)
        rest = 1.0
        for share in first:
            rest -= share
        return (*first, rest)

    def surrogates(self, i: int) -> tuple[Surrogate, ...]:
        return tuple(map(read_surrogate, self.tree.surrogates(i)))


def read_surrogate(found: _core.Alternative) -> Surrogate:
    if math.isnan(found.threshold):
        left = dict.fromkeys(found.categories_left.tolist(), 0)
        right = dict.fromkeys(found.categories_right.tolist(), 1)
        return Surrogate(Levels(found.feature, left | right), (0, 1))
    cuts = (found.threshold,) if math.isfinite(found.threshold) else ()
    return Surrogate(Numbers(found.feature, cuts), (1, 0) if found.above_left else (0, 1))
