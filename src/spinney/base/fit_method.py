"""The decorator of ``fit``: callbacks, and errors that name arguments as the user passed them."""

import functools
import inspect
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .callbacks import Method, with_callbacks
from .parameter_aliases import alias_errors, passed_names, unexpected_argument
from .redeclaration import former_names


def fit_method(method: Method) -> Method:
    """Decorate the method ``fit`` of an estimator that calls callbacks; keep its type."""
    return clear_errors(with_callbacks(method))


def clear_errors(method: Method) -> Method:
    """Decorate the method ``fit`` of any estimator with parameters; keep its type."""
    arguments = inspect.signature(method).parameters
    takes_any = any(one.kind is one.VAR_KEYWORD for one in arguments.values())

    @functools.wraps(method)
    def fit(self: Any, *args: Any, **given: Any) -> Any:
        for name in () if takes_any else given:
            if name not in arguments:
                raise TypeError(unexpected_argument("fit", name, list(arguments)[1:]))
        with alias_errors(passed_names(self), self.parameters()), present_names(type(self)):
            return method(self, *args, **given)

    return fit  # type: ignore[return-value]


@contextmanager
def present_names(cls: type) -> Iterator[None]:
    """Replace former names of parameters in errors."""
    try:
        yield
    except (TypeError, ValueError) as error:
        for former, name in former_names(cls).items():
            if error.args and isinstance(error.args[0], str):
                error.args = (re.sub(rf"\b{former}\b", name, error.args[0]),)
        raise
