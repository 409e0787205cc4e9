"""A fitted model as plain data, the common input of all export formats.

A model has one tree ensemble, or several in a blend. An ensemble is a list of trees with the
aggregation and link that turn their values into predictions. A tree is a list of nodes, root first.
"""

from typing import Any, NamedTuple

from ..data.codings import Coding
from ..inspection.split_kinds import Destination, Split

Values = tuple[float, ...]


class Feature(NamedTuple):
    """A feature, and the values that replace its absent values before any split."""

    name: str
    labels: tuple[Any, ...] | None
    """The categories by code, ordered or not; None for numbers and times."""
    missing_as: float | None
    """A number, or the code of a category."""
    unknown_as: int | None
    """The code of the category that replaces unknown ones."""
    rejects_missing: bool
    rejects_unknown: bool
    coding: Coding | None = None
    """What the numbers stand for; None for plain numbers and unordered categories."""

    @property
    def is_ordered(self) -> bool:
        """Whether thresholds are compared with the code of a category."""
        return self.coding is not None and self.labels is not None

    @property
    def is_date(self) -> bool:
        """Whether the numbers are whole days, so that the time of day is ignored."""
        return self.coding is not None and self.coding.kind == "date"


class Surrogate(NamedTuple):
    """A surrogate split; its child k stands for child ``order[k]`` of the node."""

    split: Split
    order: tuple[int, ...]


class LeafTerm(NamedTuple):
    """A term that a linear leaf adds to its value: factor (x - center); 0 if x is missing.

    The difference is limited to the range from -reach to reach.
    """

    feature: int
    factor: float
    center: float
    reach: float


class Node(NamedTuple):
    """A leaf, or a split with the destinations of absent values."""

    value: Values
    split: Split | None = None
    children: tuple[int, ...] = ()
    missing: Destination = 0
    unknown: Destination = 0
    """For categories not seen in training."""
    unseen: Destination = 0
    """For categories seen in training, but not at this node."""
    shares: Values = ()
    """The parts of a row that go to the children if the destination is "all"."""
    surrogates: tuple[Surrogate, ...] = ()
    fallback: int = 0
    """The child if no surrogate has a value."""
    terms: tuple[LeafTerm, ...] = ()
    """Of a linear leaf."""

    @property
    def destinations(self) -> tuple[Destination, ...]:
        """The destinations of the absent values that this kind of split can have."""
        if self.split is None:
            return ()
        if self.split.categorical:
            return self.missing, self.unknown, self.unseen
        return (self.missing,)


class Tree(NamedTuple):
    """A list of nodes, root first; children come after their parent."""

    nodes: tuple[Node, ...]
    slot: int = 0
    """The score that the tree's first value is added to."""

    @property
    def is_fractional(self) -> bool:
        """Whether a row can end in several nodes."""
        return any("all" in node.destinations for node in self.nodes)

    @property
    def width(self) -> int:
        return len(self.nodes[0].value)


class Ensemble(NamedTuple):
    """Trees, and how their values become predictions.

    ``aggregate`` is "sum" (starting from ``initial``, then divided by ``divisor``), "median",
    "mode" or "weighted_median" (by ``weights``), for each score. The scores are then multiplied by
    ``factor``, and ``link`` turns them into values: "identity", "log" (exp of each score), "logit"
    (one score to two probabilities), "softmax", "normalize" (to a sum of 1 per output) or
    "first_half" (the others are those that the class is chosen by).
    """

    trees: tuple[Tree, ...]
    initial: Values
    divisor: float = 1.0
    aggregate: str = "sum"
    weights: Values = ()
    link: str = "identity"
    factor: float = 1.0

    @property
    def n_scores(self) -> int:
        return len(self.initial)

    @property
    def n_values(self) -> int:
        if self.link == "first_half":
            return self.n_scores // 2
        return 2 if self.link == "logit" else self.n_scores

    def half(self, decides: bool) -> "Ensemble":
        """Return an ensemble whose values choose the class, or are the probabilities."""
        if self.link != "first_half":
            return self
        n = self.n_values
        part = slice(n, None) if decides else slice(n)
        trees = tuple(
            tree._replace(nodes=tuple(node._replace(value=node.value[part]) for node in tree.nodes))
            for tree in self.trees
        )
        return self._replace(trees=trees, initial=self.initial[part], link="identity")


class Model(NamedTuple):
    """A whole model.

    The values of several ensembles are added up with ``weights`` and divided by ``divisor``.
    ``hard_voting``: an ensemble adds its weight to the class that it predicts. ``normalize``:
    negative values become 0, and the values of each output are scaled to a sum of 1.
    """

    estimator: str
    features: tuple[Feature, ...]
    classes: tuple[tuple[Any, ...], ...]
    """Labels of each output; empty for regression."""
    ensembles: tuple[Ensemble, ...]
    weights: Values = (1.0,)
    divisor: float = 1.0
    hard_voting: bool = False
    normalize: bool = False
    loss_matrix: tuple[Values, ...] | None = None
    """The cost of predicting class j for a row of class i."""

    @property
    def is_blend(self) -> bool:
        combined = len(self.ensembles) > 1 or self.weights != (self.divisor,)
        return combined or self.hard_voting or self.normalize

    @property
    def n_values(self) -> int:
        return self.ensembles[0].n_values

    @property
    def outputs(self) -> list[range]:
        """The positions of each output's values."""
        if not self.classes:
            return [range(k, k + 1) for k in range(self.n_values)]
        end, outputs = 0, []
        for labels in self.classes:
            outputs.append(range(end, end + len(labels)))
            end += len(labels)
        return outputs

    @property
    def decides_by_scores(self) -> bool:
        """Whether the class is chosen by scores, before they become probabilities."""
        return not self.is_blend and self.ensembles[0].link in ("logit", "softmax", "first_half")
