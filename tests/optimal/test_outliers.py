"""Optimal and greedy regression trees next to an outlier, and files without measured times."""

import numpy as np
import pytest

import spinney
from spinney import DecisionTreeRegressor, OptimalTreeRegressor


def outlier_data(outlier):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(50, 2)), rng.normal(size=50)
    y[X[:, 0].argmin()] = outlier
    return X, y


@pytest.mark.parametrize("outlier", [-1e30, 1e20, 1e300])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", [DecisionTreeRegressor, OptimalTreeRegressor])
def test_leaf_means_next_to_an_outlier(kind, weighted, outlier):
    X, y = outlier_data(outlier)
    weight = np.random.default_rng(1).uniform(0.1, 1, 50) if weighted else np.ones(50)
    model = kind(max_depth=2).fit(X, y, weight)
    leaf, value = model.apply(X), model.predict(X)
    for rows in (leaf == number for number in np.unique(leaf)):
        mean = np.average(y[rows], weights=weight[rows])
        np.testing.assert_allclose(value[rows], mean, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("kind", [spinney.OptimalTreeClassifier, OptimalTreeRegressor])
def test_equal_fits_have_equal_files(kind, tmp_path):
    """Files do not contain measured times, and do not depend on the number of threads."""
    X, y = outlier_data(1.0)
    files = []
    for n_jobs in (1, 1, 2, 3, 8):
        model = kind(max_depth=2, n_jobs=n_jobs).fit(X, y > 0)
        assert model.fit_time_ > 0
        model.greedy_.set_params(n_jobs=None)
        model.set_params(n_jobs=None).save(tmp_path / "model")
        files.append((tmp_path / "model").read_bytes())
    assert len(set(files)) == 1
    loaded = spinney.load(tmp_path / "model")
    assert not hasattr(loaded, "fit_time_")
    np.testing.assert_array_equal(loaded.predict(X), model.predict(X))
    with pytest.raises(ValueError, match="fitted in this session"):
        spinney.plot.bounds(loaded)
