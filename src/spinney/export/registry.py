"""The table of export formats. Each module of ``formats`` registers its exporter here."""

from collections.abc import Callable
from typing import NamedTuple, ParamSpec

P = ParamSpec("P")


class Exporter(NamedTuple):
    """An export format."""

    name: str
    suffix: str
    """The file suffix by which the command line selects the format."""
    function: Callable[..., str]
    """Converts a fitted estimator to text."""
    options: dict[str, str]
    """Keyword arguments that the command line offers, with their help texts."""


EXPORTERS: dict[str, Exporter] = {}


def exporter(
    name: str, suffix: str, **options: str
) -> Callable[[Callable[P, str]], Callable[P, str]]:
    """Register a function ``to_<name>(model, ...) -> str`` as the exporter of a format."""

    def register(function: Callable[P, str]) -> Callable[P, str]:
        EXPORTERS[name] = Exporter(name, suffix, function, options)
        return function

    return register
