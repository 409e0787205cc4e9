"""Create golden/: a file of every model as this version saves it, with its predictions.

    python -m tests.persistence.make_golden

Existing files are kept: they stand for the version that saved them.
"""

import json
from pathlib import Path

import numpy as np

from spinney import __version__, _core

from .models import MODELS

GOLDEN = Path(__file__).parent / "golden"


def main():
    folder = GOLDEN / f"format-{_core.FORMAT_VERSION}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, fit in MODELS.items():
        path = folder / (name.replace(", ", "-").replace(" ", "_") + ".spinney")
        if path.exists():
            continue
        model, X = fit()
        model.save(path)
        expected = {
            "model": name,
            "spinney": __version__,
            "predict": np.asarray(model.predict(X)).tolist(),
        }
        path.with_suffix(".json").write_text(json.dumps(expected) + "\n")


if __name__ == "__main__":
    main()
