"""Models of the command line: default parameters, search spaces and ``--set``."""

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..estimators import ESTIMATORS, META, EstimatorEntry
from ..trees.rpart import DEFAULTS as RPART
from ..trees.rpart import with_node_sizes
from .errors import UserError, did_you_mean
from .search_spaces import Draw, choice, integer, log_uniform, uniform
from .training_table import CLASSIFICATION, REGRESSION, TrainingTable

if TYPE_CHECKING:
    from ..base.parameters import Parameterized

SINGLE_MODEL_ROWS = 20_000
"""Number of rows from which ``auto`` only fits boosting: a forest would take too long."""
AUTO = "auto"
AUTO_MODELS = ("boost", "forest")


class ModelKind(NamedTuple):
    """A model name of the command line."""

    entry: EstimatorEntry
    summary: str
    parameters: dict[str, Any]
    """Parameters that differ from the estimator's defaults."""
    search_space: dict[str, Draw]
    """Distributions that ``tune`` samples parameters from."""

    def load_class(self, is_classes: bool) -> Any:
        return self.entry.load_class("Classifier" if is_classes else "Regressor")


FOREST_SPACE = {
    "max_features": uniform(0.1, 1.0),
    "min_samples_leaf": integer(1, 20),
    "max_depth": choice(None, None, 8, 12, 20),
}
# Summary, parameters and search space of every model that the estimator table names for the CLI.
SETTINGS: dict[str, tuple[str, dict[str, Any], dict[str, Draw]]] = {
    "tree": (
        "a decision tree, pruned by cross-validation",
        {"ccp_alpha": "cv", "ccp_rule": "1se"},
        {
            "ccp_alpha": choice(0.0, "cv"),
            "ccp_rule": choice("min", "1se"),
            "max_depth": choice(None, 3, 4, 5, 6, 8, 12),
            "min_samples_leaf": integer(1, 50),
        },
    ),
    "forest": ("a random forest of 200 trees", {"n_estimators": 200}, FOREST_SPACE),
    "extra": ("200 extremely randomized trees", {"n_estimators": 200}, FOREST_SPACE),
    "boost": (
        "gradient boosting with parameters chosen from the data",
        {},
        {
            "growth": choice("symmetric"),
            "max_depth": integer(3, 8),
            "learning_rate": log_uniform(0.03, 0.3),
            "reg_lambda": log_uniform(0.01, 30),
            "subsample": uniform(0.5, 1.0),
            "colsample_bylevel": uniform(0.4, 1.0),
        },
    ),
    "adaboost": (
        "AdaBoost with 100 small trees",
        {"n_estimators": 100},
        {
            "learning_rate": log_uniform(0.05, 2),
            "n_estimators": integer(30, 300),
            "estimator__max_depth": choice(1, 2, 3, 4, 6),
        },
    ),
    "bagging": (
        "100 bagged trees",
        {"n_estimators": 100},
        {
            "max_samples": uniform(0.3, 1.0),
            "max_features": uniform(0.4, 1.0),
            "estimator__min_samples_leaf": integer(1, 20),
        },
    ),
    "optimal": (
        "an optimal tree of depth 3",
        {"max_depth": 3},
        {
            "max_depth": choice(2, 3),
            "min_samples_leaf": integer(1, 50),
            "max_thresholds": choice(8, 16, 32),
        },
    ),
}
KINDS = {
    entry.cli_name: ModelKind(entry, *SETTINGS[entry.cli_name])
    for entry in ESTIMATORS
    if entry.cli_name
}
KINDS["rpart"] = KINDS["tree"]._replace(
    summary="a decision tree with the parameters of R's rpart",
    parameters=RPART,
    search_space={"cp": log_uniform(1e-4, 0.1), "min_samples_leaf": integer(1, 50)},
)
ADABOOST_DEPTH = {True: 2, False: 4}


def make_estimator(
    name: str,
    data: TrainingTable,
    settings: Sequence[str] = (),
    seed: int = 0,
    threads: int | None = None,
) -> Any:
    """Create an estimator for the task with the model's parameters and those of ``--set``."""
    estimator = default_estimator(name, data.is_classes)
    known = estimator.get_params()
    shared = {"random_state": seed, "n_jobs": threads}
    estimator.set_params(**{key: value for key, value in shared.items() if key in known})
    return apply_settings(estimator, settings, name)


def default_estimator(name: str, is_classes: bool) -> Any:
    """Create an estimator with the model's parameters."""
    kind = KINDS[name]
    estimator = kind.load_class(is_classes)(**kind.parameters)
    if kind.entry.kind == META:
        depth = ADABOOST_DEPTH[is_classes] if name == "adaboost" else None
        tree = KINDS["tree"].load_class(is_classes)
        estimator.set_params(estimator=tree(max_depth=depth))
    return estimator


def apply_settings(estimator: Any, settings: Sequence[str], model: str) -> Any:
    """Set the parameters of ``--set`` and check their values."""
    accepted = [*estimator.get_params(), *type(estimator)._aliases()]
    parameters = parse_settings(settings, accepted, model)
    if model == "rpart":
        parameters = with_node_sizes(parameters, type(estimator))
    estimator.set_params(**parameters)
    for one in (estimator, *estimator.get_params().values()):
        if hasattr(one, "_validate_parameters"):
            one._validate_parameters()
    return estimator


def check_settings(model: str, settings: Sequence[str], task: str | None) -> None:
    """Raise if the settings are wrong for every possible task; called before a table is read."""
    tasks = [CLASSIFICATION, REGRESSION] if task is None else [task]
    errors = []
    for one in tasks:
        try:
            apply_settings(default_estimator(model, one == CLASSIFICATION), settings, model)
        except (UserError, TypeError, ValueError) as error:
            errors.append(error)
    if len(errors) == len(tasks):
        raise errors[0]


def limit_folds(estimator: Any, n_rows: int) -> list[str]:
    """Prune a tree by at most as many folds as there are rows; return a note about it."""
    parameters = estimator.get_params()
    n_folds = parameters.get("cv")
    if parameters.get("ccp_alpha") != "cv" or not isinstance(n_folds, int) or n_folds <= n_rows:
        return []
    estimator.set_params(cv=n_rows)
    return [
        f"the tree is pruned by {n_rows}-fold instead of {n_folds}-fold cross-validation, because "
        f"a training part has only {n_rows} rows"
    ]


def parse_settings(settings: Sequence[str], known: Sequence[str], model: str) -> dict[str, Any]:
    """Parse ``name=value`` pairs. Values are Python literals; other text is a string."""
    parsed = {}
    for setting in settings:
        name, text = split_setting(setting)
        if name not in known:
            hint = did_you_mean(name, known) or f"; see spinney models {model}"
            raise UserError(f"--set {setting}: model {model!r} has no parameter {name!r}{hint}")
        parsed[name] = parse_value(text)
    return parsed


def split_setting(setting: str) -> tuple[str, str]:
    """Return name and value of ``name=value``."""
    name, equals, text = setting.partition("=")
    if not equals or not name.strip():
        raise UserError(f"--set {setting!r}: write name=value, for example --set max_depth=4")
    return name.strip(), text.strip()


def parse_value(text: str) -> Any:
    constants = {"true": True, "false": False, "none": None}
    if text.lower() in constants:
        return constants[text.lower()]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def candidates(model: str, n_rows: int) -> list[str]:
    """Names of the models to fit: for ``auto``, several."""
    if model != AUTO:
        return [model]
    return list(AUTO_MODELS[:1] if n_rows >= SINGLE_MODEL_ROWS else AUTO_MODELS)


def auto_values(estimator: Any) -> dict[str, Any]:
    """Values that fit chose for parameters that are "auto"; lists of one value per member."""
    values = getattr(estimator, "auto_values_", {})
    return {name: list(one) if isinstance(one, tuple) else one for name, one in values.items()}


def chosen_text(values: dict[str, Any]) -> str:
    """Return chosen values as text; members of a bag may have different ones."""
    return ", ".join(
        f"{name}={'/'.join(map(str, dict.fromkeys(one if isinstance(one, list) else [one])))}"
        for name, one in values.items()
    )


def changed_parameters(estimator: "Parameterized") -> dict[str, Any]:
    """Parameters that differ from the estimator's defaults."""
    declared = type(estimator).parameters()
    return {
        name: value
        for name, one in declared.items()
        if repr(value := getattr(estimator, name)) != repr(one.default) and name != "random_state"
    }
