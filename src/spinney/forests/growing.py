"""From checked rows to trees: all that decides them but their numbers."""

from typing import Any, NamedTuple

from .. import _core
from ..splits import split_options
from ..training import TrainingRows
from ..validation import monotonic_constraints, resolve_max_features, size_limits
from .sampling import Sampling


class Growth(NamedTuple):
    """Grows trees by their numbers, always the same ones."""

    data: TrainingRows
    sampling: Sampling
    bags: _core.Bags | None
    options: dict[str, Any]

    @property
    def features_per_tree(self) -> int:
        per_tree: int = self.options["features_per_tree"]
        return per_tree

    def trees(self, numbers: range, max_features: int) -> _core.Forest:
        """The trees with these numbers, whose nodes look at so many features."""
        return _core.grow_forest(
            self.data.table,
            self.data.targets.values,
            self.sampling.row_weight,
            self.bags,
            numbers.start,
            numbers.stop,
            n_classes=self.data.targets.n_classes,
            max_features=min(max_features, self.features_per_tree),
            n_threads=self.data.n_threads,
            **self.options,
        )


def make_growth(
    estimator: Any, data: TrainingRows, sampling: Sampling, random_splits: bool
) -> Growth:
    """Read the parameters of trees; those of several outputs or classes are checked."""
    n_features = data.schema.n_features
    per_tree = resolve_max_features(estimator.max_features_per_tree, n_features)
    options = {
        **split_options(estimator, data, random_splits),
        "features_per_tree": min(per_tree, n_features),
        "balance": getattr(estimator, "class_weight", None) == "balanced_subsample",
        "monotonic": monotonic_constraints(estimator.monotonic_cst, data.schema, data.targets),
        "max_bins": 0 if estimator.max_bins is None else int(estimator.max_bins),
        "seed": sampling.seed,
        "missing": data.missing.routes(),
        "unknown": data.missing.unknown_routes(),
        "max_surrogates": int(estimator.max_surrogates),
        "min_weight_fraction_leaf": float(estimator.min_weight_fraction_leaf),
        **size_limits(estimator, data.n_rows),
    }
    return Growth(data, sampling, sampling.bags(), options)
