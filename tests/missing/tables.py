"""Synthetic tables with missing values and unknown categories."""

import numpy as np
import pandas as pd

import spinney

LABELS = ["ash", "beech", "elm", "oak", "yew"]
NAMES = ["height", "girth", "rings", "tree", "soil"]
KINDS = {"numbers": NAMES[:3], "categories": NAMES[3:], "both": NAMES}
ESTIMATORS = {
    "classifier": spinney.DecisionTreeClassifier,
    "regressor": spinney.DecisionTreeRegressor,
}


def table_with_missing(rng, n_rows=120, missing_rate=0.2, kinds="both"):
    """Draw correlated features, which can serve as surrogates of each other."""
    size = rng.normal(size=n_rows)
    wet = 1 + 1.2 * size + 0.4 * rng.normal(size=n_rows)
    frame = pd.DataFrame(
        {
            "height": np.round(size + 0.3 * rng.normal(size=n_rows), 2),
            "girth": np.round(size + 0.6 * rng.normal(size=n_rows), 1),
            "rings": np.round(2 * np.exp(size)),
            "tree": np.array(LABELS)[np.clip(np.floor(1.5 * size + 2), 0, 4).astype(int)],
            "soil": np.array(["sand", "loam", "clay"])[np.clip(np.round(wet), 0, 2).astype(int)],
        }
    )
    frame = frame.astype({"tree": object, "soil": object})
    for name in NAMES if missing_rate else []:
        frame.loc[rng.random(n_rows) < missing_rate, name] = None if name in NAMES[3:] else np.nan
    return frame[KINDS[kinds]]


def target_of(task, frame, rng):
    """Draw a target that depends on all features."""
    score = sum(
        column.map(dict.fromkeys(LABELS, 0.0) | {"oak": 2.0, "yew": 2.0, "elm": 1.5, "clay": 1.0})
        .fillna(0.5)
        .astype(float)
        if column.dtype == object
        else column.fillna(0.3)
        for _, column in frame.items()
    )
    score = score.to_numpy() + 0.3 * rng.normal(size=len(frame))
    if task == "regressor":
        return np.round(score, 1)
    return np.searchsorted(np.quantile(score, [0.4, 0.8]), score)


def with_unknown_categories(frame, rng):
    """Replace some categories by one that is not in the training data."""
    frame = frame.copy()
    for name in frame.columns.intersection(["tree", "soil"]):
        frame.loc[rng.random(len(frame)) < 0.15, name] = "baobab"
    return frame


def coded(model, frame):
    """Return rows of numbers for the reference, and the number of categories per column."""
    known = model._model.schema.categories or [None] * frame.shape[1]
    columns, levels = [], []
    for (_, column), labels in zip(frame.items(), known, strict=True):
        if labels is None:
            columns.append(column.to_numpy(float))
        else:
            new = len(labels)
            columns.append([np.nan if x is None or x != x else labels.get(x, new) for x in column])
        levels.append(0 if labels is None else len(labels))
    return np.column_stack(columns).astype(float), levels
