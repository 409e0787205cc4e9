"""
Permutation importance with intervals
=====================================

Permutation importance on out-of-bag rows with confidence intervals, for features and groups.

Nine columns measure the size of a cell nucleus. Permuting one of them changes little, because the
others are correlated with it; permuting all of them together shows their importance.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer

import spinney

MEASURES = {
    "size": ("radius", "perimeter", "area"),
    "shape of the contour": ("concavity", "concave points", "compactness", "fractal dimension"),
    "texture": ("texture",),
    "smoothness": ("smoothness",),
    "symmetry": ("symmetry",),
}


X, y = load_breast_cancer(return_X_y=True, as_frame=True)
groups = {
    name: [column for column in X if any(measure in column for measure in measures)]
    for name, measures in MEASURES.items()
}
forest = spinney.RandomForestClassifier(n_estimators=300, random_state=0).fit(X, y)
single = forest.importances("permutation", X=X, y=y)
grouped = forest.importances("permutation", X=X, y=y, groups=groups)

# %%
# Single features above, groups of features below, both with intervals.
figure, axes = plt.subplots(
    2, 1, figsize=(7, 6), height_ratios=[10, 5], sharex=True, layout="constrained"
)
spinney.plot.importance(single, top=10, ax=axes[0])
spinney.plot.importance(grouped, ax=axes[1])
axes[0].set_xlabel("")
axes[0].set_title("ten most important of thirty features", loc="left", fontsize=10)
axes[1].set_title("groups of features permuted together", loc="left", fontsize=10)

size = [single.names.index(name) for name in groups["size"]]
together = dict(zip(grouped.names, grouped.mean, strict=True))

# %%
# Numbers of this example:
numbers = {
    "size features, maximum": float(np.max(single.mean[size])),
    "size features, sum": float(np.sum(single.mean[size])),
    "size features, as a group": float(together["size"]),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
