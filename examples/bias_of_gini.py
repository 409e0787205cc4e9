"""Gini importance likes columns with many values, even random ones; two other measures do not.

The class depends on ``signal`` alone. A tree grown to the end cuts up the noise in its bag, and a
number offers more places to cut than a coin. Rows out of bag see through it.
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import spinney

KINDS = {
    "gini": "Gini: decrease in the bag",
    "corrected": "corrected: judged out of bag",
    "permutation": "permutation, out of bag",
}


def sample(n_rows: int) -> tuple[pd.DataFrame, np.ndarray]:
    """A sign that is right in two cases of three, and three columns of noise."""
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


def main(folder: Path) -> dict[str, float]:
    X, y = sample(1_000)
    forest = spinney.RandomForestClassifier(n_estimators=300, random_state=0).fit(X, y)
    results = {kind: forest.importances(kind, X=X, y=y) for kind in KINDS}

    folder.mkdir(parents=True, exist_ok=True)
    figure, axes = plt.subplots(3, 1, figsize=(7, 6), layout="constrained")
    for ax, (kind, title) in zip(axes, KINDS.items(), strict=True):
        spinney.plot.importance(results[kind], ax=ax)
        ax.set_title(title, loc="left", fontsize=10)
        ax.set_xlabel("")
    figure.savefig(folder / "bias_of_gini.png", dpi=70)
    return {
        f"{kind}: {name}": float(value)
        for kind, result in results.items()
        for name, value in zip(result.names, result.mean, strict=True)
    }


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
