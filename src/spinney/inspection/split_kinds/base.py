"""The interface of a split kind: conditions, routing, text and export of its splits."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

from ... import _core
from ..._core import NodeKind
from .formulas import FormulaStyle

Destination = int | str
"""A child (0, 1, ...), "surrogate", "all" (every child, by weight), "stop" or "error"."""


class Formatter(Protocol):
    """The parts of ``TreeFormatter`` that texts of splits use."""

    decimals: int
    style: FormulaStyle
    names: list[str]
    """Feature names, clipped to one line."""
    feature_names: list[str]

    def threshold(self, feature: int, value: float) -> str: ...
    def category_labels(self, feature: int) -> list[Any]: ...
    def category(self, feature: int, code: int) -> str: ...
    def category_set(self, feature: int, codes: Sequence[int]) -> list[str]: ...


class SqlColumns(Protocol):
    """The SQL expressions that conditions are written with."""

    def number(self, value: float) -> str: ...
    def total(self, terms: Sequence[str]) -> str: ...
    def numeric(self, feature: int) -> str: ...
    def between(self, feature: int, low: float, high: float) -> str: ...
    def in_categories(self, feature: int, codes: set[int]) -> str: ...


class CTables(Protocol):
    """The tables of a C file; ``add`` returns the index of the first entry."""

    def add(self, table: str, entries: Sequence[str]) -> int: ...
    def n_categories(self, feature: int) -> int: ...


class CSplit(NamedTuple):
    """A split in C: ``code`` is the body of its case in the function that finds the child."""

    name: str
    code: str


class Condition(ABC):
    """The values that lead to a child, or from the root to a node.

    ``missing`` is whether a missing value satisfies the condition; None if that depends on other
    features (surrogates) or holds for a part of the row (fractional).
    """

    __slots__ = ()
    missing: bool | None

    @property
    @abstractmethod
    def features(self) -> tuple[int, ...]:
        """The features that are constrained."""

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """Conditions with equal keys constrain the same quantity and can be intersected."""

    @abstractmethod
    def __and__(self, other: Any) -> Self:
        """Return the intersection with a condition of the same key."""

    @abstractmethod
    def parts(self, formatter: Formatter, positive: bool = False) -> list[str]:
        """Return the condition as text in pieces, between which lines may be broken.

        ``positive`` conditions never state an excluded set. Missing values are not mentioned.
        """

    def text(self, formatter: Formatter) -> str:
        return " ".join(self.parts(formatter))

    @abstractmethod
    def mentions_missing(self, missing_code: float | None) -> bool:
        """Whether the text mentions missing values; ``missing_code`` is their own category."""


class UnivariateCondition(Condition):
    """A condition on one feature."""

    __slots__ = ()
    feature: int

    @property
    def features(self) -> tuple[int, ...]:
        return (self.feature,)

    @property
    def key(self) -> Hashable:
        return self.feature

    @abstractmethod
    def label(self, formatter: Formatter) -> str:
        """Return the condition without the feature, as label of a branch of a multiway split."""


class Split(ABC):
    """The test of one node. Every kind of split is a subclass, registered with ``register``."""

    __slots__ = ()
    name: ClassVar[str]
    multiway: ClassVar[bool]
    """Whether there is a child per interval or category instead of left and right."""
    categorical: ClassVar[bool]
    multivariate: ClassVar[bool]
    c: ClassVar[CSplit]

    @classmethod
    @abstractmethod
    def read(cls, tree: "_core.Tree", node: int, feature: int, threshold: float) -> Self:
        """Read the split of a node; feature and threshold are those of the tree's arrays."""

    @property
    @abstractmethod
    def features(self) -> tuple[int, ...]:
        """The features that are tested."""

    @abstractmethod
    def conditions(self) -> list[Any]:
        """Return the condition of each child."""

    @abstractmethod
    def child(self, values: Mapping[int, float]) -> int | None:
        """Return the child for numbers or category codes; None for a category without a child."""

    @abstractmethod
    def isolates_missing(self) -> bool:
        """Whether one child receives only missing values."""

    @abstractmethod
    def parts(self, formatter: Formatter) -> list[str]:
        """Return the text of the split in pieces: the condition of the left child, or the feature.

        Lines may be broken between pieces.
        """

    @abstractmethod
    def branches(self, formatter: Formatter) -> list[str]:
        """Return the labels of the edges to the children."""

    def text(self, formatter: Formatter) -> str:
        return " ".join(self.parts(formatter))

    @abstractmethod
    def value_text(self, formatter: Formatter, values: Mapping[int, float]) -> str:
        """Return the value of a row that the split compares."""

    @abstractmethod
    def to_dict(self, formatter: Formatter, reverse: bool = False) -> dict[str, Any]:
        """Return the split as plain values; ``reverse`` exchanges left and right."""

    @abstractmethod
    def json(self, features: Sequence[Any], children: Sequence[int]) -> dict[str, Any]:
        """Return the split for the JSON export; ``children`` are node indices."""

    @abstractmethod
    def sql(self, columns: SqlColumns) -> list[tuple[str, int]]:
        """Return a condition per child; NULL and categories without a child satisfy none."""

    @abstractmethod
    def c_fields(self, tables: CTables) -> str:
        """Return the fields feature, start, count and threshold of the split in C."""


class UnivariateSplit(Split):
    """A split on one feature."""

    __slots__ = ()
    multivariate = False
    feature: int

    @property
    def features(self) -> tuple[int, ...]:
        return (self.feature,)

    def feature_dict(self, formatter: Formatter) -> dict[str, Any]:
        return {"feature": formatter.feature_names[self.feature], "index": self.feature}


class BinarySplit(Split):
    """A split into left and right."""

    __slots__ = ()
    multiway = False

    def parts(self, formatter: Formatter) -> list[str]:
        parts: list[str] = self.conditions()[0].parts(formatter, positive=True)
        return parts

    def branches(self, formatter: Formatter) -> list[str]:
        return ["yes", "no"]


class MultiwaySplit(Split):
    """A split of one feature with a child per interval or category."""

    __slots__ = ()
    multiway = True

    def parts(self, formatter: Formatter) -> list[str]:
        return [formatter.names[self.features[0]]]

    def branches(self, formatter: Formatter) -> list[str]:
        return [condition.label(formatter) for condition in self.conditions()]


SPLIT_KINDS: dict[NodeKind, type[Split]] = {}
S = TypeVar("S", bound=Split)


def register(kind: NodeKind) -> Callable[[type[S]], type[S]]:
    """Register the class of a split kind; raise unless it defines every part."""

    def add(cls: type[S]) -> type[S]:
        undefined = {name for name in Split.__annotations__ if not hasattr(cls, name)}
        if lacking := sorted(undefined | cls.__abstractmethods__):
            raise TypeError(f"The split kind {cls.__name__} lacks {', '.join(lacking)}.")
        SPLIT_KINDS[kind] = cls
        return cls

    return add


def check_complete() -> None:
    """Raise unless every kind of inner node of the core is registered."""
    lacking = set(NodeKind) - {NodeKind.leaf} - SPLIT_KINDS.keys()
    if lacking:
        raise TypeError(f"No class is registered for the split kinds {sorted(lacking)}.")


def common_bounds(a: Any, b: Any) -> dict[str, Any]:
    """Return the fields of the intersection of two conditions with bounds."""
    low, high = max(a.low, b.low), min(a.high, b.high)
    return {"low": low, "high": high, "missing": both(a.missing, b.missing)}


def both(a: bool | None, b: bool | None) -> bool | None:
    """Return ``a and b``, where None is unknown."""
    if a is False or b is False:
        return False
    return None if a is None or b is None else True
