"""The classes that a model file may name, and names that files saved by earlier versions use."""

from dataclasses import fields, is_dataclass
from inspect import signature
from typing import Any

from sklearn.linear_model import LogisticRegression, RidgeCV

from .. import _core
from ..adaboost.ensembles import EstimatorEnsemble, TreeEnsemble
from ..adaboost.methods import R2, Samme, SammeR
from ..base.members import Estimator
from ..base.sampling import Sampling
from ..blending.scores import MemberScores
from ..boosting.losses import NamedLoss, SingleClass
from ..data.codings import Coding
from ..data.columns import Fill
from ..data.missing import MissingRules
from ..data.schema import Schema
from ..estimators import CLASS_NAMES, load_class
from ..forests.importances import Importances
from ..pruning.cp_table import CpTable


def by_name(*classes: type) -> dict[str, type]:
    return {cls.__name__: cls for cls in classes}


ESTIMATORS: dict[str, type] = {
    name: load_class(f"{entry.module}.{name}") for name, entry in CLASS_NAMES.items()
}
MODELS = {name: entry.load_models() for name, entry in CLASS_NAMES.items()}
"""Classes that may hold the fitted model of each estimator."""
LINEAR = by_name(LogisticRegression, RidgeCV)
"""scikit-learn estimators that may be members: the default final estimators of a stack."""
OBJECTS = by_name(
    *(cls for classes in MODELS.values() for cls in classes),
    Coding,
    CpTable,
    EstimatorEnsemble,
    Fill,
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
    TreeEnsemble,
)
CORE = by_name(_core.Forest, _core.LeafTargets, _core.Tree)

FORMER_OBJECTS = {"AnyTeam": "EstimatorEnsemble", "TreeTeam": "TreeEnsemble"}
"""Former class names in files, with the current name."""
FORMER_PARAMETERS = {"min_samples_level": "min_samples_category", "splits": "split_kind"}
"""Former parameter names of all estimators, with the current name."""
FORMER_FIELDS: dict[tuple[str, str], str] = {
    ("FittedRounds", "team"): "ensemble",
    ("Forest", "question"): "feature_and_flags",
    ("Forest", "question_lengths"): "feature_and_flags_lengths",
    ("Schema", "levels"): "categories",
    **{
        (f"{family}{task}", former): f"_{former.rstrip('_')}"
        for family in ("AdaBoost", "GradientBoosting", "HistGradientBoosting")
        for task in ("Classifier", "Regressor")
        for former in ("best_iteration", "best_iteration_", "best_score", "best_score_")
    },
    ("GradientBoostingClassifier", "evals_result_"): "_evals_result",
    ("GradientBoostingRegressor", "evals_result_"): "_evals_result",
}
"""(class, former name) with the current name of a field of an object, of an array of a core object,
or of a parameter or fitted attribute of one estimator. The class has its current name."""

NAME_OF = {
    cls: name for table in (ESTIMATORS, LINEAR, OBJECTS, CORE) for name, cls in table.items()
}

FORMER_COPIES = ("tree_",)
"""Attributes in files of earlier versions that are now derived from the model."""

HIDDEN_ATTRIBUTES = (
    *("_model", "_cp_table", "_grown_with", "_evals_result", "_n_fitted"),
    *("_best_iteration", "_best_score", "_rates", "_tree_weights"),
)
"""Fitted attributes whose names do not end in an underscore."""

TIMES = ("fit_time_", "bounds_")
"""Fitted attributes with measured times. Not saved, so that equal models have equal files."""


def current_names(class_name: str, members: dict[str, Any]) -> dict[str, Any]:
    """Replace former names of fields, parameters and fitted attributes by the current ones."""
    shared = FORMER_PARAMETERS if class_name in ESTIMATORS else {}
    members = {name: value for name, value in members.items() if name not in FORMER_COPIES}
    return {
        FORMER_FIELDS.get((class_name, name), shared.get(name, name)): value
        for name, value in members.items()
    }


def arguments_of(value: Any) -> dict[str, Any]:
    """Return the constructor arguments that recreate an object."""
    if isinstance(value, CpTable):
        return {"columns": dict(value)}
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    arguments: dict[str, Any] = value._asdict()
    return arguments


def parameters_of(estimator: Estimator) -> dict[str, Any]:
    """Return the parameters to save.

    Of scikit-learn's estimators only those that differ from the default: their parameters change
    from version to version.
    """
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
    """Return whether fit may set the attribute. Methods and properties are never replaced."""
    visible = name.endswith("_") and not name.startswith("_")
    return (visible or name in HIDDEN_ATTRIBUTES) and not hasattr(cls, name)
