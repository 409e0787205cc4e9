"""Plots of trees, ensembles and their training. Requires matplotlib.

Every function draws into ``ax``, or into a new figure, and returns the axes. No function calls
``plt.show``.
"""

try:
    import matplotlib as _matplotlib  # noqa: F401
except ImportError as error:
    raise ImportError(
        "spinney.plot needs matplotlib: python -m pip install 'spinney[plot]'"
    ) from error

from .adaboost_rounds import rounds
from .blend_weight_bars import blend_weights
from .counterfactual_arrows import counterfactual
from .decision_boundary import boundary
from .effect_curves import effect
from .importance_bars import importance
from .impurity_curves import impurity
from .oob_curves import oob_curve
from .prediction_error_bars import standard_errors
from .proximity_map import proximity
from .pruning_curve import pruning
from .search_bounds import bounds
from .shap_bridge import shap_waterfall
from .shap_matrix import shap_interactions
from .shap_paths import shap_decision
from .shap_scatter import shap_dependence
from .shap_swarm import shap_summary
from .split_panels import splits
from .training_curves import training
from .tree_drawing import tree

__all__ = [
    "blend_weights",
    "boundary",
    "bounds",
    "counterfactual",
    "effect",
    "importance",
    "impurity",
    "oob_curve",
    "proximity",
    "pruning",
    "rounds",
    "shap_decision",
    "shap_dependence",
    "shap_interactions",
    "shap_summary",
    "shap_waterfall",
    "splits",
    "standard_errors",
    "training",
    "tree",
]
