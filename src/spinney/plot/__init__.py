"""Pictures of trees, of what they decide and of why; they need matplotlib.

Every function draws into ``ax``, or into a new figure, returns the axes and shows nothing by
itself.
"""

try:
    import matplotlib as _matplotlib  # noqa: F401
except ImportError as error:
    raise ImportError(
        "spinney.plot needs matplotlib: python -m pip install 'spinney[plot]'"
    ) from error

from .adaboost_rounds import rounds
from .boundaries import boundary
from .cut_by_cut import cuts
from .importance_bars import importance
from .impurity_curves import impurity
from .member_shares import shares
from .oob_curves import oob_curve
from .optimal_bounds import bounds
from .pruning_curve import pruning
from .training_curves import training
from .tree_drawing import tree

__all__ = [
    "boundary",
    "bounds",
    "cuts",
    "importance",
    "impurity",
    "oob_curve",
    "pruning",
    "rounds",
    "shares",
    "training",
    "tree",
]
