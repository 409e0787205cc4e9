"""Forests on real tables: errors of three folds, several seeds, against scikit-learn's."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import sklearn.ensemble
from sklearn.compose import make_column_transformer
from sklearn.metrics import accuracy_score, log_loss, r2_score
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
LOG_LOSS = (
    *("bank", "hypothyroid", "letter", "splice", "vehicle"),
    *("adult", "mammography", "phoneme", "spambase", "titanic"),
)
"""Tables of the comparison of probabilities: five of each half of the tables by name."""
THIRD = 1 / 3
Encode = Callable[[Any], Any]


def as_it_is(frame: Any) -> Any:
    return frame


def one_hot(frame: Any) -> np.ndarray:
    """A column for every category, including missing values."""
    chosen = list(frame.select_dtypes(["category", "str", "object"]).columns)
    coder = OneHotEncoder(sparse_output=False, dtype=np.float32)
    return make_column_transformer((coder, chosen), remainder="passthrough").fit_transform(
        frame.astype(dict.fromkeys(chosen, object))
    )


VARIANTS: dict[str, tuple[Library, Encode]] = {
    "ours": (SPINNEY, as_it_is),
    "their codes": (SKLEARN, ordinal),
    "their one-hot": (SKLEARN, one_hot),
}


def errors_of(
    table: RealTable, variants: list[str], task: Task, seeds: int, max_rows: int
) -> dict[str, np.ndarray]:
    """Error of every fold, three per seed: the error rate, or 1 - R2."""
    frame, target = table.read()
    rows = np.random.default_rng(0).permutation(len(frame))[:max_rows]
    frame, y = frame.iloc[rows], np.asarray(target)[rows]
    if not table.is_regression:
        y = np.unique(y, return_inverse=True)[1]
    encoded = {name: VARIANTS[name][1](frame) for name in variants}
    return {
        name: np.ravel(
            [one_seed(VARIANTS[name][0], encoded[name], y, task, s) for s in range(seeds)]
        )
        for name in variants
    }


def one_seed(library: Library, x: Any, y: np.ndarray, task: Task, seed: int) -> list[float]:
    splitter = KFold if task.regression else StratifiedKFold
    score = r2_score if task.regression else accuracy_score
    settings = replace(task, seed=seed)
    errors = []
    for train, test in splitter(3, shuffle=True, random_state=seed).split(x, y):
        part = x.iloc if hasattr(x, "iloc") else x
        model = library.fit(part[train], y[train], settings)
        errors.append(1 - score(y[test], model.predict(part[test])))
    return errors


def compare(
    names: tuple[str, ...], variants: list[str], task: Task, seeds: int, max_rows: int
) -> None:
    """Print a line per table: errors, our error minus their best, and two standard errors of it."""
    row("", *variants, "ours - best", "2 std. errors")
    better, worse, seen = [], [], 0
    for table in (table for table in real_tables() if table.name in names):
        share = THIRD if table.is_regression else "sqrt"
        settings = replace(task, regression=table.is_regression, max_features=share)
        errors = errors_of(table, variants, settings, seeds, max_rows)
        best = min(variants[1:], key=lambda name: errors[name].mean())
        less = errors[variants[0]] - errors[best]
        noise = 2 * less.std(ddof=1) / np.sqrt(len(less))
        means = (f"{errors[name].mean():.4f}" for name in variants)
        row(table.name, *means, f"{less.mean():+.4f}", f"{noise:.4f}")
        seen += 1
        better += [table.name] if less.mean() < -noise else []
        worse += [table.name] if less.mean() > noise else []
    if not seen:
        print("  -> no tables found: set SPINNEY_DATA to their folder")
        return
    print(f"  -> better beyond noise on {len(better)} of {seen}: {', '.join(better) or 'none'}")
    print(f"  -> worse beyond noise on {len(worse)} of {seen}: {', '.join(worse) or 'none: met'}")


def accuracy_section(seeds: int, task: Task, max_rows: int) -> None:
    print(f"\n== Accuracy: errors of 3 folds, {seeds} seeds, at most {max_rows:,} rows ==")
    print("   error rate, or 1 - R2; max_features: sqrt, or a third for numbers")
    print("\nTables of numbers")
    compare(NUMBERS, ["ours", "their codes"], task, seeds, max_rows)
    print("\nTables with categories, native in Spinney")
    compare(CATEGORIES, list(VARIANTS), task, seeds, max_rows)


def log_losses(table: RealTable, seeds: int, max_rows: int) -> dict[str, float]:
    """Mean held-out log loss of random forests and extra trees: smoothed, not, scikit-learn's."""
    import spinney

    frame, target = table.read()
    rows = np.random.default_rng(0).permutation(len(frame))[:max_rows]
    frame, y = frame.iloc[rows], np.unique(np.asarray(target)[rows], return_inverse=True)[1]
    codes = ordinal(frame)
    losses: dict[str, list[float]] = {}
    for seed in range(seeds):
        for train, test in StratifiedKFold(3, shuffle=True, random_state=seed).split(frame, y):
            for family in ("RandomForest", "ExtraTrees"):
                ours, theirs = (
                    getattr(of, f"{family}Classifier") for of in (spinney, sklearn.ensemble)
                )
                models = {
                    "smoothed": (ours(n_jobs=2, random_state=seed), frame.iloc),
                    "not": (ours(n_jobs=2, random_state=seed, smoothing=0), frame.iloc),
                    "scikit-learn": (theirs(n_jobs=2, random_state=seed), codes),
                }
                for name, (model, x) in models.items():
                    proba = model.fit(x[train], y[train]).predict_proba(x[test])
                    loss = log_loss(y[test], proba, labels=np.arange(y.max() + 1))
                    losses.setdefault(f"{family} {name}", []).append(loss)
    return {name: float(np.mean(found)) for name, found in losses.items()}


def log_loss_section(seeds: int, max_rows: int) -> None:
    print(f"\n== Log loss: 3 folds, {seeds} seeds, at most {max_rows:,} rows, 100 trees ==")
    print("   RF: random forest, ET: extra trees; smoothed: default; not: smoothing=0\n")
    tables = {table.name: table for table in real_tables()}
    chosen_on = sorted(tables)[::2]
    row("", "RF smoothed", "RF not", "RF sklearn", "ET smoothed", "ET not", "ET sklearn", "half")
    for name in filter(tables.__contains__, LOG_LOSS):
        found = log_losses(tables[name], seeds, max_rows)
        half = "choosing" if name in chosen_on else "reporting"
        row(name, *(f"{loss:.4f}" for loss in found.values()), half)
