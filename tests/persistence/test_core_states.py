"""Core objects restored from states that no fit produces, as in a manipulated pickle."""

import numpy as np
import pytest

from spinney import DecisionTreeClassifier, DecisionTreeRegressor, RandomForestRegressor, _core

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


def test_sets_of_surrogates_on_numbers_are_checked():
    """Reading the surrogates and pruning copy the sets, even if a number has none."""
    X = numbers()
    X[::5, 0] = np.nan
    X = np.column_stack([X, X[:, 0] + 0.1, X[:, 0] - 0.1])
    model = DecisionTreeRegressor(max_depth=2, missing="surrogate").fit(X, np.nan_to_num(X[:, 0]))
    tree = model._fitted().tree
    state = tree.__getstate__()
    assert len(tree.surrogates(0)) > 0
    assert not state["surrogate_set_length"].any()
    far = {"surrogate_set_first": 2**32 - 256, "surrogate_set_length": 1000}
    for name, value in far.items():
        with pytest.raises(ValueError, match="a category set of the tree is out of range"):
            restored(tree, **{name: np.full_like(state[name], value)})


@pytest.mark.parametrize(("n_classes", "n_nodes"), [([1 << 31] * (1 << 21), 4096), ([0], 3)])
def test_impossible_numbers_of_classes(n_classes, n_nodes):
    """The number of values, nodes x outputs x classes, would overflow to 0, or is 0."""
    X = numbers()
    tree = DecisionTreeClassifier(max_depth=1).fit(X, X[:, 0] > 0)._fitted().tree
    state = tree.__getstate__()
    nodes = {
        name: np.resize(array, n_nodes)
        for name, array in state.items()
        if getattr(array, "shape", None) == (3,)
    }
    state |= nodes | {"n_classes": np.array(n_classes, np.uint32), "value": np.zeros(0)}
    with pytest.raises(ValueError, match="outputs and classes"):
        restored(tree, **state | {"n_outputs": len(n_classes)})
