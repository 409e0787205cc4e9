"""Fit the reference models of scikit-learn's GradientBoosting:
``python -m tests.parity.boosting.make_sklearn_boosting``.
"""

import numpy as np
import sklearn
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor

from ..make_sklearn import check_gaps
from ..references import Case
from .boosted import take_rows, write_models

PEER = "sklearn_boosting"
COMMON = {"n_estimators": 4, "learning_rate": 0.2, "max_depth": 4}
PLAIN = {"plain": {}}
LEAF = {"leaf": {"min_samples_leaf": 9, "min_samples_split": 30}}
LEAVES = {"leaves": {"max_leaf_nodes": 12, "max_depth": None}}
EXPONENTIAL = {"exponential": {"loss": "exponential"}}
ABSOLUTE = {"absolute": {"loss": "absolute_error", "min_samples_leaf": 5}}
HUBER = {"huber": {"loss": "huber", "alpha": 0.8, "min_samples_leaf": 5}}
QUANTILE = {"quantile": {"loss": "quantile", "alpha": 0.75, "min_samples_leaf": 5}}
SETTINGS = {
    "abalone": LEAF | HUBER,
    "bank": PLAIN | LEAVES,
    "casp": PLAIN | ABSOLUTE,
    "diamonds": LEAVES | HUBER,
    "kin8nm": PLAIN | QUANTILE | LEAVES,
    "letter": {"shallow": {"max_depth": 2, "n_estimators": 2}},
    "mammography": LEAF | EXPONENTIAL,
    "phoneme": PLAIN | EXPONENTIAL | LEAVES,
    "spambase": LEAF | EXPONENTIAL,
    "vehicle": LEAF | LEAVES,
    "wine_white": ABSOLUTE | QUANTILE | HUBER,
}
WEIGHTED = {"kin8nm", "phoneme", "vehicle", "wine_white"}


def list_cases(table):
    for setting, chosen in SETTINGS[table].items():
        params = COMMON | chosen
        yield Case(PEER, table, setting, params)
        if table in WEIGHTED:
            yield Case(PEER, table, f"{setting}_weighted", params, weighted=True)


def read_nodes(tree, learning_rate):
    """Arrays of one tree. Its leaves are the scores of a round before the learning rate."""
    left, right = tree.children_left, tree.children_right
    loss = tree.weighted_n_node_samples * tree.impurity
    value = np.where(left < 0, learning_rate * tree.value[:, 0, 0], 0)
    return {
        "left": left,
        "right": right,
        "feature": tree.feature,
        "threshold": tree.threshold,
        "missing_left": tree.missing_go_to_left,
        "weight": tree.weighted_n_node_samples,
        "gain": np.where(left < 0, 0, loss - loss[left] - loss[right]),
        "value": value,
    }


def read_start(model, sample):
    """Constant scores before the first round."""
    scores = model._raw_predict_init(sample.X[:1].astype(np.float32))
    return scores[0]


def fit(case):
    sample = take_rows(case)
    check_gaps(sample, case.table)
    kind = GradientBoostingClassifier if sample.is_class else GradientBoostingRegressor
    model = kind(random_state=0, **case.params)
    model.fit(sample.X, sample.y, sample_weight=sample.weight if case.weighted else None)
    rate = case.params["learning_rate"]
    trees = [read_nodes(tree.tree_, rate) for tree in model.estimators_.ravel()]
    scores = model._raw_predict(sample.X.astype(np.float32)).T
    return trees, read_start(model, sample), scores


if __name__ == "__main__":
    for table in SETTINGS:
        recorded = [(case, fit(case)) for case in list_cases(table)]
        write_models(PEER, table, sklearn.__version__, recorded)
