"""Changes of subclasses to inherited parameter declarations."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from inspect import cleandoc
from typing import Any


def redeclare(**changes: Any) -> Any:
    """Change parts of an inherited declaration, such as its default or description."""
    return Redeclaration(with_clean_doc(changes))


def renamed(former: str, **changes: Any) -> Any:
    """Rename an inherited parameter and change parts of its declaration.

    The former name becomes an alias in the constructor, and an attribute with the same value.
    """
    return Redeclaration(with_clean_doc(changes), former)


def with_clean_doc(changes: dict[str, Any]) -> dict[str, Any]:
    return changes | {"doc": cleandoc(changes["doc"])} if "doc" in changes else changes


@dataclass(frozen=True)
class Redeclaration:
    """Changes to an inherited declaration."""

    changes: Mapping[str, Any]
    former: str | None = None
    """The inherited name, if it changes."""

    def apply(self, name: str, inherited: Mapping[str, Any]) -> Any:
        """Return the changed declaration."""
        if self.former is None:
            return replace(inherited[name], **self.changes)
        declared = replace(inherited[self.former], **self.changes)
        aliases = {alias: one for alias, one in declared.aliases.items() if alias != name}
        return replace(declared, aliases=aliases | {self.former: None})


class FormerName(property):
    """The attribute with the former name of a renamed parameter."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(
            lambda self: getattr(self, name), lambda self, value: setattr(self, name, value)
        )


def add_former_names(cls: type) -> None:
    """Add an attribute for the former name of every parameter that a class renames."""
    for name, value in list(vars(cls).items()):
        if isinstance(value, Redeclaration) and value.former is not None:
            setattr(cls, value.former, FormerName(name))


def is_former_name(cls: type, name: str) -> bool:
    return isinstance(getattr(cls, name, None), FormerName)


def former_names(cls: type) -> dict[str, str]:
    """Return the present names of renamed parameters, by former name."""
    owners = reversed(cls.__mro__)
    attributes = {former: one for owner in owners for former, one in vars(owner).items()}
    return {former: one.name for former, one in attributes.items() if isinstance(one, FormerName)}
