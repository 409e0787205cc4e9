"""Options of the core, built from the names and numbers of their enums."""

from spinney import _core
from spinney.base.criteria import CRITERIA

ENUMS = {
    "criterion": {name: info.kind for name, info in CRITERIA.items()},
    "growth": _core.GrowthPolicy,
    "algorithm": _core.BoostingAlgorithm,
}
LISTS = {
    "split_kinds": _core.SplitKind,
    "missing_routes": _core.MissingRoute,
    "unknown_routes": _core.MissingRoute,
}


def make_options(cls, **settings):
    """An options object of a class of the core."""
    options = cls()
    for name, value in settings.items():
        if name in ENUMS:
            value = member(ENUMS[name], value)
        elif name in LISTS and value is not None:
            value = [member(LISTS[name], item) for item in value]
        setattr(options, name, value)
    return options


def member(enum, value):
    return enum[value] if isinstance(value, str) else enum(value)
