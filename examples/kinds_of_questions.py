"""The same penguins, asked in three ways: yes or no, a child per island, a weighted sum."""

import sys
from pathlib import Path

import spinney


def main(folder: Path) -> dict[str, object]:
    X, y = spinney.datasets.load_penguins()
    trees = {
        splits: spinney.DecisionTreeClassifier(
            split_kind=splits, max_depth=2, min_samples_leaf=5, random_state=0
        ).fit(X, y)
        for splits in ("binary", "multiway", "oblique")
    }
    folder.mkdir(parents=True, exist_ok=True)
    for splits in ("multiway", "oblique"):
        ax = spinney.plot.tree(trees[splits], title=f"{splits} splits")
        ax.figure.savefig(folder / f"{splits}_tree.png", dpi=70)
    numbers: dict[str, object] = {}
    for splits, tree in trees.items():
        numbers[f"{splits}: leaves"] = tree.get_n_leaves()
        numbers[f"{splits}: first answer"] = tree.text().splitlines()[1]
        numbers[f"{splits}: errors"] = int((tree.predict(X) != y).sum())
    return numbers


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
