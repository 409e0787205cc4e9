"""Set the core's options from the parameters of an estimator."""

from typing import TypeVar

from .. import _core
from .parameters import Parameterized
from .resolvers import FitContext

Options = TypeVar(
    "Options",
    _core.TreeOptions,
    _core.ForestOptions,
    _core.BoostingOptions,
    _core.OptimalOptions,
)


def resolve(estimator: Parameterized, context: FitContext, options: Options) -> Options:
    """Set every option that a parameter declares, and return the options."""
    for name, declared in estimator.parameters().items():
        if declared.core is not None:
            value = getattr(estimator, name)
            if declared.resolve is not None:
                value = declared.resolve(value, context)
            setattr(options, declared.core, value)
    return options
