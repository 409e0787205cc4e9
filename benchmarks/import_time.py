"""Seconds of an import in a new process, minus those of a process that imports nothing."""

import argparse
import importlib.util
import subprocess
import sys

from measure import best_of

STATEMENTS = {
    "spinney": "import spinney",
    "spinney, first tree": "from spinney import DecisionTreeClassifier",
    "spinney, first boosting": "from spinney import GradientBoostingClassifier",
    "numpy": "import numpy",
    "scikit-learn, tree": "from sklearn.tree import DecisionTreeClassifier",
    "lightgbm": "import lightgbm",
    "xgboost": "import xgboost",
    "catboost": "import catboost",
}


def installed(statement: str) -> bool:
    return importlib.util.find_spec(statement.split()[1].split(".")[0]) is not None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    repeats = parser.parse_args().repeats
    statements = {"": "pass"} | {k: s for k, s in STATEMENTS.items() if installed(s)}
    calls = {
        name: lambda s=statement: subprocess.run([sys.executable, "-c", s], check=True)
        for name, statement in statements.items()
    }
    best = best_of(calls, repeats)
    for name, statement in statements.items():
        if name:
            print(f"{name:<26}{best[name] - best['']:7.3f} s  {statement}")
    print("python -X importtime -c 'import spinney' lists the modules")


if __name__ == "__main__":
    main()
