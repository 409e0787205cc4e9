"""Decision trees in one fast library, with scikit-learn's interface."""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from .estimators import CLASS_NAMES

if TYPE_CHECKING:
    from . import datasets
    from . import explain as explain
    from . import plot as plot
    from .adaboost import AdaBoostClassifier, AdaBoostRegressor
    from .blending import (
        LinearBlendClassifier,
        LinearBlendRegressor,
        StackingClassifier,
        StackingRegressor,
        VotingClassifier,
        VotingRegressor,
    )
    from .boosting import (
        GradientBoostingClassifier,
        GradientBoostingRegressor,
        HistGradientBoostingClassifier,
        HistGradientBoostingRegressor,
    )
    from .data.dataset import Dataset
    from .export.formats.c import to_c as to_c
    from .export.formats.json import to_json as to_json
    from .export.formats.sql import to_sql as to_sql
    from .forests import (
        BaggingClassifier,
        BaggingRegressor,
        ExtraTreesClassifier,
        ExtraTreesRegressor,
        RandomForestClassifier,
        RandomForestRegressor,
    )
    from .inspection import export_graphviz, export_text
    from .inspection.impurity import impurity, impurity_curve
    from .optimal import OptimalTreeClassifier, OptimalTreeRegressor
    from .persistence import inspect_file, load
    from .plot.plot_tree import plot_tree
    from .reporting.build import report
    from .trees import (
        DecisionTreeClassifier,
        DecisionTreeRegressor,
        ExtraTreeClassifier,
        ExtraTreeRegressor,
    )

# Modules are imported when one of their names is first used, so that the command line starts fast.
FUNCTIONS = {
    "Dataset": "data.dataset",
    "export_graphviz": "inspection",
    "export_text": "inspection",
    "impurity": "inspection.impurity",
    "impurity_curve": "inspection.impurity",
    "inspect_file": "persistence",
    "load": "persistence",
    "plot_tree": "plot.plot_tree",
    "report": "reporting.build",
}
FORMATS = [f"{path}/export/formats" for path in __path__]  # an editable install has two paths
EXPORTERS = [f"to_{module.name}" for module in iter_modules(FORMATS)]
FUNCTIONS |= dict.fromkeys(EXPORTERS, "export")
MODULES = ("datasets", "explain", "plot")
MODULE_OF = {name: entry.module for name, entry in CLASS_NAMES.items()} | FUNCTIONS

__all__ = [
    "AdaBoostClassifier",
    "AdaBoostRegressor",
    "BaggingClassifier",
    "BaggingRegressor",
    "Dataset",
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "ExtraTreeClassifier",
    "ExtraTreeRegressor",
    "ExtraTreesClassifier",
    "ExtraTreesRegressor",
    "GradientBoostingClassifier",
    "GradientBoostingRegressor",
    "HistGradientBoostingClassifier",
    "HistGradientBoostingRegressor",
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
    "export_graphviz",
    "export_text",
    "impurity",
    "impurity_curve",
    "inspect_file",
    "load",
    "plot_tree",
    "report",
    *EXPORTERS,
]


def __getattr__(name: str) -> Any:
    """Import a public name on first use. Only ``spinney.plot`` needs matplotlib."""
    if name == "__version__":
        from importlib.metadata import version  # imports the email package

        return version("spinney")
    if name in MODULES:
        return import_module(f".{name}", __name__)
    if name not in MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{MODULE_OF[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*__all__, *MODULES})
