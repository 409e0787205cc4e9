"""Forests on real tables: errors of three folds, several draws, beside scikit-learn's."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.compose import make_column_transformer
from sklearn.metrics import accuracy_score, r2_score
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.preprocessing import OneHotEncoder

from data import RealTable, real_tables
from forest_peers import SKLEARN, SPINNEY, Library, Task
from report import row
from tables import ordinal

NUMBERS = (
    *("segment", "spambase", "vehicle", "phoneme", "mammography", "letter"),
    *("cpu_act", "kin8nm", "wine_white", "puma32H"),
)
CATEGORIES = (
    *("credit_g", "splice", "nursery", "soybean", "cylinder_bands", "titanic", "adult", "bank"),
    *("diamonds", "autohorse"),
)
THIRD = 1 / 3
Encode = Callable[[Any], Any]


def as_it_is(frame: Any) -> Any:
    return frame


def one_hot(frame: Any) -> np.ndarray:
    """A column for every level, missing ones too."""
    chosen = list(frame.select_dtypes(["category", "str", "object"]).columns)
    coder = OneHotEncoder(sparse_output=False, dtype=np.float32)
    return make_column_transformer((coder, chosen), remainder="passthrough").fit_transform(
        frame.astype(dict.fromkeys(chosen, object))
    )


WAYS: dict[str, tuple[Library, Encode]] = {
    "ours": (SPINNEY, as_it_is),
    "their codes": (SKLEARN, ordinal),
    "their one-hot": (SKLEARN, one_hot),
}


def errors_of(
    table: RealTable, ways: list[str], task: Task, seeds: int, most_rows: int
) -> dict[str, np.ndarray]:
    """The error of every fold, three per seed: the share of wrong classes, or 1 - R2."""
    frame, target = table.read()
    rows = np.random.default_rng(0).permutation(len(frame))[:most_rows]
    frame, y = frame.iloc[rows], np.asarray(target)[rows]
    if not table.is_regression:
        y = np.unique(y, return_inverse=True)[1]
    encoded = {way: WAYS[way][1](frame) for way in ways}
    return {
        way: np.ravel([one_seed(WAYS[way][0], encoded[way], y, task, s) for s in range(seeds)])
        for way in ways
    }


def one_seed(library: Library, x: Any, y: np.ndarray, task: Task, seed: int) -> list[float]:
    splitter = KFold if task.regression else StratifiedKFold
    score = r2_score if task.regression else accuracy_score
    told = replace(task, seed=seed)
    errors = []
    for train, test in splitter(3, shuffle=True, random_state=seed).split(x, y):
        part = x.iloc if hasattr(x, "iloc") else x
        model = library.fit(part[train], y[train], told)
        errors.append(1 - score(y[test], model.predict(part[test])))
    return errors


def compare(names: tuple[str, ...], ways: list[str], task: Task, seeds: int, most: int) -> None:
    """A line per table: errors, ours less the better of theirs, and two standard errors of it."""
    row("", *ways, "ours less best", "2 std. errors")
    better, worse, seen = [], [], 0
    for table in (table for table in real_tables() if table.name in names):
        share = THIRD if table.is_regression else "sqrt"
        told = replace(task, regression=table.is_regression, max_features=share)
        errors = errors_of(table, ways, told, seeds, most)
        best = min(ways[1:], key=lambda way: errors[way].mean())
        less = errors[ways[0]] - errors[best]
        noise = 2 * less.std(ddof=1) / np.sqrt(len(less))
        means = (f"{errors[way].mean():.4f}" for way in ways)
        row(table.name, *means, f"{less.mean():+.4f}", f"{noise:.4f}")
        seen += 1
        better += [table.name] if less.mean() < -noise else []
        worse += [table.name] if less.mean() > noise else []
    if not seen:
        print("  -> no tables here: SPINNEY_DATA names their folder")
        return
    print(f"  -> beyond noise better on {len(better)} of {seen}: {', '.join(better) or 'none'}")
    print(f"  -> beyond noise worse on {len(worse)} of {seen}: {', '.join(worse) or 'none: met'}")


def accuracy_section(seeds: int, task: Task, most_rows: int) -> None:
    print(f"\n== Accuracy: errors of 3 folds, {seeds} draws, at most {most_rows:,} rows ==")
    print("   share of wrong classes, or 1 - R2; max_features: sqrt, or a third for numbers")
    print("\nTables of numbers")
    compare(NUMBERS, ["ours", "their codes"], task, seeds, most_rows)
    print("\nTables with categories, which ours gets as such")
    compare(CATEGORIES, list(WAYS), task, seeds, most_rows)
