"""Decision trees in one fast library, with scikit-learn's interface."""

from importlib import import_module
from importlib.metadata import version
from typing import Any

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
from .files import inspect_file, load
from .forests import (
    BaggingClassifier,
    BaggingRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from .impurities import impurity, impurity_curve
from .look import export_text
from .optimal import OptimalTreeClassifier, OptimalTreeRegressor
from .trees import DecisionTreeClassifier, DecisionTreeRegressor

__version__ = version("spinney")

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
    """``spinney.plot``, on first use: without matplotlib all else works."""
    if name == "plot":
        return import_module(".plot", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
