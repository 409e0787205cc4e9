"""Check the installed package: import, fit, save, load and the command line.

Needs no test library: `python tests/package/installed.py` works in any environment.
"""

import importlib.util
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import spinney

HEAVY = {"numpy", "scipy", "sklearn", "pandas", "matplotlib", "email"}


def check_import() -> None:
    code = "import sys, spinney; print(*{name.split('.')[0] for name in sys.modules})"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "spinney" in loaded.stdout.split()
    assert not HEAVY & set(loaded.stdout.split()), loaded.stdout
    assert spinney.__version__ == version("spinney")
    assert (Path(spinney.__file__).parent / "py.typed").exists()


def check_models(folder: Path) -> None:
    X, y = spinney.datasets.load_penguins(return_X_y=True)
    for name in ("DecisionTreeClassifier", "RandomForestClassifier", "GradientBoostingClassifier"):
        model = getattr(spinney, name)(random_state=0).fit(X, y)
        assert model.score(X, y) > 0.95, name
        model.save(folder / "model.spinney")
        loaded = spinney.load(folder / "model.spinney")
        assert (loaded.predict_proba(X) == model.predict_proba(X)).all(), name


def run(*arguments: object) -> str:
    command = Path(sys.executable).parent / "spinney"
    finished = subprocess.run(
        [command, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8"
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def check_command_line(folder: Path) -> None:
    table, model, predictions = folder / "table.csv", folder / "m.spinney", folder / "out.csv"
    rows = [f"{i % 7},{'ab'[i % 2]},{'yes' if i % 7 > 3 else 'no'}" for i in range(140)]
    table.write_text("\n".join(["number,letter,target", *rows]) + "\n")
    assert version("spinney") in run("--version")
    run("fit", table, "--target", "target", "-o", model)
    run("predict", model, table, "-o", predictions)
    lines = predictions.read_text().splitlines()
    assert len(lines) == len(rows) + 1


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        check_import()
        check_models(Path(folder))
        if all(importlib.util.find_spec(name) for name in ("click", "rich", "pyarrow")):
            check_command_line(Path(folder))
        else:
            print("The command line is not checked: its packages are not installed.")
    print(f"spinney {spinney.__version__} from {Path(spinney.__file__).parent} works")


if __name__ == "__main__":
    main()
