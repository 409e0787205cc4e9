"""Error messages for invalid parameters and input."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from .small_data import classes, classifier, numbers, regressor

INVALID_PARAMETERS = {
    "learning_rate": [0, -0.1, np.nan, "fast"],
    "n_estimators": [0, -1, 1.5],
    "max_bins": [1, 65_536, 2.5],
    "growth": ["wide"],
    "algorithm": ["first"],
    "subsample": [0.0, 1.5],
    "colsample_bynode": [0.0, -1],
    "reg_lambda": [-1],
    "min_child_weight": [-1],
    "loss": ["hinge", 3],
    "eval_metric": ["best", []],
    "init_score": [np.inf, [1.0, 2.0], "high"],
    "n_iter_no_change": [0],
    "validation_fraction": [0.0, 1.0],
    "interaction_cst": ["some"],
    "verbose": [-2],
}


@pytest.mark.parametrize("name", INVALID_PARAMETERS)
def test_invalid_parameters(name):
    X, y = numbers()
    for value in INVALID_PARAMETERS[name]:
        model = regressor(**{name: value})
        with pytest.raises(ValueError, match=name):
            model.fit(X, y, X_val=X, y_val=y)
        assert not hasattr(model, "n_features_in_")


def test_invalid_input():
    X, y = numbers()
    with pytest.raises(ValueError, match="2 columns"):
        classifier().fit(X, np.column_stack([y, y]) > 0)
    with pytest.raises(ValueError, match="exponential"):
        classifier(loss="exponential").fit(*classes(3))
    with pytest.raises(NotFittedError):
        len(regressor())
