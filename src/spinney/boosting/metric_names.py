"""Names of metrics in LightGBM, XGBoost, CatBoost and scikit-learn."""

METRIC_ALIASES = {
    alias: name
    for name, aliases in {
        "log_loss": (
            *("logloss", "mlogloss", "binary_logloss", "multi_logloss", "binary", "multiclass"),
            *("softmax", "cross_entropy", "crossentropy", "xentropy"),
        ),
        "error": ("merror", "binary_error", "multi_error", "zeroonelossmetric", "zerooneloss"),
        "accuracy": ("acc",),
        "auc": ("roc_auc", "roc_auc_ovr"),
        "average_precision": ("aucpr", "prauc", "pr_auc", "ap"),
        "f1": ("f1_score",),
        "balanced_accuracy": ("balancedaccuracy",),
        "mcc": ("matthews_corrcoef",),
        "mse": (*("l2", "mean_squared_error", "squared_error", "regression", "regression_l2"),),
        "rmse": ("l2_root", "root_mean_squared_error"),
        "mae": ("l1", "mean_absolute_error", "absolute_error", "regression_l1"),
        "mape": ("mean_absolute_percentage_error",),
        "rmsle": ("root_mean_squared_log_error",),
        "msle": ("mean_squared_log_error",),
        "median_absolute_error": ("medianabsoluteerror",),
        "poisson": ("poisson_deviance", "mean_poisson_deviance"),
        "gamma": ("gamma_deviance", "gamma-deviance", "mean_gamma_deviance"),
        "tweedie": ("tweedie_deviance", "mean_tweedie_deviance"),
    }.items()
    for alias in aliases
}
"""Lower case names in other libraries, with the name here."""


NO_METRIC = ("none", "na", "null", "custom", "")
"""Names for "only user-defined metrics" in LightGBM."""


def canonical_metric(name: str) -> str:
    """Return the name here of a metric of any library, in lower case."""
    lower = name.lower()
    return METRIC_ALIASES.get(lower, lower)
