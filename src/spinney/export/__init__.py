"""Export of fitted models to other languages; every module of ``formats`` is one format."""

import pkgutil
from importlib import import_module
from typing import Any

from . import formats
from .registry import EXPORTERS, Exporter

for _module in pkgutil.iter_modules(formats.__path__):
    import_module(f"{formats.__name__}.{_module.name}")
    if _module.name not in EXPORTERS:
        raise ImportError(f"{formats.__name__}.{_module.name} registers no exporter.")

__all__ = ["EXPORTERS", "Exporter"]


def __getattr__(name: str) -> Any:
    """Return the function ``to_<format>``."""
    prefix, _, format_name = name.partition("to_")
    if prefix or format_name not in EXPORTERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return EXPORTERS[format_name].function
