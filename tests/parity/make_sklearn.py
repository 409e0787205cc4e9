"""Grow the reference trees of scikit-learn."""

import numpy as np
import sklearn
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from .flat_tree import FlatTree
from .references import Case, write_trees
from .tables import take_sample

# scikit-learn never separates values closer than this.
SMALLEST_GAP = 1e-7
CLASSES = {"gini": {"criterion": "gini"}, "entropy": {"criterion": "entropy"}}
SQUARED = {"squared": {"criterion": "squared_error"}}
ABSOLUTE = {"absolute": {"criterion": "absolute_error", "max_depth": 8}}
POISSON = {"poisson": {"criterion": "poisson", "min_samples_leaf": 3}}
SHALLOW = {"depth_4": {"max_depth": 4}}
WIDE_LEAVES = {"leaf_10": {"min_samples_leaf": 10, "min_samples_split": 25}}
BEST_FIRST = {"leaves_31": {"max_leaf_nodes": 31}}
DECREASE = {"decrease": {"min_impurity_decrease": 1e-3}}
SETTINGS = {
    "abalone": SQUARED | POISSON | ABSOLUTE,
    "bank": CLASSES | BEST_FIRST | DECREASE,
    "casp": SQUARED | BEST_FIRST,
    "cpu_act": SQUARED | POISSON,
    "cylinder_bands": CLASSES,
    "diamonds": SQUARED | POISSON | BEST_FIRST,
    "pol": SQUARED | ABSOLUTE,
    "housing": SQUARED | WIDE_LEAVES,
    "hypothyroid": CLASSES,
    "kin8nm": SQUARED | ABSOLUTE | SHALLOW,
    "letter": CLASSES | SHALLOW,
    "mammography": CLASSES | WIDE_LEAVES,
    "penguins": CLASSES,
    "phoneme": CLASSES | WIDE_LEAVES | BEST_FIRST,
    "sick": CLASSES | WIDE_LEAVES,
    "spambase": CLASSES | SHALLOW,
    "titanic": CLASSES | DECREASE,
    "vehicle": CLASSES | DECREASE,
    "wine_white": SQUARED | ABSOLUTE | WIDE_LEAVES,
}
WEIGHTED = {"abalone", "kin8nm", "phoneme", "titanic", "vehicle"}


def list_cases(table):
    for setting, params in SETTINGS[table].items():
        yield Case("sklearn", table, setting, params)
        if table in WEIGHTED:
            yield Case("sklearn", table, f"{setting}_weighted", params, weighted=True)


def check_gaps(sample, table):
    """Reject a table whose close values scikit-learn would treat as equal."""
    for column in sample.X.T:
        values = np.unique(column[~np.isnan(column)])
        gap = np.diff(values).min(initial=np.inf)
        assert gap > SMALLEST_GAP, f"{table}: two values only {gap} apart"


def grow(case):
    sample = take_sample(case.table, "sklearn", case.weighted)
    check_gaps(sample, case.table)
    kind = DecisionTreeClassifier if sample.is_class else DecisionTreeRegressor
    model = kind(random_state=0, **case.params)
    model.fit(sample.X, sample.y, sample_weight=sample.weight if case.weighted else None)
    return FlatTree.of(model, sample.X)


def make_sklearn():
    for table in SETTINGS:
        grown = [(case, grow(case)) for case in list_cases(table)]
        write_trees("sklearn", table, sklearn.__version__, grown)
