"""
Entropy of the iris data
========================

Entropy of two classes by their share, and of the iris data: 1.0986 nats for three classes.
"""

import math

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_iris

import spinney

_, y = load_iris(return_X_y=True)
p = np.linspace(0.0, 1.0, 201)
term = [0.0 if q == 0 else -q * math.log(q) for q in p]
two_classes = [spinney.impurity([0, 1], "entropy", [q, 1 - q], base=math.e) for q in p]

_, ax = plt.subplots(figsize=(6.5, 4), layout="constrained")
ax.plot(p, two_classes, label="two classes: $-p\\,\\log p-(1-p)\\log(1-p)$")
ax.plot(p, term, label="term of one class: $-p\\,\\log p$")
iris = spinney.impurity(y, "entropy", base=math.e)
ax.axhline(iris, color="#222222", linestyle="--", linewidth=1)
ax.annotate("iris: three classes of 50 flowers", (0.02, iris + 0.02), fontsize=9)
ax.set(xlabel="class share $p$", ylabel="entropy (nats)", ylim=(0, 1.25))
ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0.84), frameon=False, fontsize=9)
ax.spines[["top", "right"]].set_visible(False)

# %%
# Numbers of this example:
numbers = {
    "nats": iris,
    "bits": spinney.impurity(y, "entropy"),
    "maximum entropy of two classes": max(two_classes),
    "share with the largest term": float(p[np.argmax(term)]),
}

for name, value in numbers.items():
    print(f"{name}: {value}")
