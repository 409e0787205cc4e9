"""Create golden/: a file of every model as this version saves it, with its predictions.

    python -m tests.persistence.make_golden [FOLDER]

FOLDER is a folder of golden/, by default format-VERSION. Another folder gets one model of each
estimator: use one after names in files have changed.

Existing files are kept: they stand for the version that saved them.
"""

import json
import sys
from pathlib import Path

import numpy as np

from spinney import __version__, _core

from .models import MODELS

GOLDEN = Path(__file__).parent / "golden"


def main(folder_name=None):
    folder = GOLDEN / (folder_name or f"format-{_core.FORMAT_VERSION}")
    folder.mkdir(parents=True, exist_ok=True)
    for name, fit in MODELS.items():
        if folder_name and "," in name:
            continue
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
    main(*sys.argv[1:])
