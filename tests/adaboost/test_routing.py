"""AdaBoost with scikit-learn's metadata routing."""

import numpy as np
import pytest
from sklearn import config_context
from sklearn.model_selection import GridSearchCV

import spinney

X = np.arange(40.0).reshape(-1, 1)
WEIGHT = np.linspace(0.1, 2.0, 40)


@pytest.mark.parametrize("name", ["AdaBoostClassifier", "AdaBoostRegressor"])
def test_sample_weight_is_requested_from_the_ensemble(name):
    y = (np.arange(40) // 4) % 2
    model = getattr(spinney, name)(n_estimators=3, random_state=0)
    direct = model.fit(X, y, sample_weight=WEIGHT).predict(X)
    with config_context(enable_metadata_routing=True):
        requesting = getattr(spinney, name)(n_estimators=3, random_state=0)
        requesting.set_fit_request(sample_weight=True).set_score_request(sample_weight=False)
        search = GridSearchCV(requesting, {"learning_rate": [1.0]}, cv=2)
        search.fit(X, y, sample_weight=WEIGHT)
    np.testing.assert_array_equal(search.predict(X), direct)
    unweighted = getattr(spinney, name)(n_estimators=3, random_state=0).fit(X, y).predict(X)
    assert not np.array_equal(direct, unweighted)
