"""Trees of the penguin data with binary, multiway and oblique splits."""

import sys
from pathlib import Path

import spinney

KINDS = ("binary", "multiway", "oblique")


def main(folder: Path) -> dict[str, object]:
    X, y = spinney.datasets.load_penguins(return_X_y=True)
    trees = {
        kind: spinney.DecisionTreeClassifier(
            split_kind=kind, max_depth=2, min_samples_leaf=5, random_state=0
        ).fit(X, y)
        for kind in KINDS
    }
    folder.mkdir(parents=True, exist_ok=True)
    for kind, tree in trees.items():
        ax = spinney.plot.tree(tree, title=f"{kind.capitalize()} splits")
        ax.figure.savefig(folder / f"{kind}_tree.png", dpi=200)
    numbers: dict[str, object] = {}
    for kind, tree in trees.items():
        numbers[f"{kind}: leaves"] = tree.get_n_leaves()
        numbers[f"{kind}: first child"] = tree.text().splitlines()[1]
        numbers[f"{kind}: errors"] = int((tree.predict(X) != y).sum())
    return numbers


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
