"""The models of the command line by name, with the settings that make each of them a good one."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import spinney

from .errors import UserError, did_you_mean, listed
from .training_table import TrainingTable

FEW_ROWS = 4000
"""With fewer rows a validation part costs more than it tells about when to stop boosting."""
MANY_ROWS = 20_000
"""From so many rows on a forest takes too long to be tried unasked."""
AUTO = "auto"


@dataclass(frozen=True)
class ModelKind:
    """A name of the command line: two estimators, and what is set unless the user says else."""

    title: str
    classifier: type
    regressor: type
    settings: dict[str, Any]

    def estimator(self, is_classes: bool) -> Any:
        return (self.classifier if is_classes else self.regressor)(**self.settings)


KINDS = {
    "tree": ModelKind(
        "a decision tree, pruned by cross-validation",
        spinney.DecisionTreeClassifier,
        spinney.DecisionTreeRegressor,
        {"ccp_alpha": "cv", "ccp_rule": "1se"},
    ),
    "forest": ModelKind(
        "a random forest of 200 trees",
        spinney.RandomForestClassifier,
        spinney.RandomForestRegressor,
        {"n_estimators": 200},
    ),
    "extra": ModelKind(
        "200 extremely randomized trees",
        spinney.ExtraTreesClassifier,
        spinney.ExtraTreesRegressor,
        {"n_estimators": 200},
    ),
    "boost": ModelKind(
        "gradient boosting, from 4,000 rows on stopped when a validation part gets no better",
        spinney.GradientBoostingClassifier,
        spinney.GradientBoostingRegressor,
        {
            "subsample": 0.8,
            "colsample_bytree": 0.7,
            "learning_rate": 0.05,
            "n_estimators": 200,
        },
    ),
    "adaboost": ModelKind(
        "AdaBoost",
        spinney.AdaBoostClassifier,
        spinney.AdaBoostRegressor,
        {"n_estimators": 100},
    ),
    "bagging": ModelKind(
        "100 bagged trees",
        spinney.BaggingClassifier,
        spinney.BaggingRegressor,
        {"n_estimators": 100},
    ),
    "optimal": ModelKind(
        "an optimal tree of depth 3",
        spinney.OptimalTreeClassifier,
        spinney.OptimalTreeRegressor,
        {"max_depth": 3},
    ),
}
STOPPING = {"n_estimators": 1000, "early_stopping": True, "n_iter_no_change": 20}


def make_estimator(
    name: str,
    data: TrainingTable,
    settings: Sequence[str] = (),
    seed: int = 0,
    threads: int | None = None,
) -> Any:
    """An estimator for the task, with its usual settings and those of the user."""
    estimator = KINDS[name].estimator(data.is_classes)
    if name == "boost" and len(data) >= FEW_ROWS:
        estimator.set_params(**STOPPING)
    if name in ("bagging", "adaboost"):
        tree = KINDS["tree"].classifier if data.is_classes else KINDS["tree"].regressor
        depth = {"adaboost": 2 if data.is_classes else 4, "bagging": None}[name]
        estimator.set_params(estimator=tree(max_depth=depth))
    if name == "optimal" and data.has_missing:
        estimator.set_params(missing="median")
    common = {"random_state": seed, "n_jobs": threads}
    known = estimator.get_params()
    estimator.set_params(**{key: value for key, value in common.items() if key in known})
    return estimator.set_params(**parse_settings(settings, known, name))


def parse_settings(settings: Sequence[str], known: dict[str, Any], model: str) -> dict[str, Any]:
    """``name=value`` with values as in Python; a plain word is text."""
    parsed = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        name = name.strip()
        if not equals or not name:
            raise UserError(f"--set {setting!r}: write name=value, for example --set max_depth=4")
        if name not in known:
            hint = did_you_mean(name, known) or f"; it has {listed(sorted(known), 60)}"
            raise UserError(f"--set {setting}: model {model!r} has no parameter {name!r}{hint}")
        parsed[name] = parse_value(text.strip())
    return parsed


def parse_value(text: str) -> Any:
    lower = {"true": True, "false": False, "none": None}
    if text.lower() in lower:
        return lower[text.lower()]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def to_try(model: str, n_rows: int) -> list[str]:
    """The names of the models that stand behind a name."""
    if model != AUTO:
        return [model]
    return ["boost"] if n_rows >= MANY_ROWS else ["boost", "forest"]


def changed_settings(estimator: Any) -> dict[str, Any]:
    """The parameters that differ from the estimator's own defaults, as plain values."""
    usual = type(estimator)().get_params(deep=False)
    return {
        name: value
        for name, value in estimator.get_params(deep=False).items()
        if repr(value) != repr(usual[name]) and name != "random_state"
    }
