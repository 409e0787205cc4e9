"""Three ways to blend the same members: all alike, by learned weights, by another model.

Uniform (voting), non-uniform (linear blend) and conditional (stacking). The target is part curve,
part line: trees are good at the one, a linear model at the other, and a blend at both.
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_friedman1
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsRegressor

import spinney

MEMBERS = [
    ("stump", spinney.DecisionTreeRegressor(max_depth=1)),
    ("tree", spinney.DecisionTreeRegressor(max_depth=3)),
    ("forest", spinney.RandomForestRegressor(n_estimators=50, random_state=0)),
    ("neighbours", KNeighborsRegressor(10)),
    ("ridge", Ridge()),
]
BLENDS = {
    "voting": spinney.VotingRegressor(MEMBERS),
    "linear blend": spinney.LinearBlendRegressor(MEMBERS),
    "stacking": spinney.StackingRegressor(MEMBERS),
}
TEAL, BLUE = "#9AC6C1", "#0072B2"


def main(folder: Path) -> dict[str, float]:
    X, y = make_friedman1(400, noise=1.0, random_state=0)
    X_new, y_new = make_friedman1(5_000, noise=0.0, random_state=1)
    errors = {}
    for name, model in {**dict(MEMBERS), **BLENDS}.items():
        guess = model.fit(X, y).predict(X_new)
        errors[name] = float(np.sqrt(np.mean((guess - y_new) ** 2)))

    folder.mkdir(parents=True, exist_ok=True)
    figure, ax = plt.subplots(figsize=(7, 3.4), layout="constrained")
    colours = [BLUE if name in BLENDS else TEAL for name in errors]
    bars = ax.barh(list(errors), list(errors.values()), color=colours)
    ax.bar_label(bars, fmt="%.1f", padding=4, fontsize=8.5)
    ax.set(
        xlabel="error of 5,000 new rows (root of mean square)", xlim=(0, 1.1 * max(errors.values()))
    )
    ax.set_title("Five members and three blends of them", loc="left", fontsize=10)
    ax.invert_yaxis()
    ax.spines[["top", "right"]].set_visible(False)
    figure.savefig(folder / "three_kinds_of_blending.png", dpi=70)

    blend = BLENDS["linear blend"]
    shares = spinney.plot.blend_weights(blend, figsize=(7, 3.2))
    shares.figure.savefig(folder / "member_shares.png", dpi=70)
    weights = {
        f"weight of {name}": float(w) for (name, _), w in zip(MEMBERS, blend.weights_, strict=True)
    }
    return {f"error of {name}": error for name, error in errors.items()} | weights


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
