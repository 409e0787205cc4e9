"""Real tables with numbers, categories and missing values: time to fit and held-out score."""

import math
from typing import Any

import numpy as np
from sklearn.metrics import accuracy_score, r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import OrdinalEncoder

from data import RealTable, real_tables
from measure import best_of
from report import row


def ordinal(frame: Any) -> np.ndarray:
    """Encode categories as numbers in alphabetical order, as scikit-learn requires; keep NaN."""
    frame = frame.copy()
    columns = frame.select_dtypes(["category", "str", "object"]).columns
    if len(columns):
        frame[columns] = OrdinalEncoder().fit_transform(frame[columns].astype(object))
    return frame.to_numpy(np.float32)


def fit_and_score(table: RealTable, repeats: int) -> tuple[dict[str, float], dict[str, float]]:
    """Seconds and held-out scores of three trees: ours on the frame, ours and theirs on numbers."""
    from sklearn import tree as sklearn_tree

    import spinney

    kind = "DecisionTreeRegressor" if table.is_regression else "DecisionTreeClassifier"
    score = r2_score if table.is_regression else accuracy_score
    frame, y = table.read()
    train, test = train_test_split(np.arange(len(frame)), test_size=0.25, random_state=0)
    y = np.asarray(y)
    x = ordinal(frame)
    runs = {
        "frame": (getattr(spinney, kind)(n_jobs=2), frame.iloc[train], frame.iloc[test]),
        "numbers": (getattr(spinney, kind)(n_jobs=2), x[train], x[test]),
        "scikit-learn": (getattr(sklearn_tree, kind)(random_state=0), x[train], x[test]),
    }
    calls = {
        name: lambda e=e, seen=seen: e.fit(seen, y[train]) for name, (e, seen, _) in runs.items()
    }
    best = best_of(calls, repeats)
    return best, {name: score(y[test], e.predict(unseen)) for name, (e, _, unseen) in runs.items()}


def real_tables_section(repeats: int) -> None:
    print("\n== Real tables: default trees, 2 threads ==")
    print("   frame: spinney with native categories; numbers: spinney on scikit-learn's input\n")
    row("", "frame ms", "numbers ms", "sklearn ms", "sklearn/frame", "frame score", "sklearn score")
    ratios = []
    for table in real_tables():
        time, score = fit_and_score(table, repeats)
        ratios.append(time["scikit-learn"] / time["frame"])
        row(
            table.name,
            *(f"{1000 * time[name]:.2f}" for name in ("frame", "numbers", "scikit-learn")),
            f"{ratios[-1]:.2f}",
            *(f"{score[name]:.4f}" for name in ("frame", "scikit-learn")),
        )
    if ratios:
        mean = math.exp(np.mean(np.log(ratios)))
        print(f"  -> geometric mean {mean:.2f}, minimum {min(ratios):.2f}, tables {len(ratios)}")
    else:
        print("  -> no tables found: set SPINNEY_DATA to their folder")
