"""Parameters of trees for several scores."""

from ..base.parameters import Parameterized, StrOptions, parameter
from .boosted_tree_parameters import AUTO


class VectorLeafParameters(Parameterized):
    """Trees for several scores."""

    multi_strategy: str | None = parameter(
        default=AUTO,
        allowed=(StrOptions({AUTO, "one_output_per_tree", "multi_output_tree"}), None),
        doc="""\
            How more than two classes are boosted, by the names of XGBoost: "one_output_per_tree"
            grows one tree per class in each iteration, "multi_output_tree" a single tree whose
            leaves have a value for every class. "auto" and None are "one_output_per_tree", except
            with ``n_estimators="auto"`` if there are at least 10 classes and 50 samples per
            class.""",
        core="vector_leaves",
        resolve=lambda value, context: value == "multi_output_tree",
    )
