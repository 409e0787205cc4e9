"""Run the scripts of the gallery and save their pictures in examples/pictures.

``python examples/draw.py first_iris_split oob_curve`` runs two of them.
"""

import runpy
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt

FOLDER = Path(__file__).parent
SCRIPTS = {path.stem: path for path in sorted(FOLDER.glob("*/*.py"))}


def draw(name: str, pictures: Path) -> dict[str, Any]:
    """Run a script, save its figures and return its numbers.

    A figure is saved by its label; the figure of a script with only one needs none.
    """
    mpl.use("agg")
    plt.close("all")
    numbers: dict[str, Any] = runpy.run_path(str(SCRIPTS[name]))["numbers"]
    pictures.mkdir(parents=True, exist_ok=True)
    for number in plt.get_fignums():
        figure = plt.figure(number)
        figure.savefig(pictures / f"{figure.get_label() or name}.png", dpi=200)
    plt.close("all")
    return numbers


if __name__ == "__main__":
    for script in sys.argv[1:] or SCRIPTS:
        print(f"\n{SCRIPTS[script].relative_to(FOLDER)}")
        draw(script, FOLDER / "pictures")
