"""
Surrogate splits for missing values
===================================

Surrogate splits on other features replace the split on a missing feature.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_iris

import spinney

MISSING = "petal length (cm)"


def draw(tree: spinney.DecisionTreeClassifier, names: list[str], scores: dict) -> plt.Figure:
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(14, 2.8), layout="constrained")
    agreement = {
        f"{names[s.feature]} {'>' if s.above_left else '≤'} {s.threshold:.3g}": s.score
        for s in tree.tree_.surrogates(0)
    }
    draw_bars(left, agreement, f"agreement with {MISSING} ≤ {tree.tree_.threshold[0]:.3g}")
    draw_bars(middle, scores, "accuracy")
    spinney.plot.importance(tree, kind="surrogates", ax=right)
    right.set_title("importance, including surrogates", fontsize=10)
    right.set_xlabel("")
    return figure


def draw_bars(ax: plt.Axes, values: dict[str, float], title: str) -> None:
    bars = ax.barh(list(values), list(values.values()), height=0.72, color="#0072B2")
    ax.bar_label(bars, fmt="%.3f", padding=4, fontsize=8.5)
    ax.set(xlim=(0, 1.2), xticks=[0, 0.25, 0.5, 0.75, 1])
    ax.tick_params(axis="y", length=0)
    ax.set_title(title, fontsize=10)
    ax.invert_yaxis()
    ax.spines[["top", "right"]].set_visible(False)


iris = load_iris(as_frame=True)
X, y = iris.data, iris.target_names[iris.target]
incomplete = X.assign(**{MISSING: np.nan})
scores = {}
for policy in ("surrogate", "majority"):
    tree = spinney.DecisionTreeClassifier(max_depth=2, missing=policy).fit(X, y)
    scores[f"{policy}, all values"] = tree.score(X, y)
    scores[f"{policy}, missing {MISSING}"] = tree.score(incomplete, y)
tree = spinney.DecisionTreeClassifier(max_depth=2, missing="surrogate").fit(X, y)

# %%
# The agreement of each surrogate, the accuracy without petal lengths, and the importances.
draw(tree, list(X.columns), scores)
surrogates = tree.tree_.surrogates(0)

# %%
# Numbers of this example:
numbers = {
    **scores,
    **{f"agreement of {X.columns[s.feature]}": s.score for s in surrogates},
    **{f"threshold on {X.columns[s.feature]}": s.threshold for s in surrogates},
}

for name, value in numbers.items():
    print(f"{name}: {value}")
