"""Parameter names of other libraries, translated to the names of this library."""

import difflib
import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self

from ..data.user_warnings import warn

Values = dict[str, Any]
Translation = Callable[[Any], Values]
"""Turn the value of an alias into values of one or several parameters."""


def canonical(given: Mapping[str, Any], cls: Any) -> Values:
    """Rename aliases to the parameters of a class; other unknown names stay as they are.

    If two names contradict each other, the parameter's own name takes precedence, then the first
    alias.
    """
    return translated(given, cls)[0]


def translated(given: Mapping[str, Any], cls: Any) -> tuple[Values, dict[str, str]]:
    """Return the result of ``canonical``, and the name that each parameter was passed by."""
    known = cls.parameters()
    if given.keys() <= known.keys():
        return dict(given), {}
    aliases = cls._aliases()
    result = {name: value for name, value in given.items() if name in known or name not in aliases}
    source = {name: name for name in result}
    for alias, value in given.items():
        if alias in known or alias not in aliases:
            continue
        for name, meant in aliases[alias](value).items():
            if name not in known:
                result[alias] = value  # rejected later as an unknown parameter
            elif name not in result:
                result[name], source[name] = meant, alias
            elif not equal(result[name], meant):
                warn(
                    f"{source[name]}={result[name]!r} and {alias}={value!r} contradict each "
                    f"other: {name}={result[name]!r} is used."
                )
    return result, source


def remember_names(estimator: Any, values: Values, source: Mapping[str, str]) -> None:
    """Store the aliases that parameters were passed by, for error messages."""
    used = {
        name: (alias, values[name])
        for name, alias in source.items()
        if alias != name and name in values
    }
    if used:
        estimator._passed_as = vars(estimator).get("_passed_as", {}) | used


def passed_names(estimator: Any) -> dict[str, str]:
    """Return the alias of each parameter whose value was passed by an alias."""
    used = vars(estimator).get("_passed_as", {})
    return {
        name: alias
        for name, (alias, value) in used.items()
        if equal(getattr(estimator, name), value)
    }


@contextmanager
def alias_errors(names: Mapping[str, str], known: Iterable[str]) -> Iterator[None]:
    """Prefix errors about a parameter that was passed by an alias with this alias.

    ``names`` holds the aliases by parameter. An error is about the first of the ``known`` names
    that its message contains.
    """
    try:
        yield
    except (TypeError, ValueError) as error:
        message = str(error)
        words: list[str] = re.findall(r"\w+", message)
        about = next((word for word in words if word in known), "")
        if about in names and names[about] not in words:
            error.args = (f"{names[about]}: {message}",)
        raise


class AliasMixin:
    """Accept aliases in ``set_params``; a base class of estimators before BaseEstimator."""

    def set_params(self, **params: Any) -> Self:
        """Set parameters.

        Parameters
        ----------
        **params : dict
            New values. Names of other libraries are accepted, as in the constructor.

        Returns
        -------
        self
        """
        values, source = translated(params, type(self))
        super().set_params(**values)  # type: ignore[misc]
        remember_names(self, values, source)
        return self


def equal(one: Any, other: Any) -> bool:
    return (
        one is other
        or (type(one) is type(other) and repr(one) == repr(other))
        or bool(isinstance(one, int | float) and isinstance(other, int | float) and one == other)
    )


def accept_aliases(init: Callable[..., None], known: list[str]) -> Callable[..., None]:
    """Wrap a constructor so that it also accepts aliases; its signature stays the same.

    The error for an unknown name suggests similar parameters.
    """

    @functools.wraps(init)
    def translate(self: Any, *args: Any, **given: Any) -> None:
        type(self)._check_names(given)
        values, source = translated(given, type(self))
        for name in values:
            if name not in known:
                names = [*known, *type(self)._aliases()]
                raise TypeError(unexpected_argument(init.__qualname__, name, names))
        init(self, *args, **values)
        remember_names(self, values, source)

    return translate


def none_for_zero(value: Any) -> Any:
    """Convert 0, which other libraries use for "no limit" or "all threads", to None."""
    return None if value == 0 else value


def unexpected_argument(function: str, name: str, known: Iterable[str]) -> str:
    """Return the message for an unknown keyword argument, with similar known ones."""
    close = difflib.get_close_matches(name, set(known) - {name}, n=2)
    hint = f". Did you mean {' or '.join(map(repr, close))}?" if close else ""
    return f"{function}() got an unexpected keyword argument {name!r}{hint}"


def renaming(name: str, convert: Callable[[Any], Any] | None) -> Translation:
    """Return the translation of an alias that stands for one parameter."""
    return lambda value: {name: value if convert is None else convert(value)}
