"""The petal's length is missing: surrogate questions on other features stand in for it."""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_iris

import spinney

LOST = "petal length (cm)"


def main(folder: Path) -> dict[str, float]:
    iris = load_iris(as_frame=True)
    X, y = iris.data, iris.target_names[iris.target]
    without = X.assign(**{LOST: np.nan})
    scores = {}
    for policy in ("surrogate", "majority"):
        tree = spinney.DecisionTreeClassifier(max_depth=2, missing=policy).fit(X, y)
        scores[f"{policy}, all values"] = tree.score(X, y)
        scores[f"{policy}, without {LOST}"] = tree.score(without, y)
    tree = spinney.DecisionTreeClassifier(max_depth=2, missing="surrogate").fit(X, y)

    folder.mkdir(parents=True, exist_ok=True)
    draw(tree, list(X.columns), scores).savefig(folder / "surrogates.png", dpi=70)
    found = tree.tree_.surrogates(0)
    return {
        **scores,
        **{f"agreement of {X.columns[s.feature]}": s.score for s in found},
        **{f"threshold on {X.columns[s.feature]}": s.threshold for s in found},
    }


def draw(tree: spinney.DecisionTreeClassifier, names: list[str], scores: dict) -> plt.Figure:
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(14, 3.2), layout="constrained")
    agreement = {
        f"{names[s.feature]} {'>' if s.above_left else '≤'} {s.threshold:.3g}": s.score
        for s in tree.tree_.surrogates(0)
    }
    draw_bars(left, agreement, f"agreement with {LOST} ≤ {tree.tree_.threshold[0]:.3g}")
    draw_bars(middle, scores, "share of flowers classed right")
    spinney.plot.importance(tree, kind="surrogates", ax=right)
    return figure


def draw_bars(ax: plt.Axes, values: dict[str, float], title: str) -> None:
    ax.bar_label(ax.barh(list(values), list(values.values())), fmt="%.3f", padding=3)
    ax.set(xlim=(0, 1.2), title=title)
    ax.invert_yaxis()
    ax.spines[["top", "right"]].set_visible(False)


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
