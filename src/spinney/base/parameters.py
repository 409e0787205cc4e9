"""Declarations of estimator parameters.

A parameter is declared once, as a class attribute::

    class TreeSize(Parameterized):
        max_depth: int | None = parameter(
            default=None, allowed=(INT_FROM_1, None), doc="The maximum depth of the tree."
        )

The constructor, its validation, the ``Parameters`` section of the docstring, the help of the
command line, aliases and the options of the core all derive from this declaration. Subclasses
inherit declarations and may change parts of them with :func:`redeclare`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from inspect import cleandoc
from numbers import Integral, Real
from textwrap import indent
from types import MappingProxyType
from typing import Any, ClassVar, dataclass_transform

from sklearn import get_config
from sklearn.utils._param_validation import (
    HasMethods,
    Interval,
    InvalidParameterError,
    RealNotInt,
    StrOptions,
    validate_parameter_constraints,
)

from .constraint_texts import NAMED_CONSTRAINTS, allowed_texts
from .docstrings import build_docstring, own_attributes
from .parameter_aliases import (
    Translation,
    accept_aliases,
    alias_errors,
    passed_names,
    remember_names,
    renaming,
)
from .redeclaration import (
    Redeclaration,
    add_former_names,
    is_former_name,
    redeclare,
    renamed,
)

INT_FROM_0 = Interval(Integral, 0, None, closed="left")
INT_FROM_1 = Interval(Integral, 1, None, closed="left")
INT_FROM_2 = Interval(Integral, 2, None, closed="left")
INT32_FROM_1 = Interval(Integral, 1, 2**31 - 1, closed="both")
NON_NEGATIVE = Interval(Real, 0.0, None, closed="left")
POSITIVE = Interval(Real, 0.0, None, closed="neither")
INSIDE_0_1 = Interval(Real, 0.0, 1.0, closed="neither")
FRACTION = Interval(Real, 0.0, 1.0, closed="right")
FRACTION_OF_ROWS = Interval(RealNotInt, 0.0, 1.0, closed="neither")
FRACTION_NOT_INT = Interval(RealNotInt, 0.0, 1.0, closed="right")
ESTIMATOR = HasMethods(["fit", "predict"])

Resolver = Callable[[Any, Any], Any]
"""Turn a parameter's value into that of a core option, given the context of the fit."""


@dataclass(frozen=True)
class Parameter:
    """The declaration of one parameter."""

    default: Any
    allowed: tuple[Any, ...]
    """Constraints as scikit-learn's parameter validation defines them."""
    doc: str
    core: str | None = None
    """The core option that the parameter sets; None: it is used in Python only."""
    resolve: Resolver | None = None
    aliases: Mapping[str, Callable[[Any], Any] | None] = field(default_factory=dict)
    """Names in other libraries, with a conversion of the value if one is needed."""
    positional: bool = False
    hint: str = ""
    """What to do instead, at the end of the error for an invalid value."""

    @property
    def type_text(self) -> str:
        """The accepted values, as the docstring states them."""
        given = [one for one in self.allowed if one is not None]
        texts = list(dict.fromkeys(text for one in given for text in allowed_texts(one)))
        texts += ["None"] * (None in self.allowed)
        return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " or " + texts[-1]


REQUIRED = object()
"""The default of a parameter that must be passed."""


def parameter(
    *,
    default: Any = REQUIRED,
    allowed: tuple[Any, ...],
    doc: str,
    core: str | None = None,
    resolve: Resolver | None = None,
    aliases: tuple[str, ...] | Mapping[str, Callable[[Any], Any] | None] = (),
    kw_only: bool = True,
    hint: str = "",
) -> Any:
    """Declare a parameter of an estimator; see :class:`Parameter`."""
    named = aliases if isinstance(aliases, Mapping) else dict.fromkeys(aliases)
    return Parameter(default, allowed, cleandoc(doc), core, resolve, named, not kw_only, hint)


# To type checkers a call that is no field specifier is a default, so that redeclared parameters
# stay optional.
@dataclass_transform(kw_only_default=True, field_specifiers=(parameter,))
class Parameterized:
    """Base class that builds constructors and docstrings from declared parameters."""

    _parameters: ClassVar[Mapping[str, Parameter]] = MappingProxyType({})
    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {}
    _attributes: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Entries of the docstring for the fitted attributes that the class itself documents."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._parameters = MappingProxyType(collect(cls))
        cls._parameter_constraints = {
            name: list(declared.allowed) for name, declared in cls._parameters.items()
        }
        if "__init__" not in vars(cls):
            cls.__init__ = make_init(cls)  # type: ignore[method-assign]
        cls._attributes = own_attributes(vars(cls).get("__doc__") or "")
        if cls.__doc__ and "Examples\n    ---" in cls.__doc__:
            cls.__doc__ = build_docstring(cls.__doc__, parameter_entries(cls), attributes_of(cls))

    @classmethod
    def parameters(cls) -> Mapping[str, Parameter]:
        """Return the declarations of all parameters, in the order of the constructor."""
        return cls._parameters

    @classmethod
    def _aliases(cls) -> dict[str, Translation]:
        """Return the names in other libraries, with their translations."""
        return {
            alias: renaming(name, convert)
            for name, declared in cls._parameters.items()
            for alias, convert in declared.aliases.items()
        }

    @classmethod
    def _check_names(cls, given: Mapping[str, Any]) -> None:
        """Check arguments of the constructor that depend on each other, before renaming."""

    def _validate_parameters(self) -> None:
        """Check the parameters that differ from their defaults."""
        if get_config()["skip_parameter_validation"]:
            return
        changed = {
            name: getattr(self, name)
            for name, declared in self._parameters.items()
            if getattr(self, name) is not declared.default
        }
        owner = type(self).__name__
        with alias_errors(passed_names(self), self._parameters):
            for name, value in changed.items():
                try:
                    validate_parameter_constraints(
                        self._parameter_constraints, {name: value}, caller_name=owner
                    )
                except InvalidParameterError as error:
                    error.args = (f"{error} {self._parameters[name].hint}".rstrip(),)
                    raise

    def __sklearn_clone__(self) -> Any:
        """Return an unfitted copy, which remembers by which aliases parameters were passed."""
        copied = super().__sklearn_clone__()  # type: ignore[misc]
        remember_names(copied, copied.get_params(deep=False), passed_names(self))
        return copied


def collect(cls: type) -> dict[str, Parameter]:
    """Gather the declarations of a class and its bases, and remove them from the class.

    Positional parameters come first, then those of the class itself, then those of its bases.
    """
    inherited: dict[str, Parameter] = {}
    for base in reversed(cls.__mro__[1:]):
        inherited.update(vars(base).get("_declared", {}))
    own: dict[str, Parameter] = {}
    for name, value in list(vars(cls).items()):
        if isinstance(value, Redeclaration):
            own[name] = value.apply(name, inherited)
        elif isinstance(value, Parameter):
            own[name] = value
    add_former_names(cls)
    for name in own:
        delattr(cls, name)
    cls._declared = own  # type: ignore[attr-defined]
    cls._introduced = [name for name in own if name not in inherited]  # type: ignore[attr-defined]
    order = [name for base in cls.__mro__ for name in listed_parameters(base)]
    found = {name: (inherited | own)[name] for name in order if not is_former_name(cls, name)}
    positional = sorted(
        (name for name in found if found[name].positional),
        key=lambda name: found[name].default is not REQUIRED,
    )
    return {name: found[name] for name in positional} | found


def listed_parameters(cls: type) -> Iterable[str]:
    """Parameters that a class adds; of an estimator also redeclared ones, such as its criterion."""
    names: Iterable[str] = vars(cls).get("_declared" if hasattr(cls, "fit") else "_introduced", ())
    return names


def make_init(cls: type[Parameterized]) -> Callable[..., None]:
    """Compile a constructor that stores its arguments, as scikit-learn requires."""
    declared = cls._parameters
    positional = [name for name, one in declared.items() if one.positional]
    keyword = [name for name, one in declared.items() if not one.positional]

    def argument(name: str) -> str:
        required = declared[name].default is REQUIRED
        return name if required else f"{name}=defaults[{name!r}].default"

    arguments = ["self", *map(argument, positional), *(["*"] if keyword else [])]
    head = ", ".join(arguments + [argument(name) for name in keyword])
    body = [f"    self.{name} = {name}" for name in declared] or ["    pass"]
    scope: dict[str, Any] = {"defaults": declared}
    exec("\n".join([f"def __init__({head}):", *body]), scope)
    init: Callable[..., None] = scope["__init__"]
    init.__qualname__, init.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    return accept_aliases(init, list(declared))


def parameter_entries(cls: type[Parameterized]) -> list[str]:
    """Return the entries of the ``Parameters`` section of the docstring."""
    entries = []
    for name, one in cls._parameters.items():
        default = "" if one.default is REQUIRED else f", default={default_text(one.default)}"
        entries.append(f"{name} : {one.type_text}{default}\n{indent(one.doc, '    ')}")
    return entries


def attributes_of(cls: type) -> list[str]:
    """Return the entries of the fitted attributes of a class and its bases."""
    found: dict[str, str] = {}
    for base in cls.__mro__:
        for name, entry in vars(base).get("_attributes", {}).items():
            found.setdefault(name, entry)
    return list(found.values())


def default_text(default: Any) -> str:
    return f'"{default}"' if isinstance(default, str) else repr(default)


__all__ = [
    "ESTIMATOR",
    "FRACTION",
    "FRACTION_NOT_INT",
    "FRACTION_OF_ROWS",
    "INSIDE_0_1",
    "INT32_FROM_1",
    "INT_FROM_0",
    "INT_FROM_1",
    "INT_FROM_2",
    "NAMED_CONSTRAINTS",
    "NON_NEGATIVE",
    "POSITIVE",
    "REQUIRED",
    "Integral",
    "Interval",
    "Parameter",
    "Parameterized",
    "Real",
    "RealNotInt",
    "StrOptions",
    "parameter",
    "redeclare",
    "renamed",
]
