"""Compare model files with joblib: time to save and to load, and size, of equally large models.

Run ``python benchmarks/files.py``; ``--quick`` uses a tenth of the rows.
"""

import argparse
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import joblib
import numpy as np
from sklearn import ensemble

import data
import spinney
from measure import best_of, machine
from report import check_target, row

TARGET = 0.050
"""Seconds to load 100 boosted trees."""
REPEATS = 5


def compare(folder: Path, ours: Any, theirs: Any) -> dict[str, dict[str, float]]:
    """Print a line per file format; return the costs of each."""
    paths = {name: folder / name for name in ("Spinney", "joblib", "joblib, compressed")}
    save = {
        "Spinney": partial(ours.save, paths["Spinney"]),
        "joblib": partial(joblib.dump, theirs, paths["joblib"]),
        "joblib, compressed": partial(joblib.dump, theirs, paths["joblib, compressed"], compress=3),
    }
    load = {
        name: partial(spinney.load if name == "Spinney" else joblib.load, path)
        for name, path in paths.items()
    }
    costs = {"save": best_of(save, REPEATS), "load": best_of(load, REPEATS)}
    costs["bytes"] = {name: path.stat().st_size for name, path in paths.items()}
    row("", "save, ms", "load, ms", "MB")
    for name in paths:
        times = [f"{1e3 * costs[what][name]:.1f}" for what in ("save", "load")]
        row(name, *times, f"{costs['bytes'][name] / 1e6:.2f}")
    return costs


def forests(folder: Path, train: data.Arrays, kind: str) -> None:
    print(f"100 trees of full depth, {kind.lower()}: joblib holds scikit-learn's forest")
    theirs = getattr(ensemble, f"RandomForest{kind}")(100, random_state=0, n_jobs=-1).fit(*train)
    ours = getattr(spinney, f"RandomForest{kind}")(100, random_state=0).fit(*train)
    costs = compare(folder, ours, theirs)
    times = {name: costs["save"][name] + costs["load"][name] for name in costs["save"]}
    check_target("save and load, times as fast as joblib", times["joblib"] / times["Spinney"], 1)
    smaller = costs["bytes"]["joblib"] / costs["bytes"]["Spinney"]
    check_target("times as small as joblib", smaller, 1)


def boosted(folder: Path, train: data.Arrays) -> None:
    print("100 boosted trees: joblib holds scikit-learn's histogram boosting")
    theirs = ensemble.HistGradientBoostingClassifier(max_iter=100, early_stopping=False)
    ours = spinney.GradientBoostingClassifier(preset="fast")
    costs = compare(folder, ours.fit(*train), theirs.fit(*train))
    check_target("50 ms over the time to load", TARGET / costs["load"]["Spinney"], 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the rows")
    args = parser.parse_args()
    print(machine())
    random = np.random.default_rng(0)
    X = random.normal(size=(2_000 if args.quick else 20_000, 20)).astype(np.float32)
    y = X[:, 0] * X[:, 1] + np.sin(3 * X[:, 2]) + 0.5 * random.normal(size=len(X))
    with tempfile.TemporaryDirectory() as name:
        forests(Path(name), (X, y > 0), "Classifier")
        forests(Path(name), (X, y), "Regressor")
        boosted(Path(name), (X, y > 0))


if __name__ == "__main__":
    main()
