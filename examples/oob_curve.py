"""Out-of-bag error by the number of trees, for three values of max_features."""

import sys
from pathlib import Path

from sklearn.datasets import load_digits

import spinney
from spinney.plot.oob_curves import flat_from

CHOICES = {"max_features=64 (all)": None, "max_features=8 (sqrt)": "sqrt", "max_features=1": 1}


def main(folder: Path) -> dict[str, float]:
    X, y = load_digits(return_X_y=True)
    forests = {
        name: spinney.RandomForestClassifier(
            n_estimators=200, max_features=choice, oob_score=True, random_state=0
        ).fit(X, y)
        for name, choice in CHOICES.items()
    }
    folder.mkdir(parents=True, exist_ok=True)
    ax = spinney.plot.oob_curve(forests, figsize=(8, 4.4))
    ax.set(ylim=(0, 0.3), title="Out-of-bag error on the digits data")
    ax.figure.savefig(folder / "oob_curve.png", dpi=200)

    numbers = {f"{name}: error": float(one.oob_errors_[-1]) for name, one in forests.items()}
    for name, one in forests.items():
        numbers[f"{name}: flat from"] = flat_from(one.oob_errors_, 0.05)
    return numbers


if __name__ == "__main__":
    print(main(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("pictures")))
