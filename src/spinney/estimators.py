"""The estimator table: every public estimator, declared once.

The lazy imports of the package, model files, the command line, docs/ESTIMATORS.md and the tests
read this table. Classes are named by strings: importing the table imports no estimator.
"""

from importlib import import_module
from typing import Any, NamedTuple

TREE, ENSEMBLE, META, BLEND = "tree", "ensemble", "meta", "blend"
TASKS = ("Classifier", "Regressor")


class EstimatorEntry(NamedTuple):
    """A classifier and a regressor that share a name, a module and a fitted model."""

    name: str
    """Class name without "Classifier" and "Regressor"."""
    module: str
    """Module that exports the classes, relative to the package."""
    kind: str
    """TREE, ENSEMBLE (grows its own trees), META (fits copies of the parameter ``estimator``) or
    BLEND (fits the members in the parameter ``estimators``)."""
    models: tuple[str, ...]
    """Classes that may hold the fitted model, relative to the package."""
    cli_name: str | None
    """Name on the command line; None if the command line does not offer it."""
    description: str

    @property
    def class_names(self) -> tuple[str, ...]:
        return tuple(self.name + task for task in TASKS)

    def load_class(self, task: str) -> Any:
        """Import the class for "Classifier" or "Regressor"."""
        return load_class(f"{self.module}.{self.name}{task}")

    def load_models(self) -> tuple[type, ...]:
        return tuple(map(load_class, self.models))


def load_class(path: str) -> Any:
    """Import a class by its dotted path relative to the package."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(f".{module}", __package__), name)


ESTIMATORS = (
    EstimatorEntry(
        "DecisionTree",
        "trees",
        TREE,
        ("base.fitted_tree.FittedTree",),
        "tree",
        "a decision tree (CART, C4.5 and relatives) with pruning",
    ),
    EstimatorEntry(
        "ExtraTree",
        "trees",
        TREE,
        ("base.fitted_tree.FittedTree",),
        None,
        "a single extremely randomized tree",
    ),
    EstimatorEntry(
        "OptimalTree",
        "optimal",
        TREE,
        ("base.fitted_tree.FittedTree",),
        "optimal",
        "a provably optimal tree of small depth",
    ),
    EstimatorEntry(
        "RandomForest",
        "forests",
        ENSEMBLE,
        ("forests.model.FittedForest",),
        "forest",
        "a random forest",
    ),
    EstimatorEntry(
        "ExtraTrees",
        "forests",
        ENSEMBLE,
        ("forests.model.FittedForest",),
        "extra",
        "extremely randomized trees",
    ),
    EstimatorEntry(
        "GradientBoosting",
        "boosting",
        ENSEMBLE,
        ("boosting.model.BoostedModel",),
        "boost",
        "gradient boosting",
    ),
    EstimatorEntry(
        "HistGradientBoosting",
        "boosting",
        ENSEMBLE,
        ("boosting.model.BoostedModel",),
        None,
        "gradient boosting with scikit-learn's parameters and defaults",
    ),
    EstimatorEntry(
        "Bagging",
        "forests",
        META,
        ("forests.bagged_trees.FittedTrees", "base.members.FittedMembers"),
        "bagging",
        "copies of an estimator fitted to bootstrap samples",
    ),
    EstimatorEntry(
        "AdaBoost",
        "adaboost",
        META,
        ("adaboost.model.FittedRounds",),
        "adaboost",
        "AdaBoost (SAMME, SAMME.R and R2)",
    ),
    EstimatorEntry(
        "Voting",
        "blending",
        BLEND,
        ("blending.member_predictions.WeightedMembers",),
        None,
        "majority vote or weighted mean of several estimators",
    ),
    EstimatorEntry(
        "LinearBlend",
        "blending",
        BLEND,
        ("blending.member_predictions.WeightedMembers",),
        None,
        "weighted mean of several estimators with fitted weights",
    ),
    EstimatorEntry(
        "Stacking",
        "blending",
        BLEND,
        ("blending.stacking_base.StackedMembers",),
        None,
        "a final estimator fitted to the predictions of several estimators",
    ),
)
CLASS_NAMES = {name: entry for entry in ESTIMATORS for name in entry.class_names}
