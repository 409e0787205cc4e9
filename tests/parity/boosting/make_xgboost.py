"""Fit the reference models of XGBoost: ``python -m tests.parity.boosting.make_xgboost``.

Needs xgboost and neither Spinney nor scikit-learn.
"""

import json
import math

import numpy as np
import xgboost

from ..references import Case
from .boosted import take_rows, write_models

ROUNDS = 4
COMMON = {"max_depth": 5, "learning_rate": 0.3}
PLAIN = {"plain": {}}
BARE = {"bare": {"reg_lambda": 0.0, "min_child_weight": 0.0, "max_depth": 4}}
L1 = {"alpha": {"reg_alpha": 2.0, "reg_lambda": 0.5}}
GAMMA = {"gamma": {"gamma": 2.0, "max_depth": 6}}
STEP = {"step": {"max_delta_step": 0.4, "min_child_weight": 3.0}}
HEAVY = {"heavy": {"min_child_weight": 12.0, "reg_lambda": 4.0, "gamma": 0.5}}
POISSON = {"poisson": {"loss": "poisson", "start": 2.25, "max_delta_step": 0.0}}
POISSON_STEP = {"poisson_step": {"loss": "poisson", "start": 2.0, "max_delta_step": 0.5}}
GAMMA_LOSS = {"gamma_loss": {"loss": "gamma", "start": 8.25}}
TWEEDIE = {"tweedie": {"loss": "tweedie", "power": 1.5, "start": 2.0, "max_depth": 4}}
SETTINGS = {
    "abalone": POISSON | POISSON_STEP | TWEEDIE,
    "bank": PLAIN | L1 | STEP,
    "casp": {"gamma": {"gamma": 300.0, "max_depth": 6}} | HEAVY,
    "cylinder_bands": PLAIN | GAMMA,
    "diamonds": {"start": {"start": 4000.0, "max_depth": 4}} | GAMMA_LOSS,
    "housing": {"start": {"start": 200_000.0}, "gamma_loss": {"loss": "gamma", "start": 12.0}},
    "kin8nm": {"start": {"start": 0.5}} | {"alpha": {"reg_alpha": 3.0, "reg_lambda": 0.5}},
    "mammography": BARE | HEAVY,
    "penguins": PLAIN | STEP | {"mixed": {"reg_lambda": 2.0, "reg_alpha": 0.5, "gamma": 0.25}},
    "phoneme": PLAIN | GAMMA | BARE,
    "sick": PLAIN | L1,
    "spambase": HEAVY | STEP,
    "titanic": PLAIN | GAMMA | L1,
    "vehicle": GAMMA | {"mixed": {"reg_lambda": 3.0, "reg_alpha": 1.0}},
    "wine_white": {"gamma": {"gamma": 1.0, "start": 6.0}} | BARE,
}
WEIGHTED = {"kin8nm", "phoneme", "titanic", "vehicle"}
OBJECTIVES = {
    "log_loss": "binary:logistic",
    "multinomial": "multi:softprob",
    "squared_error": "reg:squarederror",
    "poisson": "count:poisson",
    "gamma": "reg:gamma",
    "tweedie": "reg:tweedie",
}


def list_cases(table):
    for setting, chosen in SETTINGS[table].items():
        params = COMMON | chosen
        yield Case("xgboost", table, setting, params)
        if table in WEIGHTED:
            yield Case("xgboost", table, f"{setting}_weighted", params, weighted=True)


def base_score(loss, start):
    """A starting score in the form that XGBoost expects."""
    if loss == "log_loss":
        return 1 / (1 + math.exp(-start))
    return math.exp(start) if loss in ("poisson", "gamma", "tweedie") else start


def translate(params, sample):
    """Translate our parameters of a case to XGBoost's."""
    options = dict(params)
    n_classes = int(sample.y.max()) + 1 if sample.is_class else 0
    usual = ("log_loss" if n_classes == 2 else "multinomial") if n_classes else "squared_error"
    loss, start = options.pop("loss", usual), options.pop("start", 0.0)
    if "power" in options:
        options["tweedie_variance_power"] = options.pop("power")
    if n_classes > 2:
        options["num_class"] = n_classes
    how = {"tree_method": "exact", "nthread": 1, "base_score": base_score(loss, start)}
    return options | how | {"objective": OBJECTIVES[loss]}, start


def read_nodes(tree):
    """Arrays of one tree from XGBoost's own file format."""
    left = np.array(tree["left_children"])
    condition = np.array(tree["split_conditions"], np.float32)
    return {
        "left": left,
        "right": np.array(tree["right_children"]),
        "feature": np.where(left < 0, -2, tree["split_indices"]),
        # Values below the condition go left, so the threshold is the previous float.
        "threshold": np.where(left < 0, -2, np.nextafter(condition, np.float32(-np.inf))),
        "missing_left": np.array(tree["default_left"]),
        "weight": np.array(tree["sum_hessian"], np.float32),
        "gain": np.where(left < 0, 0, np.array(tree["loss_changes"], np.float32)),
        "value": np.where(left < 0, condition, 0),
    }


def fit(case):
    sample = take_rows(case)
    params, start = translate(case.params, sample)
    weight = sample.weight if case.weighted else None
    data = xgboost.DMatrix(sample.X.astype(np.float32), sample.y, weight=weight)
    model = xgboost.train(params, data, ROUNDS)
    saved = json.loads(model.save_raw("json"))["learner"]["gradient_booster"]["model"]
    scores = np.atleast_2d(model.predict(data, output_margin=True).T)
    start = np.full(len(scores), start, np.float32)
    return [read_nodes(tree) for tree in saved["trees"]], start, scores


if __name__ == "__main__":
    for table in SETTINGS:
        recorded = [(case, fit(case)) for case in list_cases(table)]
        write_models("xgboost", table, xgboost.__version__, recorded)
