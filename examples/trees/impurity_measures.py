"""
Gini impurity, entropy and misclassification
============================================

Three impurity measures of a node, and the Gini impurity for every threshold of a feature.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_iris

import spinney

MEASURES = ("gini", "entropy", "misclassification")


def node_impurity(measure: str, share: float) -> float:
    """Return the impurity of a node with two classes."""
    return spinney.impurity([0, 1], measure, [share, 1 - share])


X, y = load_iris(return_X_y=True, as_frame=True)
p = np.linspace(0.0, 1.0, 201)

_, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
for measure in MEASURES:
    left.plot(p, [node_impurity(measure, q) for q in p], label=measure)
left.set(xlabel="share of the first of two classes", ylabel="impurity of the node")
left.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.14), ncols=3)
left.spines[["top", "right"]].set_visible(False)
spinney.plot.impurity(X, y, "petal length (cm)", ax=right)

curve = spinney.impurity_curve(X, y, "petal length (cm)")
best = int(curve.impurities.argmin())

# %%
# Numbers of this example:
numbers = {
    **{f"{measure} at 1/2": node_impurity(measure, 0.5) for measure in MEASURES},
    **{f"{measure} at 1/10": node_impurity(measure, 0.1) for measure in MEASURES},
    "best threshold": float(curve.thresholds[best]),
    "gini after the split": float(curve.impurities[best]),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
