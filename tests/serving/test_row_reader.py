"""Values that the core reads from a row, and exceptions while it does."""

import datetime

import numpy as np
import pandas as pd
import pytest

import spinney


class Interrupting:
    """A value that is interrupted by Ctrl-C when it is read."""

    def __init__(self, method):
        self.method = method

    @property
    def __class__(self):
        if self.method == "class":
            raise KeyboardInterrupt
        return np.float64

    def __float__(self):
        raise KeyboardInterrupt

    def __hash__(self):
        raise KeyboardInterrupt


@pytest.mark.parametrize("method", ["class", "float"])
@pytest.mark.parametrize("feature", ["number", "category"])
def test_interrupts_are_not_swallowed(method, feature):
    X = pd.DataFrame({"number": [0.0, 1.0] * 5, "category": ["a", "b"] * 5})
    handle = spinney.DecisionTreeRegressor().fit(X, [0.0, 1.0] * 5).predictor()
    row = {"number": 1.0, "category": "a"} | {feature: Interrupting(method)}
    for given in (row, list(row.values())):
        with pytest.raises(KeyboardInterrupt):
            handle._predict(given)


def test_interrupts_of_dates_are_not_swallowed(monkeypatch):
    X = pd.DataFrame({"day": pd.date_range("2024-01-01", periods=10)})
    handle = spinney.DecisionTreeRegressor().fit(X, range(10)).predictor()
    assert handle._predict([datetime.date(2024, 1, 3)]) == 2

    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("spinney.serving.row_features.object_times", interrupted)
    with pytest.raises(KeyboardInterrupt):
        handle._predict([datetime.date(2024, 1, 3)])


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "uint32", "uint64"])
def test_the_core_reads_arrays_of_integers(dtype):
    X = np.arange(100.0).reshape(-1, 2)
    handle = spinney.DecisionTreeRegressor().fit(X, X[:, 0]).predictor()
    assert handle._predict(np.array([6, 7], dtype)) == 6.0
    if dtype == "uint64":
        assert handle._predict(np.array([2**60, 7], dtype)) is None
