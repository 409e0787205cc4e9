"""Contributions of features to boosted scores, in the layouts of LightGBM and XGBoost."""

from dataclasses import replace
from typing import Any

import numpy as np

from ..boosting.model import BoostedModel
from ..boosting.predict_arguments import PredictOptions
from .additive import additive_of
from .shap_result import Floats
from .shap_sums import ShapOptions, shap_of


def boosted_contributions(estimator: Any, X: Any, options: PredictOptions) -> Floats:
    """Return what an argument of ``predict`` asks for: ``options.contributions`` is its name.

    The base value is the last entry, so that the entries of a row sum to its raw score.

    - pred_contrib: (rows, (features + 1) * outputs), output by output
    - pred_contribs: (rows, features + 1) or (rows, outputs, features + 1)
    - pred_interactions: the same with another axis of features
    """
    model: BoostedModel = estimator._fitted()
    k = model.trees_per_round
    trees = model.trees[options.rounds.start * k : options.rounds.stop * k]
    additive = additive_of(replace(model, trees=trees), estimator)
    interactions = options.contributions == "pred_interactions"
    wanted = ShapOptions(interactions=interactions, n_jobs=estimator.n_jobs)
    result = shap_of(additive, type(estimator).__name__, X, wanted)
    n, n_features, n_outputs = result.values.shape
    base = result.base_values
    start = options.start(model, n)
    if start is not None:
        base = base - additive.offset + start
    if isinstance(result.interactions, np.ndarray):
        found = np.zeros((n, n_outputs, n_features + 1, n_features + 1))
        found[:, :, :-1, :-1] = np.moveaxis(result.interactions, -1, 1)
    else:
        found = np.zeros((n, n_outputs, n_features + 1))
        found[:, :, :-1] = np.moveaxis(result.values, -1, 1)
    found.reshape(n, n_outputs, -1)[:, :, -1] = base
    if options.contributions == "pred_contrib":
        return found.reshape(n, -1)
    return found[:, 0] if n_outputs == 1 else found
