"""Parameters of LightGBM, XGBoost and CatBoost that are accepted and ignored, with a warning."""

from typing import Any

from ..base.parameter_aliases import Translation, Values
from ..data.user_warnings import warn

STORAGE = "Spinney chooses how to store and read the data itself"
FILES = "Spinney writes no files during fit"
PRINTING = "use verbose"
BINNING = "use max_bins"
LABELS = "labels are always encoded"
CATEGORY_STATISTICS = "the parameters of target statistics are target_statistics and target_smooth"
RANDOM_SCORES = "Spinney does not add noise to the gains of splits"
CATALOG = {
    STORAGE: (
        *("force_row_wise", "force_col_wise", "histogram_pool_size", "two_round", "pre_partition"),
        *("enable_bundle", "is_enable_sparse", "is_sparse", "enable_sparse", "sparse_threshold"),
        *("feature_pre_filter", "use_two_round_loading", "precise_float_parser", "predictor"),
        *("max_cached_hist_node", "used_ram_limit", "single_precision_histogram"),
    ),
    FILES: (
        *("allow_writing_files", "train_dir", "save_binary", "snapshot_freq", "output_model"),
        *("save_snapshot", "snapshot_file", "snapshot_interval", "name"),
    ),
    PRINTING: ("metric_freq", "metric_period", "is_provide_training_metric"),
    BINNING: (
        *("subsample_for_bin", "bin_construct_sample_cnt", "min_data_in_bin", "sketch_eps"),
        *("feature_border_type", "data_random_seed"),
    ),
    LABELS: ("use_label_encoder",),
    "parameter names are always checked": ("validate_parameters",),
    "the types of columns are known from X": ("feature_types",),
    "use eval_metric": ("disable_default_eval_metric", "custom_metric", "custom_loss"),
    "random_state is the only seed": (
        *("bagging_seed", "bagging_fraction_seed", "feature_fraction_seed", "extra_seed"),
        *("drop_seed", "objective_seed", "seed_per_iteration"),
    ),
    "bounds are set at every monotonic split": (
        *("monotone_constraints_method", "monotone_constraining_method", "mc_method"),
    ),
    "all splits of sorted categories are searched": ("max_cat_threshold",),
    "use min_samples_category": ("min_data_per_group",),
    "use max_delta_step": ("poisson_max_delta_step",),
    CATEGORY_STATISTICS: (
        *("max_ctr_complexity", "simple_ctr", "combinations_ctr", "per_feature_ctr"),
        *("counter_calc_method", "ctr_leaf_count_limit", "store_all_simple_ctr", "ctr_target"),
        *("has_time", "fold_permutation_block", "fold_len_multiplier", "permutation_count"),
        *("approx_on_full_history", "final_ctr_computation_mode", "model_size_reg"),
    ),
    RANDOM_SCORES: ("random_strength", "random_score_type"),
    "steps of leaf values never increase the loss": ("leaf_estimation_backtracking",),
    "splits are compared by the decrease of the objective": ("score_function",),
}
"""Names by the reason why they are ignored."""


BEHAVIOR = {
    "random_strength": 0,
    "allow_writing_files": False,
    "save_snapshot": False,
    "has_time": False,
    "use_label_encoder": False,
    "validate_parameters": True,
    "is_provide_training_metric": False,
    "plot": False,
}
"""Values that describe what Spinney does, which need no warning."""


def is_behavior(name: str, value: Any) -> bool:
    """Return whether an ignored value describes what Spinney does."""
    return value is None or (name in BEHAVIOR and value == BEHAVIOR[name])


def ignored_with_warning(name: str, reason: str) -> Translation:
    """Return the translation of a parameter that changes nothing here."""

    def ignore(value: Any) -> Values:
        if not is_behavior(name, value):
            warn(f"{name}={value!r} is ignored: {reason}.")
        return {}

    return ignore


IGNORED: dict[str, Translation] = {
    name: ignored_with_warning(name, reason) for reason, names in CATALOG.items() for name in names
}
