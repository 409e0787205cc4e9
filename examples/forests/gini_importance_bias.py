"""
The bias of Gini importance
===========================

Gini importance favors features with many distinct values, even random ones.

The class depends only on ``signal``. A fully grown tree overfits the noise in its bootstrap sample,
and a numeric feature offers more thresholds than a binary one. Measures that use out-of-bag rows
do not have this bias.
"""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import spinney

KINDS = {
    "gini": "Gini: impurity decrease on the training rows",
    "corrected": "corrected: impurity decrease out of bag",
    "permutation": "permutation: increase of the out-of-bag error",
}


def sample(n_rows: int) -> tuple[pd.DataFrame, np.ndarray]:
    """Return a binary feature that agrees with the class in two of three rows, and noise."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame(
        {
            "signal (2 values)": rng.integers(2, size=n_rows),
            "coin (2 values)": rng.integers(2, size=n_rows),
            "die (6 values)": rng.integers(6, size=n_rows),
            "random number": rng.random(n_rows),
        }
    )
    flip = rng.random(n_rows) < 1 / 3
    return X, X["signal (2 values)"].to_numpy() ^ flip


X, y = sample(1_000)
forest = spinney.RandomForestClassifier(n_estimators=300, random_state=0).fit(X, y)
results = {kind: forest.importances(kind, X=X, y=y) for kind in KINDS}

# %%
# Only Gini importance ranks the random number first.
figure, axes = plt.subplots(3, 1, figsize=(7, 6), layout="constrained")
for ax, (kind, title) in zip(axes, KINDS.items(), strict=True):
    spinney.plot.importance(results[kind], ax=ax)
    ax.set_title(title, loc="left", fontsize=10)
    ax.set_xlabel("")

# %%
# Numbers of this example:
numbers = {
    f"{kind}: {name}": float(value)
    for kind, result in results.items()
    for name, value in zip(result.names, result.mean, strict=True)
}

for name, value in numbers.items():
    print(f"{name}: {value}")
