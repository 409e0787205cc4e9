"""Decision trees in one fast library, with scikit-learn's interface."""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import datasets
    from .adaboost import AdaBoostClassifier, AdaBoostRegressor
    from .blending import (
        LinearBlendClassifier,
        LinearBlendRegressor,
        StackingClassifier,
        StackingRegressor,
        VotingClassifier,
        VotingRegressor,
    )
    from .boosting import GradientBoostingClassifier, GradientBoostingRegressor
    from .export import to_c, to_json, to_sql
    from .forests import (
        BaggingClassifier,
        BaggingRegressor,
        ExtraTreesClassifier,
        ExtraTreesRegressor,
        RandomForestClassifier,
        RandomForestRegressor,
    )
    from .inspection import export_text
    from .inspection.impurity import impurity, impurity_curve
    from .optimal import OptimalTreeClassifier, OptimalTreeRegressor
    from .persistence import inspect_file, load
    from .trees import DecisionTreeClassifier, DecisionTreeRegressor

# Where each name lives. Modules are imported on first use: the command line starts without them.
PLACES = {
    "adaboost": ("AdaBoostClassifier", "AdaBoostRegressor"),
    "blending": (
        "LinearBlendClassifier",
        "LinearBlendRegressor",
        "StackingClassifier",
        "StackingRegressor",
        "VotingClassifier",
        "VotingRegressor",
    ),
    "boosting": ("GradientBoostingClassifier", "GradientBoostingRegressor"),
    "export": ("to_c", "to_json", "to_sql"),
    "forests": (
        "BaggingClassifier",
        "BaggingRegressor",
        "ExtraTreesClassifier",
        "ExtraTreesRegressor",
        "RandomForestClassifier",
        "RandomForestRegressor",
    ),
    "inspection.impurity": ("impurity", "impurity_curve"),
    "inspection": ("export_text",),
    "persistence": ("inspect_file", "load"),
    "optimal": ("OptimalTreeClassifier", "OptimalTreeRegressor"),
    "trees": ("DecisionTreeClassifier", "DecisionTreeRegressor"),
}
MODULE_OF = {name: module for module, names in PLACES.items() for name in names}

__all__ = [
    "AdaBoostClassifier",
    "AdaBoostRegressor",
    "BaggingClassifier",
    "BaggingRegressor",
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "ExtraTreesClassifier",
    "ExtraTreesRegressor",
    "GradientBoostingClassifier",
    "GradientBoostingRegressor",
    "LinearBlendClassifier",
    "LinearBlendRegressor",
    "OptimalTreeClassifier",
    "OptimalTreeRegressor",
    "RandomForestClassifier",
    "RandomForestRegressor",
    "StackingClassifier",
    "StackingRegressor",
    "VotingClassifier",
    "VotingRegressor",
    "__version__",
    "datasets",
    "export_text",
    "impurity",
    "impurity_curve",
    "inspect_file",
    "load",
    "to_c",
    "to_json",
    "to_sql",
]


def __getattr__(name: str) -> Any:
    """What is asked for the first time; ``spinney.plot`` alone needs matplotlib."""
    if name == "__version__":
        return version("spinney")
    if name in ("datasets", "plot"):
        return import_module(f".{name}", __name__)
    if name not in MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{MODULE_OF[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
