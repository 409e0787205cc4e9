"""How many trees are enough? The rows that each tree has not seen tell, without a test set."""

import sys
from pathlib import Path

from sklearn.datasets import load_digits

import spinney
from spinney.plot.oob_curves import flat_from

CHOICES = {"all 64 pixels": None, "8 pixels, the square root": "sqrt", "1 pixel": 1}


def main(folder: Path) -> dict[str, float]:
    X, y = load_digits(return_X_y=True)
    forests = {
        f"{name} per node": spinney.RandomForestClassifier(
            n_estimators=200, max_features=choice, oob_score=True, random_state=0
        ).fit(X, y)
        for name, choice in CHOICES.items()
    }
    folder.mkdir(parents=True, exist_ok=True)
    ax = spinney.plot.oob_curve(forests, figsize=(8, 4.4))
    ax.set(ylim=(0, 0.3), title="Digits: error of 1,797 rows by the trees that did not see them")
    ax.figure.savefig(folder / "oob_curve.png", dpi=70)

    numbers = {f"{name}: error": float(one.oob_errors_[-1]) for name, one in forests.items()}
    for name, one in forests.items():
        numbers[f"{name}: flat from"] = flat_from(one.oob_errors_, 0.05)
    return numbers


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
