"""Parameters of trees for several scores."""

from typing import Any

from ..base.parameters import Parameterized, StrOptions, parameter, redeclare
from ..base.resolvers import monotonic_by_output
from ..base.tree_parameters import ConstraintParameters
from .boosted_tree_parameters import AUTO
from .translated_aliases import nested


class VectorLeafParameters(Parameterized):
    """Trees for several scores."""

    multi_strategy: str | None = parameter(
        default=AUTO,
        allowed=(StrOptions({AUTO, "one_output_per_tree", "multi_output_tree"}), None),
        doc="""\
            How more than two classes, or several outputs, are boosted, by the names of XGBoost:
            "one_output_per_tree" grows one tree per class or output in each iteration,
            "multi_output_tree" a single tree whose leaves have a value for each. "auto" and None
            are "one_output_per_tree", except
            with ``n_estimators="auto"`` if there are at least 10 classes and 50 samples per
            class.""",
        core="vector_leaves",
        resolve=lambda value, context: value == "multi_output_tree",
    )


class OutputConstraintParameters(ConstraintParameters):
    """Monotonic constraints of every output."""

    monotonic_cst: Any = redeclare(
        doc="""\
            Monotonic constraint of each feature: 1 (increasing), -1 (decreasing) or 0 (none), as
            an array of shape (n_features,) or a dict by feature name. In binary classification
            constraints apply to the probability of the second class, in regression to every
            output. Not supported for categorical features, more than two classes or
            ``multi_strategy="multi_output_tree"``.""",
        resolve=monotonic_by_output,
        aliases=dict.fromkeys(("monotone_constraints", "mc", "monotone_constraint"), nested),
    )
