"""A border at an angle: stairs for plain splits, one question for an oblique one."""

import sys
from pathlib import Path

import numpy as np

import spinney


def two_sides() -> tuple[np.ndarray, np.ndarray]:
    """Points on both sides of a slanting line."""
    X = np.random.default_rng(4).uniform(0, 10, (300, 2))
    across, up = X.T
    return X, np.where(up > 1 + 0.7 * across, "above", "below")


def main(folder: Path) -> dict[str, float]:
    X, y = two_sides()
    fresh = np.random.default_rng(5).uniform(0, 10, (20_000, 2))
    truth = np.where(fresh[:, 1] > 1 + 0.7 * fresh[:, 0], "above", "below")
    plain = spinney.DecisionTreeClassifier().fit(X, y)
    oblique = spinney.DecisionTreeClassifier(split_kind="oblique", random_state=0).fit(X, y)

    folder.mkdir(parents=True, exist_ok=True)
    axes = spinney.plot.boundary(plain, X, y, compare_with=oblique)
    for panel, tree in zip(axes, (plain, oblique), strict=True):
        panel.set_title(f"{tree.splits} splits: {tree.get_n_leaves()} leaves")
    axes[0].figure.savefig(folder / "rotated_border.png", dpi=60)
    return {
        "leaves of plain splits": plain.get_n_leaves(),
        "leaves of oblique splits": oblique.get_n_leaves(),
        "accuracy of plain splits": plain.score(fresh, truth),
        "accuracy of oblique splits": oblique.score(fresh, truth),
    }


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
