"""Parameter names of ranger, randomForest, LightGBM and XGBoost in forests."""

import numpy as np
import pytest

from spinney import ExtraTreesClassifier, RandomForestClassifier, RandomForestRegressor

RANGER = {
    "num_trees": 7,
    "mtry": 2,
    "min_node_size": 5,
    "min_bucket": 2,
    "replace": False,
    "sample_fraction": 0.6,
    "seed": 3,
    "num_threads": 0,
}
OURS = {
    "n_estimators": 7,
    "max_features": 2,
    "min_samples_split": 6,
    "min_samples_leaf": 2,
    "bootstrap": False,
    "max_samples": 0.6,
    "random_state": 3,
    "n_jobs": None,
}


@pytest.mark.parametrize("kind", [RandomForestClassifier, RandomForestRegressor])
def test_parameters_of_ranger(kind):
    expected = kind(**OURS).get_params()
    assert kind(**RANGER).get_params() == expected
    assert kind().set_params(**RANGER).get_params() == expected
    X = np.random.default_rng(0).normal(size=(60, 4))
    y = X[:, 0] > 0
    np.testing.assert_array_equal(
        kind(**RANGER).fit(X, y).predict(X), kind(**OURS).fit(X, y).predict(X)
    )


def test_fractions_stay_fractions():
    assert RandomForestClassifier(colsample_bynode=1).max_features == 1.0
    assert isinstance(RandomForestClassifier(sample_fraction=1).max_samples, float)
    assert ExtraTreesClassifier(feature_fraction_bynode=0.5).max_features == 0.5


def test_nodes_of_ranger_and_random_forest_are_split_above_a_size():
    assert RandomForestClassifier(min_node_size=1).min_samples_split == 2
    assert RandomForestClassifier(min_node_size=0).min_samples_split == 2


def test_unknown_names():
    with pytest.raises(TypeError, match=r"'num_tree'.*Did you mean 'num_trees'"):
        RandomForestClassifier(num_tree=3)
    with pytest.raises(ValueError, match="Invalid parameter 'num_tree'"):
        RandomForestClassifier().set_params(num_tree=3)
