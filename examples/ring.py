"""A ring: two distances from its middle say it all."""

import sys
from pathlib import Path

import numpy as np

import spinney


def ring(n_rows: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Points in a square, and whether they lie in a ring."""
    X = np.random.default_rng(seed).uniform(-3, 3, (n_rows, 2))
    distance = np.hypot(*X.T)
    return X, np.where((distance > 1) & (distance < 2.2), "ring", "elsewhere")


def main(folder: Path) -> dict[str, float]:
    X, y = ring(600, 1)
    fresh, truth = ring(20_000, 2)
    plain = spinney.DecisionTreeClassifier().fit(X, y)
    spheres = spinney.DecisionTreeClassifier(split_kind="sphere", random_state=0).fit(X, y)

    folder.mkdir(parents=True, exist_ok=True)
    axes = spinney.plot.boundary(plain, X, y, compare_with=spheres)
    for panel, tree in zip(axes, (plain, spheres), strict=True):
        panel.set_title(f"{tree.splits} splits: {tree.get_n_leaves()} leaves")
    axes[0].figure.savefig(folder / "ring.png", dpi=50)
    return {
        "leaves of plain splits": plain.get_n_leaves(),
        "leaves of spheres": spheres.get_n_leaves(),
        "accuracy of plain splits": plain.score(fresh, truth),
        "accuracy of spheres": spheres.score(fresh, truth),
    }


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
