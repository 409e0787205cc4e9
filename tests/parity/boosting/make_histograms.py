"""Fit the reference models of LightGBM and of scikit-learn's HistGradientBoosting:
``python -m tests.parity.boosting.make_histograms``.

One round on columns of few values, so that bins are values, and from a given start.
"""

import lightgbm
import numpy as np
import sklearn
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

from ..references import Case
from .boosted import take_rows, write_models

COMMON = {"codes": 50, "learning_rate": 0.3, "max_leaf_nodes": 15, "min_samples_leaf": 10}
PLAIN = {"plain": {"reg_lambda": 0.0}}
LAMBDA = {"lambda": {"reg_lambda": 5.0, "min_samples_leaf": 3}}
DEEP = {"deep": {"reg_lambda": 1.0, "max_leaf_nodes": 40, "max_depth": 6}}
SETTINGS = {
    "bank": PLAIN | LAMBDA,
    "casp": PLAIN | DEEP,
    "cylinder_bands": LAMBDA,
    "housing": PLAIN | DEEP,
    "kin8nm": LAMBDA | DEEP,
    "phoneme": PLAIN | LAMBDA | DEEP,
    "sick": PLAIN | DEEP,
    "titanic": PLAIN,
    "wine_white": LAMBDA,
}
# LightGBM does not search a feature below a node where it had no gain, which matters here.
EXCLUDED = {("bank", "lambda"), ("housing", "deep"), ("phoneme", "deep"), ("sick", "deep")}


def list_cases(peer, table):
    for setting, chosen in SETTINGS[table].items():
        if peer != "lightgbm" or (table, setting) not in EXCLUDED:
            yield Case(peer, table, setting, COMMON | chosen)


def fit_lightgbm(case):
    """Fit a tree of LightGBM, from the target's mean or, for classes, from 0."""
    sample, params = take_rows(case), case.params
    start = 0.0 if sample.is_class else sample.y.mean()
    model = lightgbm.train(
        {
            "objective": "binary" if sample.is_class else "regression",
            "boost_from_average": False,
            "learning_rate": params["learning_rate"],
            "num_leaves": params["max_leaf_nodes"],
            "max_depth": params.get("max_depth", -1),
            "min_data_in_leaf": params["min_samples_leaf"],
            "lambda_l2": params["reg_lambda"],
            "min_sum_hessian_in_leaf": 1e-3,
            "min_data_in_bin": 1,
            "max_bin": 255,
            "feature_pre_filter": False,
            "deterministic": True,
            "force_col_wise": True,
            "num_threads": 1,
            "verbose": -1,
        },
        lightgbm.Dataset(sample.X, sample.y, init_score=np.full(len(sample.y), start)),
        num_boost_round=1,
    )
    nodes = []
    list_nodes(model.dump_model()["tree_info"][0]["tree_structure"], nodes)
    names = nodes[0].keys()
    tree = {name: np.array([node[name] for node in nodes]) for name in names}
    return [tree], np.array([start]), start + model.predict(sample.X, raw_score=True)[None]


def list_nodes(node, out):
    """Nodes below one of LightGBM's, itself first."""
    place = len(out)
    out.append({"left": -1, "right": -1, "feature": -2, "threshold": -2.0, "missing_left": 0})
    if "leaf_value" in node:
        out[place] |= {"weight": node["leaf_weight"], "gain": 0, "value": node["leaf_value"]}
        return place
    left = list_nodes(node["left_child"], out)
    out[place] |= {
        "left": left,
        "right": list_nodes(node["right_child"], out),
        "feature": node["split_feature"],
        "threshold": node["threshold"],
        "missing_left": int(node["default_left"]),
        "weight": node["internal_weight"],
        "gain": node["split_gain"],
        "value": 0.0,
    }
    return place


def fit_hist(case):
    """Fit a tree of HistGradientBoosting, from its own constant."""
    sample, params = take_rows(case), case.params
    kind = HistGradientBoostingClassifier if sample.is_class else HistGradientBoostingRegressor
    model = kind(
        learning_rate=params["learning_rate"],
        max_leaf_nodes=params["max_leaf_nodes"],
        max_depth=params.get("max_depth"),
        min_samples_leaf=params["min_samples_leaf"],
        l2_regularization=params["reg_lambda"],
        max_iter=1,
        early_stopping=False,
    ).fit(sample.X, sample.y)
    nodes = model._predictors[0][0].nodes
    is_leaf = nodes["is_leaf"] == 1
    tree = {
        "left": np.where(is_leaf, -1, nodes["left"].astype(int)),
        "right": np.where(is_leaf, -1, nodes["right"].astype(int)),
        "feature": np.where(is_leaf, -2, nodes["feature_idx"].astype(int)),
        "threshold": np.where(is_leaf, -2, nodes["num_threshold"]),
        "missing_left": nodes["missing_go_to_left"],
        "weight": np.full(len(nodes), np.nan),
        "gain": np.where(is_leaf, 0, nodes["gain"]),
        "value": np.where(is_leaf, nodes["value"], 0),
    }
    scores = model._raw_predict(sample.X).T
    return [tree], model._baseline_prediction.ravel(), scores


PEERS = {
    "lightgbm": (fit_lightgbm, lightgbm.__version__),
    "hist_gradient_boosting": (fit_hist, sklearn.__version__),
}


if __name__ == "__main__":
    for peer, (fit, version) in PEERS.items():
        for table in SETTINGS:
            recorded = [(case, fit(case)) for case in list_cases(peer, table)]
            write_models(peer, table, version, recorded)
