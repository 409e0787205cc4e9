"""A fitted model as plain parts, which all exports print: rules for absent values exist once.

A model is a few parts (one, except in a blend), a part is trees and how their values become one
list of values, a tree is a list of nodes, root first.
"""

from typing import Any, NamedTuple

Way = int | str
"""A child (0, 1 ...), or "stop", "all", "surrogates" or "error"."""
Values = tuple[float, ...]


class Feature(NamedTuple):
    """A column, and what stands in for its absent cells before any question is asked."""

    name: str
    labels: tuple[Any, ...] | None
    """The categories by level; None for numbers."""
    missing_as: float | None
    """A number, or a level."""
    unknown_as: int | None
    refuses_missing: bool
    refuses_unknown: bool


class Numbers(NamedTuple):
    """Child k has the numbers above cut k - 1 and up to cut k."""

    feature: int
    cuts: Values


class Levels(NamedTuple):
    """A child for each level that the node's rows had at fit."""

    feature: int
    children: dict[int, int]


class Term(NamedTuple):
    """Adds factor * (x - centre), or factor * (x - centre)**2, and nothing if x is missing."""

    feature: int
    factor: float
    centre: float


class Sum(NamedTuple):
    """Up to the threshold a sum of terms goes to child 0, above it to child 1."""

    squared: bool
    terms: tuple[Term, ...]
    threshold: float


Question = Numbers | Levels | Sum


class Surrogate(NamedTuple):
    """A question on another feature, whose child k stands for child ``order[k]`` of the node."""

    question: Numbers | Levels
    order: tuple[int, ...]


class Node(NamedTuple):
    """A leaf, or a question with the ways of rows that have no answer to it."""

    value: Values
    question: Question | None = None
    children: tuple[int, ...] = ()
    missing: Way = 0
    unknown: Way = 0
    """Of a category that fit did not see."""
    unseen: Way = 0
    """Of a category that fit saw, but not in this node."""
    shares: Values = ()
    """What the children get of a row that goes all ways."""
    surrogates: tuple[Surrogate, ...] = ()
    otherwise: int = 0
    """The child if no surrogate has an answer."""

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways of absent values that this kind of question can meet."""
        if self.question is None:
            return ()
        if isinstance(self.question, Levels):
            return self.missing, self.unknown, self.unseen
        return (self.missing,)


class Tree(NamedTuple):
    """Nodes, root first; a child's number is above its parent's."""

    nodes: tuple[Node, ...]
    slot: int = 0
    """The place of the tree's first value among those of its part."""

    @property
    def divides(self) -> bool:
        """Whether a row can end in several nodes."""
        return any("all" in node.ways for node in self.nodes)

    @property
    def width(self) -> int:
        return len(self.nodes[0].value)


class Part(NamedTuple):
    """Trees, and how their values become one list of values.

    ``combine`` is "sum" (from ``initial`` on, then divided by ``divisor``), "median", "mode" or
    "weighted_median" (by ``weights``), each value by itself. ``link`` follows: "identity", "exp",
    "logistic" (one score to two probabilities), "softmax" or "scale" (to add up to 1); the scores
    are multiplied by ``factor`` first.
    """

    trees: tuple[Tree, ...]
    initial: Values
    divisor: float = 1.0
    combine: str = "sum"
    weights: Values = ()
    link: str = "identity"
    factor: float = 1.0

    @property
    def n_scores(self) -> int:
        return len(self.initial)

    @property
    def n_values(self) -> int:
        return 2 if self.link == "logistic" else self.n_scores


class Program(NamedTuple):
    """A whole model.

    Several parts: the sum of their values by ``weights``, over ``divisor``. ``votes``: a part
    counts as 1 for the class that it prefers. ``scale``: negative values become 0, and the values
    of each output are made to add up to 1.
    """

    estimator: str
    features: tuple[Feature, ...]
    classes: tuple[tuple[Any, ...], ...]
    """Labels of each output; none for numbers."""
    parts: tuple[Part, ...]
    weights: Values = (1.0,)
    divisor: float = 1.0
    votes: bool = False
    scale: bool = False
    loss: tuple[Values, ...] | None = None
    """Cost of predicting class j for a row of class i, where it decides."""

    @property
    def is_blend(self) -> bool:
        return len(self.parts) > 1 or self.votes or self.scale or self.weights != (self.divisor,)

    @property
    def n_values(self) -> int:
        return self.parts[0].n_values

    @property
    def outputs(self) -> list[range]:
        """The places of each output's values."""
        if not self.classes:
            return [range(k, k + 1) for k in range(self.n_values)]
        ends, found = 0, []
        for labels in self.classes:
            found.append(range(ends, ends + len(labels)))
            ends += len(labels)
        return found

    @property
    def by_scores(self) -> bool:
        """Whether scores decide for a class, before they become probabilities."""
        return not self.is_blend and self.parts[0].link in ("logistic", "softmax")
