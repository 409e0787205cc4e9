"""One case of the fuzzer: a seed determines the estimator, the data and the checks."""

import traceback
import warnings
from dataclasses import dataclass, field

import numpy as np
from sklearn.utils import get_tags

from .checks import CHECKS, Case
from .estimators import describe, random_estimator
from .tables import random_table

REFUSALS = (ValueError, TypeError, NotImplementedError)
"""Exceptions with which the library refuses a combination."""


@dataclass
class Outcome:
    """What happened in a case."""

    seed: int
    description: str
    refused: str | None = None
    """The message, if the library refuses to fit the combination or to predict."""
    checked: int = 0
    findings: list[str] = field(default_factory=list)


def run_case(seed: int) -> Outcome:
    rng = np.random.default_rng(seed)
    task = ("Classifier", "Regressor")[rng.integers(2)]
    estimator = random_estimator(rng, task)
    several = get_tags(estimator).target_tags.multi_output and rng.random() < 0.15
    table = random_table(rng, task, 2 if several else 1)
    outcome = Outcome(seed, describe(estimator))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            case = Case(estimator, table, rng)
        except Exception as error:
            record(outcome, "fit", error)
            outcome.refused = str(error)
            return outcome
        for name, check in CHECKS.items():
            try:
                check(case)
                outcome.checked += 1
            except Exception as error:
                record(outcome, name, error)
    return outcome


def record(outcome: Outcome, name: str, error: Exception) -> None:
    """Keep an exception as a finding, unless it is a refusal with a message of the library."""
    if isinstance(error, REFUSALS) and is_deliberate(error):
        return
    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{where.filename.rpartition('/')[2]}:{where.lineno}"
    outcome.findings.append(f"{name}: {type(error).__name__} at {place}: {error}")


def is_deliberate(error: Exception) -> bool:
    """Whether a ``raise`` statement or a check of the core raised the exception.

    Messages of the core are sentences or name a parameter with its value.
    """
    where = traceback.extract_tb(error.__traceback__)[-1]
    of_core = "spinney" in where.filename and (str(error).endswith(".") or "='" in str(error))
    return of_core or (where.line or "").startswith(("raise ", "raise_"))
