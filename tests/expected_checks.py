"""Checks of scikit-learn's check_estimator that no estimator is meant to pass."""

REORDERED = {
    "check_dataframe_column_names_consistency": "Columns in another order are matched by name."
}
