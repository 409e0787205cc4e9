"""Decision trees in one fast library, with scikit-learn's interface."""

from importlib.metadata import version

from . import datasets
from .look import export_text
from .trees import DecisionTreeClassifier, DecisionTreeRegressor

__version__ = version("spinney")

__all__ = [
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "__version__",
    "datasets",
    "export_text",
]
