"""Core objects restored from states that no fit produces, as in a manipulated pickle."""

import numpy as np
import pytest

from spinney import RandomForestRegressor, _core

from .models import numbers, score

N_TREES = 5


@pytest.fixture(scope="module")
def model():
    X = numbers()
    return RandomForestRegressor(N_TREES, quantiles=True, random_state=0).fit(X, score(X))._model


def restored(part, **changes):
    cls = type(part)
    copy = cls.__new__(cls)
    copy.__setstate__(part.__getstate__() | changes)
    return copy


def test_many_unused_features_take_no_memory(model):
    """One byte per feature would be 4 GB."""
    wide = restored(model.forest, n_features=2**32 - 1)
    assert wide.n_features == 2**32 - 1
    assert wide.nbytes < 2 * model.forest.nbytes


def some_nan(model):
    """Leaf values in which those of one tree are NaN."""
    state = model.forest.__getstate__()
    values = state["numbers"].copy()
    values[: int(state["numbers_lengths"][0])] = np.nan
    return values


@pytest.mark.parametrize("aggregate", ["mean", "median", "mode"])
def test_nan_leaf_values_predict_nan(model, aggregate):
    forest = restored(model.forest, numbers=some_nan(model))
    table = _core.Table.from_matrix(numbers())
    assert np.isnan(forest.predict(table, aggregate)).all()
    assert np.isfinite(model.forest.predict(table, aggregate)).all()


def test_the_weighted_median_of_nan_is_nan():
    values = np.array([[1, np.nan, 2], [3, 1, 2]])
    assert np.array_equal(_core.weighted_medians(values, np.ones(3)), [np.nan, 2], equal_nan=True)
    assert np.isnan(_core.weighted_medians(values, np.array([1, np.nan, 1]))).all()


def test_leaf_targets_must_be_sorted_numbers(model):
    targets = model.leaf_targets.__getstate__()["targets"]
    for place, value in [(0, np.nan), (-1, np.nan), (0, np.inf), (3, targets[0])]:
        wrong = targets.copy()
        wrong[place] = value
        with pytest.raises(ValueError, match="the targets must ascend"):
            restored(model.leaf_targets, targets=wrong)
