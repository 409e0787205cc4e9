"""Warnings that point to the line of the user's code."""

import os
import sys
import warnings
from pathlib import Path

import joblib
import sklearn

PACKAGES = (Path(__file__).parents[1], Path(sklearn.__file__).parent, Path(joblib.__file__).parent)
SKIPPED = tuple(f"{folder}{os.sep}" for folder in PACKAGES)
"""Folders whose frames are skipped: this library, and those that call it for the user."""


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Issue a warning at the first caller outside this library, scikit-learn and joblib."""
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(SKIPPED):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)
