"""The classes that a model file may name: nothing else is ever made from one."""

from dataclasses import fields, is_dataclass
from inspect import signature
from typing import Any

from sklearn.linear_model import LogisticRegression, RidgeCV

from .. import _core
from ..adaboost import AdaBoostClassifier, AdaBoostRegressor
from ..adaboost.ensembles import EstimatorEnsemble, TreeEnsemble
from ..adaboost.methods import R2, Samme, SammeR
from ..adaboost.model import FittedRounds
from ..base.fitted_tree import FittedTree
from ..base.members import FittedMembers
from ..base.sampling import Sampling
from ..blending import (
    LinearBlendClassifier,
    LinearBlendRegressor,
    StackingClassifier,
    StackingRegressor,
    VotingClassifier,
    VotingRegressor,
)
from ..blending.member_predictions import WeightedMembers
from ..blending.scores import MemberScores
from ..blending.stacking_base import StackedMembers
from ..boosting import GradientBoostingClassifier, GradientBoostingRegressor
from ..boosting.losses import NamedLoss, SingleClass
from ..boosting.model import BoostedModel
from ..data.columns import Fill
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..forests import (
    BaggingClassifier,
    BaggingRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from ..forests.bagged_trees import FittedTrees
from ..forests.importances import Importances
from ..forests.model import FittedForest
from ..optimal import OptimalTreeClassifier, OptimalTreeRegressor
from ..pruning.cp_table import CpTable
from ..trees import DecisionTreeClassifier, DecisionTreeRegressor


def by_name(*classes: type) -> dict[str, type]:
    return {one.__name__: one for one in classes}


ESTIMATORS = by_name(
    AdaBoostClassifier,
    AdaBoostRegressor,
    BaggingClassifier,
    BaggingRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    LinearBlendClassifier,
    LinearBlendRegressor,
    OptimalTreeClassifier,
    OptimalTreeRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    StackingClassifier,
    StackingRegressor,
    VotingClassifier,
    VotingRegressor,
)
LINEAR = by_name(LogisticRegression, RidgeCV)
"""scikit-learn's, within models: what ends a stack unless told; numbers are all they learn."""
OBJECTS = by_name(
    EstimatorEnsemble,
    BoostedModel,
    CpTable,
    Fill,
    FittedForest,
    FittedMembers,
    FittedRounds,
    FittedTree,
    FittedTrees,
    Importances,
    MemberScores,
    MissingRules,
    NamedLoss,
    R2,
    Samme,
    SammeR,
    Sampling,
    Schema,
    SingleClass,
    StackedMembers,
    TreeEnsemble,
    WeightedMembers,
)
FORMER_OBJECTS = {"AnyTeam": "EstimatorEnsemble", "TreeTeam": "TreeEnsemble"}
"""Former names of objects, so that old files still load."""
FORMER_PARAMETERS: dict[str, str] = {}
"""Former names of parameters of estimators, so that old files still load."""
CORE = by_name(_core.Forest, _core.LeafTargets, _core.Tree)

NAME_OF = {
    one: name for table in (ESTIMATORS, LINEAR, OBJECTS, CORE) for name, one in table.items()
}

MODELS: dict[str, tuple[type, ...]] = {
    "AdaBoost": (FittedRounds,),
    "Bagging": (FittedTrees, FittedMembers),
    "DecisionTree": (FittedTree,),
    "ExtraTrees": (FittedForest,),
    "GradientBoosting": (BoostedModel,),
    "LinearBlend": (WeightedMembers,),
    "OptimalTree": (FittedTree,),
    "RandomForest": (FittedForest,),
    "Stacking": (StackedMembers,),
    "Voting": (WeightedMembers,),
}
"""What classifiers and regressors of a name keep as their fitted model."""

HIDDEN_ATTRIBUTES = ("_model", "_cp_table")
"""Fitted attributes whose names do not end in an underscore."""


def arguments_of(value: Any) -> dict[str, Any]:
    """What an object of these classes is made of again."""
    if isinstance(value, CpTable):
        return {"columns": dict(value)}
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    arguments: dict[str, Any] = value._asdict()
    return arguments


def parameters_of(estimator: Any) -> dict[str, Any]:
    """Those to save: of scikit-learn's, whose parameters come and go, only what was set."""
    parameters: dict[str, Any] = estimator.get_params(deep=False)
    if NAME_OF[type(estimator)] in ESTIMATORS:
        return parameters
    defaults = signature(type(estimator)).parameters
    return {
        name: value
        for name, value in parameters.items()
        if repr(value) != repr(defaults[name].default)
    }


def is_fitted_attribute(name: str, cls: type) -> bool:
    """Whether fit may have set it: no method or property of the class is ever replaced."""
    visible = name.endswith("_") and not name.startswith("_")
    return (visible or name in HIDDEN_ATTRIBUTES) and not hasattr(cls, name)
