"""Random estimators: parameters are drawn from the constraints that their declarations state."""

from numbers import Integral
from typing import Any

import numpy as np
from sklearn.utils._param_validation import Interval, StrOptions

from spinney._core import Task, losses
from spinney.estimators import BLEND, ESTIMATORS, META, TREE

SMALL = {
    "max_depth": (1, 2),
    "n_estimators": (1, 2, 5),
    "max_iter": (1, 2, 5),
    "cv": (2, 3),
    "n_folds": (2, 3),
}
"""Values of parameters that determine the time of a fit; the depth is that of optimal trees."""
FIXED = {"n_jobs", "verbose", "warm_start", "time_limit", "callbacks", "random_state"}
"""Parameters that are not drawn: no effect on the model, or an effect of the clock."""
MISSING = ("learned", "surrogate", "fractional", "category", "mean", "median", "mode", "drop")
MISSING += ("stop", "majority", "error")
FILLED = ("mean", "median", "mode", "drop")
"""Policies of optimal trees."""
UNKNOWN = ("missing", "surrogate", "fractional", "mode", "stop", "majority", "error", "auto")
INTEGERS = (0, 1, 2, 3, 5, 10, 40)
REALS = (0.0, 1e-3, 0.1, 0.3, 0.5, 0.9, 1.0, 2.0, 10.0)


def random_estimator(rng: np.random.Generator, task: str) -> Any:
    row = ESTIMATORS[rng.integers(len(ESTIMATORS))]
    return make(rng, row, task)


def make(rng: np.random.Generator, row: Any, task: str) -> Any:
    """An estimator of a row of the estimator table with random parameters."""
    kind = row.load_class(task)
    parameters = random_parameters(rng, kind, task)
    if row.kind == META and rng.random() < 0.8:
        parameters["estimator"] = make(rng, pick_tree(rng), task)
    if row.kind == BLEND:
        members = [make(rng, pick_tree(rng), task) for _ in range(rng.integers(1, 4))]
        parameters["estimators"] = [(f"m{i}", member) for i, member in enumerate(members)]
    if row.name == "Stacking" and rng.random() < 0.7:
        parameters["final_estimator"] = make(rng, pick_tree(rng), task)
    if "init" in kind.parameters() and rng.random() < 0.15:
        parameters["init"] = make(rng, pick_tree(rng), task)
    if row.name == "OptimalTree":
        parameters["missing"] = FILLED[rng.integers(len(FILLED))]
    if "random_state" in kind.parameters():
        parameters["random_state"] = int(rng.integers(5))
    return kind(**parameters)


def pick_tree(rng: np.random.Generator) -> Any:
    rows = [row for row in ESTIMATORS if row.kind not in (META, BLEND)]
    trees = [row for row in rows if row.kind == TREE]
    chosen = trees if rng.random() < 0.7 else rows
    return chosen[rng.integers(len(chosen))]


def random_parameters(rng: np.random.Generator, kind: Any, task: str) -> dict[str, Any]:
    """Values of the parameters that determine time, and of a few of the others."""
    drawn = {}
    share = rng.choice([0.03, 0.08, 0.2])
    for name, declared in kind.parameters().items():
        if name in FIXED:
            continue
        if name in SMALL and (name != "max_depth" or "max_thresholds" in kind.parameters()):
            drawn[name] = SMALL[name][rng.integers(len(SMALL[name]))]
        elif rng.random() < share:
            values = candidates(name, declared, task)
            if values:
                drawn[name] = values[rng.integers(len(values))]
    return drawn


def candidates(name: str, declared: Any, task: str) -> list[Any]:
    """Values that the declaration of a parameter allows."""
    if name == "missing":
        return list(MISSING)
    if name == "unknown":
        return list(UNKNOWN)
    if name == "loss" and str in declared.allowed:
        wanted = Task.classification if task == "Classifier" else Task.regression
        return [info.name for info in losses() if info.task is wanted]
    if name == "split_kind":
        return ["binary", "multiway", "oblique", "sphere", "pca", ["binary", "oblique"]]
    return [value for one in declared.allowed for value in allowed_values(one)]


def allowed_values(constraint: Any) -> list[Any]:
    if isinstance(constraint, StrOptions):
        return sorted(constraint.options)
    if isinstance(constraint, Interval):
        pool = INTEGERS if constraint.type is Integral else REALS
        return [value for value in pool if value in constraint]
    return (
        {"boolean": [False, True], None: [None]}.get(constraint, []) if is_name(constraint) else []
    )


def is_name(constraint: Any) -> bool:
    return constraint is None or isinstance(constraint, str)


def members_of(estimator: Any) -> list[Any]:
    """The estimator and the estimators it fits copies of."""
    inner = [member for _, member in getattr(estimator, "estimators", ())]
    named = (getattr(estimator, name, None) for name in ("estimator", "final_estimator", "init"))
    inner += [one for one in named if hasattr(one, "fit")]
    return [estimator, *(deep for one in inner for deep in members_of(one))]


def set_threads(estimator: Any, n_jobs: int) -> Any:
    """Set n_jobs of an estimator and of all estimators in it, fitted or not; return it."""
    seen: set[int] = set()
    pending = [estimator]
    while pending:
        one = pending.pop()
        if id(one) in seen or isinstance(one, str):
            continue
        seen.add(id(one))
        if isinstance(one, list | tuple):
            pending += one
        elif isinstance(one, dict):
            pending += one.values()
        elif hasattr(one, "__dict__") and not isinstance(one, type):
            if "n_jobs" in vars(one):
                one.n_jobs = n_jobs
            pending += vars(one).values()
    return estimator


def describe(estimator: Any) -> str:
    return " ".join(repr(estimator).split())
